"""Examples for the specification: small games played by the engine itself, so that they are never wrong."""

from functools import cache
from typing import Any

import msgspec

from service import catalog
from service.desk import Settled, Table, seen
from service.engine import Setup, apply, finished_round, set_table, start
from service.engine.cards import Code, Color
from service.engine.commands import Challenge, Command, Join, Play
from service.engine.events import RoundEnded
from service.engine.state import GameState, Seed, Visibility
from service.lobby import OpenGame, OpenGames, SeatGrant
from service.play import Acted, result, told
from service.record import Record, SeatKey, instant
from service.sandbox import SandboxGrant, SandboxSeat
from service.stream import TICKET_SECONDS, StreamTicket
from service.watch import EventPage

GAME_ID = "wPVz8Y1tZPvkKpiS9mcf"
JOIN_CODE = "7K3QX9PM"
RECOVERY = "4T9HW2ZKQ7M3XV8N5RPD"
TOKEN = f"{GAME_ID}.0.0.Yl3xkC1tqC3mY0cZ3bJm0n2yq7cV4m3rX8d1sT5uWzE"
MOMENT = 1_767_225_600_000
HEARD = (b"0.0", b"%d" % (MOMENT - 6_000), b"1.0", b"%d" % (MOMENT - 11_000))


@cache
def examples() -> dict[str, Any]:
    """What the desk answers, by the name of the reply's schema, as JSON has it."""
    lobby = at_table(lobby_state(), 2)
    challenge = acted(("WD4", "R9", "G2"), (Play(0, Code("WD4"), Color.BLUE), Challenge(1)))
    shown = {
        "GameView": seen(at_table(table_state(), 5), 0, MOMENT),
        "SeatGrant": SeatGrant(GAME_ID, JOIN_CODE, 0, TOKEN, RECOVERY, seen(lobby, 0, MOMENT)),
        "CommandResult": result(acted(("R5", "B1", "B2"), (Play(0, Code("R5")),)), minimal=False),
        "ChallengeResult": result(challenge, minimal=False),
        "EventPage": EventPage(told(challenge.settled, None), challenge.settled.table.state.seq, False),
        "FinishedRound": round_won(),
        "StreamTicket": StreamTicket("tCwmy1XU5kYcEFJqmPk5vB8uVbQxCgQO", TICKET_SECONDS),
        "OpenGames": OpenGames((OpenGame(GAME_ID, "classic", "classic", "Ada", 1, 4, instant(MOMENT)),), "MTc2Nw"),
        "SandboxGrant": sandbox_grant(),
        "Rulesets": catalog.rulesets(),
        "RulesetDetails": catalog.ruleset("classic"),
        "Cards": catalog.CardFaces(catalog.card_faces("classic").items[10:13]),
        "Card": catalog.card_face("classic", "RD2"),
    }
    return {name: plain(value) for name, value in shown.items()}


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def at_table(state: GameState, version: int) -> Table:
    keys = (SeatKey(),) * len(state.players)
    return Table(GAME_ID, version, Record(state, MOMENT, JOIN_CODE, keys), MOMENT, HEARD)


def lobby_state() -> GameState:
    alone = start("classic", {}, 4, Visibility.UNLISTED, "Ada").state
    return apply(alone, Join("Bo")).state


def table_state(first: tuple[str, ...] = ("R5", "B1", "B2")) -> GameState:
    hands = (tuple(map(Code, first)), (Code("B5"), Code("G1"), Code("GS")))
    setup = Setup("classic", {}, ("Ada", "Bo"), Seed(bytes(32)), hands=hands, discard=(Code("R3"),), turn=0)
    return set_table(setup).state


def acted(hand: tuple[str, ...], commands: tuple[Command, ...]) -> Acted:
    """The last of some commands, carried out."""
    state = table_state(hand)
    for command in commands:
        state, events = apply(state, command)
    seat = len(commands) - 1
    return Acted(Settled(at_table(state, 2 + seat), events, MOMENT), seat, seat)


def round_won() -> Any:
    _, events = apply(table_state(("R5",)), Play(0, Code("R5")))
    return finished_round(next(event for event in events if isinstance(event, RoundEnded)))


def sandbox_grant() -> SandboxGrant:
    table = at_table(table_state(), 1)
    return SandboxGrant(GAME_ID, (SandboxSeat(0, TOKEN), SandboxSeat(1, TOKEN)), seen(table, None, MOMENT))
