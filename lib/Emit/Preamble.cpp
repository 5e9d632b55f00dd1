//===- Preamble.cpp - Macros and helpers ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/C.h"
#include "stevedore/Emit/TileChooser.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

/// "#ifndef NAME / #define NAME(parameters) body / #endif".
static std::string macro(const std::string &Name, const std::string &Parameters,
                         const std::string &Body) {
  return "#ifndef " + Name + "\n#define " + Name + Parameters + " " + Body +
         "\n#endif\n";
}

namespace {

/// A helper function or macro.
struct Helper {
  llvm::StringRef Name;
  llvm::StringRef Text;
  /// What it computes, where the text does not say it.
  llvm::StringRef Comment = "";
};

} // namespace

/// Helper functions on long; every quotient is rounded down. Their parameters
/// are ~a, ~b, ..., where the user has macros called a, b, ... with a prefix; !static
/// begins a function that may be unused, !size is the type of sizes. Those that
/// others use come first.
static const Helper Helpers[] = {
    {"min",
     "!static long @min(long ~a, long ~b) { return ~a < ~b ? ~a : ~b; }\n"},
    {"max",
     "!static long @max(long ~a, long ~b) { return ~a > ~b ? ~a : ~b; }\n"},
    {"lesser", "!static long long @lesser(long long ~a, long long ~b) { return "
               "~a < ~b ? ~a : ~b; }\n"},
    {"greater", "!static long long @greater(long long ~a, long long ~b) { "
                "return ~a > ~b ? ~a : ~b; }\n"},
    {"quotient", "!static long long @quotient(long long ~a, long long ~b) { "
                 "return ~a / ~b - (~a % ~b < 0); }\n"},
    {"least", "!static double @least(double ~a, double ~b) { return ~a < ~b ? "
              "~a : ~b; }\n"},
    {"greatest", "!static double @greatest(double ~a, double ~b) { return ~a > "
                 "~b ? ~a : ~b; }\n"},
    {"nearest", "!static double @nearest(double ~a) { return ~a * ~a < 81e30 ? "
                "(double)(long long)(~a + (~a < 0 ? -0.5 : 0.5)) : ~a; }\n"},
    {"floord", "!static long @floord(long ~a, long ~b) { return ~a / ~b - (~a "
               "% ~b < 0); }\n"},
    {"mod", "!static long @mod(long ~a, long ~b) { return ~a % ~b + (~a % ~b < "
            "0 ? ~b : 0); }\n"},
    {"first",
     "!static long @first(long ~a, long ~b) { return (~a > 0 ? (~a - 1) / ~b + "
     "1 : ~a / ~b) * ~b; }\n",
     "the first multiple of b that is not below a"},
    {"wrap",
     "!static long @wrap(long ~a, long ~b) { return 0 <= ~a && ~a - ~b < ~b ? "
     "~a - (~a < ~b ? 0 : ~b) : "
     "~a % ~b + (~a % ~b < 0 ? ~b : 0); }\n",
     "a mod b; without a division where 0 <= a < 2 b"},
    {"pow2", R"(!static long @pow2(long ~a) {
  long ~b = 1;
  while (~b < ~a)
    ~b *= 2;
  return ~b;
}
)"},
    {"times",
     "!static !size @times(!size ~a, !size ~b) { return ~a != 0 && ~b > "
     "(!size)-1 / 4 / ~a ? (!size)-1 / 4 : "
     "~a * ~b; }\n",
     "a * b, or a number too large to be allocated"},
    {"most",
     "!static !size @most(!size ~a, !size ~b) { return ~a > ~b ? ~a : ~b; }\n"},
    {"bytes",
     R"(#if defined(__GNUC__) && !defined(__clang__)
!static !size @bytes(!size ~a) { if (!__builtin_constant_p(~a)) { __asm__("" : "+r"(~a)); } return ~a; }
#else
#define @bytes(a) (a)
#endif
)",
     "where gcc knows that they are few, it copies by slow instructions"},
    {"disjoint",
     R"(!static int @disjoint(const char *~a, const char *~b, const char *~c, const char *~d) {
  return ~a == ~b || ~c == ~d || ~b <= ~c || ~d <= ~a;
}
)",
     "whether the bytes from a to b and from c to d have none in common"},
};

/// Of those only gcc has the warnings: it follows the loops into sizes at which
/// they do not run.
static const char QuietText[] = R"QUIET(#if !defined($QUIET) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define $QUIET _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Waggressive-loop-optimizations\"") \
    _Pragma("GCC diagnostic ignored \"-Warray-bounds\"") _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"") \
    _Pragma("GCC diagnostic ignored \"-Wstringop-overflow\"") _Pragma("GCC diagnostic ignored \"-Wstringop-overread\"")
#define $LOUD _Pragma("GCC diagnostic pop")
#elif !defined($QUIET)
#define $QUIET
#define $LOUD
#endif
)QUIET";

/// A compiler that is told of C89 may know `inline` by another name.
static const char StaticText[] = R"STATIC(#ifndef $HELPER
#ifdef __GNUC__
#define $HELPER static __inline__ __attribute__((__unused__))
#else
#define $HELPER static
#endif
#endif
)STATIC";

/// The word of \p Options for the placeholder that \p Text begins with, which
/// is taken off.
static std::string takePlaceholder(llvm::StringRef &Text,
                                   const EmitOptions &Options) {
  if (Text.consume_front("@"))
    return Options.Prefix;
  if (Text.consume_front("~")) {
    const auto &Macros = Options.Source->InUse.Macros;
    bool IsMacro = Macros && Macros->contains(Text.take_front());
    return IsMacro ? Options.Prefix : "";
  }
  if (Text.consume_front("$"))
    return Options.MacroPrefix;
  if (Text.consume_front("!static"))
    return Options.DeclaresInLoops ? "static inline"
                                   : Options.MacroPrefix + "HELPER";
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

namespace {

/// A copy of rows (two dimensions) or planes (three).
struct RepeatedCopy {
  unsigned Dimensions;
  bool Gets, IsAsync;
};

/// Puts together what is used.
class Preamble {
public:
  Preamble(const EmitOptions &Options, const llvm::StringSet<> &Used)
      : Options(Options), M(Options.MacroPrefix), Used(Used) {}
  PreambleText run();

private:
  const EmitOptions &Options;
  const std::string &M;
  llvm::StringSet<> Used;
  std::string Macros;

  bool uses(llvm::StringRef Name) const { return Used.contains(M + Name.str()); }
  void add(const char *Name, const char *Parameters, const std::string &Body);
  void addRepeated(const RepeatedCopy &C);
  void addCopies();
  void addMemory();
  void addFartherMemories();
  void addWorkers();
  std::string headers() const;
  std::string helpers();
};

} // namespace

/// The macro \p Name, if it is used; then what is in \p Body is, too.
void Preamble::add(const char *Name, const char *Parameters,
                   const std::string &Body) {
  if (!uses(Name))
    return;
  Macros = macro(M + Name, Parameters, Body) + Macros;
  forEachIdentifier(Body, [&](llvm::StringRef Word) { Used.insert(Word); });
}

/// Rows or planes as as many smaller copies. The variables have names that no
/// smaller copy uses, and that no argument can have.
void Preamble::addRepeated(const RepeatedCopy &C) {
  const bool IsPlane = C.Dimensions == 3;
  const char *Pitch = IsPlane ? "Plane" : "Pitch";
  std::string V = Options.Prefix + (IsPlane ? "plane" : "row");
  std::string Count = IsPlane ? "planes" : "rows";
  auto name = [&](unsigned Dimensions) {
    std::string Size =
        Dimensions > 1 ? "_" + std::to_string(Dimensions) + "D" : "";
    return (C.Gets ? "GET" : "PUT") + Size + (C.IsAsync ? "_ASYNC" : "");
  };
  std::vector<std::string> Parameters, Arguments;
  std::string Pointers;
  for (std::string Side : {C.Gets ? "local" : "remote",
                           C.Gets ? "remote" : "local"}) {
    std::string Type = Parameters.empty() ? "char *" : "const char *";
    Pointers += Type + V + "_" + Side + " = (" + Type + ")(" + Side + "); ";
    Parameters.push_back(Side);
    Arguments.push_back(V + "_" + Side + " + " + V + " * (" + Side + Pitch +
                        ")");
    if (IsPlane) {
      Parameters.push_back(Side + "Pitch");
      Arguments.push_back(Side + "Pitch");
    }
    Parameters.push_back(Side + Pitch);
  }
  std::vector<std::string> Rest = {"rowBytes"};
  if (IsPlane)
    Rest.push_back("rows");
  llvm::append_range(Parameters, Rest);
  Parameters.push_back(Count);
  if (C.IsAsync)
    Rest.push_back("tag");
  if (C.IsAsync)
    Parameters.push_back("tag");
  llvm::append_range(Arguments, Rest);
  add(name(C.Dimensions).c_str(),
      ("(" + llvm::join(Parameters, ", ") + ")").c_str(),
      "do { " + Pointers + "long " + V + "; \\\n    for (" + V + " = 0; " + V +
          " < (long)(" + Count + "); " + V + "++) { " + M +
          name(C.Dimensions - 1) + "(" + llvm::join(Arguments, ", ") +
          "); } } while (0)");
}

void Preamble::addCopies() {
  std::string Copy = library("memcpy", Options),
              Bytes = Options.Prefix + "bytes(bytes))";
  for (unsigned Dimensions : {3, 2})
    for (bool Gets : {true, false})
      for (bool IsAsync : {true, false})
        addRepeated({Dimensions, Gets, IsAsync});
  add("FENCE", "(tag)", M + "WAIT(tag)");
  add("WAIT", "(tag)", "((void)(tag))");
  add("PUT_ASYNC", "(remote, local, bytes, tag)", M + "PUT(remote, local, bytes)");
  add("GET_ASYNC", "(local, remote, bytes, tag)", M + "GET(local, remote, bytes)");
  add("PUT", "(remote, local, bytes)",
      Copy + "((void *)(remote), (const void *)(local), " + Bytes);
  add("GET", "(local, remote, bytes)",
      Copy + "((void *)(local), (const void *)(remote), " + Bytes);
}

void Preamble::addMemory() {
  add("FREE_REMOTE", "(pointer)", library("free", Options) + "(pointer)");
  add("ALLOC_REMOTE", "(bytes)", library("malloc", Options) + "(bytes)");
  add("FREE", "(pointer)", library("free", Options) + "(pointer)");
  add("ALLOC", "(bytes)", library("malloc", Options) + "(bytes)");
  std::string Print = Options.UsesHeaders ? "fprintf(stderr, "
                                          : library("printf", Options) + "(";
  add("BELIEVE", "(condition, text)",
      "((condition) ? (void)0 : ((void)" + Print + "\"%s\\n\", text), " +
          library("abort", Options) + "()))");
  add("LOCAL", "(type, name, extents)", "type name extents");
}

/// Where nobody tells whether all workers have their memory, one that has none
/// stops the program, unless it is alone.
void Preamble::addWorkers() {
  add("AGREE", "(holds)",
      "((holds) ? 1 : " + M + "WORKERS() == 1 ? 0 : (" +
          library("abort", Options) + "(), 0))");
  add("BARRIER", "()", "((void)0)");
  add("WORKERS", "()", "1");
  add("WORKER", "()", "0");
}

/// What memories behind the nearest one use is by default what that uses.
void Preamble::addFartherMemories() {
  for (unsigned Memory = 1; Memory < limits::Memories; ++Memory) {
    std::string Name = Options.Memories.of(Memory) + "_";
    auto addAs = [&](const std::string &What, const std::string &Parameters) {
      add((Name + What).c_str(), Parameters.c_str(), M + What + Parameters);
    };
    addAs("FREE", "(pointer)");
    addAs("ALLOC", "(bytes)");
    addAs("LOCAL", "(type, name, extents)");
    addAs("FENCE", "(tag)");
    addAs("WAIT", "(tag)");
    for (bool IsAsync : {false, true}) {
      std::string Async = IsAsync ? "_ASYNC" : "";
      std::string End = IsAsync ? ", tag)" : ")";
      addAs("PUT" + Async, "(remote, local, bytes" + End);
      addAs("GET" + Async, "(local, remote, bytes" + End);
      for (std::string Dimensions : {"2D", "3D"}) {
        std::string Plane = Dimensions == "3D" ? ", localPlane" : "";
        std::string Far = Dimensions == "3D" ? ", remotePlane" : "";
        std::string Rest = Dimensions == "3D" ? ", rowBytes, rows, planes"
                                              : ", rowBytes, rows";
        addAs("GET_" + Dimensions + Async, "(local, localPitch" + Plane +
                                               ", remote, remotePitch" + Far +
                                               Rest + End);
        addAs("PUT_" + Dimensions + Async, "(remote, remotePitch" + Far +
                                               ", local, localPitch" + Plane +
                                               Rest + End);
      }
    }
  }
}

/// What has to be included for functions of the library.
std::string Preamble::headers() const {
  if (!Options.UsesHeaders)
    return fill(BuiltinText, Options) +
           (uses("BELIEVE") ? "#ifndef __GNUC__\n#include <stdio.h>\n#endif\n"
                            : "");
  std::string Text;
  bool UsesStdlib =
      llvm::any_of(llvm::ArrayRef{"ALLOC", "FREE", "ALLOC_REMOTE",
                                  "FREE_REMOTE", "BELIEVE", "AGREE"},
                   [&](const char *Name) { return uses(Name); });
  if (uses("BELIEVE"))
    Text += "#include <stdio.h>\n";
  if (Options.IncludesStdlib && UsesStdlib)
    Text += "#include <stdlib.h>\n";
  if (Options.IncludesString && (uses("GET") || uses("PUT")))
    Text += "#include <string.h>\n";
  return Text;
}

/// \p Text, unless the macro \p Guard says that it is there; \p Comment stands
/// behind that.
static std::string guarded(const std::string &Guard, const std::string &Text,
                           llvm::StringRef Comment = "") {
  std::string Said = Comment.empty() ? "" : " /* " + Comment.str() + " */";
  return "#ifndef " + Guard + "\n#define " + Guard + Said + "\n" + Text +
         "#endif\n";
}

/// The helper functions that are used, or that one of those uses.
std::string Preamble::helpers() {
  std::string Text;
  for (const Helper &H : llvm::reverse(Helpers)) {
    if (!Used.contains(Options.Prefix + H.Name.str()))
      continue;
    std::string Body = fill(H.Text, Options);
    forEachIdentifier(Body, [&](llvm::StringRef Word) { Used.insert(Word); });
    Text = guarded(M + "HAS_" + H.Name.upper(), Body, H.Comment) + Text;
  }
  bool Weighs = Used.contains(Options.Prefix + "weigh");
  if (Weighs || Used.contains(Options.Prefix + "search"))
    Text += guarded(M + "HAS_SEARCH", generateSearch(Options));
  if (Weighs)
    Text += guarded(M + "HAS_WEIGH", generateWeighing(Options));
  if (!Text.empty() && !Options.DeclaresInLoops)
    Text = fill(StaticText, Options) + Text;
  return Text;
}

PreambleText Preamble::run() {
  addFartherMemories();
  addMemory();
  addWorkers();
  addCopies();
  if (uses("QUIET"))
    Macros += fill(QuietText, Options);
  std::string Headers = headers();
  return {Headers, Macros + helpers()};
}

PreambleText generatePreamble(const EmitOptions &Options,
                              const llvm::StringSet<> &Used) {
  return Preamble(Options, Used).run();
}

/// The declarations of \p Functions of OpenMP, "int omp_in_parallel(void);",
/// instead of <omp.h>, which a compiler may lack, but where a C++ header would
/// declare them in another way.
static std::string openMPFunctions(llvm::ArrayRef<const char *> Functions) {
  std::string InC, InCPlusPlus;
  for (const char *Name : Functions) {
    std::string Declaration = std::string("int ") + Name + "(void);\n";
    InC += Declaration;
    InCPlusPlus += "extern \"C\" " + Declaration;
  }
  return "#ifdef _OPENMP\n"
         "#ifndef __cplusplus\n" +
         InC +
         "#elif __has_include(<omp.h>)\n"
         "#include <omp.h>\n"
         "#else\n" +
         InCPlusPlus + "#endif\n";
}

/// Asks whether a team of several threads is at work.
static std::string inParallelMacro(const EmitOptions &Options) {
  std::string Name = Options.MacroPrefix + "IN_PARALLEL";
  return "#ifndef " + Name + "\n" + openMPFunctions({"omp_in_parallel"}) +
         "#define " + Name + "() omp_in_parallel()\n#else\n#define " + Name +
         "() 0\n#endif\n#endif\n";
}

/// What the threads of a team that a region opens ask for; without OpenMP there
/// is one.
static std::string workerMacros(const EmitOptions &Options) {
  std::string Name = "#define " + Options.MacroPrefix + "TEAM_";
  return "#ifndef " + Options.MacroPrefix + "TEAM_WORKER\n" +
         openMPFunctions({"omp_get_thread_num", "omp_get_num_threads"}) + Name +
         "WORKER() omp_get_thread_num()\n" + Name +
         "WORKERS() omp_get_num_threads()\n" + Name +
         "BARRIER() _Pragma(\"omp barrier\")\n#else\n" + Name + "WORKER() 0\n" +
         Name + "WORKERS() 1\n" + Name +
         "BARRIER() ((void)0)\n#endif\n#endif\n";
}

std::string generateTeamMacros(const EmitOptions &Options,
                               const looptree::Block &Loops) {
  bool OpensTeam = false, AsksForTeam = false;
  looptree::walk(Loops, [&](const looptree::Node &N) {
    const auto *G = llvm::dyn_cast<looptree::GuardNode>(&N);
    if (!G)
      return;
    OpensTeam |= G->Workers == looptree::GuardNode::Team;
    G->Condition.walk([&](const looptree::Expr &Part) {
      AsksForTeam |= Part.kind() == looptree::Expr::InTeam;
    });
  });
  return (AsksForTeam ? inParallelMacro(Options) : "") +
         (OpensTeam ? workerMacros(Options) : "");
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
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory)
    for (unsigned K = 1; K <= Plan.numTileSizes(); ++K) {
      if (Plan.Decided.TileSizes.of(K, Memory))
        continue;
      std::string Size = Plan.Memories.shown(nameOf(Role::TileSize, K, Memory));
      Text += macro(Options.MacroPrefix + Size, "",
                    std::to_string(typicalTileSize(Memory)));
      Text += macro(sizeMacroPrefix(Options) + Size, "",
                    Options.MacroPrefix + Size);
    }
  return Text;
}

} // namespace stevedore
