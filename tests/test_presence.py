"""Who is there: written down now and then, and told by seat."""

import pytest

from service import presence
from service.engine.view import Contact
from service.examples import at_table, table_state
from service.presence import CONNECTED, EVERY, Presence, contacts
from service.record import instant
from service.seats import Claim, vacated
from service.store import Note

NOW = 1_767_225_600_000
RECORD = at_table(table_state(), 1).record
ADA = Claim("game", 0, 0)


def test_a_seat_is_written_down_now_and_then_and_nobody_else_ever() -> None:
    told = Presence()
    assert told.note(None, NOW) is None
    assert told.note(ADA, NOW) == Note("0.0", NOW)
    assert told.note(ADA, NOW + EVERY - 1) is None
    assert told.note(ADA._replace(seat=1), NOW) == Note("1.0", NOW)
    assert told.note(ADA._replace(game_id="other"), NOW) == Note("0.0", NOW)
    assert told.note(ADA._replace(generation=1), NOW) == Note("0.1", NOW)
    assert told.note(ADA, NOW + EVERY) == Note("0.0", NOW + EVERY)


def test_what_is_remembered_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST", 2)
    told = Presence()
    for seat in range(3):
        assert told.note(ADA._replace(seat=seat), NOW) is not None
    assert told.note(ADA, NOW) is not None, "forgotten, and so written once more"
    assert told.note(ADA._replace(seat=2), NOW) is None


def test_a_seat_is_connected_for_some_time_after_it_was_heard_of() -> None:
    notes = (b"1.0", b"%d" % (NOW - CONNECTED))
    heard = instant(NOW - CONNECTED)
    assert contacts(RECORD, notes, None, NOW) == (Contact(False), Contact(True, heard))
    assert contacts(RECORD, notes, None, NOW + 1) == (Contact(False), Contact(False, heard))


def test_whoever_looks_is_there() -> None:
    assert contacts(RECORD, (), 0, NOW) == (Contact(True, instant(NOW)), Contact(False))


def test_a_note_of_an_older_token_says_nothing_of_who_sits_there_now() -> None:
    notes = (b"0.0", b"%d" % NOW)
    assert contacts(vacated(RECORD, 0), notes, None, NOW)[0] == Contact(False)
