//===- Widths.cpp - How far conflicts reach along a direction -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Widths.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace stevedore;

static constexpr double Infinity = std::numeric_limits<double>::infinity();

llvm::Expected<Widths> Widths::create(const LiftedConflicts &C, const Budget &B,
                                      uint64_t MaxEffort) {
  Widths Result(C, B, MaxEffort);
  auto Points = chooseProbes(C);
  if (!Points)
    return Points.takeError();
  Result.P = std::move(*Points);
  for (unsigned I = 0; I < C.Pairs.size(); ++I) {
    auto S = toSystem(C.Pairs[I]);
    if (!S)
      return S.takeError();
    unsigned Dimensions =
        countOf(isl_basic_set_dim(C.Pairs[I].get(), isl_dim_set));
    S->countEffort(*Result.Effort);
    addProbesOf(*S, Result.P);
    Result.Systems.push_back({std::move(*S), Dimensions, C.IsSymmetric[I]});
  }
  return Result;
}

/// The least modulus above a width, since differences are integers, or the
/// greatest machine integer where that is less.
static int64_t numCells(const Rational &Width) {
  constexpr int64_t Greatest = std::numeric_limits<int64_t>::max();
  Integer Floor = Width.floor();
  return Floor < 0 ? 1 : toInt64(Floor + 1).value_or(Greatest);
}

/// For each set of \p Pairs the maximisations of \p C . z and, where that is
/// not the same by symmetry, of -\p C . z, in the kernel of \p Zero.
std::vector<Program> Widths::programs(llvm::ArrayRef<PairSystem> Pairs,
                                      llvm::ArrayRef<Row> Zero, const Row &C,
                                      llvm::ArrayRef<HalfSpace> Where) const {
  std::vector<Program> Result;
  for (const PairSystem &S : Pairs) {
    LinearSystem Restricted = S.restricted(Zero);
    for (bool IsOpposite : {false, true}) {
      if (IsOpposite && S.IsSymmetric)
        continue;
      auto objective = [&](const Row &Of) {
        return IsOpposite ? negated(S.objective(Of)) : S.objective(Of);
      };
      Program Next = {Restricted, objective(C)};
      for (const auto &[Along, Above] : Where) {
        int64_t *Least = Next.Constraints.add(false);
        for (int64_t Coefficient : objective(Along))
          *Least++ = Above.Denominator * Coefficient;
        for (int64_t Coefficient : Above.Coefficients)
          *Least++ = -Coefficient;
        *Least = -Above.Constant - 1;
      }
      Result.push_back(std::move(Next));
    }
  }
  return Result;
}

double stevedore::sumOfLogarithms(llvm::ArrayRef<int64_t> NumCells) {
  double Sum = 0;
  for (int64_t Number : NumCells)
    Sum += std::log(double(Number));
  return Sum;
}

/// raiseSizes() for the first direction.
bool Widths::startOptima(unsigned Pairs, const std::vector<int64_t> &Objective,
                         std::vector<int64_t> &Sizes) {
  LinearSystem Constraints = Systems[Pairs].restricted(Last.Zero);
  DualSimplex Simplex(Constraints, Objective);
  if (!Simplex.feasible())
    return Program{std::move(Constraints), Objective}.isEmpty();
  std::vector<std::optional<DualSimplex>> Optima(P.NumLarge);
  bool IsKnown = true;
  for (unsigned I = 0; I < P.NumLarge; ++I) {
    auto Outcome = Simplex.status(Constraints.constants(P.Points[I]));
    IsKnown &= Outcome != DualSolution::Stalled;
    if (Outcome != DualSolution::Optimal)
      continue;
    Optima[I] = Simplex;
    Sizes[I] = std::max(
        Sizes[I], numCells(Simplex.value().over(P.Points[I].Denominator)));
  }
  if (IsKnown)
    Last.OfPairs[Pairs] = std::move(Optima);
  return true;
}

/// Raises \p Sizes to what the maxima of \p Objective over set number \p Pairs
/// ask for; false if they are unbounded.
bool Widths::raiseSizes(unsigned Pairs, const std::vector<int64_t> &Objective,
                        std::vector<int64_t> &Sizes) {
  std::vector<std::optional<DualSimplex>> &Optima = Last.OfPairs[Pairs];
  if (Optima.empty())
    return startOptima(Pairs, Objective, Sizes);
  for (unsigned I = 0; I < P.NumLarge; ++I) {
    if (!Optima[I])
      continue;
    auto Outcome = Optima[I]->setObjective(Objective);
    if (Outcome == DualSolution::Unbounded)
      return false;
    if (Outcome == DualSolution::Stalled) {
      Optima.clear();
      return startOptima(Pairs, Objective, Sizes);
    }
    Sizes[I] = std::max(
        Sizes[I], numCells(Optima[I]->value().over(P.Points[I].Denominator)));
  }
  return true;
}

/// The widths plus 1 at the large probes; none if one is unbounded, or their
/// logarithms come to \p LessThan.
std::optional<std::vector<int64_t>>
Widths::sizesBelow(llvm::ArrayRef<Row> Zero, const Row &C, double LessThan) {
  if (Last.OfPairs.empty() || Zero != llvm::ArrayRef(Last.Zero))
    Last = {Zero.vec(), decltype(Last.OfPairs)(Systems.size())};
  std::vector<int64_t> Sizes(P.NumLarge, 1);
  for (unsigned K = 0; K < Systems.size(); ++K) {
    std::vector<int64_t> Objective = Systems[K].objective(C);
    for (bool IsOpposite : {false, true}) {
      if (IsOpposite && Systems[K].IsSymmetric)
        continue;
      if (IsOpposite)
        Objective = negated(std::move(Objective));
      if (!raiseSizes(K, Objective, Sizes) ||
          sumOfLogarithms(Sizes) >= LessThan)
        return std::nullopt;
    }
  }
  return Sizes;
}

double Widths::quickCost(llvm::ArrayRef<Row> Zero, const Row &C,
                         double LessThan) {
  auto Sizes = sizesBelow(Zero, C, LessThan);
  return Sizes ? sumOfLogarithms(*Sizes) : Infinity;
}

std::optional<std::vector<int64_t>> Widths::quickSizes(const Row &C) {
  return sizesBelow({}, C, Infinity);
}

/// The pairs of \p S over all parameters, with x - y = mu \p A + sum_k alpha_k
/// \p Span[k] for further variables mu, alpha_1, alpha_2, ...
LinearSystem Widths::along(const PairSystem &S, llvm::ArrayRef<Row> Span,
                           const Row &A) const {
  LinearSystem Result =
      S.Constraints.overParameters().withVariables(1 + Span.size());
  unsigned Mu = Result.numVariables() - 1 - Span.size();
  for (unsigned D = 0; D < C.Rank; ++D) {
    int64_t *Equal = Result.add(true);
    llvm::copy(S.objective(unitRow(C.Rank, D)), Equal);
    Equal[Mu] = -A[D];
    for (unsigned K = 0; K < Span.size(); ++K)
      Equal[Mu + 1 + K] = -Span[K][D];
  }
  return Result;
}

/// The part of reach() of the pairs \p S alone.
std::optional<Rational> Widths::reachOf(const PairSystem &S,
                                        llvm::ArrayRef<Row> Span, const Row &A,
                                        int64_t LessThan) const {
  Rational Greatest;
  LinearSystem Along = along(S, Span, A);
  std::vector<int64_t> Objective(Along.numVariables(), 0);
  for (int Sign : {1, -1}) {
    if (Sign < 0 && S.IsSymmetric)
      continue;
    Objective[Along.numVariables() - 1 - Span.size()] = Sign;
    DualSimplex Simplex(Along, Objective);
    DualSolution Solution;
    if (Simplex.feasible())
      Solution = Simplex.minimize(Along.constants({}));
    if (Solution.S == DualSolution::Stalled)
      return std::nullopt;
    Greatest = std::max(Greatest, Solution.Value);
    if (Greatest.floor() >= LessThan)
      return std::nullopt;
  }
  return Greatest;
}

/// The pairs that were too far apart along one direction are asked first about
/// the next one.
std::optional<Rational> Widths::reach(llvm::ArrayRef<Row> Span, const Row &A,
                                      int64_t LessThan) {
  Rational Greatest;
  for (unsigned I = 0; I < Systems.size(); ++I) {
    unsigned Pairs = (Farthest + I) % Systems.size();
    auto Reach = reachOf(Systems[Pairs], Span, A, LessThan);
    if (!Reach) {
      Farthest = Pairs;
      return std::nullopt;
    }
    Greatest = std::max(Greatest, *Reach);
  }
  return Greatest;
}

Bound Widths::constantBound(int64_t Value) const {
  Form F;
  F.Coefficients.assign(C.Parameters.size(), 0);
  F.Constant = Value;
  return {{F}};
}

/// One form with the greatest coefficients of all tangents.
Bound Widths::greatestForm(const std::vector<Envelope> &Family) const {
  Bound Result = constantBound(0);
  for (const Envelope &E : Family)
    for (const Form &F : E.Tangents)
      raiseTo(Result.front().front(), F);
  return Result;
}

/// Parameter values where the maximum of some program exceeds \p Proposed: the
/// bound is not one of all of them there.
static std::vector<ParameterPoint>
findGaps(const Bound &Proposed, const std::vector<Program> &Programs) {
  std::vector<ParameterPoint> Result;
  for (unsigned N = 0; N < Programs.size() && Result.size() < limits::WidthGaps;
       ++N)
    if (auto Gap = Programs[N].findGap(Proposed))
      Result.push_back(std::move(*Gap));
  return Result;
}

/// Bounds the width at the probes, then adds probes where that does not bound
/// all pairs, until it does; after too many rounds, bounds it coarsely.
std::optional<Bound>
Widths::compute(const std::vector<Program> &Programs) const {
  std::vector<ParameterPoint> Points = P.Points;
  llvm::append_range(Points, P.BelowTiles);
  std::optional<Bound> Result;
  for (unsigned Round = 0; Round < limits::WidthRounds; ++Round) {
    std::vector<Envelope> Family;
    for (const Program &Maximum : Programs) {
      std::optional<Envelope> E = Maximum.envelope(Points);
      if (!E || outOfBudget())
        return std::nullopt;
      Family.push_back(std::move(*E));
    }
    std::vector<unsigned> Selected = undominated(Family);
    llvm::erase_if(Selected,
                   [&](unsigned I) { return Family[I].Tangents.empty(); });
    Result =
        boundFamily(Family, Selected, Points, [&](const Form &F, unsigned N) {
          return !Programs[N].findExcess(F, false);
        });
    if (!Result)
      return Result;
    if (Result->empty())
      Result = constantBound(0);
    std::vector<ParameterPoint> Gaps = findGaps(*Result, Programs);
    if (Gaps.empty())
      return Result;
    Points.insert(Points.end(), Gaps.begin(), Gaps.end());
    Result = greatestForm(Family);
  }
  if (!findGaps(*Result, Programs).empty())
    return std::nullopt;
  return Result;
}

std::optional<Bound> Widths::width(llvm::ArrayRef<Row> Zero, const Row &C) {
  std::vector<Row> Sorted(Zero.begin(), Zero.end());
  std::sort(Sorted.begin(), Sorted.end());
  auto Key = std::make_pair(Sorted, C);
  auto Found = Memo.find(Key);
  if (Found != Memo.end())
    return Found->second;
  return Memo[Key] = compute(programs(Systems, Sorted, C));
}

std::optional<Bound> Widths::widthOfPiece(unsigned Piece,
                                          llvm::ArrayRef<Row> Zero,
                                          const Row &C) const {
  return compute(programs(Systems[Piece], Zero, C));
}

std::optional<Bound> Widths::widthWhere(llvm::ArrayRef<Row> Zero,
                                        const HalfSpace &Where,
                                        const Row &C) const {
  return compute(programs(Systems, Zero, C, Where));
}

std::optional<Bound>
Widths::widthInCases(llvm::ArrayRef<Row> Zero,
                     llvm::ArrayRef<std::vector<HalfSpace>> Cases,
                     const Row &C) const {
  std::vector<Program> All;
  for (const std::vector<HalfSpace> &Case : Cases)
    llvm::append_range(All, programs(Systems, Zero, C, Case));
  return compute(All);
}

std::optional<Bound> Widths::widthWhereFar(llvm::ArrayRef<Row> Zero,
                                           const HalfSpace &Where,
                                           const Row &Far,
                                           llvm::ArrayRef<double> Reach,
                                           const Row &C) const {
  std::vector<ParameterPoint> Large(P.Points.begin(),
                                    P.Points.begin() + P.NumLarge);
  std::vector<Program> AlongFar = programs(Systems, Zero, Far, Where),
                       AlongC = programs(Systems, Zero, C, Where), Reaching;
  for (unsigned K = 0; K < AlongFar.size(); ++K) {
    std::optional<Envelope> E = AlongFar[K].envelope(Large);
    if (outOfBudget())
      return std::nullopt;
    bool Reaches = !E;
    for (unsigned I = 0; E && I < Reach.size(); ++I)
      Reaches |= E->Values[I] && double(numCells(*E->Values[I])) >= Reach[I];
    if (Reaches)
      Reaching.push_back(std::move(AlongC[K]));
  }
  return compute(Reaching);
}

Form Widths::formOf(const Bound &B) const {
  const ParameterPoint &Probe = P.Points.front();
  auto isLess = [&](const Form &X, const Form &Y) {
    return X.at(Probe) < Y.at(Probe);
  };
  std::vector<Form> Least;
  for (const std::vector<Form> &Forms : B)
    Least.push_back(*std::min_element(Forms.begin(), Forms.end(), isLess));
  return *std::max_element(Least.begin(), Least.end(), isLess);
}

std::optional<std::vector<double>>
Widths::sizesWhere(llvm::ArrayRef<Row> Zero, const HalfSpace &Where,
                   const Row &C, llvm::ArrayRef<double> LessThan) const {
  std::vector<ParameterPoint> Large(P.Points.begin(),
                                    P.Points.begin() + P.NumLarge);
  std::vector<double> Result(P.NumLarge, 1);
  for (const Program &Maximum : programs(Systems, Zero, C, Where)) {
    std::optional<Envelope> E = Maximum.envelope(Large);
    if (!E || outOfBudget())
      return std::nullopt;
    for (unsigned I = 0; I < Result.size(); ++I) {
      if (E->Values[I])
        Result[I] = std::max(Result[I], double(numCells(*E->Values[I])));
      if (Result[I] >= LessThan[I])
        return std::nullopt;
    }
  }
  return Result;
}

Bound Widths::maximum(const Bound &A, const Bound &B) const {
  std::vector<double> SizesA = logSizes(A), SizesB = logSizes(B);
  bool IsA = true, IsB = true;
  for (unsigned I = 0; I < SizesA.size(); ++I) {
    IsA &= SizesA[I] >= SizesB[I] - limits::EqualWidth;
    IsB &= SizesB[I] >= SizesA[I] - limits::EqualWidth;
  }
  if (IsA || IsB)
    return IsA ? A : B;
  Bound Result(A);
  Result.insert(Result.end(), B.begin(), B.end());
  return Result;
}

/// floor(\p F) + 1 as an affine expression over the parameters. What is a
/// multiple of the denominator stands outside of the floor.
static isl::aff toAff(const Form &F, const isl::space &Parameters) {
  isl_aff *Whole =
      isl_aff_zero_on_domain(isl_local_space_from_space(Parameters.copy()));
  isl_aff *Rest = isl_aff_copy(Whole);
  bool HasRest = false;
  for (unsigned I = 0; I < F.Coefficients.size(); ++I) {
    int64_t Quotient =
        llvm::divideFloorSigned(F.Coefficients[I], F.Denominator);
    int64_t Remainder = F.Coefficients[I] - Quotient * F.Denominator;
    Whole = isl_aff_set_coefficient_si(Whole, isl_dim_param, I, Quotient);
    Rest = isl_aff_set_coefficient_si(Rest, isl_dim_param, I, Remainder);
    HasRest |= Remainder != 0;
  }
  int64_t Constant = llvm::divideFloorSigned(F.Constant, F.Denominator);
  Whole = isl_aff_set_constant_val(
      Whole, isl_val_int_from_si(Parameters.ctx().get(), Constant + 1));
  Rest = isl_aff_set_constant_si(Rest, F.Constant - Constant * F.Denominator);
  if (!HasRest) {
    isl_aff_free(Rest);
    return isl::manage(Whole);
  }
  return isl::manage(isl_aff_add(
      Whole, isl_aff_floor(isl_aff_scale_down_ui(Rest, F.Denominator))));
}

Extent Widths::toExtent(const Bound &Width) const {
  Extent Result;
  isl::space Parameters = C.Context.get_space();
  for (const std::vector<Form> &Forms : Width) {
    Result.MaxOfMins.emplace_back();
    for (const Form &F : Forms)
      Result.MaxOfMins.back().push_back(toAff(F, Parameters));
  }
  return Result;
}

std::vector<double> Widths::logSizes(llvm::ArrayRef<Bound> Bounds) const {
  std::vector<double> Result(P.Points.size(), 0);
  for (unsigned I = 0; I < P.Points.size(); ++I)
    for (const Bound &Width : Bounds)
      Result[I] += std::log(double(numCells(evaluate(Width, P.Points[I]))));
  return Result;
}

std::optional<int64_t> Widths::valueAt(unsigned Probe,
                                       llvm::StringRef Name) const {
  size_t I = llvm::find(C.Parameters, Name) - C.Parameters.begin();
  if (I == C.Parameters.size())
    return std::nullopt;
  return P.Points[Probe].Numerators[I] / P.Points[Probe].Denominator;
}

std::vector<double> Widths::logSizes(const ModularMapping &M) const {
  std::vector<double> Result;
  for (unsigned I = 0; I < P.Points.size(); ++I) {
    double Sum = 0;
    for (int64_t Extent :
         extentsAt(M, [&](llvm::StringRef Name) { return valueAt(I, Name); }))
      Sum += std::log(double(Extent));
    Result.push_back(Sum);
  }
  return Result;
}

double Widths::constantCost(int64_t NumCells) const {
  return P.NumLarge * std::log(double(NumCells));
}

bool Widths::hasTileSizes() const {
  for (unsigned I = 0; I < C.Parameters.size(); ++I)
    if (C.isTileSize(I))
      return true;
  return false;
}

double Widths::cost(llvm::ArrayRef<Bound> Bounds) const {
  std::vector<double> Sizes = logSizes(Bounds);
  return std::accumulate(Sizes.begin(), Sizes.begin() + P.NumLarge, 0.0);
}
