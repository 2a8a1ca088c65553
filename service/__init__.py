"""The plan of the house.

A request goes down one side, a value comes up the other: `api` (HTTP) asks the desk (`lobby`, `play`, `watch`), the
desk loads the game from the `store` (Redis, bytes), asks the `engine` (pure rules, values), saves, and answers. The
desk is the only room that touches both; store and engine do not know each other.

- `settings`: the environment, read once
- `problems`: every failure, with its code and status
- `deadlines`, `timers`: when a decision's time is over, and who lets a game go on that nobody asks for; `bots` play
  for players who are away
- `seats`, `record`: who may act for a seat, and what is stored of a game
- `worker`: the server's process, which answers what is no HTTP
- `engine`, `store`, `api`: see their docstrings
"""
