"""Folds one event into the state. Decides nothing: what an event says has already happened."""

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec.structs import replace

from service.engine import events as e
from service.engine.cards import Card, Color, face_on
from service.engine.state import (
    Answer,
    Awaiting,
    ColorChoice,
    GameOver,
    GameState,
    Lobby,
    PileUp,
    Player,
    Pointing,
    Presence,
    RoundOver,
    RoundResult,
    Turn,
    Uno,
    face,
)


def fold(events: Iterable[e.Event]) -> GameState:
    """The state of the game whose whole history these events are."""
    history = iter(events)
    created = next(history)
    assert isinstance(created, e.GameCreated)
    state = begun(created)
    for event in history:
        state = evolve(state, event)
    return state


def begun(event: e.GameCreated) -> GameState:
    """The empty table that a game starts as."""
    return GameState(
        event.game,
        event.preset,
        event.options,
        event.seats,
        event.visibility,
        event.sandbox,
        decision=1,
        seq=1,
    )


def evolve(state: GameState, event: e.Event) -> GameState:
    return replace(state, seq=state.seq + 1, **changes(state, event))


def changes(state: GameState, event: e.Event) -> dict[str, Any]:
    match event:
        case e.TurnStarted(seat, on_pile):
            if on_pile:
                return opens(state, replace(pile_of(state), seat=seat))
            return {"turns": state.turns + 1} | opens(state, Turn(seat))
        case e.CardPlayed():
            return laid(state, event)
        case e.HandsSwapped():
            return swapped(state, event)
        case e.CardsDrawn():
            return taken(state, event)
        case e.ColorNamed(_, color):
            return {"color": color}
        case e.TurnPassed(_, stuck):
            return {"stuck": state.stuck + 1 if stuck else 0} | hushed(state, event.seat)
        case e.TurnSkipped(seat):
            return hushed(state, seat)
        case e.DirectionReversed(direction):
            return {"direction": direction}
        case e.SidesFlipped():
            return turned_over(state, event)
        case e.JumpedIn():
            return interrupted(state)
        case e.IllegalPlayPenalized(seat):
            return {"stuck": 0} if isinstance(state.awaiting, Turn) and state.awaiting.seat == seat else {}
        case e.PointsCounted() | e.SuggestionMade():
            return {}
        case e.PointingStarted(seat):
            return opens(state, Pointing(seat, (None,) * len(state.players)))
        case e.Pointed(seat, target):
            return pointed(state, seat, target)
        case e.PileStarted():
            return piled(state, event)
        case e.PileTaken(seat):
            return with_player(state, seat, hand=state.players[seat].hand + pile_of(state).cards, uno=Uno.NONE)
        case e.PlayersLinked(_, pair):
            return {"link": pair}
        case e.LinkEnded():
            return {"link": None}
        case e.DrawPending(seat, by, card, amount, challengeable, guilty, evidence):
            return opens(state, Answer(seat, by, card, amount, challengeable, guilty, evidence))
        case e.ChallengeMade() | e.ChallengeJudged() | e.DealerCut():
            return {}
        case e.UnoCalled(seat, _, wrong):
            return {} if wrong else with_player(state, seat, uno=Uno.CALLED)
        case e.UnoCaught(_, seat, wrong):
            return {} if wrong else with_player(state, seat, uno=Uno.NONE)
        case e.TimedOut(seat, count):
            return with_player(state, seat, idle=count)
        case e.AutopilotOn(seat):
            return with_player(state, seat, autopilot=True)
        case e.AutopilotOff(seat) | e.PlayerBack(seat):
            return with_player(state, seat, idle=0, autopilot=False)
        case e.UnoMissed(seat):
            return with_player(state, seat, uno=Uno.NONE)
        case e.DeckReshuffled(draw_pile):
            return {"draw_pile": draw_pile, "discard": state.discard[-1:]}
        case e.OpeningCard():
            return turned_up(state, event)
        case e.RoundDealt():
            return dealt(state, event)
        case e.RoundEnded():
            return counted(state, event)
        case e.MatchEnded(winners, abandoned):
            return {"discard": under_discard(state)} | opens(state, GameOver(winners, abandoned))
        case e.MatchStarted(scores):
            return started(state, scores)
        case e.PlayerJoined(seat, name):
            return sat_down(state, seat, name)
        case e.PlayerLeft() | e.PlayerKicked():
            return departed(state, event)
        case e.SettingsChanged(preset, options, seats, visibility):
            return {"preset": preset, "options": options, "seats": seats, "visibility": visibility}
        case e.GameCreated():
            raise ValueError("a game is created once")
        case _:
            assert_never(event)


def opens(state: GameState, awaiting: Awaiting) -> dict[str, Any]:
    """A new decision, named by the number of the event that opens it."""
    return {"awaiting": awaiting, "decision": state.seq + 1}


def with_player(state: GameState, seat: int, **fields: Any) -> dict[str, Any]:
    players = state.players
    return {
        "players": (
            *players[:seat],
            replace(players[seat], **fields),
            *players[seat + 1 :],
        )
    }


def without(hand: tuple[Card, ...], card: Card, latest: bool) -> tuple[Card, ...]:
    place = len(hand) - 1 - hand[::-1].index(card) if latest else hand.index(card)
    return hand[:place] + hand[place + 1 :]


def laid(state: GameState, event: e.CardPlayed) -> dict[str, Any]:
    seat, card = event.seat, event.card
    player = state.players[seat]
    awaiting = state.awaiting
    drawn = isinstance(awaiting, Turn) and awaiting.seat == seat and awaiting.drawn == card
    hand = without(player.hand, card, latest=drawn)
    uno = uno_after_play(player.uno, len(hand))
    change = {"stuck": 0} | with_player(state, seat, hand=hand, uno=uno, since=event.at)
    if isinstance(awaiting, PileUp):
        return change | {"awaiting": replace(awaiting, cards=(*awaiting.cards, card))}
    return change | {"discard": (*state.discard, card), "color": face(state, card).color or state.color}


def swapped(state: GameState, event: e.HandsSwapped) -> dict[str, Any]:
    """A hand of one card that has come by a swap opens the window too (rules, section 6)."""
    players = list(state.players)
    for seat, source in enumerate(event.sources):
        if source != seat:
            hand = state.players[source].hand
            uno = uno_after_play(players[seat].uno, len(hand))
            players[seat] = replace(players[seat], hand=hand, uno=uno, since=event.at)
    return {"players": tuple(players)}


def pile_of(state: GameState) -> PileUp:
    assert isinstance(state.awaiting, PileUp)
    return state.awaiting


def piled(state: GameState, event: e.PileStarted) -> dict[str, Any]:
    """The first cards of a mini-pile, or more of them; its color is the active one from now on. Where nothing can be
    turned up a color is asked for instead."""
    if not event.cards:
        return opens(state, ColorChoice(event.seat, after=event.seat))
    before = state.awaiting.cards if isinstance(state.awaiting, PileUp) else ()
    pile = PileUp(event.seat, event.color or state.color or Color.RED, before + event.cards)
    change = {"draw_pile": state.draw_pile[len(event.cards) :], "stuck": 0}
    return change | {"color": pile.color} | opens(state, pile)


def pointed(state: GameState, seat: int, target: int) -> dict[str, Any]:
    """A finger more; the decision is the same for those who have not pointed."""
    pointing = state.awaiting
    assert isinstance(pointing, Pointing)
    at = (*pointing.at[:seat], target, *pointing.at[seat + 1 :])
    return {"awaiting": replace(pointing, at=at)}


def uno_after_play(uno: Uno, left: int) -> Uno:
    """The window opens when a play leaves one card and UNO has not been called."""
    if left != 1:
        return Uno.NONE
    return Uno.CALLED if uno is Uno.CALLED else Uno.OPEN


def hushed(state: GameState, seat: int) -> dict[str, Any]:
    """A call made for a play that did not come is void."""
    if len(state.players[seat].hand) == 1 or state.players[seat].uno is Uno.NONE:
        return {}
    return with_player(state, seat, uno=Uno.NONE)


def interrupted(state: GameState) -> dict[str, Any]:
    """Whose turn a jump-in takes away has called for nothing."""
    assert isinstance(state.awaiting, Turn)
    return hushed(state, state.awaiting.seat)


def taken(state: GameState, event: e.CardsDrawn) -> dict[str, Any]:
    """Cards come off the draw pile in its order; drawing back above one card clears a call."""
    player = state.players[event.seat]
    hand = player.hand + event.cards
    uno = Uno.NONE if len(hand) > 1 else player.uno
    change = with_player(state, event.seat, hand=hand, uno=uno)
    change |= {"draw_pile": state.draw_pile[len(event.cards) :], "stuck": 0}
    return change | opens(state, Turn(event.seat, event.cards[-1])) if event.held else change


def turned_up(state: GameState, event: e.OpeningCard) -> dict[str, Any]:
    rest = state.draw_pile[1:]
    if event.back_to is not None:
        return {"draw_pile": (*rest[: event.back_to], event.card, *rest[event.back_to :])}
    change: dict[str, Any] = {
        "draw_pile": rest,
        "discard": (*state.discard, event.card),
        "color": face(state, event.card).color,
    }
    return change | opens(state, event.asks) if event.asks else change


def turned_over(state: GameState, event: e.SidesFlipped) -> dict[str, Any]:
    """A color that was named on the old side does not carry over."""
    change: dict[str, Any] = {
        "side": event.side,
        "draw_pile": state.draw_pile[::-1],
        "discard": state.discard if event.keeps_top else state.discard[::-1],
        "color": face_on(event.side, event.top).color,
    }
    return change | opens(state, event.asks) if event.asks else change


def dealt(state: GameState, event: e.RoundDealt) -> dict[str, Any]:
    players = tuple(
        replace(player, hand=hand, uno=Uno.NONE) for player, hand in zip(state.players, event.hands, strict=True)
    )
    return {
        "round": event.round,
        "dealer": event.dealer,
        "direction": event.direction,
        "seed": event.seed,
        "players": players,
        "draw_pile": event.draw_pile,
        "discard": event.discard,
        "color": event.color,
        "side": event.side,
        "link": None,
        "turns": 0,
        "stuck": 0,
    }


def counted(state: GameState, event: e.RoundEnded) -> dict[str, Any]:
    players = tuple(
        replace(
            player,
            score=player.score + points,
            rounds_won=player.rounds_won + (seat == event.winner or seat in event.partners),
            presence=Presence.OUT if seat in event.out else player.presence,
        )
        for seat, (player, points) in enumerate(zip(state.players, event.points, strict=True))
    )
    return {
        "players": players,
        "link": None,
        "discard": under_discard(state),
        "last_round": RoundResult(event.round, event.winner, event.points),
        "round_ends": (*state.round_ends, state.seq + 1),
    } | opens(state, RoundOver())


def under_discard(state: GameState) -> tuple[Card, ...]:
    """The discard pile, with a mini-pile that nobody will take any more under it."""
    left = state.awaiting.cards if isinstance(state.awaiting, PileUp) else ()
    return left + state.discard


def started(state: GameState, scores: tuple[int, ...]) -> dict[str, Any]:
    """Seats behind the last player are taken away: nobody can join any more."""
    last = max(seat for seat, player in enumerate(state.players) if player.presence is Presence.SEATED)
    players = state.players[: last + 1]
    if scores:
        players = tuple(replace(player, score=score) for player, score in zip(players, scores, strict=True))
    return {"players": players}


def sat_down(state: GameState, seat: int, name: str) -> dict[str, Any]:
    vacant = (Player(),) * (seat + 1 - len(state.players))
    players = [*state.players, *vacant]
    players[seat] = Player(name, Presence.SEATED)
    return {"players": tuple(players)}


def departed(state: GameState, event: e.Departure) -> dict[str, Any]:
    """In the lobby the seat is free again; later it stays empty, and its score stands."""
    lobby = isinstance(state.awaiting, Lobby)
    left = {"hand": (), "uno": Uno.NONE, "presence": Presence.LEFT, "idle": 0, "autopilot": False}
    change = with_player(
        state,
        event.seat,
        **({"name": "", "presence": Presence.VACANT} if lobby else left),
    )
    return change | {
        "host": event.host,
        "draw_pile": state.draw_pile + event.under,
        "stuck": 0,
    }
