"""A game and its events, as a viewer sees them."""

from typing import get_args

from marshmallow import fields

from schemas.fields import (
    Flag,
    Reply,
    described,
    flag,
    maybe_number,
    maybe_text,
    number,
    numbers,
    text,
    texts,
)
from schemas.options import Options
from service.engine import events

EVENT_TYPES = ", ".join(str(event.__struct_config__.tag) for event in get_args(events.Event))


class LegalMove(Reply):
    """A move that is accepted now."""

    action = text(
        "Known: play, draw, pass, call_uno, catch, challenge, choose_color, deal, jump_in, point, suggest. "
        "More may come.",
        example="play",
    )
    cards = texts("The cards that it can be done with.", required=False)
    needs = texts("What must be named too. Known: color, targets, card (any of the game).", required=False)
    seats = numbers("The seats that it can be done to.", required=False)


class Player(Reply):
    seat = number("The player's seat.", example=0)
    name = text("What the player is called.", example="Ada")
    kind = text("Known: human. More may come.", example="human")
    card_count = number("Cards in the hand.", example=7)
    uno = text("none, called, or open: one card left, not called, can be caught.", example="none")
    score = number("Points won so far.", example=0)
    rounds_won = number("Rounds won so far.", example=0)
    control = text("Known: player, and autopilot: the player is away. More may come.", example="player")
    connected = flag("Whether the player's client was heard of lately: an open stream, or a request.")
    last_seen = maybe_text("When it was last heard of, to some 20 seconds.", format="date-time")
    backs = texts(
        "UNO Flip: the other side of the cards in the hand, sorted, if the caller may see it.", required=False
    )
    left = Flag(metadata=described("true: the player has left the match."))
    out = Flag(metadata=described("true: the player is out of the match and looks on (scoring elimination)."))
    team = maybe_number("With teams: 0 or 1; seats of one team win and lose together.")


class Pending(Reply):
    card = text("The draw card that must be answered.", example="WD4")
    amount = maybe_number("Cards to draw; absent where it is until the active color comes.", example=4)
    by_seat = number("Who played it.", example=0)
    challengeable = flag("Whether it can be challenged.")
    stackable = flag("Whether the rules allow to answer it with another draw card.")


class Pile(Reply):
    color = text("The color that may be added.", example="red")
    cards = texts("The mini-pile, the card turned up first at its bottom.")


class LastRound(Reply):
    number = number("The round's number.", example=1)
    points = numbers("What each seat scored.")
    winner_seat = maybe_number("Who won it; absent if the round was void.")


class Me(Reply):
    seat = number("The caller's seat.", example=0)
    hand = texts("The caller's cards, the one held longest first.")
    legal_moves = fields.List(
        fields.Nested(LegalMove),
        required=True,
        metadata=described("Every move that the caller may make now, and none that they may not."),
    )
    drawn_card = maybe_text("The card just drawn, which may be played now.")


class GameView(Reply):
    """A game as its caller sees it. What is absent does not apply now."""

    game_id = text("The game's id.", example="wPVz8Y1tZPvkKpiS9mcf")
    version = number("Grows by one with each change.", example=12)
    decision_id = maybe_text("Names the decision that is open; absent when the match is over.", example="d12")
    server_time = text("The service's clock.", format="date-time")
    status = text("Known: lobby, playing, round_over, finished, abandoned.", example="playing")
    preset = text("The bundle of rules that the game started from.", example="classic")
    game = text("Known: classic, flip, party. More may come.", example="classic")
    options = fields.Nested(Options, required=True, metadata=described("Every house rule as it holds in this game."))
    visibility = text("Known: unlisted, public, private.", example="unlisted")
    host_seat = number("The seat of the host.", example=0)
    join_code = maybe_text("Opens the game to others; shown in the lobby to those who sit in it.", example="7K3QX9PM")
    seats = number("Seats of the game.", example=4)
    sandbox = Flag(metadata=described("true: a table that was set up by hand."))
    round = number("The round's number; 0 in the lobby.", example=1)
    dealer_seat = maybe_number("Who dealt.")
    direction = maybe_text("clockwise (ascending seats) or counterclockwise.")
    phase = maybe_text("While playing. Known: play, drawn, answer, color, point, pile_up. More may come.")
    turn_seat = maybe_number("Whose turn it is.")
    waiting_for = numbers("The seats that must act now.", required=False)
    active_color = maybe_text("The color that counts now; absent while an opening wild has none.")
    discard_top = maybe_text("The card on top of the discard pile.")
    discard_count = maybe_number("Cards in the discard pile.")
    draw_count = maybe_number("Cards in the draw pile.")
    side = maybe_text("UNO Flip: light or dark, the side that is up.")
    draw_top_back = maybe_text("UNO Flip: the other side of the card that is drawn next.")
    pending = fields.Nested(Pending, metadata=described("The draw card that must be answered, in phase answer."))
    pile = fields.Nested(Pile, metadata=described("UNO Party: the mini-pile, in phase pile_up."))
    link = numbers("UNO Party: the two seats that draw together.", required=False)
    players = fields.List(
        fields.Nested(Player), required=True, metadata=described("Everybody who sits, or sat, in the game, by seat.")
    )
    winner_seats = numbers("Who won the match.", required=False)
    last_round = fields.Nested(LastRound, metadata=described("The round that ended last."))
    deadline_at = maybe_text("Where time is limited: when the table moves for whoever must act.", format="date-time")
    remaining_ms = maybe_number("Milliseconds from `server_time` to `deadline_at`; 0 if that is over.", example=29500)
    me = fields.Nested(Me, metadata=described("What only the caller sees; absent without a seat's token."))


class Event(Reply):
    """Something that happened. Every viewer gets the same events; `cards` are there for those who may see them."""

    seq = number("1, 2, 3 and so on, without gaps.", example=17)
    at = text("When it happened.", format="date-time")
    type = text(f"Known: {EVENT_TYPES}. More may come.", example="card_played")
    text = text("The same in plain English.", example="Ada plays R5.")
    seat = maybe_number("Whose doing it is.")
    target_seat = maybe_number("To whom it is done.")
    card = maybe_text("The card that everybody sees.")
    cards = texts("The cards that only this viewer sees.", required=False)
    count = maybe_number("How many cards or points, or how often in a row.")
    color = maybe_text("The color named.")
    reason = maybe_text("Why, or how it ended.")
    round = maybe_number("The round's number.")
