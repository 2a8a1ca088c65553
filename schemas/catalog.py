"""What can be played."""

from marshmallow import fields, validate

from schemas.fields import Query, Reply, described, maybe_number, maybe_text, number, text, texts
from service.engine.cards import Kind
from service.engine.rulesets import RULESETS

KINDS = ", ".join(kind.value for kind in Kind)


class CardsQuery(Query):
    game = fields.String(
        validate=validate.OneOf(tuple(RULESETS)), load_default="classic", metadata=described("Whose cards.")
    )


class Ruleset(Reply):
    preset = text("The preset's name, for createGame.", example="classic")
    game = text("The game that it bundles rules of.", example="classic")
    summary = text("What it is, in a sentence.")
    min_players = number("Fewest players.", example=2)
    max_players = number("Most players.", example=10)
    deck_size = number("Cards in the deck.", example=108)


class Rulesets(Reply):
    items = fields.List(fields.Nested(Ruleset), required=True, metadata=described("Every preset."))


class OptionDescription(Reply):
    name = text("The option's name.", example="hand_size")
    type = text("boolean, integer, string, or object: a table of numbers.", example="integer")
    default = fields.Raw(required=True, metadata=described("What holds in this preset: of the option's type."))
    description = text("What it decides.")
    games = texts("The games that have it.")
    depends_on = texts("The options that decide whether it matters.", required=False)
    keys = texts("What a table may have numbers for.", required=False)
    values = texts("What a string may be.", required=False)
    minimum = maybe_number("The least a number may be, also in a table.")
    maximum = maybe_number("The most a number may be, also in a table.")


class RulesetDetails(Ruleset):
    options = fields.List(
        fields.Nested(OptionDescription), required=True, metadata=described("Every house rule of the game.")
    )


class Card(Reply):
    code = text("The card's code.", example="RD2")
    game = text("The game.", example="classic")
    kind = text(f"Known: {KINDS}. More may come.", example="draw_two")
    points = number("What it counts in a hand at the end of a round.", example=20)
    copies = number("How many are in the deck.", example=2)
    color = maybe_text("Absent for a wild.", example="red")
    side = maybe_text("Which side of its cards it is on, in a game whose cards have two: light or dark.")
    value = maybe_number("The value of a number.")


class Cards(Reply):
    items = fields.List(fields.Nested(Card), required=True, metadata=described("Every card of the game."))
