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

/// What a directive for a part of a parallel block says, which is executed in
/// sequence: one of the orders that it allows.
enum class PartOfBlock {
  /// It is none of these.
  None,
  /// `single`, `master`, `masked`: one thread executes it.
  OneThread,
  /// `sections`: one thread executes each part of it.
  Sections,
  /// `section`, `taskgroup`: in the place where it stands.
  InPlace,
  /// `task`, before it, after it or beside it.
  Task,
  /// `critical`: one thread at a time.
  Critical,
  /// `ordered`: in the order of the iterations.
  Ordered,
  /// `barrier`, for no statement.
  Barrier,
  /// `taskwait`, `taskyield`, for no statement.
  TaskWait,
  /// `ordered depend`, `ordered doacross`, for no statement.
  OrderedWait
};
PartOfBlock partOf(const OpenMPPragma &Pragma);

/// An error unless the task \p Body under \p Pragma, in a parallel block from
/// \p Block on, does the same when it is executed at once: where it changes a
/// variable, all see that. `depend`, `shared`, `default(shared)`, `untied`,
/// `mergeable` and `priority` are all clauses that are known.
llvm::Error checkTask(RegionState &R, const OpenMPPragma &Pragma,
                      const clang::Stmt *Body, clang::SourceLocation Block);

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
