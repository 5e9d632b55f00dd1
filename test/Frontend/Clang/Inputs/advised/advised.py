"""Follows advice: advised.py FILE REJECTIONS.def STEVEDORE WORK [FLAGS...]

Each function of FILE with a region is called like the reason for which that is
refused, and is taken with FOLLOWED. Resolves `#ifndef FOLLOWED` and the like
itself: regions have no conditions of the preprocessor. Prints the reasons that
were seen, one a line.
"""
import os
import re
import subprocess
import sys

SOURCE, TABLE, STEVEDORE, WORK, *FLAGS = sys.argv[1:]


def resolved(text, is_followed):
    """The lines of text with FOLLOWED defined or not; others are empty."""
    result, stack = [], []
    for line in text.splitlines():
        word = line.split()[:2]
        if word and word[0] in ("#ifdef", "#ifndef"):
            own = word[1] == "FOLLOWED"
            stack.append((own, (word[0] == "#ifdef") == is_followed))
            line = "" if own else line
        elif word and word[0] in ("#else", "#endif") and stack[-1][0]:
            own, holds = stack.pop()
            if word[0] == "#else":
                stack.append((own, not holds))
            line = ""
        elif word and word[0] == "#endif":
            stack.pop()
        keep = all(holds for own, holds in stack if own)
        result.append(line if keep else "")
    return "\n".join(result) + "\n"


def reasons():
    """The pattern of the message of each reason in the table."""
    text = open(TABLE).read()
    found = re.findall(r'^REJECTION\((\w+), "((?:[^"\\]|\\.)*)"', text, re.M)
    return {name: re.compile(re.sub(r"%\d", ".*", re.escape(message)) + "$")
            for name, message in found}


def functions(text):
    """The name of the function around each line, counted from 1."""
    name, result = "", {}
    for number, line in enumerate(text.splitlines(), 1):
        start = re.match(r"[\w<>].*?(\w+)\((?!\()", line)
        if start and not line.rstrip().endswith(";"):
            name = start[1]
        result[number] = name
    return result


def run(is_followed):
    text = resolved(open(SOURCE).read(), is_followed)
    extension = os.path.splitext(SOURCE)[1]
    file = os.path.join(WORK, ("followed" if is_followed else "refused") + extension)
    with open(file, "w") as out:
        out.write(text)
    process = subprocess.run([STEVEDORE, "--print=scop", file, "--", *FLAGS],
                             capture_output=True, text=True)
    names = functions(text)
    messages = [(names[int(line)], message) for line, message in re.findall(
        r"^\S+?:(\d+):\d+: (?:warning|error): (.*?)(?: \[-Wstevedore\])?$",
        process.stderr, re.M) if "[-W" not in message]
    regions = {m[1] for line in re.findall(r"^# .*", process.stdout, re.M)
               for m in [re.match(r"# (?:\w+::)*(\w+)", line)]}
    marked = {names[number] for number, line in enumerate(text.splitlines(), 1)
              if line.startswith("#pragma scop")}
    return marked, messages, regions


def reason_of(message, patterns):
    known = [name for name, pattern in patterns.items()
             if pattern.pattern != ".*$" and pattern.match(message)]
    return known[0].lower() if known else "loopform"


def main():
    os.makedirs(WORK, exist_ok=True)
    patterns, failures = reasons(), []
    marked, messages, _ = run(False)
    seen = {name: reason_of(message, patterns) for name, message in messages}
    for name in sorted(marked):
        if seen.get(name) != name.replace("_", ""):
            failures.append(f"{name}: refused for {seen.get(name)}")
    marked, messages, regions = run(True)
    failures += [f"{name}: still refused: {message}" for name, message in messages]
    failures += [f"{name}: no region" for name in sorted(marked - regions)]
    print(*sorted(set(seen.values())), sep="\n")
    print(*failures, sep="\n", file=sys.stderr)
    sys.exit(bool(failures))


main()
