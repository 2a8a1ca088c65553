"""Why a command is refused: a code and one plain sentence. The code is the problem's `code` over HTTP."""

from enum import Enum
from typing import Self


class Violation(Enum):
    """The value is the code; `sentence` explains it to a person."""

    sentence: str

    def __new__(cls, code: str, sentence: str) -> Self:
        row = object.__new__(cls)
        row._value_ = code
        row.sentence = sentence
        return row

    NOT_STARTED = "not-started", "The match has not started yet."
    ALREADY_STARTED = (
        "already-started",
        "The match has started; this can only be done in the lobby.",
    )
    ROUND_OVER = "round-over", "The round is over; deal the next one first."
    ROUND_NOT_OVER = "round-not-over", "The round is still being played."
    GAME_OVER = "game-over", "The match is over."
    GAME_ABANDONED = "game-abandoned", "The game was ended by its host."
    NOT_SEATED = "not-seated", "Nobody sits on this seat any more."
    HOST_ONLY = "host-only", "Only the host can do this."
    GAME_FULL = "game-full", "Every seat is taken."
    SEAT_TAKEN = "seat-taken", "Somebody sits on this seat already."
    NO_SUCH_SEAT = "no-such-seat", "The game has no such seat, or nobody sits there."
    CANNOT_KICK_SELF = (
        "cannot-kick-self",
        "The host leaves instead of kicking themself.",
    )
    TOO_FEW_PLAYERS = "too-few-players", "More players are needed to start."
    TOO_FEW_SEATS = (
        "too-few-seats",
        "More players sit here than the game would have seats.",
    )
    DECK_TOO_SMALL = (
        "deck-too-small",
        "The deck has too few cards for so many hands of this size.",
    )
    NOT_YOUR_TURN = "not-your-turn", "It is another player's turn."
    CARD_NOT_IN_HAND = "card-not-in-hand", "This card is not in the hand."
    ILLEGAL_PLAY = (
        "illegal-play",
        "This card matches neither the color nor the symbol of the top card.",
    )
    WILD_DRAW_NOT_LEGAL = (
        "wild-draw-not-legal",
        "This wild draw card cannot be played with the hand as it is.",
    )
    COLOR_REQUIRED = "color-required", "A wild names a color, and only a wild does."
    COLOR_NOT_ON_SIDE = (
        "color-not-on-side",
        "The side of the cards that is up has no such color.",
    )
    TARGETS_REQUIRED = (
        "targets-required",
        "A card that links names two players, one that swaps hands names another player, and no other card does.",
    )
    BAD_TARGETS = (
        "bad-targets",
        "These cannot be named: a link is of two players who are not linked yet, a swap is with another player.",
    )
    MUST_PLAY_DRAWN_CARD = (
        "must-play-drawn-card",
        "Only the card just drawn can be played now.",
    )
    ALREADY_DRAWN = "already-drawn", "A card was drawn in this turn; play it, or pass."
    MUST_PLAY = "must-play", "A playable card is held and must be played."
    NOTHING_TO_DRAW = "nothing-to-draw", "Both piles are empty; play a card, or pass."
    CANNOT_PASS = (
        "cannot-pass",
        "A turn is passed after drawing only, or when nothing can be drawn.",
    )
    MUST_ANSWER = (
        "must-answer",
        "The draw card must be answered first: draw, challenge, or lay another on it, as far as the rules allow.",
    )
    MUST_CHOOSE_COLOR = "must-choose-color", "A color must be named first."
    NOT_CHALLENGEABLE = (
        "not-challengeable",
        "There is no card that could be challenged.",
    )
    NOT_THE_TARGET = "not-the-target", "Another player faces the draw card."
    NO_COLOR_ASKED = "no-color-asked", "Nobody is asked for a color now."
    NOT_ASKED = "not-asked", "Another player is asked for the color."
    MUST_POINT = "must-point", "Everybody points at somebody now."
    NOBODY_POINTS = "nobody-points", "Nobody is asked to point now."
    ALREADY_POINTED = "already-pointed", "A finger that points stays where it is."
    CANNOT_POINT_AT_SELF = "cannot-point-at-self", "Players point at somebody else."
    MUST_ADD_TO_PILE = "must-add-to-pile", "A card must be added to the mini-pile."
    NOT_FOR_THE_PILE = (
        "not-for-the-pile",
        "The mini-pile takes cards of its color, and wilds, without a color named.",
    )
    JUMP_IN_DISABLED = "jump-in-disabled", "Nobody jumps in in this game."
    JUMP_IN_CLOSED = (
        "jump-in-closed",
        "Others jump in only while the player in turn has not acted.",
    )
    UNO_NOT_CALLABLE = (
        "uno-not-callable",
        "UNO is called with two cards in one's own turn, or with one card just left.",
    )
    TOO_EARLY_TO_CATCH = (
        "too-early-to-catch",
        "This player has some time left to call UNO.",
    )
    NOTHING_TO_CATCH = "nothing-to-catch", "This player cannot be caught."
    CANNOT_CATCH_SELF = "cannot-catch-self", "Players cannot catch themselves."
    SUGGESTIONS_DISABLED = "suggestions-disabled", "Nobody suggests cards in this game."
    SUGGESTIONS_CLOSED = (
        "suggestions-closed",
        "A card is suggested to another player who may lay one now.",
    )
    NO_SUCH_CARD = (
        "no-such-card",
        "The game has no such card on the side that is up.",
    )
    ELIMINATED = "eliminated", "This player is out of the match."


class Refused(Exception):
    """A command that the rules refuse; nothing has changed."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.value)
        self.violation = violation

    @property
    def sentence(self) -> str:
        return self.violation.sentence
