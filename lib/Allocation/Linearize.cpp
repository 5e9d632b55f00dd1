//===- Linearize.cpp - One dimension for the cells of a mapping -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifted.h"
#include <numeric>

using namespace stevedore;

/// The rows from the last to the first, whose cells are contiguous in this
/// order.
static std::vector<unsigned> rowsFromLast(const ModularMapping &M) {
  std::vector<unsigned> Result(M.Matrix.size());
  std::iota(Result.rbegin(), Result.rend(), 0);
  return Result;
}

LinearForm stevedore::residuesOf(const ModularMapping &M) {
  return {rowsFromLast(M), true};
}

/// Moduli grow when they are rounded, so that what is proved here for \p M as
/// it is, rounding included, is proved for their product. (A product that is
/// rounded instead has another kernel, which may hold conflicts.)
llvm::Expected<LinearForm> stevedore::linearize(const ConflictRelation &C,
                                                const ModularMapping &M) {
  auto Lifted = lift(C, Precision::Few);
  if (!Lifted)
    return Lifted.takeError();
  auto Order = commonOrder(*Lifted, M);
  if (!Order)
    return Order.takeError();
  if (*Order)
    return LinearForm{std::move(**Order), false};
  return residuesOf(M);
}
