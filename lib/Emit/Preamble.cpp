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
/// are @a, @b, ..., since the user may have macros called a, b, ...
static const char HelperText[] = R"HELPERS(#ifndef $HELPER
#ifdef __GNUC__
#define $HELPER static inline __attribute__((unused))
#else
#define $HELPER static inline
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
$HELPER size_t @times(size_t @a, size_t @b) {
  return @a != 0 && @b > (size_t)-1 / 4 / @a ? (size_t)-1 / 4 : @a * @b;
}
/* The larger of two numbers of bytes. */
$HELPER size_t @most(size_t @a, size_t @b) {
  return @a > @b ? @a : @b;
}
/* Whether the bytes from a to b and from c to d have none in common. */
$HELPER int @disjoint(const char *@a, const char *@b, const char *@c,
                      const char *@d) {
  return @a == @b || @c == @d || @b <= @c || @d <= @a;
}
#endif
)HELPERS";

/// HelperText with the prefixes of names, for '@', and of macros, for '$'.
static std::string helpers(const std::string &P, const std::string &M) {
  std::string Text;
  for (char C : llvm::StringRef(HelperText))
    Text += C == '@' ? P : C == '$' ? M : std::string(1, C);
  return Text;
}

std::string generatePreamble(const EmitOptions &Options) {
  const std::string &M = Options.MacroPrefix, &P = Options.Prefix;
  std::string Text = "#include <stddef.h>\n#include <stdlib.h>\n"
                     "#include <string.h>\n";
  Text += macro(M + "GET", "(local, remote, bytes)",
                "memcpy((void *)(local), (const void *)(remote), (bytes))");
  Text += macro(M + "PUT", "(remote, local, bytes)",
                "memcpy((void *)(remote), (const void *)(local), (bytes))");
  if (Options.Asynchronous) {
    Text += macro(M + "GET_ASYNC", "(local, remote, bytes, tag)",
                  M + "GET(local, remote, bytes)");
    Text += macro(M + "PUT_ASYNC", "(remote, local, bytes, tag)",
                  M + "PUT(remote, local, bytes)");
    Text += macro(M + "WAIT", "(tag)", "((void)(tag))");
    Text += macro(M + "FENCE", "(tag)", M + "WAIT(tag)");
  }
  Text += macro(M + "ALLOC", "(bytes)", "malloc(bytes)");
  Text += macro(M + "FREE", "(pointer)", "free(pointer)");
  return Text + helpers(P, M);
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
