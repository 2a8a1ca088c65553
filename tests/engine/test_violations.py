"""Every refusal has a code and a sentence of its own."""

import re

import pytest

from service.engine.violations import Refused, Violation


@pytest.mark.parametrize("violation", Violation, ids=lambda violation: violation.value)
def test_a_refusal_has_a_code_and_a_plain_sentence(violation: Violation) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", violation.value)
    assert violation.name == violation.value.upper().replace("-", "_")
    assert re.fullmatch(r"[A-Z].*[^.]\.", violation.sentence)


def test_no_two_refusals_say_the_same() -> None:
    assert len({violation.value for violation in Violation}) == len(Violation.__members__)
    assert len({violation.sentence for violation in Violation}) == len(Violation.__members__)


def test_what_is_raised_says_why() -> None:
    refused = Refused(Violation.GAME_FULL)
    assert (str(refused), refused.violation, refused.sentence) == (
        "game-full",
        Violation.GAME_FULL,
        "Every seat is taken.",
    )
