//===- Redundancy.cpp - Implied constraints -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Redundancy.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <limits>

using namespace stevedore;

unsigned RedundancyTest::add(const AffineConstraint &C) {
  assert(C.Form.Coefficients.size() == System.numVariables() &&
         "a constraint of another system");
  llvm::copy(C.Form.Coefficients, System.add(C.IsEquality));
  Constants.push_back(C.Form.Constant);
  return System.size() - 1;
}

/// Constants whose opposite less 1 fits.
static constexpr int64_t MaxConstant = std::numeric_limits<int64_t>::max() - 1;

/// Sets up the tableau, again where one overflowed; false where there is none
/// for consistent constraints.
bool RedundancyTest::prepare() {
  if (Simplex || Whole != DualSolution::Optimal)
    return Whole == DualSolution::Optimal;
  Simplex.emplace(System, std::vector<int64_t>(System.numVariables(), 0));
  for (unsigned I : Removed)
    Simplex->remove(I);
  Whole =
      Simplex->feasible() ? Simplex->status(Constants) : DualSolution::Stalled;
  return Whole == DualSolution::Optimal;
}

bool RedundancyTest::isContradiction() {
  return !prepare() && Whole == DualSolution::Unbounded;
}

/// Whether no point of the other constraints has form number \p I <= -1, or
/// >= 1 without \p Opposite.
bool RedundancyTest::contradictsOthers(unsigned I, bool Opposite) {
  if (!prepare())
    return false;
  int64_t Saved = Constants[I];
  if (Saved > MaxConstant || Saved < -MaxConstant)
    return false;
  Constants[I] = (Opposite ? -Saved : Saved) - 1;
  Simplex->relax(I, Opposite);
  DualSolution::Status Status = Simplex->status(Constants);
  Simplex->restore(I, Opposite);
  Constants[I] = Saved;
  if (Status == DualSolution::Stalled)
    Simplex.reset();
  return Status == DualSolution::Unbounded;
}

bool RedundancyTest::removeIfImplied(unsigned I) {
  if (!contradictsOthers(I, true) ||
      (System.isEquality(I) && !contradictsOthers(I, false)))
    return false;
  Removed.push_back(I);
  Simplex->remove(I);
  return true;
}
