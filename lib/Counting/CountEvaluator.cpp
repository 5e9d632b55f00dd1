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
  std::set<unsigned> Places, UsedQ, UsedR;
  auto use = [&](const Range &R) {
    UsedQ.insert(R.Lower.begin(), R.Lower.end());
    UsedQ.insert(R.Upper.begin(), R.Upper.end());
  };
  auto usePiece = [&](const Piece &P) {
    llvm::for_each(P.Loops, use);
    llvm::for_each(P.Inner, use);
    UsedR.insert(P.Closed.begin(), P.Closed.end());
    UsedQ.insert(P.Varying.begin(), P.Varying.end());
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
  for (auto [Q, Place] : New.Floors)
    UsedQ.insert(Q);
  for (unsigned R : UsedR)
    use(Ranges[R]);
  New.UsedQuotients.assign(UsedQ.begin(), UsedQ.end());
  New.UsedRanges.assign(UsedR.begin(), UsedR.end());
  return New;
}

uint64_t CompiledCounts::Dependence::of(const Range &R) const {
  uint64_t Bits = R.Step == None ? 0 : Places[R.Step];
  for (unsigned Q : R.Lower)
    Bits |= Quotients[Q];
  for (unsigned Q : R.Upper)
    Bits |= Quotients[Q];
  return Bits;
}

uint64_t CompiledCounts::Dependence::of(const Piece &P) const {
  uint64_t Bits = 0;
  for (const Range &R : P.Loops)
    Bits |= of(R);
  for (const Range &R : P.Inner)
    Bits |= of(R);
  for (unsigned R : P.Closed)
    Bits |= Ranges[R];
  for (unsigned Q : P.Varying)
    Bits |= Quotients[Q];
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
  for (const Quotient &Q : C.Quotients)
    Quotients.push_back(of(Q.F) | (Q.Step == None ? 0 : Places[Q.Step]));
  for (auto [Q, Place] : C.Floors)
    Places[Place] = Quotients[Q];
  for (const Range &R : C.Ranges) {
    Ranges.push_back(of(R));
    for (unsigned E = 0; E <= R.Powers; ++E)
      Places[R.Moments + E] = Ranges.back();
  }
  for (const Result &R : C.Results) {
    Results.push_back(0);
    for (const Alternatives &A : R.Pieces) {
      for (const Guard &G : A.Guards)
        Results.back() |= of(G.F);
      for (const std::vector<Piece> &Way : A.Ways)
        for (const Piece &P : Way)
          Results.back() |= of(P);
    }
  }
}

struct CountEvaluator::Impl {
  CompiledCounts Sums;
  CompiledCounts::Dependence Of;
  CompiledCounts::State<uint64_t> Narrow;
  std::vector<int64_t> Values;
  bool HasSums = false;
  std::vector<std::optional<int64_t>> Found;
  /// What has changed since a sum was found.
  std::vector<uint64_t> Changed;
  std::vector<char> IsFound;

  explicit Impl(CompiledCounts C)
      : Sums(std::move(C)), Of(Sums), Found(Sums.size()), Changed(Sums.size()),
        IsFound(Sums.size()) {
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
  return Sums.prepare(Values, Wide) ? Sums.evaluate(R, Wide) : std::nullopt;
}

CountEvaluator::CountEvaluator(CompiledCounts Sums)
    : P(std::make_unique<Impl>(std::move(Sums))) {}
CountEvaluator::CountEvaluator(CountEvaluator &&) = default;
CountEvaluator &CountEvaluator::operator=(CountEvaluator &&) = default;
CountEvaluator::~CountEvaluator() = default;

const CompiledCounts &CountEvaluator::sums() const { return P->Sums; }
uint64_t CountEvaluator::work() const { return P->Narrow.Work; }

void CountEvaluator::set(llvm::ArrayRef<int64_t> Values) {
  P->Values.assign(Values.begin(), Values.end());
  P->Narrow.IsTooLarge = false;
  P->HasSums = P->Sums.prepare(Values, P->Narrow);
  if (!P->HasSums)
    llvm::fill(P->IsFound, false);
  P->Narrow.IsKnown = P->HasSums;
  for (uint64_t &Bits : P->Changed)
    Bits |= P->Narrow.Changed;
}

std::optional<int64_t> CountEvaluator::sum(unsigned Index) {
  if (!P->HasSums)
    return std::nullopt;
  if (!P->IsFound[Index] || (P->Changed[Index] & P->Of.Results[Index])) {
    P->Found[Index] = P->compute(Index);
    P->IsFound[Index] = true;
  }
  P->Changed[Index] = 0;
  return P->Found[Index];
}
