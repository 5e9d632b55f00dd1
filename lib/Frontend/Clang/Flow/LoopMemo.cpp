//===- LoopMemo.cpp - Values of loops that are known ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/LoopMemo.h"

using namespace clang;
using namespace stevedore;

LoopQuestion::LoopQuestion(const RegionState &R, const LoopHeader &H,
                           const Nest &N, const Nest &Inner,
                           const IndexMap &Before)
    : Loop(H.Loop), IsTrial(R.Point.IsTrial), IsGuess(R.Point.IsGuess),
      Outside(N.Domain), Inside(Inner.Domain), Context(R.Model.Program.Context),
      Bounds(R.Notes.TypeBounds), NumAlternatives(R.Notes.Alternatives.size()),
      Before(Before) {
  for (const ValueFact &Fact : R.Point.Facts)
    Facts.push_back(Fact.E);
}

static bool isSameSet(const isl::set &A, const isl::set &B) {
  return isl_set_plain_is_equal(A.get(), B.get()) == isl_bool_true;
}

static bool isSameForm(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.is_null() == B.is_null() &&
         (A.is_null() || A.plain_is_equal(B).is_true());
}

static bool isSameValue(const IndexValue &A, const IndexValue &B) {
  return A.Init == B.Init && isSameForm(A.Value, B.Value) &&
         llvm::equal(A.Sum, B.Sum,
                     [](const SubscriptTerm &X, const SubscriptTerm &Y) {
                       return X.Factors == Y.Factors &&
                              isSameForm(X.Coefficient, Y.Coefficient);
                     });
}

bool LoopQuestion::isSame(const LoopQuestion &Other) const {
  return Loop == Other.Loop && IsTrial == Other.IsTrial &&
         IsGuess == Other.IsGuess && Facts == Other.Facts &&
         NumAlternatives == Other.NumAlternatives &&
         Before.size() == Other.Before.size() &&
         llvm::all_of(Before,
                      [&](const auto &Entry) {
                        auto Found = Other.Before.find(Entry.first);
                        return Found != Other.Before.end() &&
                               isSameValue(Entry.second, Found->second);
                      }) &&
         isSameSet(Outside, Other.Outside) && isSameSet(Inside, Other.Inside) &&
         isSameSet(Context, Other.Context) && isSameSet(Bounds, Other.Bounds);
}

const LoopIndices *LoopMemo::find(const LoopQuestion &Question) const {
  for (const auto &[Known, Answer] : Answers)
    if (Known.isSame(Question))
      return &Answer;
  return nullptr;
}
