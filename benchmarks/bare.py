"""The yardstick: a plain Flask handler that makes the same two trips to Redis with blobs of the same size, through
redis-py's default pool, and does nothing else. `gunicorn 'benchmarks.bare:create_app()'`; sizes in bytes by
environment: BARE_BLOB, BARE_REPLY."""

import json
import os

import msgspec
import redis
from flask import Flask, Response, abort, request

COMMIT = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1] + 1, 'blob', ARGV[2])
redis.call('XADD', KEYS[2], '*', 'e', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1
"""
DAY = 86_400_000


def create_app() -> Flask:
    app = Flask(__name__)
    server = redis.Redis.from_url(os.environ["REDIS_URL"])
    commit = server.register_script(COMMIT)
    blob = msgspec.msgpack.encode({"turn": 0, "cards": "x" * int(os.environ["BARE_BLOB"])})
    reply = "x" * int(os.environ["BARE_REPLY"])

    def load(game_id: str) -> tuple[bytes, dict[str, object]]:
        version, stored = server.hmget(f"bare:{{{game_id}}}:state", ["version", "blob"])
        if stored is None:
            abort(404)
        return version, msgspec.msgpack.decode(stored)

    def bearer() -> str:
        return request.headers.get("Authorization", "")[7:] or abort(401)

    @app.post("/games")
    def create() -> Response:
        game_id = os.urandom(9).hex()
        server.hset(f"bare:{{{game_id}}}:state", mapping={"version": 1, "blob": blob})
        return Response(json.dumps({"game_id": game_id}), 201, mimetype="application/json")

    @app.post("/games/<game_id>/<verb>")
    def command(game_id: str, verb: str) -> Response:
        bearer()
        body = request.get_json()
        version, state = load(game_id)
        state["turn"] = body.get("card", verb)
        keys = [f"bare:{{{game_id}}}:state", f"bare:{{{game_id}}}:events"]
        if not commit(keys=keys, args=[version, msgspec.msgpack.encode(state), json.dumps(body), DAY]):
            abort(409)
        return Response(json.dumps({"version": int(version) + 1, "game": reply}), mimetype="application/json")

    @app.get("/games/<game_id>")
    def look(game_id: str) -> Response:
        bearer()
        version, state = load(game_id)
        return Response(
            json.dumps({"version": int(version), "turn": state["turn"], "game": reply}), mimetype="application/json"
        )

    @app.get("/readyz")
    def ready() -> Response:
        server.ping()
        return Response("{}", mimetype="application/json")

    return app
