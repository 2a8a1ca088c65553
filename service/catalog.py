"""What can be played: the presets with their options, and the cards of each game."""

from functools import cache

from msgspec import UNSET, UnsetType

from service.engine.cards import FACES, Face, Side
from service.engine.choices import Value
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, Preset, resolved, rows_of
from service.engine.rulesets import RULESETS
from service.engine.view import Shown


class UnknownPreset(Exception):
    """No preset has this name."""


class UnknownCard(Exception):
    """The game has no card of this code."""


class RulesetSummary(Shown, frozen=True):
    preset: str
    game: str
    summary: str
    min_players: int
    max_players: int
    deck_size: int


class OptionDoc(Shown, frozen=True):
    """One house rule: `default` is what holds in this preset; `values` or bounds say what else it may be, or what each
    number of a table may be, which has numbers for `keys`. `games`: those that have it; `depends_on`: the options that
    decide whether it matters."""

    name: str
    type: str
    default: Value
    description: str
    games: tuple[str, ...]
    depends_on: tuple[str, ...] | UnsetType = UNSET
    keys: tuple[str, ...] | UnsetType = UNSET
    values: tuple[str, ...] | UnsetType = UNSET
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET


class RulesetDoc(RulesetSummary, frozen=True):
    options: tuple[OptionDoc, ...]


class Rulesets(Shown, frozen=True):
    items: tuple[RulesetSummary, ...]


class CardFace(Shown, frozen=True):
    """A face of a game; a wild has no `color`, only a number has a `value`."""

    code: str
    game: str
    kind: str
    points: int
    copies: int
    color: str | UnsetType = UNSET
    side: str | UnsetType = UNSET
    value: int | UnsetType = UNSET


class CardFaces(Shown, frozen=True):
    items: tuple[CardFace, ...]


def rulesets() -> Rulesets:
    return Rulesets(tuple(summary(preset) for preset in PRESETS.values()))


def ruleset(name: str) -> RulesetDoc:
    """A preset with its options; raises `UnknownPreset`."""
    if name not in PRESETS:
        raise UnknownPreset
    preset = PRESETS[name]
    short = summary(preset)
    return RulesetDoc(
        short.preset,
        short.game,
        short.summary,
        short.min_players,
        short.max_players,
        short.deck_size,
        option_docs(preset),
    )


def summary(preset: Preset) -> RulesetSummary:
    deck = RULESETS[preset.game].deck
    seats = seats_allowed(preset.differs, deck.size)
    return RulesetSummary(preset.name, preset.game, preset.summary, seats[0], seats[-1], deck.size)


def option_docs(preset: Preset) -> tuple[OptionDoc, ...]:
    holds = resolved(preset.game, preset.differs)
    return tuple(
        OptionDoc(
            row.name,
            row.type,
            holds[row.name],
            row.doc,
            tuple(sorted(row.games)),
            row.depends_on or UNSET,
            row.keys.get(preset.game) or UNSET,
            row.values or UNSET,
            row.bounds(preset.game)[0] if row.type in ("integer", "object") else UNSET,
            row.bounds(preset.game)[1] if row.type in ("integer", "object") else UNSET,
        )
        for row in rows_of(preset.game)
    )


def card_faces(game: str) -> CardFaces:
    """Every face of a game."""
    return CardFaces(faces_of(game))


def card_face(game: str, code: str) -> CardFace:
    """One face, of the light side where both have it; raises `UnknownCard`."""
    found = next((face for face in faces_of(game) if face.code == code), None)
    if found is None:
        raise UnknownCard
    return found


@cache
def faces_of(game: str) -> tuple[CardFace, ...]:
    deck = RULESETS[game].deck
    sides = (None,) if deck.dark is None else tuple(Side)
    return tuple(
        face_doc(game, side, FACES[code], count)
        for side in sides
        for code, count in deck.on(side or Side.LIGHT).items()
    )


def face_doc(game: str, side: Side | None, face: Face, copies: int) -> CardFace:
    points = face.value if face.value is not None else RULESETS[game].points[face.kind]
    return CardFace(
        face.code,
        game,
        face.kind,
        points,
        copies,
        face.color or UNSET,
        side or UNSET,
        UNSET if face.value is None else face.value,
    )
