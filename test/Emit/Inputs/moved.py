"""Moves what the transfers of a program count of each array what the analysis
counted? Takes the JSON of --evaluate and that of a program in the dialect
transfer-counts; arrays that nothing is moved of may be absent. Exit status 0
where they are equal."""

import json
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as text:
        region = json.load(text)
    region = region.get("regions", [region])[0]
    with open(sys.argv[2], encoding="utf-8") as text:
        moved = {name: (loads, stores) for name, loads, stores in json.load(text)
                 if loads or stores}
    counted = {a["name"]: (a["loads"], a["stores"]) for a in region["arrays"]
               if a["loads"] or a["stores"]}
    print("moved", moved)
    print("counted", counted)
    sys.exit(moved != counted or not moved)


main()
