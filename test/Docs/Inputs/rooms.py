"""Compares the picture of the rooms in a page with the source tree: every folder
of lib/ is a room of the picture, a room includes headers and links libraries of
rooms above it only, and a header of each room says first what the picture says
that the room hands on. The same holds of the maps in docs/rooms for the folders
inside of a room. Prints what differs; exit status 0 when nothing does."""

import os
import re
import sys

SOURCES = (".h", ".cpp", ".def")
LINE = re.compile(r"^ {4}([A-Z]\w*(?:/[A-Z]\w*)?) ─+▶ (.+)$")
FILE = re.compile(r"/// \\file\n((?:/// .*\n)+)")
INCLUDE = re.compile(r'^#include "stevedore/([^"]+)/[^"/]+"', re.M)
INSIDE = re.compile(r'^#include "([A-Z]\w*)/[^"/]+"', re.M)
TITLE = re.compile(r"^# ([\w/]+)$", re.M)
LINKED = re.compile(r"\bStevedore([A-Z]\w+)")


def pictured(page):
    """{room: what it hands on}, from the top of the picture."""
    with open(page, encoding="utf-8") as text:
        matches = [LINE.match(line) for line in text]
    return {match.group(1): match.group(2) for match in matches if match}


def folders(root):
    """The folders of lib/ that hold sources, themselves or in parts, and are no
    part of another."""
    lib = os.path.join(root, "lib")
    rooms = [os.path.relpath(directory, root) for directory, _, _ in os.walk(lib)
             if not is_part(lib, directory)]
    return sorted(os.path.relpath(room, "lib") for room in rooms
                  if any(leaf.endswith(SOURCES) for leaf in leaves(root, room)))


def is_part(lib, folder):
    """Whether a folder belongs to the library of the folder around it."""
    around = os.path.dirname(folder)
    return around != lib and all(
        os.path.exists(os.path.join(place, "CMakeLists.txt")) == is_there
        for place, is_there in ((folder, False), (around, True)))


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def says(root, room, words):
    """Whether a header of the room begins with what it hands on."""
    folder = os.path.join(root, "include/stevedore", room)
    for leaf in os.listdir(folder) if os.path.isdir(folder) else ():
        path = os.path.join(folder, leaf)
        begin = FILE.search(read(path)) if leaf.endswith(".h") else None
        text = begin.group(1).replace("/// ", "") if begin else ""
        if " ".join(text.split()).startswith("Hands on " + words + "."):
            return True
    return False


def leaves(root, folder):
    """The files of a folder and of those folders in it that are no rooms."""
    path = os.path.join(root, folder)
    for leaf in os.listdir(path) if os.path.isdir(path) else ():
        place = os.path.join(folder, leaf)
        inside = os.path.join(root, place)
        if not os.path.isdir(inside):
            yield place
        elif is_part(os.path.join(root, "lib"), inside):
            yield from leaves(root, place)


def used_by(root, room):
    """{(room, place)}: whose headers the files of a room include, and which
    libraries it links."""
    found = set()
    for base in ("include/stevedore", "lib"):
        for place in leaves(root, os.path.join(base, room)):
            leaf = os.path.basename(place)
            if leaf.endswith(SOURCES):
                names = INCLUDE.findall(read(os.path.join(root, place)))
                found |= {(name, place) for name in names}
            elif leaf == "CMakeLists.txt":
                names = LINKED.findall(read(os.path.join(root, place)))
                found |= {(name, place) for name in names}
    return found


def parts(root):
    """{room: the folders inside of it that hold sources}"""
    lib = os.path.join(root, "lib")
    found = {}
    for directory, _, names in os.walk(lib):
        if is_part(lib, directory) and any(n.endswith(SOURCES) for n in names):
            room, part = os.path.split(os.path.relpath(directory, lib))
            found.setdefault(room, set()).add(part)
    return found


def maps(root):
    """{room: the folders that its page shows, in order}"""
    folder = os.path.join(root, "docs/rooms")
    found = {}
    for leaf in sorted(os.listdir(folder) if os.path.isdir(folder) else ()):
        page = os.path.join(folder, leaf)
        title = TITLE.search(read(page))
        if title:
            found[title.group(1)] = list(pictured(page))
    return found


def lost(root):
    """What the maps of rooms do not show, or show in another order."""
    inside, shown = parts(root), maps(root)
    for room in sorted(set(inside) | set(shown)):
        order = shown.get(room, [])
        for part in sorted(inside.get(room, set()) ^ set(order)):
            yield "%s/%s: %s" % (room, part, "no folder of the room" if part in
                                 order else "on no map in docs/rooms")
        for part in order:
            for place in leaves(root, os.path.join("lib", room, part)):
                for other in sorted(set(INSIDE.findall(
                        read(os.path.join(root, place))))):
                    if other not in order or \
                            order.index(other) > order.index(part):
                        yield "%s: %s comes after %s" % (place, other, part)


def main():
    page, root = sys.argv[1:3]
    rooms = pictured(page)
    wrong = ["%s: no room of the picture" % folder
             for folder in folders(root) if folder not in rooms]
    wrong += ["%s: no folder of lib/" % room
              for room in rooms if room not in folders(root)]
    wrong += ["include/stevedore/%s: no header says: Hands on %s." % (room, words)
              for room, words in rooms.items() if not says(root, room, words)]
    place = {room: number for number, room in enumerate(rooms)}
    place.update({room.replace("/", ""): number
                  for number, room in enumerate(rooms)})
    arrows = 0
    for room in rooms:
        for other, where in sorted(used_by(root, room)):
            arrows += 1
            if other not in place:
                wrong.append("%s: %s is no room of the picture" % (where, other))
            elif place[other] > place[room]:
                wrong.append("%s: %s comes after %s" % (where, other, room))
    wrong += lost(root)
    print("\n".join(wrong + ["%d rooms, %d arrows, %d wrong" %
                             (len(rooms), arrows, len(wrong))]))
    sys.exit(1 if wrong or not rooms else 0)


if __name__ == "__main__":
    main()
