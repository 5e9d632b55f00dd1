//===- SourceLines.cpp - Where new loops come from ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;
using namespace stevedore::looptree;

using Iterator = StatementPlace::Iterator;

/// The first statement in \p B.
static const InstanceNode *firstInstance(const Block &B) {
  for (const NodeRef &N : B) {
    if (const auto *I = llvm::dyn_cast<InstanceNode>(N.get()))
      return I;
    for (const Block *Inside : blocksOf(*N))
      if (const InstanceNode *I = firstInstance(*Inside))
        return I;
  }
  return nullptr;
}

static const StatementPlace *placeOf(const InstanceNode &I, const Scop &S,
                                     const SourceText &Source) {
  auto Place = Source.Places.find(S.Statements[I.Statement].Name);
  return Place == Source.Places.end() ? nullptr : &Place->second;
}

unsigned stevedore::lineOfLoop(const ForNode &F, const Scop &S,
                               const SourceText &Source) {
  const InstanceNode *I = firstInstance(F.Body);
  const StatementPlace *Place = I ? placeOf(*I, S, Source) : nullptr;
  if (!Place)
    return 0;
  const std::vector<Iterator> &Iterators = Place->Iterators;
  for (size_t K = 0; K < Iterators.size() && K < I->Coordinates.size(); ++K)
    if (I->Coordinates[K].uses(F.Counter))
      return Iterators[K].Line;
  return Iterators.empty() ? Place->Line : Iterators.back().Line;
}

/// The names of the variables that \p Loops define.
static llvm::StringSet<> variables(const Block &Loops) {
  llvm::StringSet<> Result;
  walk(Loops, [&](const Node &N) {
    if (const auto *F = llvm::dyn_cast<ForNode>(&N)) {
      Result.insert(F->Counter);
      Result.insert(F->Limit);
    } else if (const auto *L = llvm::dyn_cast<LetNode>(&N)) {
      Result.insert(L->Name);
    }
  });
  return Result;
}

llvm::StringSet<> stevedore::takenIterators(const Block &Loops, const Scop &S,
                                            const SourceText &Source) {
  llvm::StringSet<> Defined = variables(Loops), Result;
  walk(Loops, [&](const Node &N) {
    const auto *I = llvm::dyn_cast<InstanceNode>(&N);
    const StatementPlace *Place = I ? placeOf(*I, S, Source) : nullptr;
    if (!Place)
      return;
    const std::vector<Iterator> &Iterators = Place->Iterators;
    for (size_t K = 0; K < Iterators.size() && K < I->Coordinates.size(); ++K)
      if (Defined.contains(Iterators[K].Name) &&
          I->Coordinates[K] != Expr::variable(Iterators[K].Name))
        Result.insert(Iterators[K].Name);
  });
  return Result;
}

static bool mentions(llvm::StringRef Text, llvm::StringRef Name) {
  bool Found = false;
  forEachIdentifier(Text,
                    [&](llvm::StringRef Other) { Found |= Other == Name; });
  return Found;
}

std::vector<std::string>
stevedore::declareIterators(const StatementPlace &Place,
                            llvm::ArrayRef<std::string> Values,
                            const std::string &Text) {
  std::string All = Text + " " + llvm::join(Values, " ");
  llvm::StringSet<> Known;
  std::vector<std::string> Result;
  for (size_t K = std::min(Place.Iterators.size(), Values.size()); K-- > 0;) {
    const Iterator &I = Place.Iterators[K];
    if (Known.insert(I.Name).second && !mentions(All, I.Name))
      Result.push_back("const " + I.Type + " " + I.Name + " = (" + I.Type +
                       ")" + Values[K] + ";");
  }
  return Result;
}
