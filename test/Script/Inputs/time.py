"""Prints whether the scripts of a report took less than the given number of
seconds."""

import json
import sys

with open(sys.argv[1]) as report:
    phases = json.load(report)["regions"][0]["phases"]
spent = sum(p["milliseconds"] for p in phases if p["name"] == "representation")
print("in time" if 0 < spent < 1000 * float(sys.argv[2]) else f"{spent} ms")
