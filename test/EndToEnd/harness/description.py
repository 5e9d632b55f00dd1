# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel file says about itself in comments that begin with `//@`:

    //@ function gemm
    //@ size n m p                   names of its int sizes
    //@ grid 0,0,0 1,1,1 5,4,6       values of the sizes that are tried
    //@ define X=4                 a macro of the file
    //@ large 1000,1100,1200 X=9     the benchmark's sizes and definitions
    //@ array A double [n][p]        a heap block that is passed
    //@ array p struct:particle [n]
    //@ global G double [16][16]     an array of the file itself
    //@ struct particle double x double y
    //@ fill A dominant              how the block is filled; see FILLS
    //@ call gemm(n, m, p, 1.5, A)   how the function is called
    //@ alias A B                    also run with B in the place of A
    //@ libs -lm
    //@ direct                       statements outside bands use remote memory
    //@ locals                       variables of the function are transferred
    //@ turns A B                    these change places, and are one array
"""

import os
import re

FILLS = ("uniform", "dominant", "small", "zero", "mod", "steps")


class Block:
    """An array of the kernel: a parameter, or a global of its file."""

    def __init__(self, name, type_name, shape, is_global):
        self.name = name
        self.type = type_name.replace(":unsigned", "").replace("struct:", "struct ")
        if type_name.endswith(":unsigned"):
            self.type = "unsigned " + self.type
        self.extents = re.findall(r"\[([^\]]*)\]", shape)
        self.is_global = is_global
        self.fill = ["uniform"]

    def count(self):
        """C text: the number of elements; never negative."""
        factors = ["stv_size(%s)" % e for e in self.extents]
        return " * ".join(factors) if factors else "1"

    def pointer(self):
        """C text: a declarator of what the call passes, named as the array."""
        inner = "".join("[%s]" % e for e in self.extents[1:])
        if inner:
            return "%s (*%s)%s" % (self.type, self.name, inner)
        return "%s *%s" % (self.type, self.name)


class Kernel:
    """A kernel file and its description."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.function = None
        self.sizes = []
        self.grid = []
        self.large = None
        self.definitions = []
        self.large_definitions = []
        self.blocks = []
        self.structs = {}
        self.call = None
        self.alias = None
        self.libs = []
        self.direct = False
        self.locals = False
        self.turns = []
        with open(path) as text:
            for line in text:
                if line.startswith("//@"):
                    self._read(line[3:].split())
        if not (self.function and self.call and self.grid):
            raise SystemExit("%s: function, grid and call are needed" % path)

    def block(self, name):
        return next(b for b in self.blocks if b.name == name)

    def arrays(self):
        return [b for b in self.blocks if not b.is_global]

    def globals(self):
        return [b for b in self.blocks if b.is_global]

    def _read(self, words):
        key, rest = words[0], words[1:]
        if key == "function":
            self.function = rest[0]
        elif key == "size":
            self.sizes = rest
        elif key == "grid":
            self.grid = [[int(v) for v in point.split(",")] for point in rest]
        elif key == "define":
            self.definitions = ["-D" + d for d in rest]
        elif key == "large":
            self.large = [int(v) for v in rest[0].split(",")]
            self.large_definitions = ["-D" + d for d in rest[1:]]
        elif key in ("array", "global"):
            self.blocks.append(Block(rest[0], rest[1], "".join(rest[2:]),
                                     key == "global"))
        elif key == "struct":
            self.structs[rest[0]] = rest[1:]
        elif key == "fill":
            if rest[1] not in FILLS:
                raise SystemExit("%s: fill is one of %s" % (self.path, FILLS))
            self.block(rest[0]).fill = rest[1:]
        elif key == "call":
            self.call = " ".join(rest)
        elif key == "alias":
            self.alias = rest
        elif key == "libs":
            self.libs = rest
        elif key == "direct":
            self.direct = True
        elif key == "locals":
            self.locals = True
        elif key == "turns":
            self.turns.append(rest)
        else:
            raise SystemExit("%s: unknown description '%s'" % (self.path, key))
