"""The keyed shuffle against a second writing of its own description, and against fixed values."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from typing import TypeVar

import pytest

from service.engine.cards import FACES, Code, Side, code_on
from service.engine.rulesets import RULESETS
from service.engine.shuffle import VERSION, WORDS, below, one_of, paired, shuffled, words
from service.engine.state import Seed

T = TypeVar("T")
SEED = Seed(bytes(range(32)))
OTHER = Seed(bytes(32))
DECK = RULESETS["classic"].deck.cards()
FLIP = RULESETS["flip"].deck


def keyed_hash(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 written out (RFC 2104), for keys of at most one block."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def described(seed: bytes, label: str, items: list[str]) -> list[str]:
    """The order that the description gives: written for itself, slowly."""
    pool = [keyed_hash(seed, f"{label}:{block}".encode()) for block in range(4 * len(items) // 8 + 4)]
    stream = [int(b"".join(pool)[start : start + 4].hex(), 16) for start in range(0, 32 * len(pool), 4)]
    order = list(items)
    for place in reversed(range(1, len(order))):
        span = 2**32 // (place + 1) * (place + 1)
        while stream[0] >= span:
            del stream[0]
        other = stream.pop(0) % (place + 1)
        moved = order[other]
        order[other] = order[place]
        order[place] = moved
    return order


def test_the_second_writing_knows_hmac() -> None:
    """RFC 4231, test case 2."""
    known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert keyed_hash(b"Jefe", b"what do ya want for nothing?").hex() == known


def test_the_version_names_the_algorithm() -> None:
    assert VERSION == "hmac-sha256-1"


def test_the_stream_is_the_keyed_hash_of_label_and_block() -> None:
    stream = b"".join(word.to_bytes(4) for word in islice(words(SEED, "deal:1:1"), 24))
    assert stream == b"".join(keyed_hash(SEED, f"deal:1:1:{block}".encode()) for block in range(3))


@pytest.mark.parametrize("label", ["deal:1:1", "cut:1", "reshuffle:90", "leave:7", "é"])
@pytest.mark.parametrize("seed", [SEED, OTHER, Seed(b"\xff" * 32)], ids=["counted", "zeros", "ones"])
def test_an_order_is_as_described(seed: Seed, label: str) -> None:
    for size in (0, 1, 2, 3, 10, 108):
        assert list(shuffled(seed, label, DECK[:size])) == described(seed, label, list(DECK[:size]))


@pytest.mark.parametrize(
    ("seed", "label", "first_words"),
    [
        (SEED, "deal:1:1", "d0db5a7a d858692e a4f944ad 8a266e64 4fce8b76 05e3e43d 6bf1bad9 ab168e9f 256e2695"),
        (OTHER, "cut:1", "1f39085b 846e64be 7a6371f9 cd60eff1 b787752b 280bd82f 01a562f3 3d824d90 e7bc83c9"),
    ],
)
def test_the_stream_begins_with_these_words(seed: Seed, label: str, first_words: str) -> None:
    assert " ".join(f"{word:08x}" for word in islice(words(seed, label), 9)) == first_words


@pytest.mark.parametrize(
    ("seed", "label", "order"),
    [
        (SEED, "deal:1:1", "ckdfhbelijag"),
        (OTHER, "deal:1:1", "kcjfilabgdhe"),
        (SEED, "deal:2:1", "bdgjkafclehi"),
    ],
)
def test_twelve_letters_come_in_this_order(seed: Seed, label: str, order: str) -> None:
    assert "".join(shuffled(seed, label, "abcdefghijkl")) == order


def test_the_deck_is_dealt_in_this_order() -> None:
    text = " ".join(shuffled(SEED, "deal:1:1", DECK))
    assert text.startswith("BS B3 B9 G8 G2 R3 Y6 W B4 B8 B")
    assert (
        hashlib.sha256(text.encode()).hexdigest() == "c88c4298cc5fcbd3cb506274891ee9062802cb52b38b0f896b5275659c33f497"
    )


@pytest.mark.parametrize(("n", "number"), [(1, 0), (2, 1), (10, 9), (108, 65)])
def test_a_number_is_this_one(n: int, number: int) -> None:
    assert one_of(SEED, "dealer", n) == number


def test_seed_and_label_decide_and_nothing_else() -> None:
    assert shuffled(SEED, "deal:1:1", DECK) == shuffled(Seed(bytes(SEED)), "deal:1:1", list(DECK))
    orders = {shuffled(seed, label, DECK) for seed in (SEED, OTHER) for label in ("deal:1:1", "deal:1:2", "cut:1")}
    assert len(orders) == 6


def test_a_shuffle_loses_and_adds_no_card() -> None:
    for number in range(50):
        assert Counter(shuffled(SEED, f"deal:{number}", DECK)) == Counter(DECK)


def test_what_is_shuffled_stays_as_it_was() -> None:
    items = ["a", "b", "c"]
    shuffled(SEED, "deal:1:1", items)
    assert items == ["a", "b", "c"]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 108, 2**31 + 1, WORDS])
def test_words_of_the_last_incomplete_span_are_thrown_away(n: int) -> None:
    """Below the span every remainder comes up equally often, above it some would come up once more."""
    span = WORDS // n * n
    assert below(n, iter([span - 1])) == n - 1
    thrown = [span, WORDS - 1] if span < WORDS else []
    stream = iter([*thrown, 0, 5])
    assert below(n, stream) == 0
    assert next(stream) == 5


def test_a_number_takes_one_word_after_another() -> None:
    def counting() -> Iterator[int]:
        yield from range(100)

    stream = counting()
    assert [below(10, stream) for _ in range(12)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]


def chi_square(counts: Counter[T], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (cells - len(counts))


def seeds(number: int) -> Iterator[Seed]:
    return (Seed(hashlib.sha256(f"seed {index}".encode()).digest()) for index in range(number))


def test_every_order_of_four_cards_is_as_likely() -> None:
    """24 orders, 23 degrees of freedom: one fair shuffle in a thousand is above 49.7."""
    counts = Counter(shuffled(seed, "deal:1:1", "abcd") for seed in seeds(20_000))
    assert counts.keys() <= set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.7


def test_every_place_is_as_likely_for_every_card() -> None:
    """Seven cards on seven places, 36 degrees of freedom: one in a thousand is above 67.9.

    A shuffle fills each place once, which makes the sum 7/6 of what as many free draws would give."""
    counts = Counter(pair for seed in seeds(6_000) for pair in enumerate(shuffled(seed, "cut:1", "abcdefg")))
    assert chi_square(counts, 49) * 6 / 7 < 67.9


def test_labels_of_one_seed_are_as_good_as_seeds() -> None:
    counts = Counter(shuffled(SEED, f"reshuffle:{number}", "abc") for number in range(6_000))
    assert chi_square(counts, 6) < 20.5


def naive(seed: Seed) -> tuple[str, ...]:
    """A shuffle with the well-known mistake: every place swaps with any place."""
    order, stream = list("abcd"), words(seed, "deal:1:1")
    for place in range(4):
        other = below(4, stream)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def test_a_shuffle_that_favours_some_orders_would_be_noticed() -> None:
    assert chi_square(Counter(map(naive, seeds(20_000))), 24) > 200


def test_a_pairing_uses_every_face_once_and_is_never_wild_on_both_sides() -> None:
    light, dark = FLIP.faces(Side.LIGHT), FLIP.faces(Side.DARK)
    for number in range(50):
        cards = paired(Seed(bytes([number]) * 32), "pairing:1", light, dark)
        assert [code_on(Side.LIGHT, card) for card in cards] == list(light)
        assert Counter(code_on(Side.DARK, card) for card in cards) == Counter(dark)
        assert not any(all(FACES[code_on(side, card)].wild for side in Side) for card in cards)


def test_a_pairing_is_as_described() -> None:
    """Written a second time from the description alone."""
    seed, light, dark = Seed(bytes(range(32))), ["R1", "W", "R2", "R3"], ["P1", "W", "P2", "WDC"]
    places = [int(place) for place in described(seed, "x:places", ["0", "2", "3"])]
    faces = described(seed, "x:faces", ["P1", "P2"])
    behind = {places[0]: "W", places[1]: "WDC"}
    expected = [f"{code}/{behind[place] if place in behind else faces.pop(0)}" for place, code in enumerate(light)]
    assert list(paired(seed, "x", [*map(Code, light)], [*map(Code, dark)])) == expected


def test_every_pairing_that_may_be_is_as_likely() -> None:
    """Of three light and three dark faces with a wild each there are four."""
    light, dark = [Code("R1"), Code("R2"), Code("W")], [Code("P1"), Code("P2"), Code("W")]
    found = Counter(paired(Seed(number.to_bytes(32)), "x", light, dark) for number in range(4_000))
    assert len(found) == 4
    assert sum((count - 1_000) ** 2 / 1_000 for count in found.values()) < 16.3, "chi-square, 3 degrees of freedom"
