"""Bots: players that see what a player sees, and pick from the moves that are listed for them.

A level is a function from a view and dice to a command, or to none where it lets a chance go by that no turn waits
for; `LEVELS` has them by name. The same view and dice give the same answer. No bot knows a state, an option's meaning
or a rule: what it picks is legal because the list of moves says so.
"""

from collections.abc import Callable, Mapping
from random import Random

from service.bots import greedy
from service.engine.commands import Command
from service.engine.view import GameView

Level = Callable[[GameView, Random], Command | None]

LEVELS: Mapping[str, Level] = {"greedy": greedy.move}
