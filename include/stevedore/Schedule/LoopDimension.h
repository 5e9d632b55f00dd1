//===- stevedore/Schedule/LoopDimension.h - Loops that may be parallel ----===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which loops of an order enumerate the iterations of the source's parallel
/// loops, and which loops carry a dependence.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCHEDULE_LOOPDIMENSION_H
#define STEVEDORE_SCHEDULE_LOOPDIMENSION_H

#include "stevedore/Schedule/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <set>

namespace stevedore {

/// One dimension d of an order { S[i] -> [t] }, as a loop inside the loops over
/// the dimensions before it.
struct LoopDimension {
  /// What the dimension enumerates of a statement.
  struct Role {
    /// At most one value of t_d where all t_e, e < d, are fixed.
    bool Single = false;
    /// Index into Scop::ParallelLoops: where all t_e, e < d, are fixed, equal
    /// t_d means equal iterations of that loop.
    std::optional<unsigned> Loop;
  };
  /// By the name of the statement.
  std::map<std::string, Role> Roles;
  /// { (S, T) : an instance of T depends on one of S with t_e equal for e < d
  /// and another t_d }
  std::set<std::pair<std::string, std::string>> Carried;

  /// Whether a loop over the dimension whose body has these statements carries
  /// a dependence.
  bool carries(llvm::ArrayRef<std::string> Statements) const;

  /// The parallel loop of the source, as an index into Scop::ParallelLoops,
  /// that a loop over the dimension with these statements stands for: each of
  /// them is executed once in it or was in a parallel loop with the same
  /// iterations, and the loop carries no dependence.
  std::optional<unsigned>
  parallelLoop(llvm::ArrayRef<std::string> Statements) const;

  /// Whether there may be a loop for which parallelLoop() has an answer.
  bool mayBeParallel() const;
};

/// Every dimension of \p Times, { S[i] -> [t] }, all t of one space.
///
/// Dependences need not be closed transitively. Let y depend on x through
/// instances in between, all in the order of \p Times, which must obey
/// \p D: where x and y agree in all t_e, e < d, so do those in between, and
/// where x and y differ in t_d, so do two neighbours in the chain. Errors:
/// budget.
llvm::Expected<std::vector<LoopDimension>>
findLoopDimensions(const Scop &S, const isl::union_map &D,
                   const isl::union_map &Times);

/// The order inside a tile of \p B, { S[i] -> [o, b, r] } with b in the order
/// of B.PointOrder.
isl::union_map pointTimes(const Band &B);

/// The dimensions of array number \p Array along which accesses step from one
/// iteration of an innermost loop over the points of a tile of \p B to another,
/// in those statements that are inside of the most loops. Meant for
/// choices alone: some may be missing where isl does not tell.
std::vector<unsigned> steppedDimensions(const Scop &S, const Band &B,
                                        unsigned Array);

/// The statements outside of all bands, { S[i] -> [t] }, as the outer order of
/// \p Order has them.
isl::union_map outerTimes(const Scop &S, const Schedule &Order);

/// A parallel loop of the source whose iterations do depend on each other.
struct DependentLoop {
  /// Index into Scop::ParallelLoops.
  unsigned Loop;
  /// Name of an array through which they do.
  std::string Array;
};

/// The parallel loops of \p S with a dependence in \p D between two iterations
/// of one execution of the loop, in the order of the source; dependences
/// through variables that are declared in the region are left out, since the
/// program has one of them for each iteration. Errors: budget.
llvm::Expected<std::vector<DependentLoop>>
findDependentLoops(const Scop &S, const Dependences &D);

} // namespace stevedore

#endif // STEVEDORE_SCHEDULE_LOOPDIMENSION_H
