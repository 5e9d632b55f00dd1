"""Compares pages about the source tree with it: every room of the picture has
a page in docs/rooms that names a value of the room, and what the pages there, or
those given, say in the letters of a program is there: files and folders, names of
the sources, options, programs. Prints what is not; exit status 0 when nothing is.

  pages.py PICTURE ROOT [PAGE...]

The page of a room with folders inside is its map, for which rooms.py looks."""

import glob
import os
import re
import sys

sys.dont_write_bytecode = True
import rooms  # noqa: E402

TITLE = re.compile(r"\A# ([\w/]+)$", re.M)
QUOTED = re.compile(r"`([^`]+)`")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)
TYPE = re.compile(r"\b(?:struct|class|enum class|enum)\s+(\w+)")
OPTION = re.compile(r"-{1,2}([A-Za-z][\w-]*)=?.*")
NAME = re.compile(r"\w+(::\w+)*(\(\))?")
SETTING = re.compile(r"[A-Z]+=\S*")
# What the tree uses and does not have: programs, and options of theirs.
OTHERS = {"cmake", "ninja", "git", "build", "FileCheck", "--filter=REGEX"}


class Tree:
    """What there is in the source tree."""

    def __init__(self, root):
        self.root = root
        self.files = set()
        text = []
        for folder in ("include", "lib", "tools", "test", "scripts", "cmake",
                       "examples", "benchmark", "docs"):
            for directory, names, leaves in os.walk(os.path.join(root, folder)):
                self.files.update(names, leaves)
                text += [rooms.read(os.path.join(directory, leaf))
                         for leaf in leaves if self.is_program(directory, leaf)]
        self.text = "\n".join(text + [rooms.read(path) for path in glob.glob(
            os.path.join(root, "CMakeLists.txt"))])
        code = re.sub(r"//.*", "", self.text)
        self.words = set(re.findall(r"\w+", code))
        self.types = set(TYPE.findall(code))
        self.programs = OTHERS | {
            os.path.basename(path) for pattern in ("tools/*", "test/tools/*")
            for path in glob.glob(os.path.join(root, pattern))}

    @staticmethod
    def is_program(directory, leaf):
        return leaf.endswith(rooms.SOURCES + (".py", ".in", ".cmake")) or \
            leaf == "CMakeLists.txt" or directory.endswith("scripts")

    def has_path(self, path):
        """Whether there is the file or folder, in the tree or in a room of it;
        capitals stand for any."""
        path = re.sub(r"\b[A-Z]+\b", "*", path)
        return any(glob.glob(os.path.join(self.root, base, path))
                   for base in ("", "lib", "include/stevedore"))

    def has_option(self, name):
        return any(form % name in self.text
                   for form in ('"%s"', '"%s=', '"--%s', '"-%s"', "(%s "))

    def has(self, word):
        """Whether the tree has what one word says."""
        word = word.strip(",;()'\"") if len(word) > 1 else word
        if word in self.programs or word in self.files or word.isupper() or \
                SETTING.fullmatch(word) or word.startswith("build/"):
            return True
        option = OPTION.fullmatch(word)
        if option:
            return self.has_option(option.group(1)) or word in self.text
        if re.fullmatch(r"[\w.*-]+(/[\w.*-]+)+/?", word):
            return self.has_path(word)
        if NAME.fullmatch(word):
            return set(re.findall(r"\w+", word)) <= self.words
        return word in self.text

    def lacks(self, said):
        """The words of a quotation that the tree does not have; none where it
        has the quotation, which is no name."""
        if not NAME.fullmatch(said) and said in self.text:
            return []
        return [word for word in said.split() if not self.has(word)]


def quotations(text):
    """What a page says in the letters of a program: in a line, and lines by
    themselves, without their comments."""
    for block in FENCED.findall(text):
        for line in block.splitlines()[1:-1]:
            yield re.sub(r"(^|\s)#.*", "", line)
    yield from QUOTED.findall(FENCED.sub("", text))


def unnamed(tree, picture, pages):
    """The rooms without a page that names a value of theirs."""
    with_folders = {os.path.dirname(folder) for folder in (
        os.path.relpath(directory, os.path.join(tree.root, "lib"))
        for directory, _, _ in os.walk(os.path.join(tree.root, "lib"))
        if rooms.is_part(os.path.join(tree.root, "lib"), directory))}
    for room, words in picture.items():
        values = set(re.findall(r"\w+", words)) & tree.types
        for header in glob.glob(os.path.join(
                tree.root, "include/stevedore", room, "*.h")):
            values |= set(TYPE.findall(rooms.read(header)))
        if room not in pages:
            if room not in with_folders:
                yield "%s: no page in docs/rooms" % room
        elif not values & set(re.findall(r"\w+", pages[room][1])):
            yield "%s: names no value of %s" % (pages[room][0], room)


def main():
    picture, root = sys.argv[1:3]
    tree = Tree(root)
    texts = {path: rooms.read(path) for path in sorted(
        glob.glob(os.path.join(root, "docs/rooms/*.md"))) + sys.argv[3:]}
    titled = {match.group(1): (os.path.relpath(path, root), text)
              for path, text in texts.items()
              for match in [TITLE.match(text)] if match}
    found = rooms.pictured(picture)
    wrong = list(unnamed(tree, found, titled))
    wrong += ["%s: %s is no room" % (path, title)
              for title, (path, _) in titled.items() if title not in found]
    said = 0
    for path, text in texts.items():
        for quotation in quotations(text):
            said += 1
            wrong += ["%s: there is no '%s'" % (os.path.relpath(path, root), word)
                      for word in tree.lacks(quotation)]
    print("\n".join(wrong + ["%d pages, %d quotations, %d wrong" %
                             (len(texts), said, len(wrong))]))
    sys.exit(1 if wrong else 0)


main()
