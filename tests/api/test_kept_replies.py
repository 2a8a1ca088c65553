"""What is kept of a reply, for how long, and who finds it again."""

import hashlib
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app import create_app
from service import receipts
from service.api.spec import every_example
from service.engine.codec import UnreadableBlob
from service.settings import Settings
from tests.valkey import Valkey

KEY = "a-key-of-the-tests_1"


def a_receipt(body: bytes) -> bytes:
    headers = (("Content-Type", "application/json"), ("Cache-Control", "private, no-cache"), ("ETag", '"v12.0"'))
    keyed = receipts.Keyed("name", b"f" * 16, lambda told: receipts.Reply(200, headers, body))
    return receipts.receipt(keyed, keyed.packed(None), receipts.DAY, b"s" * 8).blob


@pytest.mark.parametrize("name", ["CommandResult", "ChallengeResult", "SeatGrant", "SandboxGrant"])
def test_a_receipt_is_small(name: str) -> None:
    body = msgspec.json.encode(every_example()[name])
    assert len(a_receipt(body)) < 550 < len(body)


def test_receipts_that_were_kept_stay_readable() -> None:
    """This one was kept before. If it cannot be read any more, a replay after a deployment would be done twice."""
    assert {number: hashlib.sha256(phrases).hexdigest() for number, phrases in receipts.PHRASES.items()} == {
        1: "676bda5a4c01923944b7d7db989215491be978a07c62e9e89ad7bd04c9eb3fd2",
        2: "d1f2f34b21639c719ddfe31259260ec212131ece8aff6574107f2852364f221f",
    }
    blob = b64decode(
        "AXg/Wzq/4mOcckQgDQ1MPnNi8qQ1yLXEBvRqYtJalIpiI0YNMWkJqMhfrlRmaKRnoHRECqnENwS6HV7kx9Ye4SiGgv8AGME4gA=="
    )
    keyed = receipts.Keyed("name", b"f" * 16, lambda told: receipts.Reply(200, (), b""))
    with pytest.raises(receipts.Answered) as answered:
        receipts.refuse_done(blob, keyed)
    reply = answered.value.reply
    assert (reply.status, reply.headers[2], reply.body) == (200, ("ETag", '"v12.0"'), b'{"version":12,"events":[]}')


def test_a_receipt_of_phrases_that_are_not_known_is_not_guessed_at() -> None:
    for blob in (b"", b"\x63abc", b"\x01abc", a_receipt(b"{}")[:-9]):
        with pytest.raises(UnreadableBlob):
            receipts.kept_of(receipts.unsqueezed(blob))


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server


def posted(valkey: Valkey, path: str, body: Any, *secrets: str) -> Any:
    """What a service that signs with these secrets replies to a request with a key."""
    settings = Settings(redis_url=valkey.url, secret_keys=secrets or ("a secret of the tests",), sandbox=True)
    return create_app(settings).test_client().post(path, json=body, headers={"Idempotency-Key": KEY})


@pytest.mark.parametrize(("path", "body"), [("/v1/games", {"name": "Ada"}), ("/v1/sandbox/games", {"players": 2})])
def test_a_game_is_opened_once_also_when_the_signing_keys_have_changed(valkey: Valkey, path: str, body: Any) -> None:
    first = posted(valkey, path, body, "the old secret of 2025")
    again = posted(valkey, path, body, "the new secret of 2026", "the old secret of 2025")
    assert (first.status_code, again.status_code, again.data) == (201, 201, first.data)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert posted(valkey, path, body, "another secret of 2026").json["game_id"] != first.json["game_id"]


def forget_receipts(valkey: Valkey) -> None:
    """As time does, after ten minutes."""
    names = valkey.ask("KEYS", "uno:*:receipts:*")
    assert isinstance(names, list) and names
    assert all(0 < int(str(valkey.ask("PTTL", name.decode()))) <= receipts.TEN_MINUTES for name in names)
    valkey.ask("DEL", *(name.decode() for name in names))


def test_a_key_opens_no_second_game_while_the_first_is_there(valkey: Valkey) -> None:
    first = posted(valkey, "/v1/games", {"name": "Ada"})
    forget_receipts(valkey)
    late = posted(valkey, "/v1/games", {"name": "Ada"})
    assert (late.status_code, late.json["code"]) == (422, "idempotency-key-reused")
    valkey.ask("DEL", f"uno:{{{first.json['game_id']}}}:state", f"uno:{{{first.json['game_id']}}}:events")
    assert posted(valkey, "/v1/games", {"name": "Ada"}).status_code == 201


def test_receipts_with_tokens_are_kept_for_ten_minutes_and_others_for_a_day(valkey: Valkey) -> None:
    game = posted(valkey, "/v1/games", {"name": "Ada"}).json
    path = f"/v1/games/{game['game_id']}"
    posted(valkey, f"{path}/join", {"name": "Bo"})
    posted(valkey, f"{path}/recover", {"recovery_code": game["recovery_code"]})
    forget_receipts(valkey)
    settings = Settings(redis_url=valkey.url, secret_keys=("a secret of the tests",), game_ttl=10**6)
    client = create_app(settings).test_client()
    token = client.post(f"{path}/recover", json={"recovery_code": game["recovery_code"]}).json["token"]
    client.post(f"{path}/deal", headers={"Idempotency-Key": KEY, "Authorization": f"Bearer {token}"})
    (name,) = valkey.ask("KEYS", "uno:*:receipts:*")  # type: ignore[misc, attr-defined]
    assert receipts.DAY - 60_000 < int(str(valkey.ask("PTTL", name.decode()))) <= receipts.DAY
