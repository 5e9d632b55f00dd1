# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the C that stands between main.c and one kernel."""


def _size_variables(kernel):
    lines = ["  int %s = (int)sizes[%d];" % (name, k)
             for k, name in enumerate(kernel.sizes)]
    lines += ["  (void)%s;" % name for name in kernel.sizes]
    return lines


def structs(kernel):
    """What tables() need where they do not follow the original."""
    lines = []
    for name, fields in kernel.structs.items():
        lines.append("struct %s {" % name)
        lines += ["  %s %s;" % pair for pair in zip(fields[::2], fields[1::2])]
        lines.append("};")
    return "\n".join(lines + [""])


def version(kernel, source, name, counts, callers=0):
    """A file that holds one version of the kernel, under names of its own, and
    stv_run_NAME(), which calls it; as many threads do where there are callers."""
    renamed = [kernel.function] + [b.name for b in kernel.globals()]
    lines = ['#include "runtime.h"'] if counts else []
    lines += ['#include "workers.h"'] if callers else []
    lines += ["#define %s %s_%s" % (n, n, name) for n in renamed]
    lines.append('#include "%s"' % source)
    lines += ["#undef %s" % n for n in renamed]
    lines += ['#include "driver.h"', "#include <string.h>",
              "void stv_run_%s(const long *sizes, void **arrays);" % name,
              "void stv_run_%s(const long *sizes, void **arrays) {" % name]
    lines += _size_variables(kernel)
    copy_out = []
    for k, block in enumerate(kernel.blocks):
        if block.is_global:
            own = "%s_%s" % (block.name, name)
            lines.append("  memcpy(&%s, arrays[%d], sizeof %s);" % (own, k, own))
            lines.append("  stv_register(&%s, sizeof %s, sizeof(%s));"
                         % (own, own, block.type))
            copy_out.append("  memcpy(arrays[%d], &%s, sizeof %s);"
                            % (k, own, own))
        else:
            lines.append("  %s = arrays[%d];" % (block.pointer(), k))
    call = kernel.call.replace(kernel.function + "(",
                               "%s_%s(" % (kernel.function, name), 1)
    team = (["#pragma omp parallel num_threads(%d)" % callers] if callers
            else [])
    lines += ["  stv_close_remote(1);"] + team + ["  %s;" % call,
              "  stv_close_remote(0);"]
    return "\n".join(lines + copy_out + ["}", ""])


_VALUES = {
    "uniform": "0.5 + stv_random(seed)",
    "dominant": "0.5 + stv_random(seed) + (e / width == e % width ? 4.0 * "
                "(double)width : 0.0)",
    "small": "0.02 * stv_random(seed)",
    "zero": "0",
}


def _value(block):
    if block.fill[0] == "mod":
        return "stv_random(seed) * %s" % block.fill[1]
    if block.fill[0] == "steps":
        return "e * %s" % block.fill[1]
    is_integer = block.type.split()[-1] in ("char", "short", "int", "long")
    if is_integer and block.fill[0] == "uniform":
        return "stv_random(seed) * 100"
    return _VALUES[block.fill[0]]


def _array_functions(kernel, number, block):
    sizes = _size_variables(kernel)
    lines = ["static size_t count_%d(const long *sizes) {" % number] + sizes
    lines += ["  (void)sizes;", "  return %s;" % block.count(), "}"]
    lines += ["static void fill_%d(void *start, const long *sizes, "
              "unsigned *seed) {" % number] + sizes
    fields = 1
    element = block.type
    if element.startswith("struct "):
        fields = len(kernel.structs[element.split()[1]]) // 2
        element = kernel.structs[element.split()[1]][0]
    width = "stv_size(%s)" % (block.extents[-1] if block.extents else "1")
    lines += ["  size_t width = %s;" % width, "  (void)width;", "  (void)seed;",
              "  for (size_t e = 0; e < %d * count_%d(sizes); e++)"
              % (fields, number),
              "    ((%s *)start)[e] = (%s)(%s);" % (element, element,
                                                    _value(block)), "}"]
    return lines


def tables(kernel, versions):
    """The tables that driver.h declares, to follow the original or structs();
    versions are pairs of a name and whether it counts its transfers."""
    lines = ['#include "driver.h"']
    for k, block in enumerate(kernel.blocks):
        lines += _array_functions(kernel, k, block)
    lines.append("const struct stv_array stv_arrays[] = {")
    for k, block in enumerate(kernel.blocks):
        lines.append('  {"%s", sizeof(%s), count_%d, fill_%d, %d},'
                     % (block.name, block.type, k, k, block.is_global))
    lines += ["};", "const int stv_num_arrays = %d;" % len(kernel.blocks)]
    lines += ["void stv_run_%s(const long *sizes, void **arrays);" % name
              for name, _ in versions]
    lines.append("const struct stv_version stv_versions[] = {")
    lines += ['  {"%s", stv_run_%s, %d},' % (name, name, counts)
              for name, counts in versions]
    lines += ["};", "const int stv_num_versions = %d;" % len(versions)]
    lines.append("const long stv_grid[] = {%s};" % ", ".join(
        str(v) for point in kernel.grid for v in point))
    lines.append("const int stv_num_points = %d;" % len(kernel.grid))
    lines.append("const int stv_num_sizes = %d;" % len(kernel.sizes))
    names = [b.name for b in kernel.blocks]
    alias = [names.index(n) for n in kernel.alias] if kernel.alias else [-1, -1]
    lines.append("const int stv_alias_to = %d, stv_alias_from = %d;"
                 % tuple(alias))
    return "\n".join(lines + [""])
