//===- Probes.cpp - Parameter values at which sizes are compared ----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Probes.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <cmath>

using namespace stevedore;

/// A fixed sequence of numbers in [0, 1) (a linear congruential generator).
static double nextRandom(uint64_t &State) {
  State = State * 6364136223846793005ULL + 1442695040888963407ULL;
  return double(State >> 11) / double(1ULL << 53);
}

/// Values of the parameters, of any context.
using WantedPoint = std::vector<int64_t>;

/// The point of \p Context nearest to \p Wanted, by the sum of the relative
/// distances of all parameters: the maximum of -sum d_i / wanted_i subject to
/// |p_i - wanted_i| <= d_i. None if that fails.
static std::optional<ParameterPoint> moveInto(const LinearSystem &Context,
                                              const WantedPoint &Wanted) {
  static constexpr int64_t Scale = 1000000000;
  unsigned N = Wanted.size();
  LinearSystem Near = Context.withVariables(N);
  std::vector<int64_t> Objective(2 * N, 0);
  for (unsigned I = 0; I < N; ++I) {
    Objective[N + I] = -std::max<int64_t>(1, Scale / Wanted[I]);
    for (int Sign : {-1, 1}) {
      int64_t *Row = Near.add(false);
      Row[I] = Sign;
      Row[N + I] = 1;
      Row[2 * N] = -Sign * Wanted[I];
    }
  }
  DualSimplex Simplex(Near, Objective);
  if (!Simplex.feasible())
    return std::nullopt;
  DualSolution Solution = Simplex.minimize(Near.constants({}));
  if (Solution.S != DualSolution::Optimal)
    return std::nullopt;
  return ParameterPoint{{Solution.Point.begin(), Solution.Point.begin() + N},
                        Solution.PointDenominator};
}

/// Whether some tile size of \p C is a constant.
static bool hasConstantSizes(const LiftedConflicts &C) {
  for (unsigned I = 0; I < C.Parameters.size(); ++I)
    if (C.isTileSize(I) && isl::manage(isl_set_plain_get_val_if_fixed(
                                           C.Context.get(), isl_dim_param, I))
                               .is_nan()
                               .is_false())
      return true;
  return false;
}

/// The magnitudes that are tried, as multiples of limits::ProbeParameter and
/// limits::ProbeTileSize: all structure parameters large and tile sizes in
/// between, in several proportions; then each parameter in turn much larger or
/// smaller than its neighbours; tiles larger than the problem; and mixtures.
static std::vector<WantedPoint> wantedPoints(const LiftedConflicts &C,
                                             unsigned &NumLarge) {
  constexpr double Large = limits::ProbeParameter;
  constexpr double Medium = limits::ProbeTileSize;
  unsigned N = C.Parameters.size();
  uint64_t State = 20;
  auto Make = [&](double Structure, double Tile, double Spread) {
    WantedPoint P;
    for (unsigned I = 0; I < N; ++I) {
      double Base = C.isTileSize(I) ? Tile : Structure;
      P.push_back(std::llround(Base * (1 + Spread * nextRandom(State))));
    }
    return P;
  };
  WantedPoint Similar;
  for (unsigned I = 0; I < N; ++I) {
    double Base = C.isTileSize(I) ? Medium : Large;
    Similar.push_back(Base + Base / 10 * I);
  }
  std::vector<WantedPoint> Result = {Similar, Make(Large, Medium, 0.8),
                                     Make(10 * Large, Medium, 3),
                                     Make(Large / 10, Medium / 10, 1)};
  NumLarge = Result.size();
  for (unsigned I = 0; I < N; ++I)
    for (double Factor : {0.01, 20.0}) {
      WantedPoint P = Make(Large, Medium, 0.5);
      P[I] =
          std::llround(P[I] * (C.isTileSize(I) || Factor < 1 ? Factor : 1e-5));
      Result.push_back(P);
    }
  Result.push_back(Make(Medium, Large, 1));
  Result.push_back(Make(Medium / 10, Large / 10, 0.5));
  Result.push_back(Make(limits::SmallProbe, 10 * Medium, 0.9));
  Result.push_back(Make(Large / 10, limits::SmallProbeTileSize, 1));
  for (unsigned K = 0; K < limits::MixedProbes; ++K) {
    WantedPoint P;
    for (unsigned I = 0; I < N; ++I)
      P.push_back(std::llround(std::pow(10, 0.5 + 4.5 * nextRandom(State))));
    Result.push_back(P);
  }
  return Result;
}

llvm::Expected<Probes> stevedore::chooseProbes(const LiftedConflicts &C) {
  Probes Result;
  isl::basic_set Hull = isl::manage(isl_set_simple_hull(C.Context.copy()));
  Hull = isl::manage(isl_basic_set_move_dims(
      isl_basic_set_from_params(isl_basic_set_remove_divs(Hull.release())),
      isl_dim_set, 0, isl_dim_param, 0, C.Parameters.size()));
  if (Hull.is_null())
    return islError(C.ctx(), "the hull of a context");
  auto Context = toSystem(Hull);
  if (!Context)
    return Context.takeError();
  unsigned NumLarge = 0;
  std::vector<WantedPoint> Wanted = wantedPoints(C, NumLarge);
  for (unsigned I = 0; I < Wanted.size(); ++I) {
    std::optional<ParameterPoint> Point = moveInto(*Context, Wanted[I]);
    if (!Point || llvm::is_contained(Result.Points, *Point))
      continue;
    Result.Points.push_back(std::move(*Point));
    if (I < NumLarge)
      Result.NumLarge = Result.Points.size();
  }
  if (hasConstantSizes(C))
    if (auto Point = moveInto(*Context, WantedPoint(C.Parameters.size(), 1)))
      Result.BelowTiles.push_back(std::move(*Point));
  return Result;
}

/// The constraints of \p System that have no variables, over the parameters as
/// variables.
static LinearSystem onParameters(const LinearSystem &System) {
  unsigned First = System.numVariables(), N = System.numParameters();
  LinearSystem Result(N, 0);
  for (unsigned R = 0; R < System.size(); ++R) {
    const int64_t *Row = System.row(R);
    bool IsFree = std::all_of(Row, Row + First, [](int64_t C) { return !C; });
    if (IsFree && std::any_of(Row + First, Row + First + N,
                              [](int64_t C) { return C != 0; }))
      std::copy(Row + First, Row + First + N + 1,
                Result.add(System.isEquality(R)));
  }
  return Result;
}

/// Whether \p Point satisfies all of \p Constraints.
static bool satisfies(const ParameterPoint &Point,
                      const LinearSystem &Constraints) {
  for (unsigned R = 0; R < Constraints.size(); ++R) {
    const int64_t *Row = Constraints.row(R);
    WideInteger Sum = WideInteger(Row[Point.Numerators.size()]) *
                      WideInteger(Point.Denominator);
    for (unsigned I = 0; I < Point.Numerators.size(); ++I)
      Sum += WideInteger(Row[I]) * WideInteger(Point.Numerators[I]);
    if (Constraints.isEquality(R) ? Sum != 0 : Sum < 0)
      return false;
  }
  return true;
}

void stevedore::addProbesOf(const LinearSystem &Pairs, Probes &P) {
  LinearSystem Constraints = onParameters(Pairs);
  if (llvm::any_of(P.Points, [&](const ParameterPoint &Point) {
        return satisfies(Point, Constraints);
      }))
    return;
  std::vector<ParameterPoint> Moved;
  for (const ParameterPoint &Point : P.Points) {
    WantedPoint Wanted;
    for (int64_t Numerator : Point.Numerators)
      Wanted.push_back(std::max<int64_t>(1, Numerator / Point.Denominator));
    std::optional<ParameterPoint> Next = moveInto(Constraints, Wanted);
    if (Next && !llvm::is_contained(Moved, *Next))
      Moved.push_back(std::move(*Next));
  }
  llvm::append_range(P.Points, Moved);
}
