//===- OpenMPClauses.h - Clauses of OpenMP directives -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The OpenMP directives of loops, from their text.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_OPENMPCLAUSES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_OPENMPCLAUSES_H

#include "State/RegionState.h"

namespace stevedore {

/// The directive of a loop.
struct LoopDirective {
  /// Flags; iterations and number are the caller's.
  ParallelLoop Loop;
  DirectiveText Text;
  /// How many perfectly nested loops it applies to.
  unsigned Collapse = 1;
  /// Iterators outside of the loop get the values of the last iteration.
  bool SetsIterators = false;
  /// Scalars, no iterators, of which each iteration has its own.
  llvm::SmallVector<const clang::VarDecl *, 2> Private;
};

/// Reads \p Pragma, which stands before a loop of the region.
///
/// Clauses that say how iterations are shared out, `schedule`, `num_threads`,
/// `if`, `proc_bind`, `safelen`, `simdlen`, are kept as they are. Clauses about
/// data that the new loops do not share, or only read, are dropped: `shared`,
/// `default(shared|none)`, `private`, `lastprivate` and `linear` of iterators,
/// `firstprivate` of what the region does not change, `aligned`, `nontemporal`,
/// `order`, `nowait`. An error for any other directive or clause.
llvm::Expected<LoopDirective> readDirective(RegionState &R,
                                            const OpenMPPragma &Pragma);

/// The same of \p Pragma, `omp parallel` for a block, whose clauses are those
/// of its loops.
llvm::Expected<LoopDirective> readBlock(RegionState &R,
                                        const OpenMPPragma &Pragma);

/// Whether \p Pragma is `omp parallel` for a block, not for one loop.
bool isParallelBlock(const OpenMPPragma *Pragma);

/// The words of \p Pragma up to the first parenthesis, for messages.
std::string nameOf(const OpenMPPragma &Pragma);

/// The loop directly below the body \p S of another; null if something else
/// stands there.
const clang::ForStmt *loopBelow(const clang::Stmt *S);

/// Sets P.Iterator and P.Around over all statements of \p Body: a loop's own
/// iterator, and those of the \p Depth loops around it.
void setIterators(ParallelLoop &P, const isl::union_set &Body, unsigned Depth);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_OPENMPCLAUSES_H
