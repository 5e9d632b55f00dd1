//===- CountEvaluator.cpp - Sums at one vector after the other ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountState.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace stevedore;

CompiledCounts CompiledCounts::only(llvm::ArrayRef<unsigned> Indices) const {
  CompiledCounts New = *this;
  New.Results.clear();
  std::set<unsigned> Places;
  auto usePiece = [&](const Piece &P) {
    for (const TermGroup &G : P.Terms)
      for (const Term &T : G.Terms)
        Places.insert(T.Places.begin(), T.Places.end());
  };
  for (unsigned Index : Indices) {
    New.Results.push_back(Results[Index]);
    for (const Alternatives &A : Results[Index].Pieces)
      for (const std::vector<Piece> &Way : A.Ways)
        llvm::for_each(Way, usePiece);
  }
  llvm::erase_if(New.Floors, [&](const auto &Floor) {
    return !Places.count(Floor.second);
  });
  return New;
}

uint64_t CompiledCounts::Dependence::of(const Range &R) const {
  uint64_t Bits = R.Step == None ? 0 : Places[R.Step];
  for (unsigned Q : R.Lower)
    Bits |= OfQuotients[Q];
  for (unsigned Q : R.Upper)
    Bits |= OfQuotients[Q];
  return Bits;
}

uint64_t CompiledCounts::Dependence::of(const Piece &P) const {
  uint64_t Bits = 0;
  for (const Range &R : P.Loops)
    Bits |= of(R);
  for (const Range &R : P.Inner)
    Bits |= of(R);
  for (unsigned R : P.Closed)
    Bits |= Classes[Ranges[R]];
  for (unsigned Q : P.Varying)
    Bits |= OfQuotients[Q];
  for (const TermGroup &G : P.Terms)
    for (const Term &T : G.Terms)
      for (unsigned Place : T.Places)
        Bits |= Places[Place];
  return Bits;
}

CompiledCounts::Dependence::Dependence(const CompiledCounts &C)
    : Places(C.NumValues, 0) {
  for (unsigned P = 0; P < C.Parameters.size(); ++P)
    Places[P] = uint64_t(1) << std::min(P, 63u);
  for (const Multiple &M : C.Multiples)
    Places[M.Place] = M.Of == None ? 0 : Places[M.Of];
  for (const Quotient &Q : C.Quotients) {
    OfQuotients.push_back(of(Q.F) | (Q.Step == None ? 0 : Places[Q.Step]));
    Quotients.push_back(classOf(OfQuotients.back()));
  }
  for (auto [Q, Place] : C.Floors)
    Places[Place] = OfQuotients[Q];
  for (const Range &R : C.Ranges) {
    uint64_t Bits = of(R);
    Ranges.push_back(classOf(Bits));
    for (unsigned E = 0; E <= R.Powers; ++E)
      Places[R.Moments + E] = Bits;
  }
  for (const SharedRange &R : C.SharedRanges) {
    uint64_t Bits =
        of(R.Of) | (R.CounterStep == None ? 0 : Places[R.CounterStep]);
    for (const std::vector<unsigned> *Bounds : {&R.Lower, &R.Upper})
      for (unsigned Q : *Bounds)
        Bits |= OfQuotients[Q];
    SharedRanges.push_back(classOf(Bits));
  }
  for (auto [Before, Place] : C.Products)
    Products.push_back(classOf(
        Places[Place] | (Before == None ? 0 : Classes[Products[Before]])));
  for (const ConstantSum &S : C.ConstantSums) {
    uint64_t Bits = 0;
    for (const auto &[P, Factor] : S.Terms)
      Bits |= P == None ? 0 : Classes[Products[P]];
    ConstantSums.push_back(classOf(Bits));
  }
  addResults(C);
}

void CompiledCounts::Dependence::addResults(const CompiledCounts &C) {
  Alternatives.resize(C.NumAlternatives);
  for (const Result &R : C.Results) {
    uint64_t OfAll = 0;
    for (unsigned Step : R.Steps)
      OfAll |= Places[Step];
    for (const CompiledCounts::Alternatives &A : R.Pieces) {
      uint64_t Bits = 0;
      for (const std::vector<Piece> &Way : A.Ways)
        for (const Piece &P : Way)
          Bits |= of(P);
      Alternatives[A.Number] = classOf(Bits);
      for (const Guard &G : A.Guards)
        Bits |= of(G.F);
      OfAll |= Bits;
    }
    Results.push_back(classOf(OfAll));
  }
}

struct CountEvaluator::Impl {
  CompiledCounts Sums;
  CompiledCounts::Dependence Of;
  CompiledCounts::State<uint64_t> Narrow;
  std::vector<int64_t> Values;
  bool HasSums = false;
  std::vector<std::optional<int64_t>> Found;
  /// The numbers of the evaluations that have found them.
  std::vector<uint64_t> FoundAt;

  explicit Impl(CompiledCounts C)
      : Sums(std::move(C)), Of(Sums), Found(Sums.size()), FoundAt(Sums.size()) {
    Narrow.Of = &Of;
  }

  std::optional<int64_t> compute(unsigned Index);
};

/// Sum number \p Index, in a wider type where that is needed.
std::optional<int64_t> CountEvaluator::Impl::compute(unsigned Index) {
  const CompiledCounts::Result &R = Sums.Results[Index];
  Narrow.Steps = 0;
  Narrow.SumSize = 0;
  auto Result = Sums.evaluate(R, Narrow);
  if (Result || Narrow.SumSize < Narrow.LargestSum)
    return Result;
  CompiledCounts::State<WideUnsigned> Wide;
  Wide.Breadth = Narrow.Breadth;
  Wide.MostSteps = Narrow.MostSteps;
  return Sums.prepare(Values, Wide) ? Sums.evaluate(R, Wide) : std::nullopt;
}

CountEvaluator::CountEvaluator(CompiledCounts Sums)
    : P(std::make_unique<Impl>(std::move(Sums))) {}
CountEvaluator::CountEvaluator(CountEvaluator &&) = default;
CountEvaluator &CountEvaluator::operator=(CountEvaluator &&) = default;
CountEvaluator::~CountEvaluator() = default;

const CompiledCounts &CountEvaluator::sums() const { return P->Sums; }
uint64_t CountEvaluator::work() const { return P->Narrow.Work; }

void CountEvaluator::setBreadth(int64_t Breadth, uint64_t MostSteps) {
  P->Narrow.Breadth = Breadth;
  P->Narrow.MostSteps = MostSteps;
  P->Narrow.IsKnown = false;
}

void CountEvaluator::set(llvm::ArrayRef<int64_t> Values) {
  P->Values.assign(Values.begin(), Values.end());
  P->Narrow.IsTooLarge = false;
  P->HasSums = P->Sums.prepare(Values, P->Narrow);
  P->Narrow.IsKnown = P->HasSums;
}

std::optional<int64_t> CountEvaluator::sum(unsigned Index) {
  if (!P->HasSums)
    return std::nullopt;
  if (!P->Narrow.isOld(&CompiledCounts::Dependence::Results, Index,
                       P->FoundAt[Index])) {
    P->Found[Index] = P->compute(Index);
    P->FoundAt[Index] = P->Narrow.Now;
  }
  return P->Found[Index];
}
