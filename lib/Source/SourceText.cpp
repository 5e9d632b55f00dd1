//===- SourceText.cpp - A program's C text --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Source/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;

/// The value of \p Key in \p Map; an empty one if it is not there.
template <typename T>
static const T &find(const std::map<std::string, T> &Map,
                     const std::string &Key) {
  static const T Empty;
  auto It = Map.find(Key);
  return It == Map.end() ? Empty : It->second;
}

const TextTemplate &SourceText::body(const std::string &Statement) const {
  return find(Bodies, Statement);
}

const ArrayText &SourceText::array(const Array &A) const {
  return find(Arrays, A.Name);
}

std::string SourceText::elementType(const Array &A) const {
  return A.ElementType < ElementTypes.size() ? ElementTypes[A.ElementType] : "";
}

std::string SourceText::parameter(const Parameter &P) const {
  auto It = Parameters.find(P.Name);
  return It == Parameters.end() ? P.Name : It->second;
}

std::string SourceText::directive(const ParallelLoop &P, bool WithLanes) const {
  std::string Text;
  auto Add = [&](const char *Word) {
    Text += (Text.empty() ? "" : " ") + std::string(Word);
  };
  if (P.StartsThreads)
    Add("parallel");
  if (P.SharesOut)
    Add("for");
  if (P.UsesLanes && WithLanes)
    Add("simd");
  if (P.Number >= Directives.size())
    return Text;
  const DirectiveText &D = Directives[P.Number];
  return Text + D.Clauses + (WithLanes ? D.LaneClauses : "");
}

std::vector<std::string> SourceText::directives(const Scop &S) const {
  std::vector<std::string> Result;
  for (const ParallelLoop &P : S.ParallelLoops)
    Result.push_back(directive(P, true));
  return Result;
}

unsigned SourceText::addElementType(const std::string &Name) {
  auto It = llvm::find(ElementTypes, Name);
  if (It == ElementTypes.end())
    It = ElementTypes.insert(It, Name);
  return It - ElementTypes.begin();
}

void stevedore::forEachIdentifier(
    llvm::StringRef Text, llvm::function_ref<void(llvm::StringRef)> Visit) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; };
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(IsPart);
    if (!Word.empty() && !llvm::isDigit(Word.front()))
      Visit(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
}

llvm::StringSet<> stevedore::mentionedNames(const Scop &S,
                                            const SourceText &Source) {
  llvm::StringSet<> Result;
  auto Add = [&](llvm::StringRef Text) {
    forEachIdentifier(Text, [&](llvm::StringRef Name) { Result.insert(Name); });
  };
  auto AddAll = [&](const TextTemplate &Pieces) {
    for (const TextPiece &P : Pieces)
      Add(P.Text);
  };
  for (const Statement &Stmt : S.Statements) {
    AddAll(Source.body(Stmt.Name));
    Add(Stmt.Name);
  }
  for (const Array &A : S.Arrays) {
    const ArrayText &Text = Source.array(A);
    AddAll(Text.Reference);
    for (const std::string &Part :
         {A.Name, Text.Declaration, Text.Variable, Source.elementType(A)})
      Add(Part);
  }
  for (const Parameter &P : S.Parameters)
    Add(Source.parameter(P));
  for (const std::string &Directive : Source.directives(S))
    Add(Directive);
  for (const LoopHint &Hint : Source.Hints)
    Add(Hint.Text);
  Add(Source.RuntimeCondition);
  return Result;
}

std::string stevedore::identifier(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!llvm::isAlnum(C) && C != '_')
      C = '_';
  return Result;
}
