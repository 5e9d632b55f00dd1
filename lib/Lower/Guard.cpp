//===- Guard.cpp - Run-time checks before a region ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"
#include "Phases.h"
#include "stevedore/Plan/Profit.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

/// What the region touches of one array, or through one of its pointers.
namespace {
struct Touched {
  unsigned Array = 0;
  isl::set Elements;
  bool Written = false;
};
} // namespace

/// \p T, pointer by pointer where there are several.
static std::vector<Touched> byPointer(const Array &A, const Touched &T) {
  if (!A.Pointers || A.Pointers == Array::PointersInMemory ||
      T.Elements.is_null())
    return {T};
  std::vector<Touched> Result;
  for (unsigned I = 0; I < A.Pointers; ++I) {
    isl::set One = isl::manage(
        isl_set_fix_si(T.Elements.copy(), isl_dim_set, 0, I));
    Result.push_back({T.Array, One, T.Written});
  }
  return Result;
}

static std::vector<Touched> touchedElements(const Scop &S) {
  std::vector<Touched> Result(S.Arrays.size()), Parts;
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      isl::set Range = A.Relation.intersect_domain(Stmt.Domain).range();
      Touched &T = Result[A.Array];
      T.Elements = T.Elements.is_null() ? Range : T.Elements.unite(Range);
      T.Written |= A.MustWrites || A.MayWrites;
    }
  for (unsigned I = 0; I < Result.size(); ++I) {
    Result[I].Array = I;
    if (S.Arrays[I].Watched)
      Result[I].Elements = S.Arrays[I].Extent.intersect_params(S.Context);
    for (Touched &Part : byPointer(S.Arrays[I], Result[I]))
      Parts.push_back(std::move(Part));
  }
  return Parts;
}

/// Whether \p A and \p B may be the same memory, as far as nobody says they are
/// not, and the region writes to one.
static bool matters(const Array &A, const Touched &TouchedA, const Array &B,
                       const Touched &TouchedB) {
  if (TouchedA.Elements.is_null() || TouchedB.Elements.is_null())
    return false;
  if (A.Private || B.Private || A.DeclaredInside || B.DeclaredInside)
    return false;
  return (A.ThroughPointer || B.ThroughPointer) &&
         (TouchedA.Written || TouchedB.Written);
}

static bool areApart(const Array &A, const Array &B) {
  return A.NoAlias || B.NoAlias || llvm::is_contained(A.DisjointFrom, B.Name);
}

/// The subscripts of the first or last corner of the box around \p Elements.
static llvm::Expected<std::vector<Expr>>
corner(const Scop &S, isl::set Elements, bool Last, const Names &N) {
  std::vector<Expr> Result;
  isl::set Context = S.Context.intersect(Elements.params());
  unsigned Rank = countOf(Elements.tuple_dim());
  for (unsigned I = 0; I < Rank; ++I) {
    isl_pw_aff *Bound = Last ? isl_set_dim_max(Elements.copy(), I)
                             : isl_set_dim_min(Elements.copy(), I);
    llvm::Expected<Expr> Value =
        value(Context, coalesced(isl::manage(Bound)), N);
    if (!Value)
      return Value.takeError();
    Result.push_back(std::move(*Value));
  }
  return std::move(Result);
}

/// A superset of \p Elements of \p A without divisions, of which none lies
/// outside of the array, as far as its extent is known.
static isl::set withoutDivisions(const Array &A, const isl::set &Elements) {
  isl::set Result = isl::manage(isl_set_remove_divs(Elements.copy()));
  bool IsSame =
      isl_set_plain_is_equal(Result.get(), Elements.get()) == isl_bool_true;
  return coalesced(IsSame || A.Extent.is_null() ? Result
                                                : Result.intersect(A.Extent));
}

/// The range of bytes of array number \p Array in the region.
static llvm::Expected<looptree::RangeNode>
rangeOf(const Scop &S, unsigned Array, isl::set Elements,
        const std::string &Low, const std::string &High, const Names &N) {
  Elements = withoutDivisions(S.Arrays[Array], Elements);
  llvm::Expected<std::vector<Expr>> First = corner(S, Elements, false, N);
  if (!First)
    return First.takeError();
  llvm::Expected<std::vector<Expr>> Last = corner(S, Elements, true, N);
  if (!Last)
    return Last.takeError();
  llvm::Expected<Expr> Touches = condition(S.Context, Elements.params(), N);
  if (!Touches)
    return Touches.takeError();
  looptree::RangeNode R;
  R.Array = Array;
  R.Low = Low;
  R.High = High;
  R.First = std::move(*First);
  R.Last = std::move(*Last);
  R.Condition = *Touches;
  return std::move(R);
}

/// The names of the ends of a range.
using RangeEnds = std::pair<std::string, std::string>;

static Expr disjoint(const RangeEnds &A, const RangeEnds &B) {
  return Expr::make(Expr::Disjoint,
                    {Expr::variable(A.first), Expr::variable(A.second),
                     Expr::variable(B.first), Expr::variable(B.second)});
}

/// Clears \p Flag where one of the rows of \p Rows, to which pointers in memory
/// lead, overlaps \p Other. The rows that are touched are neighbours.
static llvm::Expected<NodeRef> testRows(const Scop &S, const Touched &Rows,
                                        const RangeEnds &Other,
                                        const std::string &Flag, Names &N) {
  const std::string &Name = S.Arrays[Rows.Array].Name;
  RangeEnds Own = {N.fresh(Name + "_lo"), N.fresh(Name + "_hi")};
  auto Range = rangeOf(S, Rows.Array, Rows.Elements, Own.first, Own.second, N);
  if (!Range)
    return Range.takeError();
  looptree::ForNode F;
  F.Counter = N.fresh("row");
  Expr Row = Expr::variable(F.Counter);
  F.Init = Range->First.front();
  F.Condition = compare(Expr::LessEqual, Row, Range->Last.front());
  F.Step = Expr(1);
  Range->First.front() = Range->Last.front() = Row;
  Expr Touches = std::exchange(Range->Condition, Expr(1));
  F.Body = {looptree::share(std::move(*Range)),
            looptree::makeIf(Expr::make(Expr::Not, {disjoint(Own, Other)}),
                             {looptree::makeAssign(Flag, 0)})};
  return looptree::makeIf(Touches, {looptree::share(std::move(F))});
}

namespace {
/// Lowers the check of one region.
class OverlapLowering {
public:
  OverlapLowering(const Scop &S, bool WithBeliefs, Names &N)
      : S(S), WithBeliefs(WithBeliefs), N(N), All(touchedElements(S)) {}
  llvm::Expected<OverlapCheck> run();

private:
  const Scop &S;
  const bool WithBeliefs;
  Names &N;
  std::vector<Touched> All;
  std::map<unsigned, RangeEnds> Ranges;
  OverlapCheck Result;

  const Array &arrayOf(unsigned I) const { return S.Arrays[All[I].Array]; }
  bool hasRows(unsigned I) const {
    return arrayOf(I).Pointers == Array::PointersInMemory;
  }
  llvm::Error range(unsigned I);
  llvm::Error rows(unsigned I, unsigned Other);
  llvm::Error pair(unsigned I, unsigned J);
};
} // namespace

llvm::Error OverlapLowering::range(unsigned I) {
  auto [It, New] = Ranges.try_emplace(I);
  if (!New)
    return llvm::Error::success();
  const std::string &Name = arrayOf(I).Name;
  It->second = {N.fresh(Name + "_lo"), N.fresh(Name + "_hi")};
  auto Range = rangeOf(S, All[I].Array, All[I].Elements, It->second.first,
                       It->second.second, N);
  if (!Range)
    return Range.takeError();
  Result.Ranges.push_back(looptree::share(std::move(*Range)));
  return llvm::Error::success();
}

llvm::Error OverlapLowering::rows(unsigned I, unsigned Other) {
  if (llvm::Error E = range(Other))
    return E;
  std::string Flag = N.fresh(arrayOf(I).Name + "_apart");
  auto Test = testRows(S, All[I], Ranges[Other], Flag, N);
  if (!Test)
    return Test.takeError();
  Result.Flags.push_back(Flag);
  Result.RowTests.push_back(std::move(*Test));
  return llvm::Error::success();
}

llvm::Error OverlapLowering::pair(unsigned I, unsigned J) {
  const Array &A = arrayOf(I), &B = arrayOf(J);
  bool IsKnown = areApart(A, B);
  if (!matters(A, All[I], B, All[J]) ||
      (IsKnown && !(WithBeliefs && isOneRange(S, A, All[I].Elements) &&
                    isOneRange(S, B, All[J].Elements))))
    return llvm::Error::success();
  for (unsigned K : {I, J})
    if (hasRows(K))
      return IsKnown ? llvm::Error::success() : rows(K, K == I ? J : I);
  for (unsigned K : {I, J})
    if (llvm::Error E = range(K))
      return E;
  Expr Disjoint = disjoint(Ranges[I], Ranges[J]);
  if (IsKnown)
    Result.Believed.push_back(
        {Disjoint, "'" + A.Name + "' and '" + B.Name + "' do not overlap"});
  else
    Result.Conditions.push_back(std::move(Disjoint));
  return llvm::Error::success();
}

llvm::Expected<OverlapCheck> OverlapLowering::run() {
  for (unsigned I = 0; I < All.size(); ++I)
    for (unsigned J = I + 1; J < All.size(); ++J)
      if (llvm::Error E = pair(I, J))
        return std::move(E);
  return std::move(Result);
}

llvm::Expected<OverlapCheck> lowerOverlapCheck(const Scop &S, bool WithBeliefs,
                                               Names &N) {
  return OverlapLowering(S, WithBeliefs, N).run();
}

/// Adds \p Condition to \p Conditions unless it is one of them.
static void addOnce(std::vector<Expr> &Conditions, Expr Condition) {
  if (!llvm::is_contained(Conditions, Condition))
    Conditions.push_back(std::move(Condition));
}

Expr boundedProduct(llvm::ArrayRef<Expr> Factors, const Expr &Most) {
  Expr Result = Factors.front();
  for (const Expr &Factor : Factors.drop_front()) {
    if (Result.kind() == Expr::Mul)
      Result = Expr::make(Expr::Min, {Result, Most});
    Result = product(Result, Expr::make(Expr::Min, {Factor, Most}));
  }
  return Result;
}

/// What has to hold of \p Trips: each tiled loop runs limits::LeastTrips times,
/// and all loops together have limits::LeastIterations; none if they are
/// constant.
static llvm::Expected<std::vector<Expr>>
oftenEnough(const Scop &S, const TripCounts &Trips, const Names &N) {
  std::vector<Expr> Factors = {Trips.Constant}, Conditions;
  if (Trips.areConstant())
    return Conditions;
  for (const std::vector<isl::pw_aff> *Loops : {&Trips.Tiled, &Trips.Inner})
    for (const isl::pw_aff &Loop : *Loops) {
      llvm::Expected<Expr> Number = value(S.Context, Loop, N);
      if (!Number)
        return Number.takeError();
      addOnce(Conditions,
              compare(Expr::GreaterEqual, *Number,
                      Loops == &Trips.Tiled ? limits::LeastTrips : 1));
      Factors.push_back(std::move(*Number));
    }
  Expr Most(limits::LeastIterations);
  addOnce(Conditions,
          compare(Expr::GreaterEqual, boundedProduct(Factors, Most), Most));
  return Conditions;
}

/// Adds to \p Conditions that the arrays of \p Bytes have as many as they must,
/// unless it is known that they have.
static llvm::Error addLargeEnough(const Scop &S, const Footprint &Bytes,
                                  const Names &N,
                                  std::vector<Expr> &Conditions) {
  if (Bytes.Constant >= Bytes.Least)
    return llvm::Error::success();
  Expr Most(Bytes.Least), Sum = Bytes.Constant;
  for (const Footprint::Box &Box : Bytes.Boxes) {
    std::vector<Expr> Factors = {Box.Constant};
    for (const isl::pw_aff &Extent : Box.Extents) {
      llvm::Expected<Expr> Number = value(S.Context, Extent, N);
      if (!Number)
        return Number.takeError();
      Factors.push_back(std::move(*Number));
    }
    Sum = sum(Sum, boundedProduct(Factors, Most));
  }
  addOnce(Conditions, compare(Expr::GreaterEqual, Sum, Most));
  return llvm::Error::success();
}

/// What has to hold for the new loops of \p T to pay; none: nothing.
static llvm::Expected<std::vector<Expr>>
whenItPays(const Scop &S, const Level &T, const Names &N) {
  llvm::Expected<TripCounts> Trips = tripCounts(S, T.B);
  if (!Trips)
    return Trips.takeError();
  llvm::Expected<std::vector<Expr>> Result = oftenEnough(S, *Trips, N);
  if (!Result)
    return Result;
  llvm::Expected<Footprint> Bytes = footprint(S, T.B, *Trips);
  if (!Bytes)
    return Bytes.takeError();
  if (llvm::Error E = addLargeEnough(S, *Bytes, N, *Result))
    return std::move(E);
  return Result;
}

llvm::Expected<std::vector<Expr>> lowerTripCheck(const RegionPlan &Plan,
                                                 const Names &N) {
  std::vector<Expr> Bands;
  for (unsigned I : Plan.PayingBands) {
    auto Conditions = whenItPays(*Plan.Program, Plan.Levels[I], N);
    if (!Conditions) {
      llvm::Error Failed = Conditions.takeError();
      if (!takeOverBudget(Failed))
        return std::move(Failed);
      return std::vector<Expr>();
    }
    if (Conditions->empty())
      return std::vector<Expr>();
    addOnce(Bands, conjunction(std::move(*Conditions)));
  }
  if (Bands.empty())
    return Bands;
  Expr Any = Expr::make(Expr::Or, std::move(Bands));
  return std::vector<Expr>{Expr::make(Expr::Worthwhile, {Any})};
}

} // namespace lower
} // namespace stevedore
