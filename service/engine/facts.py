"""What all events share, and why cards are drawn."""

from enum import StrEnum

from service.engine.state import Frozen, snake


class Fact(Frozen, frozen=True, tag=snake):
    """Something that happened; its tag is the event's `type`. `side`: what was up then, where cards are shown."""


class Cause(StrEnum):
    """Why cards were drawn."""

    DRAW = "draw"
    DRAW_ONE = "draw_one"
    DRAW_TWO = "draw_two"
    DRAW_FIVE = "draw_five"
    WILD_DRAW_FOUR = "wild_draw_four"
    WILD_DRAW_TWO = "wild_draw_two"
    WILD_DRAW_COLOR = "wild_draw_color"
    CHALLENGE = "challenge"
    UNO_PENALTY = "uno_penalty"
    FALSE_UNO = "false_uno"
    FALSE_CATCH = "false_catch"
    JUMP_IN_PENALTY = "jump_in_penalty"
    ILLEGAL_PLAY_PENALTY = "illegal_play_penalty"
    SUGGESTION_PENALTY = "suggestion_penalty"
    POINT_TAKEN = "point_taken"
    LINK = "link"
