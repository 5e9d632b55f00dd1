//===- TreeText.cpp - The text of lowered regions -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/LoweredRegion.h"
#include "stevedore/LoopTree/TextForm.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/schedule.h"
#include "isl/set.h"

using namespace stevedore;
using looptree::TextForm;

namespace {

/// A region while it is written or read.
struct TreeParts {
  Scop Program;
  SourceText Source;
  LoweredRegion Region;
  isl::ctx Ctx;
};

} // namespace

/// \p Text of isl, the parts of each union in alphabetical order: isl's own
/// changes from run to run.
static std::string ordered(std::string Text) {
  size_t Open = std::string::npos;
  for (size_t At = 0; At < Text.size(); ++At) {
    if (Text[At] == '{')
      Open = At;
    if (Text[At] != '}' || Open == std::string::npos)
      continue;
    llvm::StringRef Inside(Text.data() + Open + 1, At - Open - 1);
    llvm::SmallVector<llvm::StringRef> Parts;
    Inside.trim().split(Parts, "; ");
    llvm::sort(Parts);
    if (Parts.size() > 1)
      Text.replace(Open + 1, Inside.size(), " " + llvm::join(Parts, "; ") + " ");
    Open = std::string::npos;
  }
  return Text;
}

template <typename T> static std::string islText(const T &Object) {
  return ordered(toText(Object));
}

static std::string islText(const isl::schedule &Order) {
  char *Text = isl_schedule_to_str(Order.get());
  std::string Result = Text ? Text : "";
  free(Text);
  return ordered(std::move(Result));
}

/// The text of isl for \p Object, as it is when it has been read once: that drops
/// constraints that others imply.
template <typename T>
static void islValue(TextForm &X, const TreeParts &P, T &Object) {
  std::string Text =
      X.isReading() ? "" : islText(T(P.Ctx, islText(Object)));
  X.text(Text);
  if (!X.isReading() || Text.empty())
    return;
  Object = T(P.Ctx, Text);
  if (!Object.is_null())
    return;
  isl_ctx *Ctx = isl::ctx(P.Ctx).get();
  const char *Why = isl_ctx_last_error_msg(Ctx);
  X.fail("isl does not accept this text" + (Why ? ": " + std::string(Why) : ""));
  isl_ctx_reset_error(Ctx);
}

template <typename T>
static void optionalIsl(TextForm &X, const TreeParts &P, const char *Word,
                        T &Object) {
  if (X.option(Word, !Object.is_null()))
    islValue(X, P, Object);
}

static void optionalText(TextForm &X, const char *Word, std::string &Text) {
  if (X.option(Word, !Text.empty()))
    X.text(Text);
}

template <typename T>
static void optionalCount(TextForm &X, const char *Word, T &Number) {
  if (X.option(Word, Number != 0))
    X.count(Number);
}

/// Pieces of text, holes for iterators, $0, and for accesses, @0.
static void textTemplate(TextForm &X, TextTemplate &T) {
  X.list("(", T, ")", [&](TextPiece &P) {
    if (X.option("$", P.K == TextPiece::Iterator)) {
      P.K = TextPiece::Iterator;
      X.count(P.Index);
      optionalText(X, "as", P.Text);
    } else if (X.option("@", P.K == TextPiece::AccessRef)) {
      P.K = TextPiece::AccessRef;
      X.count(P.Index);
      if (X.option("at", !P.Subscripts.empty()))
        X.list("[", P.Subscripts, "]",
               [&](TextTemplate &Inside) { textTemplate(X, Inside); });
    } else {
      X.text(P.Text);
    }
  });
}

static void optionalTemplate(TextForm &X, const char *Word, TextTemplate &T) {
  if (X.option(Word, !T.empty()))
    textTemplate(X, T);
}

static void array(TextForm &X, const TreeParts &P, Array &A, ArrayText &T) {
  X.name(A.Name);
  X.word("rank");
  X.count(A.Rank);
  optionalCount(X, "bytes", A.ElementBytes);
  optionalCount(X, "type", A.ElementType);
  optionalIsl(X, P, "extent", A.Extent);
  optionalCount(X, "declared", A.DeclaredDimensions);
  optionalCount(X, "pointers", A.Pointers);
  X.flag("liveOut", A.LiveOut);
  X.flag("private", A.Private);
  X.flag("inside", A.DeclaredInside);
  X.flag("made", A.Made);
  X.flag("watched", A.Watched);
  optionalTemplate(X, "reference", T.Reference);
  optionalText(X, "declaration", T.Declaration);
  optionalText(X, "variable", T.Variable);
  X.flag("unset", T.MayBeUnset);
  optionalText(X, "memory", T.Memory);
  if (X.option("sizes", !T.Sizes.empty()))
    X.list("(", T.Sizes, ")", [&](std::string &Size) { X.text(Size); });
}

static bool isOver(const isl::set &S, const std::string &Name) {
  const char *Own = isl_set_get_tuple_name(S.get());
  return Own && Name == Own;
}

/// That \p S, which has been read, is { Name[...] } over known parameters.
static void checkSet(TextForm &X, const isl::set &S, const std::string &Name) {
  for (unsigned P = 0; P < countOf(isl_set_dim(S.get(), isl_dim_param)); ++P) {
    std::string Own = isl_set_get_dim_name(S.get(), isl_dim_param, P);
    if (!llvm::is_contained(X.Names.Parameters, Own))
      X.fail("no parameter '" + Own + "' is declared before");
  }
  if (!isOver(S, Name))
    X.fail("the domain is not one of '" + Name + "'");
}

static void access(TextForm &X, const TreeParts &P, const Statement &S,
                   Access &A) {
  X.entry(A.Array, X.Names.Arrays, "array");
  islValue(X, P, A.Relation);
  if (X.isReading() && !A.Relation.is_null() && !S.Domain.is_null() &&
      A.Array < P.Program.Arrays.size()) {
    const Array &To = P.Program.Arrays[A.Array];
    isl::set Range = A.Relation.range(), Instances = A.Relation.domain();
    if (!isOver(Instances, S.Name) || !isOver(Range, To.Name) ||
        countOf(Instances.tuple_dim()) != countOf(S.Domain.tuple_dim()) ||
        countOf(Range.tuple_dim()) != To.Rank)
      X.fail("the relation is not from the statement to the array");
  }
  X.flag("reads", A.Reads);
  X.flag("writes", A.MustWrites);
  X.flag("mayWrite", A.MayWrites);
  if (X.option("chosen", !A.Chosen.empty()))
    X.list("(", A.Chosen, ")", [&](unsigned &D) { X.count(D); });
}

static void place(TextForm &X, StatementPlace &P) {
  X.count(P.Line);
  X.list("(", P.Iterators, ")", [&](StatementPlace::Iterator &I) {
    X.name(I.Name);
    X.word("as");
    X.text(I.Type);
    optionalCount(X, "line", I.Line);
  });
}

/// Whether the holes of \p T can be filled by an instance of \p S.
static bool canBeFilled(const TextTemplate &T, const Statement &S) {
  bool Result = true;
  forEachPiece(T, [&](const TextPiece &P) {
    if (P.K == TextPiece::Iterator)
      Result &= P.Index < countOf(S.Domain.tuple_dim());
    if (P.K == TextPiece::AccessRef)
      Result &= P.Index < S.Accesses.size() &&
                P.Subscripts.size() == S.Accesses[P.Index].Chosen.size();
  });
  return Result;
}

static void statement(TextForm &X, TreeParts &P, Statement &S) {
  X.name(S.Name);
  islValue(X, P, S.Domain);
  if (X.isReading() && !S.Domain.is_null())
    checkSet(X, S.Domain, S.Name);
  optionalCount(X, "line", S.Line);
  X.flag("copies", S.Copies);
  if (X.option("place", P.Source.Places.count(S.Name)))
    place(X, P.Source.Places[S.Name]);
  X.lines("access",
          "access ARRAY \"RELATION\" [reads] [writes] [mayWrite] "
          "[chosen (N, ...)]",
          S.Accesses, [&](Access &A) { access(X, P, S, A); });
  TextTemplate Body = P.Source.body(S.Name);
  if (!X.begins("body", "body (\"TEXT\" | $ITERATOR [as \"TYPE\"] | @ACCESS "
                        "[at [(...), ...]], ...)",
                !Body.empty()))
    return;
  textTemplate(X, Body);
  if (X.isReading() && !S.Domain.is_null() && !canBeFilled(Body, S))
    X.fail("the text asks for an iterator or an access that '" + S.Name +
           "' does not have");
  P.Source.Bodies[S.Name] = std::move(Body);
}

static void parallelLoop(TextForm &X, const TreeParts &P, ParallelLoop &L) {
  islValue(X, P, L.Iterator);
  X.word("around");
  islValue(X, P, L.Around);
  optionalCount(X, "number", L.Number);
  optionalCount(X, "line", L.Line);
  X.flag("threads", L.StartsThreads);
  X.flag("shares", L.SharesOut);
  X.flag("lanes", L.UsesLanes);
}

static void hint(TextForm &X, LoopHint &H) {
  X.text(H.Text);
  optionalCount(X, "line", H.Line);
  X.flag("inside", H.IsInside);
  H.Kind = LoopHint::HintKind(
      X.choice(H.Kind, {"advice", "independent", "ofSource"}));
}

static void code(TextForm &X, EmitOptions &C) {
  X.text(C.Prefix);
  X.text(C.MacroPrefix);
  std::string Names = llvm::join(C.Memories.given(), ",");
  optionalText(X, "memories", Names);
  std::vector<std::string> Given;
  for (llvm::StringRef Name : llvm::split(Names, ','))
    Given.push_back(Name.str());
  C.Memories = MemoryNames(Names.empty() ? std::vector<std::string>() : Given);
  optionalText(X, "function", C.Function);
  X.word("region");
  X.count(C.RegionInFunction);
  X.flag("cplusplus", C.IsCPlusPlus);
  X.flag("declaresInLoops", C.DeclaresInLoops);
  X.flag("countsInInt", C.CountsInInt);
  X.flag("narrowLong", C.HasNarrowLong);
  X.flag("numbersLines", C.NumbersLines);
  X.flag("declaresIterators", C.DeclaresIterators);
  optionalText(X, "indent", C.Indent);
  optionalText(X, "prologue", C.Prologue);
  optionalText(X, "epilogue", C.Epilogue);
  optionalText(X, "mentions", C.Mentions);
  optionalText(X, "original", C.OriginalText);
}

/// A line that always stands here.
template <typename Function>
static void line(TextForm &X, const char *Word, const char *Usage,
                 Function Rest) {
  X.line(Word, Usage);
  X.word(Word);
  Rest();
}

static void program(TextForm &X, TreeParts &P) {
  Scop &S = P.Program;
  line(X, "context", "context \"SET\"", [&] { islValue(X, P, S.Context); });
  X.lines("parameter", "parameter NAME [as \"TEXT\"] [exposed]", S.Parameters,
          [&](Parameter &Q) {
            X.name(Q.Name);
            X.Names.Parameters.push_back(Q.Name);
            if (X.option("as", P.Source.Parameters.count(Q.Name)))
              X.text(P.Source.Parameters[Q.Name]);
            X.flag("exposed", Q.IsExposed);
          });
  std::vector<std::string> Types(P.Source.ElementTypes.begin() + 1,
                                 P.Source.ElementTypes.end());
  X.lines("type", "type \"NAME\"", Types, [&](std::string &T) { X.text(T); });
  P.Source.ElementTypes.resize(1);
  llvm::append_range(P.Source.ElementTypes, Types);
  X.lines("array",
          "array NAME rank N [bytes N] [type N] [extent \"SET\"] [declared N] "
          "[pointers N] [liveOut] [private] [inside] [made] [watched] "
          "[reference (...)] [declaration \"TEXT\"] [variable \"NAME\"] "
          "[memory \"NAME\"] [sizes (\"NAME\", ...)]",
          S.Arrays, [&](Array &A) {
            ArrayText Text = P.Source.array(A);
            array(X, P, A, Text);
            X.Names.Arrays.push_back(A.Name);
            P.Source.Arrays[A.Name] = std::move(Text);
          });
  X.lines("statement",
          "statement NAME \"DOMAIN\" [line N] [copies] "
          "[place LINE (NAME as \"TYPE\" [line N], ...)]",
          S.Statements, [&](Statement &Stmt) {
            statement(X, P, Stmt);
            X.Names.Statements.push_back(Stmt.Name);
          });
  line(X, "order", "order \"SCHEDULE\"", [&] { islValue(X, P, S.Order); });
  X.lines("parallel",
          "parallel \"ITERATOR\" around \"ITERATORS\" [number N] [line N] "
          "[threads] [shares] [lanes]",
          S.ParallelLoops, [&](ParallelLoop &L) { parallelLoop(X, P, L); });
}

static void source(TextForm &X, SourceText &Source) {
  X.lines("clauses", "clauses \"TEXT\" lanes \"TEXT\"", Source.Directives,
          [&](DirectiveText &D) {
            X.text(D.Clauses);
            X.word("lanes");
            X.text(D.LaneClauses);
          });
  X.lines("hint",
          "hint \"TEXT\" [line N] [inside] advice|independent|ofSource",
          Source.Hints, [&](LoopHint &H) { hint(X, H); });
  if (X.begins("runtime", "runtime \"CONDITION\"",
               !Source.RuntimeCondition.empty()))
    X.text(Source.RuntimeCondition);
}

/// Whether every hint of a loop exists, and each subscript that data choose.
static bool hasAllTexts(const TreeParts &P) {
  bool Result = true;
  looptree::walk(P.Region.Loops, [&](const looptree::Node &N) {
    if (auto *F = llvm::dyn_cast<looptree::ForNode>(&N))
      for (unsigned Hint : F->Hints)
        Result &= Hint < P.Source.Hints.size();
    auto *I = llvm::dyn_cast<looptree::InstanceNode>(&N);
    if (!I || I->Statement >= P.Program.Statements.size())
      return;
    const std::vector<Access> &All = P.Program.Statements[I->Statement].Accesses;
    for (size_t K = 0; K < I->Elements.size() && K < All.size(); ++K)
      for (const looptree::Expr &E : I->Elements[K].Subscripts)
        E.walk([&](const looptree::Expr &Part) {
          if (Part.kind() != looptree::Expr::Variable)
            return;
          auto Number = looptree::numberOfChosen(Part.name());
          Result &= !Number || *Number < All[K].Chosen.size();
        });
  });
  return Result;
}

static void tree(TextForm &X, TreeParts &P) {
  LoweredRegion &R = P.Region;
  X.Names = {};
  line(X, "tree", "tree { ... }", [&] { X.word("{"); });
  program(X, P);
  source(X, P.Source);
  if (X.begins("assume", "assume \"SET\"", !R.Assumptions.is_null()))
    islValue(X, P, R.Assumptions);
  if (X.begins("constants", "constants (TILE SIZE, ...)", !R.TileSizes.empty()))
    X.list("(", R.TileSizes, ")", [&](int64_t &Size) { X.number(Size); });
  line(
      X, "code",
      "code \"PREFIX\" \"MACRO PREFIX\" [memories \"NAME,...\"] [function "
      "\"NAME\"] region N "
      "[cplusplus] [declaresInLoops] [countsInInt] [narrowLong] [numbersLines] "
      "[declaresIterators] [indent \"TEXT\"] [epilogue \"TEXT\"] "
      "[mentions \"TEXT\"] [original \"TEXT\"]",
      [&] { code(X, R.Code); });
  line(X, "loops", "loops { ... }", [&] { describe(X, R.Loops); });
  if (X.isReading() && !hasAllTexts(P))
    X.fail("a loop has a hint, or an access a chosen subscript, that the "
           "region does not have");
  X.word("}");
}

std::string stevedore::treeText(const LoweredRegion &Region) {
  TreeParts P{*Region.Program, *Region.Code.Source, Region,
              Region.Program->Context.ctx()};
  return looptree::written([&](TextForm &X) { tree(X, P); });
}

/// The first word that is no comment is `tree`.
bool stevedore::isTreeText(llvm::StringRef Text) {
  Text = Text.ltrim();
  while (Text.consume_front("#"))
    Text = Text.drop_until([](char C) { return C == '\n'; }).ltrim();
  return Text.consume_front("tree") && Text.ltrim().starts_with("{");
}

llvm::Expected<std::vector<LoweredRegion>>
stevedore::readTrees(llvm::MemoryBufferRef Text, isl::ctx Ctx) {
  std::vector<LoweredRegion> Result;
  llvm::Error Failed = looptree::readInto(Text, [&](TextForm &X) {
    do {
      TreeParts P{{}, {}, {}, Ctx};
      P.Region.Code.DeclaresInLoops = false;
      tree(X, P);
      P.Region.Program = std::make_shared<const Scop>(std::move(P.Program));
      P.Region.Code.Source =
          std::make_shared<const SourceText>(std::move(P.Source));
      Result.push_back(std::move(P.Region));
    } while (!X.ends("", false));
  });
  if (Failed)
    return std::move(Failed);
  return std::move(Result);
}
