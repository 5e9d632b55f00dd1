//===- ConstantSums.cpp - Sums that change in no loop ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/CompiledCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

/// The number of the product of the numbers at \p Factors, None for 1.
unsigned CompiledCounts::productOf(const std::vector<unsigned> &Factors) {
  unsigned Result = None;
  for (unsigned Place : Factors) {
    auto [It, IsNew] =
        KnownProducts.try_emplace({Result, Place}, Products.size());
    if (IsNew)
      Products.push_back({Result, Place});
    Result = It->second;
  }
  return Result;
}

/// The number of the sum of \p Terms, which equal ones have once; None where it
/// changes in loops of \p Of.
unsigned CompiledCounts::constantSum(const std::vector<Term> &Terms,
                                     const Piece &Of) {
  ConstantSum Sum;
  for (const Term &T : Terms) {
    for (const Range &Loop : Of.Loops)
      if (llvm::is_contained(T.Places, Loop.Coordinate))
        return None;
    Sum.Terms.emplace_back(productOf(T.Places), T.Factor);
  }
  llvm::sort(Sum.Terms);
  for (const auto &[Product, Factor] : Sum.Terms)
    Sum.Sizes.push_back(std::abs(double(Factor)));
  auto [It, IsNew] = KnownSums.try_emplace(Sum.Terms, ConstantSums.size());
  if (IsNew)
    ConstantSums.push_back(std::move(Sum));
  return It->second;
}
