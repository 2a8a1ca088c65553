"""The keyed shuffle: from a secret seed and a label follows one order, and anybody who has both can repeat it.

Version `hmac-sha256-1`: block i of the stream is HMAC-SHA256(seed, label ":" i), i from 0 in decimal; it is read as
big-endian 32-bit words. A number below n is a word modulo n, where words of the last incomplete span of n are thrown
away, so that no card is favoured. Fisher-Yates goes from the last place down to the second and swaps with a number
below place + 1.

The two sides of a deck are paired so that no card is wild on both, and every such pairing is equally likely: the places
of the light faces that are no wilds are shuffled (label ":places"), the dark wilds take the first of them; the other
dark faces, shuffled (label ":faces"), take the places that are left in ascending order.
"""

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from service.engine.cards import FACES, Card, Code, two_sided
from service.engine.state import Seed

VERSION = "hmac-sha256-1"
WORDS = 1 << 32
T = TypeVar("T")


def words(seed: Seed, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(seed, f"{label}:{block}".encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4])
        block += 1


def below(n: int, stream: Iterator[int]) -> int:
    fair = WORDS - WORDS % n
    return next(word for word in stream if word < fair) % n


def shuffled(seed: Seed, label: str, items: Sequence[T]) -> tuple[T, ...]:
    order = list(items)
    stream = words(seed, label)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def paired(seed: Seed, label: str, light: Sequence[Code], dark: Sequence[Code]) -> tuple[Card, ...]:
    """Cards in the order of their light faces; there must be no more dark wilds than light faces that are none."""
    colored = [place for place, code in enumerate(light) if not FACES[code].wild]
    wilds = [code for code in dark if FACES[code].wild]
    places = shuffled(seed, f"{label}:places", colored)
    behind = dict(zip(places, wilds, strict=False))
    others = iter(shuffled(seed, f"{label}:faces", [code for code in dark if not FACES[code].wild]))
    return tuple(two_sided(code, behind.get(place) or next(others)) for place, code in enumerate(light))


def one_of(seed: Seed, label: str, n: int) -> int:
    """A number from 0 to n - 1."""
    return below(n, words(seed, label))
