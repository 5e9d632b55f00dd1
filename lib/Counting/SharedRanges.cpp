//===- SharedRanges.cpp - Ranges that several pieces have -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <tuple>

using namespace stevedore;

/// The place of a coordinate with the step \p S that is none of \p Taken.
unsigned CompiledCounts::coordinate(const LatticeStep &S,
                                    llvm::ArrayRef<unsigned> Taken) {
  std::vector<unsigned> &Known = Coordinates[{S.Parameter, S.Constant}];
  for (unsigned Place : Known)
    if (!llvm::is_contained(Taken, Place))
      return Place;
  Known.push_back(NumValues++);
  return Known.back();
}

/// Makes \p R, a closed range of \p Of, a shared one if the only counter in its
/// bounds is that of the innermost loop. Those that may take the place of this
/// loop are bounds of their own.
void CompiledCounts::share(Range &R, const Piece &Of) {
  const Range &Loop = Of.Loops.back();
  SharedRange New;
  New.Counter = Loop.Coordinate;
  New.CounterStep = Loop.Step;
  auto take = [&](const std::vector<unsigned> &From,
                  std::vector<unsigned> &To) {
    for (unsigned K : From)
      To.push_back(Of.Varying[K]);
  };
  take(R.VaryingLower, New.Lower);
  take(R.VaryingUpper, New.Upper);
  for (const std::vector<unsigned> *Bounds : {&New.Lower, &New.Upper})
    for (unsigned Q : *Bounds)
      for (const Range &Outer : llvm::drop_end(Of.Loops))
        if (llvm::is_contained(llvm::make_first_range(Quotients[Q].F.Terms),
                               Outer.Coordinate))
          return;
  auto [It, IsNew] =
      KnownShared.try_emplace({{New.Counter, New.CounterStep, R.Step},
                               R.Lower,
                               R.Upper,
                               New.Lower,
                               New.Upper},
                              SharedRanges.size());
  R.Shared = It->second;
  if (IsNew) {
    R.Moments = NumValues;
    NumValues += limits::CountPowers + 1;
    New.Of = R;
    SharedRanges.push_back(std::move(New));
  }
  Range &Known = SharedRanges[R.Shared].Of;
  R.Moments = Known.Moments;
  Known.Powers = std::max(Known.Powers, R.Powers);
}

/// Quotient number \p Q with the counter at \p Counter, whose step is at
/// \p CounterStep.
template <typename Number>
LinearQuotient CompiledCounts::linear(unsigned Q, unsigned Counter,
                                      unsigned CounterStep,
                                      const State<Number> &S) const {
  const Quotient &Of = Quotients[Q];
  int64_t Start = Of.F.Constant, Slope = 0;
  for (auto [Place, Factor] : Of.F.Terms)
    if (Place == Counter)
      Slope = Factor * (CounterStep == None ? 1 : S.V[CounterStep]);
    else
      Start += Factor * S.V[Place];
  int64_t Divisor = Of.Factor * (Of.Step == None ? 1 : S.V[Of.Step]);
  return {Start, Slope, Divisor, 1 / double(Divisor)};
}

/// Computes shared range number \p R at the values of the parameters. Between
/// the first and the last counter with points are few without.
template <typename Number>
void CompiledCounts::fixShared(unsigned R, State<Number> &S) const {
  const SharedRange &From = SharedRanges[R];
  SharedState<Number> &To = S.SharedRanges[R];
  To.At = S.Now;
  To.Known = {0, -1};
  std::tie(To.First, To.Last) = boundsOf(From.Of, S);
  To.Where = {std::numeric_limits<int64_t>::min() / 2,
              std::numeric_limits<int64_t>::max() / 2};
  To.Lower.clear(), To.Upper.clear();
  for (unsigned Q : From.Lower)
    To.Lower.push_back(linear(Q, From.Counter, From.CounterStep, S));
  for (unsigned Q : From.Upper)
    To.Upper.push_back(linear(Q, From.Counter, From.CounterStep, S));
  bool HasFirst = !From.Of.Lower.empty(), HasLast = !From.Of.Upper.empty();
  LinearQuotient First = {To.First, 0, 1, 1}, Last = {To.Last, 0, 1, 1};
  if (HasFirst && HasLast)
    To.Where.restrictTo(First, Last);
  for (const LinearQuotient &L : To.Lower) {
    if (HasLast)
      To.Where.restrictTo(L, Last);
    for (const LinearQuotient &U : To.Upper)
      To.Where.restrictTo(L, U);
  }
  for (const LinearQuotient &U : To.Upper)
    if (HasFirst)
      To.Where.restrictTo(First, U);
}

/// Restricts the numbers from \p First to \p Last, over which the innermost
/// loop of \p P runs, to where its shared ranges may have points.
template <typename Number>
void CompiledCounts::restrictToShared(const Piece &P, int64_t &First,
                                      int64_t &Last, State<Number> &S) const {
  for (const Range &R : P.Inner) {
    if (R.Shared == None)
      continue;
    SharedState<Number> &Of = S.SharedRanges[R.Shared];
    if (!S.isOld(&Dependence::SharedRanges, R.Shared, Of.At))
      fixShared(R.Shared, S);
    First = std::max(First, Of.Where.First);
    Last = std::min(Last, Of.Where.Last);
    if (First > Last)
      return;
  }
}

/// Whether shared range number \p R has points where its counter is
/// \p Counter; then its moments are set.
template <typename Number>
bool CompiledCounts::setShared(unsigned R, int64_t Counter,
                               State<Number> &S) const {
  SharedState<Number> &Of = S.SharedRanges[R];
  const Range &Range = SharedRanges[R].Of;
  auto &Found = Of.Recent[uint64_t(Counter) % Of.Recent.size()];
  if (Found.At == Of.At && Found.Counter == Counter) {
    for (size_t E = 0; E < Found.Moments.size(); ++E)
      std::tie(S.W[Range.Moments + E], S.Size[Range.Moments + E]) =
          Found.Moments[E];
    return !Found.Moments.empty();
  }
  auto at = [](const LinearQuotient &Q) { return &Q; };
  int64_t First = varyingBound(Of.Lower, Counter, Of.First, 1, at);
  int64_t Last = varyingBound(Of.Upper, Counter, Of.Last, -1, at);
  Found.Counter = Counter;
  Found.At = Of.At;
  Found.Moments.clear();
  if (First > Last)
    return false;
  setMoments(Range, First, Last, S);
  for (unsigned E = 0; E <= Range.Powers; ++E)
    Found.Moments.push_back(
        {S.W[Range.Moments + E], S.Size[Range.Moments + E]});
  return true;
}

/// Computes the moments of shared range number \p R where its counter is from
/// \p First to \p Last.
template <typename Number>
void CompiledCounts::tabulate(unsigned R, int64_t First, int64_t Last,
                              State<Number> &S) const {
  const Range &Of = SharedRanges[R].Of;
  SharedState<Number> &To = S.SharedRanges[R];
  if (To.Known.First <= First && Last <= To.Known.Last)
    return;
  Interval Both = {std::min(First, To.Known.First),
                   std::max(Last, To.Known.Last)};
  if (!To.Known.isEmpty() &&
      uint64_t(Both.Last) - uint64_t(Both.First) < limits::SharedSlots)
    std::tie(First, Last) = std::tie(Both.First, Both.Last);
  To.Known = {First, Last};
  size_t Count = size_t(Last - First) + 1;
  To.Moments.assign(Count * (Of.Powers + 1), 0);
  To.Sizes.assign(Of.Powers + 1, 0);
  To.AreOnes = true;
  for (int64_t Counter = First; Counter <= Last; ++Counter) {
    bool HasPoints = setShared(R, Counter, S);
    To.AreOnes &= HasPoints && S.W[Of.Moments] == 1;
    if (!HasPoints)
      continue;
    for (unsigned E = 0; E <= Of.Powers; ++E) {
      To.Moments[E * Count + size_t(Counter - First)] = S.W[Of.Moments + E];
      To.Sizes[E] = std::max(To.Sizes[E], S.Size[Of.Moments + E]);
    }
  }
}

/// The sum of products of \p Columns, of as many numbers as \p Scratch has.
template <typename Number>
static Number sumOfProducts(llvm::SmallVectorImpl<const Number *> &Columns,
                            std::vector<Number> &Scratch) {
  while (Columns.size() > 2) {
    const Number *A = Columns.pop_back_val(), *B = Columns.pop_back_val();
    for (size_t K = 0; K < Scratch.size(); ++K)
      Scratch[K] = A[K] * B[K];
    Columns.push_back(Scratch.data());
  }
  if (Columns.empty())
    return Number(Scratch.size());
  const Number *A = Columns.front(), *B = Columns.back();
  Number Sum = 0;
  if (Columns.size() == 1)
    for (size_t K = 0; K < Scratch.size(); ++K)
      Sum += A[K];
  else
    for (size_t K = 0; K < Scratch.size(); ++K)
      Sum += A[K] * B[K];
  return Sum;
}

/// Adds what \p P, whose inner ranges are shared, gives where the counter of
/// its innermost loop is from \p First to \p Last; false past the limits.
template <typename Number>
bool CompiledCounts::addTabulated(const Piece &P, int64_t First, int64_t Last,
                                  State<Number> &S) const {
  const Range &Loop = P.Loops.back();
  int64_t Step = Loop.Step == None ? 1 : S.V[Loop.Step];
  S.set(Loop.Coordinate, First * Step);
  S.set(Loop.Coordinate, Last * Step);
  S.Products.resize(size_t(Last - First) + 1);
  S.Steps += S.Products.size();
  if (S.IsTooLarge || S.Steps > S.MostSteps)
    return false;
  for (const Range &R : P.Inner)
    tabulate(R.Shared, First, Last, S);
  S.Counters.clear();
  llvm::SmallVector<const Number *, 4> Columns;
  for (unsigned K = 0; K < P.Terms.size(); ++K) {
    double Size = S.FactorSizes[K] * double(S.Products.size());
    for (unsigned Place : P.Terms[K].Varying) {
      if (Place == Loop.Coordinate) {
        for (int64_t At = First; S.Counters.size() < S.Products.size(); ++At)
          S.Counters.push_back(Number(WideInteger(At * Step)));
        Columns.push_back(S.Counters.data());
        Size *= double(std::max(std::abs(First), std::abs(Last)) * Step);
        continue;
      }
      const Range &R = *llvm::find_if(P.Inner, [&](const Range &R) {
        return Place >= R.Moments && Place - R.Moments <= R.Powers;
      });
      const SharedState<Number> &Of = S.SharedRanges[R.Shared];
      if (!Of.AreOnes || Place != R.Moments)
        Columns.push_back(Of.momentsAt(Place - R.Moments, First));
      Size *= Of.Sizes[Place - R.Moments];
    }
    S.Sum += S.Factors[K] * sumOfProducts(Columns, S.Products);
    S.SumSize += Size;
    Columns.clear();
  }
  S.Work += S.Products.size() * (1 + P.Terms.size()) / 2;
  return true;
}

namespace stevedore {
template LinearQuotient CompiledCounts::linear(unsigned, unsigned, unsigned,
                                               const State<uint64_t> &) const;
template LinearQuotient
CompiledCounts::linear(unsigned, unsigned, unsigned,
                       const State<WideUnsigned> &) const;
template void CompiledCounts::restrictToShared(const Piece &, int64_t &,
                                               int64_t &,
                                               State<uint64_t> &) const;
template void CompiledCounts::restrictToShared(const Piece &, int64_t &,
                                               int64_t &,
                                               State<WideUnsigned> &) const;
template bool CompiledCounts::addTabulated(const Piece &, int64_t, int64_t,
                                           State<uint64_t> &) const;
template bool CompiledCounts::addTabulated(const Piece &, int64_t, int64_t,
                                           State<WideUnsigned> &) const;
template bool CompiledCounts::setShared(unsigned, int64_t,
                                        State<uint64_t> &) const;
template bool CompiledCounts::setShared(unsigned, int64_t,
                                        State<WideUnsigned> &) const;
} // namespace stevedore
