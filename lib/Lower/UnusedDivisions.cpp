//===- UnusedDivisions.cpp - Divisions that a scan does not need ----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scan.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {
namespace lower {

/// Whether the bounds, the conditions or the division of \p L mention \p Name.
static bool uses(const ScanLevel &L, const std::string &Name) {
  auto inAffine = [&](const Affine &E) { return E.uses(Name); };
  return (L.IsDivision && L.Value->uses(Name)) || L.Residue.uses(Name) ||
         llvm::any_of(L.Lower, inAffine) || llvm::any_of(L.Upper, inAffine) ||
         llvm::any_of(L.Conditions, [&](const Expr &Condition) {
           return Condition.uses(Name);
         });
}

void dropUnusedDivisions(Scan &S) {
  for (size_t At = S.Levels.size(); At-- > 0;) {
    const ScanLevel Level = S.Levels[At];
    bool Used = !Level.IsDivision;
    for (const Affine &E : S.Coordinates)
      Used |= E.uses(Level.Name);
    for (size_t K = At; K < S.Levels.size(); ++K)
      Used |= uses(S.Levels[K], Level.Name);
    if (Used)
      continue;
    std::vector<Expr> &Outer =
        At == 0 ? S.Guard : S.Levels[At - 1].Conditions;
    Outer.insert(Outer.end(), Level.Conditions.begin(), Level.Conditions.end());
    S.Levels.erase(S.Levels.begin() + At);
  }
}

} // namespace lower
} // namespace stevedore
