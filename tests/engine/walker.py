"""Finds every card that a value holds: whatever may be secret is typed `Card`, so the types say where to look."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from service.engine.cards import Card


def cards_in(value: object, hint: Any = None) -> Iterator[Card]:
    """The cards of a value, as its type's hints name them."""
    hint = type(value) if hint is None else hint
    origin = get_origin(hint)
    if hint is Card:
        yield value  # type: ignore[misc]
    elif origin in (Union, UnionType):
        yield from of_union(value, get_args(hint))
    elif isinstance(value, tuple) and origin is tuple:
        kinds = get_args(hint)
        for place, each in enumerate(value):
            yield from cards_in(each, kinds[0] if kinds[-1] is Ellipsis else kinds[place])
    elif isinstance(value, Mapping) and origin is not None:
        for each in value.values():
            yield from cards_in(each, get_args(hint)[1])
    elif isinstance(value, Struct):
        for name, inner in hints_of(type(value)).items():
            yield from cards_in(getattr(value, name), inner)


def of_union(value: object, kinds: tuple[Any, ...]) -> Iterator[Card]:
    """A text is a card where the union has cards; any other value has a type of its own to look at."""
    if isinstance(value, str):
        yield from cards_in(value, Card if Card in kinds else str)
    elif isinstance(value, tuple):
        for kind in kinds:
            if get_origin(kind) is tuple:
                yield from cards_in(value, kind)
    else:
        yield from cards_in(value)


@cache
def hints_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
