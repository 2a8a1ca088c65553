"""`python -m benchmarks`: the engine alone, how long rounds are, then the service beside its yardstick."""

from benchmarks import engine, rounds, service

engine.report()
rounds.report()
service.report()
