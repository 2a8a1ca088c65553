"""Two client processes play a match to 500 over HTTP: `make demo`, or `python -m benchmarks.demo BASE` beside a
service that runs already. The scores must add up with /rounds/{n}, and nothing may have been refused."""

import json
import subprocess
import sys
from typing import Any

from benchmarks.player import Client
from benchmarks.serving import served


def seat_player(base: str, name: str, *game_id: str) -> tuple["subprocess.Popen[str]", str]:
    """A player's process, and the game it sits in."""
    command = [sys.executable, "-m", "benchmarks.player", base, name, *game_id]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def result(process: "subprocess.Popen[str]") -> dict[str, Any]:
    output, _ = process.communicate(timeout=600)
    if process.returncode:
        raise SystemExit(f"a player stopped with {process.returncode}")
    told: dict[str, Any] = json.loads(output)
    return told


def points_of_rounds(base: str, game_id: str, rounds: int) -> list[list[int]]:
    client = Client(base)
    replies = [client.ask("GET", f"/v1/games/{game_id}/rounds/{number + 1}") for number in range(rounds)]
    return [body["points"] for _, body, _ in replies]


def match(base: str) -> int:
    """Plays one match and reports it; the exit status."""
    ada, game_id = seat_player(base, "Ada")
    bo, _ = seat_player(base, "Bo", game_id)
    told = [result(ada), result(bo)]
    view = told[0]["view"]
    scores = [player["score"] for player in view["players"]]
    rounds = points_of_rounds(base, game_id, view["round"])
    sums = [sum(points) for points in zip(*rounds, strict=True)]
    refusals = sum(one["refusals"] for one in told)
    print(f"rounds: {len(rounds)}, points of each: {rounds}")
    print(f"requests: {sum(one['requests'] for one in told)}, refusals: {refusals}")
    print(f"scores: {scores}, summed over the rounds: {sums}, winner: seat {view['winner_seats']}")
    good = (
        scores == sums
        and refusals == 0
        and max(scores) >= 500
        and told[1]["view"]["winner_seats"] == view["winner_seats"]
    )
    print("the scores add up and nothing was refused" if good else "SOMETHING IS WRONG")
    return 0 if good else 1


def main() -> int:
    if len(sys.argv) > 1:
        return match(sys.argv[1])
    with served(["make", "run"], seconds=900) as service:
        return match(service.base)


if __name__ == "__main__":
    sys.exit(main())
