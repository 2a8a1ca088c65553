"""The environment becomes settings, or one plain sentence."""

import dataclasses

import pytest

from service.settings import START_REFUSED, Settings, SettingsError, cores, read, refuse_start

KEY = "a key of sixteen!"
WITH_KEYS = {"UNO_SECRET_KEYS": KEY}


def test_an_empty_environment_serves_with_everything_embedded() -> None:
    assert read({}) == Settings(workers=cores())
    assert read({}) == Settings(
        host="127.0.0.1",
        port=8000,
        workers=cores(),
        redis_url="",
        data_dir="./data",
        secret_keys=(),
        game_ttl=86_400,
        sandbox=False,
        durability="everysec",
        log_level="info",
        cors_origins=("*",),
        max_waits=5_000,
    )


def test_every_variable_is_read() -> None:
    environment = {
        "HOST": "::1",
        "PORT": "8080",
        "WEB_CONCURRENCY": "3",
        "REDIS_URL": "rediss://:secret@redis.example:6380/2",
        "UNO_DATA_DIR": "/var/lib/uno",
        "UNO_SECRET_KEYS": f"{KEY}1, {KEY}2",
        "UNO_GAME_TTL": "3600",
        "UNO_SANDBOX": "Yes",
        "UNO_DURABILITY": "always",
        "UNO_LOG_LEVEL": "WARNING",
        "UNO_CORS_ORIGINS": "https://app.example.com,http://localhost:5173",
        "UNO_MAX_WAITS": "250",
    }
    keys = (f"{KEY}1", f"{KEY}2")
    pages = ("https://app.example.com", "http://localhost:5173")
    place = ("::1", 8080, 3, environment["REDIS_URL"], "/var/lib/uno")
    assert read(environment) == Settings(*place, keys, 3600, True, "always", "warning", pages, 250)


def test_an_empty_variable_counts_as_unset() -> None:
    assert read({"PORT": "", "REDIS_URL": " ", "UNO_SECRET_KEYS": "", "UNO_SANDBOX": ""}) == read({})


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("*", ("*",)),
        (" * ", ("*",)),
        ("", ()),
        ("off", ()),
        (" OFF ", ()),
        ("https://App.Example.com", ("https://app.example.com",)),
        (" https://a.example:8443 , http://localhost:5173 ", ("https://a.example:8443", "http://localhost:5173")),
        ("capacitor://localhost", ("capacitor://localhost",)),
    ],
)
def test_pages_of_everybody_of_nobody_or_of_some_may_ask(text: str, whose: tuple[str, ...]) -> None:
    assert read({"UNO_CORS_ORIGINS": text}).cors_origins == whose


@pytest.mark.parametrize("word", ["on", "1", "true", "yes", "ON", "True", " yes "])
def test_a_switch_is_on(word: str) -> None:
    assert read({"UNO_SANDBOX": word}).sandbox


@pytest.mark.parametrize("word", ["off", "0", "false", "no", "OFF"])
def test_a_switch_is_off(word: str) -> None:
    assert not read({"UNO_SANDBOX": word}).sandbox


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://localhost:6379/0",
        "redis://user:pass%23word@[::1]:6379/",
        "rediss://redis.example:6380/1?ssl_cert_reqs=none&protocol=3",
        "unix:///run/redis.sock",
        "unix:///run/redis.sock?db=3&password=x",
    ],
)
def test_a_single_server_is_named_by_a_url(url: str) -> None:
    assert read({"REDIS_URL": url, **WITH_KEYS}).redis_url == url


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("PORT", value) for value in ("0", "65536", "-1", "80a", "8e3", "٣", "9" * 5000)),
        *(("WEB_CONCURRENCY", value) for value in ("0", "two", "1.5")),
        *(("UNO_GAME_TTL", value) for value in ("59", "forever")),
        *(("UNO_MAX_WAITS", value) for value in ("0", "100001", "many")),
        ("UNO_SANDBOX", "maybe"),
        ("UNO_DURABILITY", "never"),
        ("UNO_LOG_LEVEL", "loud"),
        *(
            ("UNO_CORS_ORIGINS", value)
            for value in (
                "app.example.com",
                "https://app.example.com/",
                "https://*.example.com",
                "https://a.example,*",
                "https://a.example,",
                "https://a.example https://b.example",
                "null",
            )
        ),
        *(("UNO_SECRET_KEYS", value) for value in ("short", f"{KEY},", f"{KEY},short")),
        *(
            ("REDIS_URL", value)
            for value in (
                "localhost:6379",
                "http://localhost",
                "redis://",
                "redis://:6379",
                "redis://localhost:port",
                "redis://localhost:99999",
                "redis://localhost/games",
                "redis://localhost?decode_responses=True",
                "redis://localhost?db=x",
                "redis://[::1",
                "unix://",
                "redis+sentinel://a,b",
            )
        ),
    ],
)
def test_a_wrong_value_is_told_in_one_sentence_that_names_the_variable(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as told:
        read({**WITH_KEYS, name: value})
    sentence = str(told.value)
    assert sentence.startswith(f"{name} ")
    assert sentence.endswith(".") and "\n" not in sentence


@pytest.mark.parametrize("environment", [{"UNO_SECRET_KEYS": "tiny-secret"}, {"REDIS_URL": "redis://:hush@a:b"}])
def test_a_secret_is_never_repeated(environment: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as told:
        read(environment)
    assert not any(secret in str(told.value) for secret in ("tiny-secret", "hush"))


def test_settings_do_not_show_their_secrets_and_do_not_change() -> None:
    settings = read({"REDIS_URL": "redis://:hush@localhost", **WITH_KEYS})
    assert KEY not in repr(settings) and "hush" not in repr(settings)
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.port = 1  # type: ignore[misc]


def test_a_redis_that_others_may_share_needs_keys_that_they_share_too() -> None:
    with pytest.raises(SettingsError, match="UNO_SECRET_KEYS is required with REDIS_URL"):
        read({"REDIS_URL": "redis://localhost"})


def test_a_refused_start_is_a_sentence_and_a_status(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        refuse_start(SettingsError("PORT is wrong."))
    assert end.value.code == START_REFUSED != 0
    assert capfd.readouterr() == ("", "uno: PORT is wrong.\n")
