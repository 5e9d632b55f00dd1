//===- stevedore/Frontend/Polly/Model.h - Regions of LLVM IR ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on PollyRegion: a region that Polly found in LLVM IR, as a program.
/// Domains, accesses and order are Polly's, in an isl context of our own and
/// under our names. Polly's isl ids carry pointers, and of two names that print
/// alike each may be another value, so nothing is matched by Polly's names.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_FRONTEND_POLLY_MODEL_H
#define STEVEDORE_FRONTEND_POLLY_MODEL_H

#include "stevedore/Scop/Scop.h"
#include "llvm/IR/DebugLoc.h"
#include <map>
#include <memory>
#include <set>

namespace polly {
class MemoryAccess;
class Scop;
class ScopArrayInfo;
class ScopStmt;
} // namespace polly

namespace stevedore {

/// A region and what stands for what in Polly's.
struct PollyRegion {
  std::unique_ptr<OwnedScop> Model;
  /// By the number of the statement, and of its access.
  std::vector<polly::ScopStmt *> Statements;
  std::vector<std::vector<polly::MemoryAccess *>> Accesses;
  /// By the number of the array.
  std::vector<const polly::ScopArrayInfo *> Arrays;
  /// Polly's id of each structure parameter.
  std::map<std::string, isl::id> Parameters;
  /// { : } what Polly's run-time checks make sure, and what the original program
  /// relies on; the context of the program, which has fewer and simpler
  /// constraints, may be larger.
  isl::set Checked;
  /// { : } what is true of the values of the parameters.
  isl::set Facts;
  /// What Polly knows to be a sum, or the like, whatever the order of its terms
  /// were: the array and the operator. The order stays that of the source.
  std::set<std::pair<std::string, std::string>> Reductions;
  /// The arrays whose elements may have copies: in memory, and never accessed
  /// but one whole element at a time, at a place that the iteration decides;
  /// not written under conditions on data, and read under these only where the
  /// element is surely accessed too.
  std::vector<std::string> Movable;

  const Scop &program() const { return Model->Program; }
};

/// The region \p S. Values that statements hand on to each other, which are
/// scalars of LLVM IR, are arrays of rank 0. The context is what holds when
/// Polly's run-time checks do. Errors: budget.
llvm::Expected<PollyRegion> modelRegion(polly::Scop &S, BudgetLimits Limits);

/// Where \p S begins in the source, as far as debug information tells.
llvm::DebugLoc locationOf(const polly::Scop &S);

} // namespace stevedore

#endif // STEVEDORE_FRONTEND_POLLY_MODEL_H
