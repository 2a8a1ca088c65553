"""House rules: one row each; the presets that bundle them stand beside, in `presets`.

A row says what the option is called, what it may be and what it means; the question that it answers
stands under `house/`, the only place that reads a value.
"""

from collections.abc import Mapping

from service.engine.choices import CLASSIC, FLIP, PARTY, Option, Row, number, switch, word

HAND_SIZE = number("hand_size", 7, 1, 15, "Cards dealt to each player.")
MIN_PLAYERS = number(
    "min_players",
    2,
    2,
    16,
    "Fewest players that a match can start with.",
    classic=(2, 10),
    flip=(2, 10),
    party=(3, 16),
)
MAX_PLAYERS = number(
    "max_players",
    10,
    2,
    16,
    "Most seats that a game can have.",
    classic=(2, 10),
    flip=(2, 10),
    party=(3, 16),
)
FIRST_DEALER = word(
    "first_dealer",
    "cut random host",
    "Who deals the first round: the highest number of a cut, anybody by chance, or the host.",
)
INITIAL_DIRECTION = word(
    "initial_direction",
    "clockwise counterclockwise",
    "Which way play goes when a round begins; counterclockwise mirrors the whole opening.",
)
OPENING_REVERSE = word(
    "opening_reverse",
    "dealer right_of_dealer",
    "Who plays first when the opening card is a reverse. With two players it is the dealer.",
).needing("opening_action")
OPENING_WILD = word(
    "opening_wild",
    "first_player dealer redraw",
    "Who names the color of an opening wild; with redraw it goes back and another card is turned up.",
).needing("opening_action")
OPENING_ACTION = word(
    "opening_action",
    "resolve ignore",
    "An opening card that is no number acts, or is ignored: it stays underneath, and another card is turned up.",
)
ACTION_MATCH = word(
    "action_match",
    "symbol color_only",
    "An action card may be laid on its color or on another one of its kind, or on its color only.",
)
ILLEGAL_PLAY = word(
    "illegal_play",
    "reject penalty",
    "A card that cannot be laid is refused and nothing happens; or it goes back, and its player draws a penalty and "
    "loses the turn.",
)
ILLEGAL_PLAY_PENALTY = number("illegal_play_penalty", 2, 0, 10, "Cards drawn for a card that cannot be laid.").needing(
    "illegal_play"
)
SUGGESTION_PENALTY = number(
    "suggestion_penalty",
    0,
    0,
    10,
    "Cards drawn by a player who suggests a card to the player in turn; 0: nobody may.",
)
VOLUNTARY_DRAW = switch("voluntary_draw", True, "A player may draw while holding a playable card.")
PLAY_DRAWN_CARD = word(
    "play_drawn_card",
    "optional forced never",
    "What happens with a playable card just drawn: it may, must or cannot be played in that turn.",
)
DRAW_UNTIL_PLAYABLE = switch("draw_until_playable", False, "A draw goes on until a playable card comes.")
FORCE_PLAY = switch("force_play", False, "A draw or a pass is refused while a playable card is held.")
WILD_DRAW_LEGAL_IF = word(
    "wild_draw_legal_if",
    "no_color nothing_playable always",
    "When a wild draw card is honest: no card of the active color is held, nothing else that could be played "
    "is held, or always.",
)
WILD_DRAW_BLUFF = word(
    "wild_draw_bluff",
    "allowed refused",
    "Whether a wild draw card that is not honest can be played at all; with refused nobody can challenge.",
)
WILD_COUNTS_AS_MATCH = switch(
    "wild_counts_as_match",
    False,
    "Another wild left in the hand makes a wild draw card dishonest too.",
)
STACKING = word(
    "stacking",
    "off same_kind draw_four_on_two any",
    "Who faces a draw card may answer with another one, and the sum goes to the next player: never, with one of its "
    "kind, also with a wild draw card on a colored one, or with any that draws a number.",
)
UNO_PENALTY = number(
    "uno_penalty",
    2,
    0,
    10,
    "Cards drawn by a player who is caught without having called UNO.",
)
UNO_TRIGGER = word(
    "uno_trigger",
    "caught unnoticed",
    "Who has not called UNO draws the penalty when caught by another player, or by itself as soon as another player "
    "begins a turn and nobody has reminded them.",
)
UNO_GRACE_MS = number(
    "uno_grace_ms",
    0,
    0,
    60_000,
    "Milliseconds after the last card but one was played in which a catch is refused.",
).needing("uno_trigger")
FALSE_UNO_PENALTY = number(
    "false_uno_penalty", 0, 0, 10, "Cards drawn for calling UNO when it cannot be called; 0: the call is refused."
)
FALSE_CATCH_PENALTY = number(
    "false_catch_penalty",
    0,
    0,
    10,
    "Cards drawn for catching a player who cannot be caught; 0: the catch is refused.",
)
TWO_PLAYER_REVERSE = word(
    "two_player_reverse",
    "skip noop",
    "What a reverse does between two players: it skips the other, or nothing more.",
)
OPENING_FLIP = word(
    "opening_flip",
    "flip redraw",
    "An opening flip turns the deal over, and play starts on the dark side; or it goes back and another card is "
    "turned up.",
    FLIP,
).needing("opening_action")
FLIP_PAIRING = word(
    "flip_pairing",
    "per_match per_round",
    "How long the two faces of a card belong together: for the match, or for a round.",
    FLIP,
)
FLIP_TOP = word(
    "flip_top",
    "pile played_card",
    "What is on top after a flip: the other face of the oldest discard, as the pile is turned over; or that of the "
    "flip itself.",
    FLIP,
)
FLIP_EXPOSED_WILD = word(
    "flip_exposed_wild",
    "flipper next_player",
    "Who names the color of a wild that a flip has exposed.",
    FLIP,
)
FLIP_LAST_CARD = word(
    "flip_last_card",
    "flip_then_score score_old_side",
    "A flip as the last card turns over first, and the new side is scored; or the old side is.",
    FLIP,
)
INACTIVE_FACES = word(
    "inactive_faces",
    "opponents everyone hidden",
    "Who sees the other side of the cards in a hand: everybody but their holder, everybody, or nobody.",
    FLIP,
)
JUMP_IN = word(
    "jump_in",
    "off numbers any",
    "Whether a card identical to the top one may be played out of turn: never, numbers only, or any card.",
)
JUMP_IN_PENALTY = number("jump_in_penalty", 1, 0, 10, "Cards drawn for jumping in with a wrong card.").needing(
    "jump_in"
)
SEVEN_ZERO = switch(
    "seven_zero",
    False,
    "A seven swaps its player's hand with another one, a zero passes every hand on in the direction of play.",
    CLASSIC,
)
TEAMS = switch(
    "teams",
    False,
    "Four players in two teams, seats 0 and 2 against 1 and 3: the last card of one wins the round for both.",
).needing("min_players", "max_players")
LINK_SELF = switch("link_self", True, "A wild drawn together may name its own player.", PARTY)
LINK_MIRRORS = word(
    "link_mirrors",
    "all forced",
    "Which draws of a linked player the other draws too: all, or those that are not by choice in a turn.",
    PARTY,
)
PILE_UP_DECLINE = switch(
    "pile_up_decline",
    False,
    "A player who could add to a mini-pile may take it instead.",
    PARTY,
)
DECK = Option[dict[str, int]](
    "deck",
    {},
    "How many cards of a code are in the deck, for owners of a box with other counts; the others are as ever.",
    most=40,
    games=frozenset({CLASSIC, PARTY}),
)
ROUND_LIMIT = number(
    "round_limit",
    0,
    0,
    1_000,
    "Turns for each player in a round; then the lowest hand wins it. 0: no limit.",
)
TURN_SECONDS = number(
    "turn_seconds",
    0,
    0,
    86_400,
    "Seconds for a decision, at least 5; then the table makes it for the player. 0: as long as they like.",
)._replace(gap=5)
IDLE_LIMIT = number(
    "idle_limit",
    2,
    1,
    20,
    "How often in a row the table moves for a player who does nothing, before they are taken to be away.",
).needing("turn_seconds")
ON_IDLE = word(
    "on_idle",
    "bot skip remove",
    "A player who is away is played by a bot until they do something, or skipped, or has left the game.",
).needing("turn_seconds")
STALEMATE = word(
    "stalemate",
    "void lowest_hand",
    "When a whole circle could neither play nor draw, the round is void, or the lowest hand wins it.",
)
SCORING = word(
    "scoring",
    "winner_takes own_cards rounds elimination",
    "The winner of a round scores the cards of the others, and the target wins; or each scores their own cards, and at "
    "the target the lowest total wins; or won rounds count; or each scores their own cards, and the target is out.",
)
TARGET_SCORE = number(
    "target_score",
    500,
    0,
    10_000,
    "Points that win the match, or end it, or that a player is out with; 0 plays a single round.",
).needing("scoring")
TARGET_ROUNDS = number("target_rounds", 3, 1, 100, "Rounds that win the match.").needing("scoring")
POINTS = Option[dict[str, int]](
    "points",
    {},
    "What a card of a kind counts, where it is to be something else; a number counts its value.",
    most=500,
    keys={
        CLASSIC: ("skip", "reverse", "draw_two", "wild", "wild_draw_four"),
        FLIP: (
            "draw_one",
            "skip",
            "reverse",
            "draw_five",
            "flip",
            "skip_everyone",
            "wild",
            "wild_draw_two",
            "wild_draw_color",
        ),
        PARTY: (
            "skip",
            "reverse",
            "draw_two",
            "point_taken",
            "wild",
            "wild_draw_four",
            "wild_pile_up",
            "wild_drawn_together",
        ),
    },
)

ROWS: Mapping[str, Row] = {row.name: row for row in list(globals().values()) if isinstance(row, Option)}
