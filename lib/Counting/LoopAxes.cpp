//===- LoopAxes.cpp - The coordinates that sums have loops over -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAxes.h"
#include "Summation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "isl/set.h"

using namespace llvm;

namespace stevedore {

unsigned axesOf(const SymbolicCount &C, const AffineForm &F) {
  unsigned Result = 0;
  for (unsigned K = 0; K < C.Coordinates.size(); ++K)
    if (F.Coefficients[C.Parameters.size() + K] != 0)
      Result |= 1u << K;
  return Result;
}

/// The coordinates in the floors of \p M.
static unsigned axesInFloors(const SymbolicCount &C, const Monomial &M) {
  unsigned Result = 0;
  for (auto [Variable, Exponent] : M)
    if (Variable >= C.numVariables())
      Result |= axesOf(C, C.Floors[Variable - C.numVariables()].Argument);
  return Result;
}

std::optional<unsigned> loopAxes(const SymbolicCount &C, const CountPiece &P) {
  unsigned Needed = 0, Bounded = 0, All = (1u << C.Coordinates.size()) - 1;
  for (const auto &[M, Factor] : P.Value.terms())
    Needed |= axesInFloors(C, M);
  for (const AffineConstraint &A : P.Domain)
    Bounded |= axesOf(C, A.Form);
  if (Bounded != All)
    return std::nullopt;
  unsigned Best = All;
  for (unsigned Loops = 0; Loops <= All; ++Loops) {
    bool IsEnough = (Loops & Needed) == Needed &&
                    all_of(P.Domain, [&](const AffineConstraint &A) {
                      return popcount(axesOf(C, A.Form) & ~Loops) <= 1;
                    });
    if (IsEnough && popcount(Loops) < popcount(Best))
      Best = Loops;
  }
  return Best;
}

Expected<std::vector<AffineConstraint>>
loopConstraints(isl::ctx Ctx, const SymbolicCount &C, const CountPiece &P,
                unsigned Loops, unsigned Axis) {
  unsigned Around = Loops & ((2u << Axis) - 1);
  isl::basic_set Shadow = convexSet(Ctx, P.Domain, C.numVariables());
  for (unsigned Other = 0; Other < C.Coordinates.size(); ++Other)
    if (!(Around & (1u << Other)))
      Shadow = isl::manage(isl_basic_set_eliminate(
          Shadow.release(), isl_dim_set, C.Parameters.size() + Other, 1));
  return constraintsIn(isl::manage(isl_basic_set_remove_redundancies(
      isl_basic_set_remove_divs(Shadow.release()))));
}

} // namespace stevedore
