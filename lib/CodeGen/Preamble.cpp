//===- Preamble.cpp - Macros and helpers ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "stevedore/CodeGen/CodeGen.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

/// "#ifndef NAME / #define NAME(parameters) body / #endif".
static std::string macro(const std::string &Name, const std::string &Parameters,
                         const std::string &Body) {
  return "#ifndef " + Name + "\n#define " + Name + Parameters + " " + Body +
         "\n#endif\n";
}

/// Helper functions on long; every quotient is rounded down.
static std::string helpers(const std::string &P, const std::string &M) {
  std::string Head = M + "HELPER long " + P;
  return "#ifndef " + M + "HELPER\n"
         "#ifdef __GNUC__\n"
         "#define " + M + "HELPER static inline __attribute__((unused))\n"
         "#else\n"
         "#define " + M + "HELPER static inline\n"
         "#endif\n" +
         Head + "min(long a, long b) { return a < b ? a : b; }\n" +
         Head + "max(long a, long b) { return a > b ? a : b; }\n" +
         Head + "floord(long n, long d) {\n"
         "  return n / d - (n % d < 0);\n"
         "}\n" +
         Head + "mod(long n, long d) {\n"
         "  return n % d < 0 ? n % d + d : n % d;\n"
         "}\n"
         "/* The first multiple of t that is not below n. */\n" +
         Head + "first(long n, long t) {\n"
         "  return -" + P + "floord(-n, t) * t;\n"
         "}\n"
         "/* n mod b; without a division where 0 <= n < 2 b. */\n" +
         Head + "wrap(long n, long b) {\n"
         "  const long w = n < b ? n : n - b;\n"
         "  return 0 <= w && w < b ? w : " + P + "mod(n, b);\n"
         "}\n" +
         Head + "pow2(long n) {\n"
         "  long p = 1;\n"
         "  while (p < n)\n"
         "    p *= 2;\n"
         "  return p;\n"
         "}\n"
         "/* a * b, or a number too large to be allocated. */\n" +
         M + "HELPER size_t " + P + "times(size_t a, size_t b) {\n"
         "  return a != 0 && b > (size_t)-1 / 4 / a ? (size_t)-1 / 4 : a * b;\n"
         "}\n"
         "/* The larger of two numbers of bytes. */\n" +
         M + "HELPER size_t " + P + "most(size_t a, size_t b) {\n"
         "  return a > b ? a : b;\n"
         "}\n"
         "/* Whether two ranges of bytes have none in common. */\n" +
         M + "HELPER int " + P + "disjoint(const char *a, const char *a_end,\n"
         "    const char *b, const char *b_end) {\n"
         "  return a == a_end || b == b_end || a_end <= b || b_end <= a;\n"
         "}\n"
         "#endif\n";
}

std::string generatePreamble(const CodeGenOptions &Options) {
  const std::string &M = Options.MacroPrefix, &P = Options.Prefix;
  std::string Text = "#include <stddef.h>\n#include <stdlib.h>\n"
                     "#include <string.h>\n";
  Text += macro(M + "GET", "(local, remote, bytes)",
                "memcpy((void *)(local), (const void *)(remote), (bytes))");
  Text += macro(M + "PUT", "(remote, local, bytes)",
                "memcpy((void *)(remote), (const void *)(local), (bytes))");
  if (Options.Order == OrderKind::Pipelined) {
    Text += macro(M + "GET_ASYNC", "(local, remote, bytes, tag)",
                  M + "GET(local, remote, bytes)");
    Text += macro(M + "PUT_ASYNC", "(remote, local, bytes, tag)",
                  M + "PUT(remote, local, bytes)");
    Text += macro(M + "WAIT", "(tag)", "((void)(tag))");
  }
  Text += macro(M + "ALLOC", "(bytes)", "malloc(bytes)");
  Text += macro(M + "FREE", "(pointer)", "free(pointer)");
  return Text + helpers(P, M);
}

std::string generateSizeMacros(const CodeGenOptions &Options,
                               unsigned NumTiles) {
  std::string Function = codegen::identifier(Options.Function);
  if (Options.RegionInFunction > 1)
    Function += "_" + std::to_string(Options.RegionInFunction);
  std::string Text;
  for (unsigned K = Options.ConstantSizes.size() + 1; K <= NumTiles; ++K) {
    std::string Size = "T" + std::to_string(K);
    Text += macro(Options.MacroPrefix + Size, "", "32");
    Text += macro(Function + "_" + Size, "", Options.MacroPrefix + Size);
  }
  return Text;
}

} // namespace stevedore
