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

std::string stevedore::identifier(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!llvm::isAlnum(C) && C != '_')
      C = '_';
  return Result;
}
