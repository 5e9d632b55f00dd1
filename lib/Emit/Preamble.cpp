//===- Preamble.cpp - Macros and helpers ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/C.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

/// "#ifndef NAME / #define NAME(parameters) body / #endif".
static std::string macro(const std::string &Name, const std::string &Parameters,
                         const std::string &Body) {
  return "#ifndef " + Name + "\n#define " + Name + Parameters + " " + Body +
         "\n#endif\n";
}

/// Helper functions on long; every quotient is rounded down. Their parameters
/// are @a, @b, ..., since the user may have macros called a, b, ...; !gnu and
/// !other are `inline` as a compiler calls it, !unused is an attribute, !size
/// the type of sizes.
static const char HelperText[] = R"HELPERS(#ifndef $HELPER
#ifdef __GNUC__
#define $HELPER static !gnu __attribute__((!unused))
#else
#define $HELPER static!other
#endif
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define $QUIET _Pragma("GCC diagnostic push") \
    _Pragma("GCC diagnostic ignored \"-Waggressive-loop-optimizations\"") \
    _Pragma("GCC diagnostic ignored \"-Warray-bounds\"") \
    _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"") \
    _Pragma("GCC diagnostic ignored \"-Wstringop-overflow\"") \
    _Pragma("GCC diagnostic ignored \"-Wstringop-overread\"")
#define $LOUD _Pragma("GCC diagnostic pop")
#else
#define $QUIET
#define $LOUD
#endif
$HELPER long @min(long @a, long @b) { return @a < @b ? @a : @b; }
$HELPER long @max(long @a, long @b) { return @a > @b ? @a : @b; }
$HELPER long @floord(long @a, long @b) {
  return @a / @b - (@a % @b < 0);
}
$HELPER long @mod(long @a, long @b) {
  return @a % @b < 0 ? @a % @b + @b : @a % @b;
}
/* The first multiple of b that is not below a. */
$HELPER long @first(long @a, long @b) {
  return -@floord(-@a, @b) * @b;
}
/* a mod b; without a division where 0 <= a < 2 b. */
$HELPER long @wrap(long @a, long @b) {
  const long @c = @a < @b ? @a : @a - @b;
  return 0 <= @c && @c < @b ? @c : @mod(@a, @b);
}
$HELPER long @pow2(long @a) {
  long @b = 1;
  while (@b < @a)
    @b *= 2;
  return @b;
}
/* a * b, or a number too large to be allocated. */
$HELPER !size @times(!size @a, !size @b) {
  return @a != 0 && @b > (!size)-1 / 4 / @a ? (!size)-1 / 4 : @a * @b;
}
/* The larger of two numbers of bytes. */
$HELPER !size @most(!size @a, !size @b) {
  return @a > @b ? @a : @b;
}
/* Whether the bytes from a to b and from c to d have none in common. */
$HELPER int @disjoint(const char *@a, const char *@b, const char *@c,
                      const char *@d) {
  return @a == @b || @c == @d || @b <= @c || @d <= @a;
}
#endif
)HELPERS";

/// The word of \p Options for the placeholder that \p Text begins with, which
/// is taken off.
static std::string takePlaceholder(llvm::StringRef &Text,
                                   const EmitOptions &Options) {
  if (Text.consume_front("@"))
    return Options.Prefix;
  if (Text.consume_front("$"))
    return Options.MacroPrefix;
  if (Text.consume_front("!gnu"))
    return Options.DeclaresInLoops ? "inline" : "__inline__";
  if (Text.consume_front("!other"))
    return Options.DeclaresInLoops ? " inline" : "";
  if (Text.consume_front("!unused"))
    return Options.UsesHeaders ? "unused" : "__unused__";
  if (Text.consume_front("!size"))
    return Options.UsesHeaders ? "size_t" : Options.MacroPrefix + "SIZE";
  std::string Character(1, Text.front());
  Text = Text.drop_front();
  return Character;
}

/// \p Text with its placeholders replaced.
static std::string fill(llvm::StringRef Text, const EmitOptions &Options) {
  std::string Result;
  while (!Text.empty())
    Result += takePlaceholder(Text, Options);
  return Result;
}

static const char HeaderText[] = R"HEADERS(#include <stddef.h>
#include <stdlib.h>
#include <string.h>
)HEADERS";

/// The type of sizes and the functions of the library by names that no
/// declaration or macro of the user changes. Compilers that have none take
/// those of the headers.
static const char BuiltinText[] = R"BUILTINS(#ifndef $SIZE
#ifdef __GNUC__
#define $SIZE __SIZE_TYPE__
#define $LIBRARY(name) __builtin_##name
#else
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#define $SIZE size_t
#define $LIBRARY(name) name
#endif
#endif
)BUILTINS";

/// The function \p Name of the library.
static std::string library(const char *Name, const EmitOptions &Options) {
  return Options.UsesHeaders
             ? std::string(Name)
             : Options.MacroPrefix + "LIBRARY(" + Name + ")";
}

std::string generatePreamble(const EmitOptions &Options) {
  const std::string &M = Options.MacroPrefix;
  std::string Copy = library("memcpy", Options);
  std::string Text =
      fill(Options.UsesHeaders ? HeaderText : BuiltinText, Options);
  Text += macro(M + "GET", "(local, remote, bytes)",
                Copy + "((void *)(local), (const void *)(remote), (bytes))");
  Text += macro(M + "PUT", "(remote, local, bytes)",
                Copy + "((void *)(remote), (const void *)(local), (bytes))");
  if (Options.Asynchronous) {
    Text += macro(M + "GET_ASYNC", "(local, remote, bytes, tag)",
                  M + "GET(local, remote, bytes)");
    Text += macro(M + "PUT_ASYNC", "(remote, local, bytes, tag)",
                  M + "PUT(remote, local, bytes)");
    Text += macro(M + "WAIT", "(tag)", "((void)(tag))");
    Text += macro(M + "FENCE", "(tag)", M + "WAIT(tag)");
  }
  Text += macro(M + "ALLOC", "(bytes)", library("malloc", Options) + "(bytes)");
  Text += macro(M + "FREE", "(pointer)",
                library("free", Options) + "(pointer)");
  return Text + fill(HelperText, Options);
}

/// Declares what it needs instead of including <omp.h>, which a compiler may
/// lack, but where a C++ header would declare it in another way.
std::string generateTeamMacro(const EmitOptions &Options) {
  std::string Name = Options.MacroPrefix + "IN_PARALLEL";
  return "#ifndef " + Name +
         "\n#ifdef _OPENMP\n"
         "#ifndef __cplusplus\n"
         "int omp_in_parallel(void);\n"
         "#elif __has_include(<omp.h>)\n"
         "#include <omp.h>\n"
         "#else\n"
         "extern \"C\" int omp_in_parallel(void);\n"
         "#endif\n"
         "#define " +
         Name +
         "() omp_in_parallel()\n"
         "#else\n"
         "#define " +
         Name +
         "() 0\n"
         "#endif\n"
         "#endif\n";
}

/// A macro of clang alone: gcc translates the new loops for size then.
std::string generateRarelyMacro(const EmitOptions &Options) {
  std::string Name = Options.MacroPrefix + "RARELY";
  return "#ifndef " + Name +
         "\n#ifdef __clang__\n"
         "#define " +
         Name +
         "(condition) __builtin_expect(condition, 0)\n"
         "#else\n"
         "#define " +
         Name +
         "(condition) (condition)\n"
         "#endif\n"
         "#endif\n";
}

std::string sizeMacroPrefix(const EmitOptions &Options) {
  std::string Prefix = identifier(Options.Function) + "_";
  if (Options.RegionInFunction > 1)
    Prefix += std::to_string(Options.RegionInFunction) + "_";
  return Prefix;
}

std::string generateSizeMacros(const EmitOptions &Options,
                               const RegionPlan &Plan) {
  std::string Text;
  for (unsigned K = Plan.TileSizes.size() + 1; K <= Plan.numTileSizes(); ++K) {
    std::string Size = nameOf(Role::TileSize, K);
    Text += macro(Options.MacroPrefix + Size, "", "32");
    Text += macro(sizeMacroPrefix(Options) + Size, "",
                  Options.MacroPrefix + Size);
  }
  return Text;
}

} // namespace stevedore
