"""Says whether openapi.yaml is what a running service serves; exit status 1 if not: `spec_check.py BASE`."""

import json
import sys
import urllib.request
from pathlib import Path

import yaml

with urllib.request.urlopen(sys.argv[1] + "/openapi.json", timeout=30) as reply:  # noqa: S310
    served = json.load(reply)
written = yaml.safe_load(Path("openapi.yaml").read_text(encoding="utf-8"))
if served != written:
    sys.exit("openapi.yaml is not what is served: run `make spec`.")
print("openapi.yaml is what is served")
