"""What the service costs, always as ratios within one run: `python -m benchmarks`. And a match to look at: `demo`."""
