//===- Compare.h - Two models of the same loops -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Finds the accesses of one model in the other and compares them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CROSSCHECK_COMPARE_H
#define STEVEDORE_LIB_CROSSCHECK_COMPARE_H

#include "stevedore/CrossCheck/CrossCheck.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include <map>
#include <set>

namespace stevedore {

/// A line and a column; 0: not known.
using Site = std::pair<unsigned, unsigned>;

/// A region that Polly models.
struct IrRegion {
  std::unique_ptr<OwnedScop> Model;
  /// { : } what its checks make sure, and what is true without them.
  isl::set Checked, Facts;
  /// An access by the numbers of statement and access.
  struct Access {
    /// Where debug information has it; an access to memory.
    Site At;
    /// What its relation is about.
    std::vector<std::string> Parameters;
    /// A condition that is not affine decides about it.
    bool IsConditional = false;
  };
  std::vector<std::vector<Access>> Accesses;
  /// Pairs of arrays that do not overlap.
  std::set<std::pair<std::string, std::string>> Disjoint;
  /// The variables whose values parameters are, by the names of these.
  std::map<std::string, std::string> Variables;
  /// A parameter, which Polly takes for a signed number, may be negative where
  /// the variable is not.
  bool MayBeOthers = false;
};

/// Compares \p Region, which has a model, with those of \p Regions, which
/// belong to its function, that have accesses in common with it.
Opinion compare(const SourceRegion &Region, llvm::ArrayRef<IrRegion> Regions,
                BudgetLimits Limits);

} // namespace stevedore

#endif // STEVEDORE_LIB_CROSSCHECK_COMPARE_H
