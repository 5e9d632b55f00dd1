//===- ParallelPoints.cpp - Conflicts between parallel points -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelPoints.h"
#include "stevedore/Liveness/InstanceConflicts.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Support/Limits.h"
#include "isl/map.h"

using namespace stevedore;

/// \p S with the instances of \p B alone, and the array not observed after
/// them.
static Scop insideBand(const Scop &S, const Band &B, unsigned Array) {
  Scop Result = S;
  for (Statement &Stmt : Result.Statements)
    Stmt.Domain =
        B.Domain.extract_set(Stmt.Domain.get_space()).intersect(Stmt.Domain);
  Result.Arrays[Array].LiveOut = false;
  return Result;
}

/// The conflicts under the order of \p B, wherever the elements are accessed.
static llvm::Expected<isl::map> conflictsInBand(const Scop &S, const Band &B,
                                                unsigned Array) {
  Scop Inside = insideBand(S, B, Array);
  std::vector<unsigned> Parallel;
  for (unsigned D : B.ParallelPoints)
    Parallel.push_back(B.Outer + D);
  auto Order = orderOfSchedule(B.Domain, pointTimes(B), Parallel,
                               ParallelSemantics::General);
  if (!Order)
    return Order.takeError();
  auto C = computeConflicts(Inside, Array, *Order, LivenessMethod::Triangle);
  if (!C)
    return C.takeError();
  return C->Pairs;
}

isl::map stevedore::conflictsInTile(const Scop &S, const Band &B,
                                    const ArrayTransfers &A) {
  if (B.ParallelPoints.empty())
    return isl::map();
  Budget Limit(S.Context.ctx(), {0, limits::ParallelPairOperations});
  auto Pairs = conflictsInBand(S, B, A.Array);
  if (!Pairs) {
    llvm::consumeError(Pairs.takeError());
    return isl::map();
  }
  isl::map SameTile = A.accessed().reverse().apply_range(A.accessed());
  isl::map Result = Pairs->intersect(SameTile).coalesce();
  int Pieces = Result.is_null() ? -1 : isl_map_n_basic_map(Result.get());
  bool AreMany = Pieces < 0 || Pieces > limits::ParallelPairPieces;
  return unlessOver(Limit, AreMany ? isl::map() : Result);
}
