//===- LatticeCount.cpp - Points line by line -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/LatticeCount.h"
#include "Summation.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/set.h"
#include <algorithm>
#include <limits>
#include <utility>

using namespace stevedore;

/// The last coordinate, from 1 on, in the rows that define column \p Division
/// of \p Convex; 0: parameters alone.
static unsigned lastCoordinate(const ConvexPiece &Convex, unsigned NumParams,
                               unsigned NumCoordinates, unsigned Division,
                               llvm::ArrayRef<unsigned> OfEarlier) {
  unsigned Result = 0;
  // The definition is the last but one row of each division, then the last.
  size_t First = Convex.Constraints.size() -
                 2 * (Convex.Columns - NumParams - NumCoordinates - Division);
  const AffineForm &Form = Convex.Constraints[First].Form;
  for (unsigned K = NumParams; K < Form.Coefficients.size(); ++K) {
    if (Form.Coefficients[K] == 0)
      continue;
    unsigned Column = K - NumParams;
    if (Column < NumCoordinates)
      Result = std::max(Result, Column + 1);
    else if (Column - NumCoordinates < Division)
      Result = std::max(Result, OfEarlier[Column - NumCoordinates]);
  }
  return Result;
}

/// Adds to \p Convex what follows from it for each coordinate and those before
/// it alone, so that each has bounds when it is its turn.
static llvm::Error addShadows(isl::ctx Ctx, unsigned NumParams,
                              unsigned NumCoordinates, ConvexPiece &Convex) {
  isl::basic_set Shadow = convexSet(Ctx, Convex.Constraints, Convex.Columns);
  for (unsigned K = Convex.Columns; K-- > NumParams + 1;) {
    Shadow = isl::manage(isl_basic_set_remove_redundancies(
        isl_basic_set_eliminate(Shadow.release(), isl_dim_set, K, 1)));
    if (K > NumParams + NumCoordinates)
      continue;
    auto Rows = constraintsIn(isl::manage(
        isl_basic_set_remove_divs(isl_basic_set_copy(Shadow.get()))));
    if (!Rows)
      return Rows.takeError();
    for (AffineConstraint &C : *Rows)
      if (C.Form.Coefficients[K - 1] != 0)
        Convex.Constraints.push_back(std::move(C));
  }
  return llvm::Error::success();
}

llvm::Error LatticeCounter::addPiece(const isl::basic_set &Set) {
  constexpr int64_t Largest = int64_t(1) << 18;
  auto Convex = convexPiece(Set);
  if (!Convex)
    return Convex.takeError();
  unsigned NumParams = Parameters.size();
  Piece New;
  New.NumDivisions = Convex->Columns - NumParams - NumCoordinates;
  New.DivisionsAfter.resize(NumCoordinates + 1);
  New.RowsOf.resize(NumCoordinates + New.NumDivisions);
  New.IsAlone.assign(NumCoordinates, true);
  std::vector<unsigned> Last;
  for (unsigned Q = 0; Q < New.NumDivisions; ++Q) {
    Last.push_back(lastCoordinate(*Convex, NumParams, NumCoordinates, Q, Last));
    New.DivisionsAfter[Last.back()].push_back(NumCoordinates + Q);
  }
  if (llvm::Error E = addShadows(Set.ctx(), NumParams, NumCoordinates, *Convex))
    return E;
  for (const AffineConstraint &C : Convex->Constraints) {
    Row R;
    R.Constant = C.Form.Constant;
    R.IsEquality = C.IsEquality;
    bool Fits = std::abs(C.Form.Constant) < Largest * Largest;
    for (unsigned K = 0; K < C.Form.Coefficients.size(); ++K)
      if (int64_t Factor = C.Form.Coefficients[K]) {
        if (K < NumParams)
          R.OfParameters.emplace_back(K, Factor);
        else
          R.Terms.emplace_back(K - NumParams, Factor);
        Fits &= std::abs(Factor) < Largest;
      }
    if (!Fits)
      return llvm::make_error<IslError>(IslError::Budget,
                                        "a coefficient of a set is too large");
    for (auto [V, Factor] : R.Terms) {
      New.RowsOf[V].push_back(New.Rows.size());
      if (V < NumCoordinates)
        New.IsAlone[V] &= R.Terms.back().first == V;
    }
    (R.Terms.empty() ? New.Guards : New.Rows).push_back(std::move(R));
  }
  Pieces.push_back(std::move(New));
  return llvm::Error::success();
}

llvm::Expected<LatticeCounter> LatticeCounter::create(isl::set Points) {
  LatticeCounter Result;
  isl_ctx *Ctx = Points.ctx().get();
  Points = isl::manage(isl_set_compute_divs(Points.flatten().release()));
  if (Points.is_null())
    return islError(Ctx, "the pieces of a set");
  for (unsigned P = 0; P < countOf(Points.dim(isl::dim::param)); ++P)
    Result.Parameters.push_back(
        isl_set_get_dim_name(Points.get(), isl_dim_param, P));
  Result.NumCoordinates = countOf(Points.tuple_dim());
  llvm::Error Failed = llvm::Error::success();
  Points.foreach_basic_set([&](isl::basic_set Set) -> isl::stat {
    Set = isl::manage(isl_basic_set_remove_redundancies(Set.release()));
    if (Set.is_null())
      Failed = islError(Ctx, "a piece of a set");
    else if (isl_basic_set_plain_is_empty(Set.get()) != isl_bool_true)
      Failed = Result.addPiece(Set);
    return Failed ? isl::stat::error() : isl::stat::ok();
  });
  if (Failed)
    return std::move(Failed);
  return std::move(Result);
}

/// Goes through the values of one coordinate after the other, in all pieces at
/// the same time.
class LatticeCounter::Scan {
public:
  Scan(const LatticeCounter &Of, llvm::ArrayRef<int64_t> Values,
       llvm::ArrayRef<int64_t> Steps, uint64_t MostSteps, int64_t Breadth)
      : Of(Of), Steps(Steps), MostSteps(MostSteps), Breadth(Breadth) {
    for (const Piece &P : Of.Pieces)
      prepare(P, Values);
    Line.reserve(Of.Pieces.size());
  }

  std::optional<uint64_t> run();
  uint64_t numSteps() const { return NumSteps; }

private:
  /// What numbers may be: rows of 64 with factors of 2^18 do not overflow.
  static constexpr int64_t Infinite = int64_t(1) << 38;

  /// A piece with the values of the parameters.
  struct Active {
    const Piece *From;
    /// Of its rows.
    std::vector<int64_t> Constants;
    /// Of coordinates and divisions: what is known of them, one value where
    /// they have one.
    std::vector<Interval> At, Known;
  };

  const LatticeCounter &Of;
  llvm::ArrayRef<int64_t> Steps;
  uint64_t MostSteps, NumSteps = 0;
  int64_t Breadth;
  bool HasFailed = false;
  std::vector<Active> Pieces;
  std::vector<Interval> Line;

  void prepare(const Piece &P, llvm::ArrayRef<int64_t> Values);
  static int64_t constantOf(const Row &R, llvm::ArrayRef<int64_t> Values);
  static Interval rangeOf(const Active &A, unsigned Variable);
  static bool assign(Active &A, unsigned Coordinate, int64_t Value);
  static bool takeDivisions(Active &A, unsigned Position);
  static void release(Active &A, unsigned Coordinate);
  int64_t stepOf(unsigned K) const { return K < Steps.size() ? Steps[K] : 1; }
  uint64_t countLine(llvm::ArrayRef<Active *> Some, unsigned K);
  void addToLine(Active &A, unsigned K, Interval Range);
  uint64_t countFrom(llvm::ArrayRef<Active *> Some, unsigned K);
};

/// The values that rows of \p A leave to \p Variable where the others are what
/// is known of them.
LatticeCounter::Interval LatticeCounter::Scan::rangeOf(const Active &A,
                                                       unsigned Variable) {
  Interval Result = A.At[Variable];
  for (unsigned R : A.From->RowsOf[Variable]) {
    // Factor x + Rest >= 0 with the greatest Rest, and the least for = 0.
    int64_t Most = A.Constants[R], Least = Most, Factor = 0;
    for (auto [V, F] : A.From->Rows[R].Terms) {
      if (V == Variable) {
        Factor = F;
        continue;
      }
      const Interval &At = A.At[V];
      Most += F > 0 ? F * At.Last : F * At.First;
      Least += F > 0 ? F * At.First : F * At.Last;
    }
    if (Factor > 0)
      Result.First =
          std::max(Result.First, llvm::divideCeilSigned(-Most, Factor));
    else
      Result.Last =
          std::min(Result.Last, llvm::divideFloorSigned(Most, -Factor));
    if (!A.From->Rows[R].IsEquality)
      continue;
    if (Factor > 0)
      Result.Last =
          std::min(Result.Last, llvm::divideFloorSigned(-Least, Factor));
    else
      Result.First =
          std::max(Result.First, llvm::divideCeilSigned(Least, -Factor));
  }
  return Result;
}

/// What \p R has beside coordinates and divisions.
int64_t LatticeCounter::Scan::constantOf(const Row &R,
                                         llvm::ArrayRef<int64_t> Values) {
  int64_t Result = R.Constant;
  for (auto [P, Factor] : R.OfParameters)
    Result += Factor * Values[P];
  return Result;
}

/// Adds \p P at \p Values, unless it has no points.
void LatticeCounter::Scan::prepare(const Piece &P,
                                   llvm::ArrayRef<int64_t> Values) {
  Active New;
  New.From = &P;
  for (const Row &R : P.Guards)
    if (int64_t Value = constantOf(R, Values);
        R.IsEquality ? Value != 0 : Value < 0)
      return;
  New.Constants.reserve(P.Rows.size());
  for (const Row &R : P.Rows)
    New.Constants.push_back(constantOf(R, Values));
  New.At.assign(P.RowsOf.size(), {-Infinite, Infinite});
  bool IsNarrower = true;
  for (unsigned Round = 0; IsNarrower && Round < 8; ++Round) {
    IsNarrower = false;
    for (unsigned V = 0; V < New.At.size(); ++V) {
      Interval Before = std::exchange(New.At[V], rangeOf(New, V));
      if (New.At[V].First > New.At[V].Last)
        return;
      IsNarrower |=
          Before.First != New.At[V].First || Before.Last != New.At[V].Last;
    }
  }
  New.Known = New.At;
  if (takeDivisions(New, 0))
    Pieces.push_back(std::move(New));
}

/// Gives the divisions after \p Position their values; false where there is no
/// point.
bool LatticeCounter::Scan::takeDivisions(Active &A, unsigned Position) {
  for (unsigned Q : A.From->DivisionsAfter[Position])
    A.At[Q] = A.Known[Q];
  for (unsigned Q : A.From->DivisionsAfter[Position]) {
    A.At[Q] = rangeOf(A, Q);
    if (A.At[Q].First > A.At[Q].Last)
      return false;
  }
  return true;
}

bool LatticeCounter::Scan::assign(Active &A, unsigned Coordinate,
                                  int64_t Value) {
  A.At[Coordinate] = {Value, Value};
  return takeDivisions(A, Coordinate + 1);
}

/// Forgets the value of \p Coordinate and of what needed it.
void LatticeCounter::Scan::release(Active &A, unsigned Coordinate) {
  A.At[Coordinate] = A.Known[Coordinate];
  for (unsigned Q : A.From->DivisionsAfter[Coordinate + 1])
    A.At[Q] = A.Known[Q];
}

/// Adds the values \p Range of the last coordinate, \p K, that \p A has, as
/// numbers of steps.
void LatticeCounter::Scan::addToLine(Active &A, unsigned K, Interval Range) {
  int64_t Step = stepOf(K);
  Interval Numbers = {llvm::divideCeilSigned(Range.First, Step),
                      llvm::divideFloorSigned(Range.Last, Step)};
  if (Numbers.First > Numbers.Last)
    return;
  if (A.From->DivisionsAfter[K + 1].empty())
    return Line.push_back(Numbers);
  for (int64_t N = Numbers.First; N <= Numbers.Last; ++N) {
    if (++NumSteps > MostSteps) {
      HasFailed = true;
      break;
    }
    if (assign(A, K, N * Step))
      Line.push_back({N, N});
    release(A, K);
  }
}

/// The values of the last coordinate, \p K, that some piece has.
uint64_t LatticeCounter::Scan::countLine(llvm::ArrayRef<Active *> Some,
                                         unsigned K) {
  Line.clear();
  for (Active *A : Some) {
    Interval Range = rangeOf(*A, K);
    if (Range.First > Range.Last)
      continue;
    HasFailed |= Range.First <= -Infinite || Range.Last >= Infinite;
    if (!HasFailed)
      addToLine(*A, K, Range);
  }
  if (Line.size() > 1)
    llvm::sort(Line, [](const Interval &A, const Interval &B) {
      return A.First < B.First;
    });
  uint64_t Result = 0;
  int64_t Next = std::numeric_limits<int64_t>::min();
  for (const Interval &I : Line) {
    int64_t First = std::max(I.First, Next);
    if (First > I.Last)
      continue;
    Result += uint64_t(I.Last - First) + 1;
    Next = I.Last + 1;
  }
  return Result;
}

uint64_t LatticeCounter::Scan::countFrom(llvm::ArrayRef<Active *> Some,
                                         unsigned K) {
  if (Of.NumCoordinates == 0)
    return !Some.empty();
  if (++NumSteps > MostSteps)
    HasFailed = true;
  if (HasFailed || Some.empty())
    return 0;
  if (K + 1 == Of.NumCoordinates)
    return countLine(Some, K);
  std::vector<Interval> Ranges;
  Interval All = {Infinite, -Infinite};
  for (Active *A : Some) {
    Ranges.push_back(rangeOf(*A, K));
    if (Ranges.back().First > Ranges.back().Last)
      continue;
    All.First = std::min(All.First, Ranges.back().First);
    All.Last = std::max(All.Last, Ranges.back().Last);
  }
  if (All.First > All.Last)
    return 0;
  if (All.First <= -Infinite || All.Last >= Infinite) {
    HasFailed = true;
    return 0;
  }
  int64_t Step = stepOf(K);
  std::vector<Active *> Rest, Before;
  bool IsAlone =
      llvm::all_of(Some, [K](Active *A) { return A->From->IsAlone[K]; });
  uint64_t Result = 0, Last = 0;
  int64_t From = llvm::divideCeilSigned(All.First, Step);
  int64_t To = llvm::divideFloorSigned(All.Last, Step), Weight;
  int64_t Stride =
      (To - From) / (K < Steps.size() ? Breadth / 2 + Breadth % 2 : Breadth) +
      1;
  for (int64_t N = From; N <= To && !HasFailed; N += Weight) {
    Weight = N == From || N == To ? 1 : std::min(Stride, To - N);
    int64_t At = (N + (Weight - 1) / 2) * Step;
    Rest.clear();
    for (unsigned P = 0; P < Some.size(); ++P)
      if (Ranges[P].First <= At && At <= Ranges[P].Last &&
          assign(*Some[P], K, At))
        Rest.push_back(Some[P]);
    if (!IsAlone || Rest != Before)
      Last = countFrom(Rest, K + 1);
    Result = llvm::SaturatingMultiplyAdd(uint64_t(Weight), Last, Result);
    std::swap(Rest, Before);
  }
  for (Active *A : Some)
    release(*A, K);
  return Result;
}

std::optional<uint64_t> LatticeCounter::Scan::run() {
  std::vector<Active *> All;
  for (Active &A : Pieces)
    All.push_back(&A);
  uint64_t Result = countFrom(All, 0);
  return HasFailed ? std::nullopt : std::optional(Result);
}

std::optional<uint64_t> LatticeCounter::count(llvm::ArrayRef<int64_t> Values,
                                              llvm::ArrayRef<int64_t> Steps,
                                              uint64_t MostSteps,
                                              uint64_t *NumSteps,
                                              int64_t Breadth) const {
  auto IsSmall = [](int64_t V) { return std::abs(V) < int64_t(1) << 38; };
  if (!llvm::all_of(Values, IsSmall) || !llvm::all_of(Steps, IsSmall) ||
      llvm::any_of(Steps, [](int64_t S) { return S < 1; }))
    return std::nullopt;
  Scan All(*this, Values, Steps, MostSteps, Breadth);
  auto Result = All.run();
  if (NumSteps)
    *NumSteps += All.numSteps();
  return Result;
}
