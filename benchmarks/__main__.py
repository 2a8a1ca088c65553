"""`python -m benchmarks`: the engine alone, then the service beside its yardstick."""

from benchmarks import engine, service

engine.report()
service.report()
