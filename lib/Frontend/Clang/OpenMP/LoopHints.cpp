//===- LoopHints.cpp - Pragmas about loops --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMP/LoopHints.h"
#include "State/RegionState.h"
#include "Syntax/Control.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace stevedore;

/// Takes the first word off \p Text.
static llvm::StringRef takeWord(llvm::StringRef &Text) {
  Text = Text.ltrim();
  llvm::StringRef Word = Text.take_while(isPartOfName);
  Text = Text.drop_front(Word.size()).trim();
  return Word;
}

/// Those of high-level synthesis stand in the body of their loop.
static LoopHint readSynthesisHint(llvm::StringRef Rest) {
  LoopHint Result;
  Result.IsInside = true;
  bool IsAdvice = llvm::StringSwitch<bool>(takeWord(Rest).upper())
                      .Cases({"PIPELINE", "UNROLL", "LOOP_FLATTEN"}, true)
                      .Default(false);
  Result.Kind = IsAdvice ? LoopHint::Advice : LoopHint::OfSource;
  return Result;
}

/// What a hint says whose name is \p Name, followed by \p Rest.
static std::optional<LoopHint::HintKind> kindOf(llvm::StringRef Name,
                                                llvm::StringRef Rest) {
  if (Name == "loop")
    return Rest.contains("assume_safety") ? LoopHint::Independent
                                          : LoopHint::Advice;
  if (Name == "vector")
    return Rest.empty() || Rest == "always" ? LoopHint::Advice
                                            : LoopHint::OfSource;
  return llvm::StringSwitch<std::optional<LoopHint::HintKind>>(Name)
      .Cases({"ivdep", "simd"}, LoopHint::Independent)
      .Cases({"unroll", "nounroll", "novector", "nofusion"}, LoopHint::Advice)
      .Cases({"unroll_and_jam", "nounroll_and_jam"}, LoopHint::Advice)
      .Case("loop_count", LoopHint::OfSource)
      .Default(std::nullopt);
}

std::optional<LoopHint> stevedore::readLoopHint(llvm::StringRef Text) {
  llvm::StringRef Rest = Text;
  llvm::StringRef Name = takeWord(Rest);
  LoopHint Result;
  if (Name.equals_insensitive("HLS")) {
    Result = readSynthesisHint(Rest);
  } else if (Name == "acc") {
    if (!llvm::is_contained({"parallel", "kernels", "serial", "loop"},
                            takeWord(Rest)))
      return std::nullopt;
    Result.Kind = LoopHint::OfSource;
  } else {
    if (Name == "GCC" || Name == "clang")
      Name = takeWord(Rest);
    std::optional<LoopHint::HintKind> Kind = kindOf(Name, Rest);
    if (!Kind)
      return std::nullopt;
    Result.Kind = *Kind;
  }
  Result.Text = Text.str();
  return Result;
}

/// Makes those of the hints \p Found the ones for \p Loop that stand directly
/// before it or in it. A macro may stand between a hint and the loop.
static void assign(RegionState &R, const Stmt *Loop,
                   llvm::ArrayRef<const OpenMPPragma *> Found) {
  const SourceManager &SM = R.AST.getSourceManager();
  unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(Loop->getBeginLoc()));
  unsigned End = SM.getFileOffset(SM.getExpansionLoc(Loop->getEndLoc()));
  unsigned Next = Begin;
  for (size_t I = Found.size(); I-- > 0;) {
    const OpenMPPragma &P = *Found[I];
    bool IsInside = R.Model.Source.Hints[I].IsInside;
    bool IsBefore = !IsInside && (P.Next == Begin || P.Next == Next);
    if (IsBefore)
      Next = P.Begin;
    if (IsBefore || (IsInside && Begin < P.Begin && P.Begin < End))
      R.Notes.HintedLoops[I] = Loop->getBeginLoc();
  }
}

/// Assigns the hints \p Found to the loops in \p S, those inside of several to
/// the innermost.
static void collect(RegionState &R, const Stmt *S,
                    llvm::ArrayRef<const OpenMPPragma *> Found) {
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    assign(R, S, Found);
  for (const Stmt *Part : partsOf(S))
    if (Part)
      collect(R, Part, Found);
}

void stevedore::collectLoopHints(RegionState &R) {
  std::vector<const OpenMPPragma *> Found;
  for (const OpenMPPragma &P : R.Code.Pragmas.LoopHints) {
    if (P.Begin < R.Code.BeginOffset || R.Code.EndOffset <= P.Begin)
      continue;
    LoopHint Hint = *readLoopHint(P.Text);
    Hint.Line = R.AST.getSourceManager().getExpansionLineNumber(P.Location);
    R.Model.Source.Hints.push_back(std::move(Hint));
    Found.push_back(&P);
  }
  R.Notes.HintedLoops.assign(Found.size(), SourceLocation());
  for (const Stmt *S : R.Form.Statements)
    collect(R, S, Found);
}
