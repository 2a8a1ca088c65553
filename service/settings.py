"""The environment, read once into frozen settings. Nothing else of the service reads it."""

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar
from urllib.parse import SplitResult, parse_qsl, urlsplit

T = TypeVar("T")
LEAST_SECRET = 16
SWITCH = {"on": True, "1": True, "true": True, "yes": True, "off": False, "0": False, "false": False, "no": False}
LEVELS = ("debug", "info", "warning", "error")
SCHEMES = ("redis", "rediss", "unix")
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9_-]+(\.[a-z0-9_-]+)*)(:[0-9]{1,5})?", re.ASCII)
REDIS_OPTIONS = ("db", "username", "password", "protocol", "client_name")
START_REFUSED = 3
"""Exit status. gunicorn takes this one of a worker as "cannot start", and ends instead of trying again for ever."""


class SettingsError(Exception):
    """A setting that cannot be; the message is one sentence for whoever started the service."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`redis_url` empty: the embedded server in `data_dir`. `secret_keys` empty: one kept in `data_dir`. `game_ttl`:
    seconds that a game lives after its last command. `durability`: the embedded server's appendfsync. `cors_origins`:
    whose pages may ask; `*` is everybody. `max_waits`: waits and streams open at once in a worker."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    redis_url: str = field(default="", repr=False)
    data_dir: str = "./data"
    secret_keys: tuple[str, ...] = field(default=(), repr=False)
    game_ttl: int = 86_400
    sandbox: bool = False
    durability: str = "everysec"
    log_level: str = "info"
    cors_origins: tuple[str, ...] = ("*",)
    max_waits: int = 5_000


def read(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment; an empty variable counts as unset. Raises `SettingsError`."""

    def named(name: str, parse: Callable[[str, str], T], default: T) -> T:
        text = environment.get(name, "").strip()
        return parse(name, text) if text else default

    settings = Settings(
        host=named("HOST", word, "127.0.0.1"),
        port=named("PORT", between(1, 65_535), 8000),
        workers=named("WEB_CONCURRENCY", between(1, 1024), cores()),
        redis_url=named("REDIS_URL", url, ""),
        data_dir=named("UNO_DATA_DIR", word, "./data"),
        secret_keys=named("UNO_SECRET_KEYS", secrets, ()),
        game_ttl=named("UNO_GAME_TTL", between(60, 31_536_000), 86_400),
        sandbox=named("UNO_SANDBOX", switch, False),
        durability=named("UNO_DURABILITY", one_of(("everysec", "always")), "everysec"),
        cors_origins=origins("UNO_CORS_ORIGINS", environment.get("UNO_CORS_ORIGINS", "*")),
        max_waits=named("UNO_MAX_WAITS", between(1, 100_000), 5_000),
        log_level=named("UNO_LOG_LEVEL", one_of(LEVELS), "info"),
    )
    if settings.redis_url and not settings.secret_keys:
        raise SettingsError("UNO_SECRET_KEYS is required with REDIS_URL: every replica signs with the same keys.")
    return settings


def refuse_start(reason: Exception) -> NoReturn:
    """Ends the process with the reason's sentence instead of a traceback."""
    print(f"uno: {reason}", file=sys.stderr, flush=True)
    sys.exit(START_REFUSED)


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def word(_: str, text: str) -> str:
    return text


def between(least: int, most: int) -> Callable[[str, str], int]:
    def parse(name: str, text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            raise SettingsError(f"{name} is a whole number from {least} to {most}, not {text!r}.")
        return int(text)

    return parse


def one_of(words: tuple[str, ...]) -> Callable[[str, str], str]:
    def parse(name: str, text: str) -> str:
        if text.lower() not in words:
            raise SettingsError(f"{name} is one of {', '.join(words)}, not {text!r}.")
        return text.lower()

    return parse


def switch(name: str, text: str) -> bool:
    if text.lower() not in SWITCH:
        raise SettingsError(f"{name} is on or off, not {text!r}.")
    return SWITCH[text.lower()]


def origins(name: str, text: str) -> tuple[str, ...]:
    """Origins as browsers send them, without a default port. Here nothing means nobody, not everybody."""
    words = tuple(word.strip().lower() for word in text.split(","))
    if words in (("",), ("off",), ("*",)):
        return () if words != ("*",) else words
    if not all(map(ORIGIN.fullmatch, words)):
        raise SettingsError(f"{name} is *, off, or origins such as https://app.example.com, separated by commas.")
    return words


def url(name: str, text: str) -> str:
    """Never tells what it read: there may be a password in it."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in SCHEMES and has_place(parts) and all(map(is_option, parse_qsl(parts.query, True)))
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError(f"{name} is redis://host:port/db, rediss://host:port/db or unix:///path/to/socket?db=0.")
    return text


def has_place(parts: SplitResult) -> bool:
    """There is somewhere to connect to. Raises `ValueError` for a port that is none."""
    if parts.scheme == "unix":
        return len(parts.path) > 1
    return bool(parts.hostname) and parts.port != 0 and (parts.path in ("", "/") or parts.path[1:].isdigit())


def is_option(option: tuple[str, str]) -> bool:
    name, value = option
    return (name in REDIS_OPTIONS or name.startswith("ssl_")) and (name not in ("db", "protocol") or value.isdigit())


def secrets(name: str, text: str) -> tuple[str, ...]:
    """Never tells what it read."""
    keys = tuple(key.strip() for key in text.split(","))
    if any(len(key) < LEAST_SECRET for key in keys):
        raise SettingsError(f"{name} holds keys of at least {LEAST_SECRET} characters, separated by commas.")
    return keys
