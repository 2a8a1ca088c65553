"""Bots: players that see what a player sees, and pick from the moves that are listed for them.

A level is a function from a view to a command; `LEVELS` has them by name. No bot knows a state, an option's meaning
or a rule: what it picks is legal because the list of moves says so.
"""

from collections.abc import Callable, Mapping

from service.bots import greedy
from service.engine.commands import Command
from service.engine.view import GameView

LEVELS: Mapping[str, Callable[[GameView], Command]] = {"greedy": greedy.move}
