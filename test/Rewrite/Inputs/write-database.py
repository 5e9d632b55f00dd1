"""Writes a compilation database: write-database.py SOURCES DIRECTORY FILE:FLAG...,
one compile command for each FILE in the folder SOURCES."""

import json
import os
import sys

sources, directory = sys.argv[1:3]
commands = []
for words in sys.argv[3:]:
    name, *flags = words.split(":")
    commands.append({"directory": sources, "file": name,
                     "arguments": ["cc", *flags, "-c", name]})
with open(os.path.join(directory, "compile_commands.json"), "w",
          encoding="utf-8") as file:
    json.dump(commands, file)
