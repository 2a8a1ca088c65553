"""Every command at a table, with a table at which it can be given."""

from typing import Any, NamedTuple

from tests.client import Reply, Table, set_table

Said = tuple[int, str, dict[str, Any]]
HANDS = [["R5", "W", "B1"], ["G1", "R9", "GS"]]
PLAIN = {"hands": HANDS, "discard": ["R3"], "turn": 0, "draw_pile": ["R7", "G7", "G8", "G9", "B7", "B8"]}
DOUBT = PLAIN | {"hands": [["WD4", "R9", "G2"], ["B5", "G1"]]}
LAST_TWO = PLAIN | {"hands": [["R5", "B1"], ["G1", "G2"]]}
OPENING = {"hands": HANDS, "draw_pile": ["W"], "turn": None, "discard": None}
PARTY = {"preset": "party", "players": 3, "options": {"min_players": 3}, "turn": 0, "discard": ["R3"]}


class Act(NamedTuple):
    """A command, and what must be said before it."""

    said: Said
    setup: dict[str, Any]
    before: tuple[Said, ...] = ()

    def table(self, base: str) -> Table:
        """A table at which this is the next thing that can be done."""
        table = set_table(base, **{name: value for name, value in self.setup.items() if value is not None})
        for seat, verb, body in self.before:
            assert table.act(seat, verb, **body).status == 200
        return table

    def done(self, table: Table, **headers: str) -> Reply:
        seat, verb, body = self.said
        return table.ask("POST", f"/{verb}", seat, body or None, **headers)


ACTS = {
    "play": Act((0, "play", {"card": "R5"}), PLAIN),
    "draw": Act((0, "draw", {}), PLAIN),
    "pass": Act((0, "pass", {}), PLAIN, ((0, "draw", {}),)),
    "deal": Act((1, "deal", {}), PLAIN | {"hands": [["R5"], ["G1"]]}, ((0, "play", {"card": "R5"}),)),
    "challenge": Act((1, "challenge", {}), DOUBT, ((0, "play", {"card": "WD4", "color": "blue"}),)),
    "choose-color": Act((1, "choose-color", {"color": "green"}), OPENING),
    "call-uno": Act((0, "call-uno", {}), LAST_TWO),
    "catch": Act((1, "catch", {"seat": 0}), LAST_TWO, ((0, "play", {"card": "R5"}),)),
    "suggest": Act((1, "suggest", {"card": "R9"}), PLAIN | {"options": {"suggestion_penalty": 1}}),
    "leave": Act((0, "leave", {}), PLAIN | {"players": 3, "hands": [*HANDS, ["Y1"]]}),
    "kick": Act((0, "kick", {"seat": 2}), PLAIN | {"players": 3, "hands": [*HANDS, ["Y1"]]}),
    "jump-in": Act((1, "jump-in", {"card": "R3"}), PARTY | {"hands": [["R5", "B1"], ["R3", "B2", "G1"], ["Y1", "Y2"]]}),
    "point": Act(
        (1, "point", {"seat": 2}),
        PARTY | {"hands": [["RPT", "B1"], ["G1", "G2"], ["Y1", "Y2"]]},
        ((0, "play", {"card": "RPT"}),),
    ),
}
