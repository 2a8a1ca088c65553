"""What can be played: presets, options, cards. The same for everybody."""

from flask import Response
from flask_smorest import Blueprint

from schemas import catalog as bodies
from service import catalog
from service.api.reply import PUBLIC, reply
from service.api.request import query
from service.api.spec import Operation, serve

CARDS_QUERY = bodies.CardsQuery()
RULESETS = Operation(
    "listRulesets",
    "List the presets",
    "A preset bundles a game and its house rules under a name.",
    "catalog",
    bodies.Rulesets(),
)
RULESET = Operation(
    "getRuleset",
    "See a preset with every option",
    "What each house rule decides, what holds in this preset, and what else it may be.",
    "catalog",
    bodies.RulesetDetails(),
    problems=("unknown-preset",),
)
CARDS = Operation(
    "listCards",
    "List the cards of a game",
    "Cards are named by these codes everywhere.",
    "catalog",
    bodies.Cards(),
    query=CARDS_QUERY,
)
CARD = Operation(
    "getCard",
    "See a card",
    "What a code stands for.",
    "catalog",
    bodies.Card(),
    query=CARDS_QUERY,
    problems=("unknown-card",),
)


def routes() -> Blueprint:
    shelf = Blueprint("catalog", __name__, description="What can be played.")

    def list_rulesets() -> Response:
        return reply(catalog.rulesets(), cache=PUBLIC)

    def get_ruleset(preset: str) -> Response:
        return reply(catalog.ruleset(preset), cache=PUBLIC)

    def list_cards() -> Response:
        return reply(catalog.card_faces(query(CARDS_QUERY)["game"]), cache=PUBLIC)

    def get_card(code: str) -> Response:
        return reply(catalog.card_face(query(CARDS_QUERY)["game"], code), cache=PUBLIC)

    serve(shelf, "GET", "/rulesets", RULESETS, list_rulesets)
    serve(shelf, "GET", "/rulesets/<preset>", RULESET, get_ruleset)
    serve(shelf, "GET", "/cards", CARDS, list_cards)
    serve(shelf, "GET", "/cards/<code>", CARD, get_card)
    return shelf
