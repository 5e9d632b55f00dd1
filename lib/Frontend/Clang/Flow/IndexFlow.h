//===- IndexFlow.h - Values of index variables ---------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Values of index variables from statement to statement: past assignments,
/// where branches join, at the start of each iteration of a loop and after it.
/// WalkPoint::IndexValues holds those at one point; each function here takes
/// it from one point to another.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXFLOW_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXFLOW_H

#include "Flow/Loops.h"

namespace stevedore {

/// What executing one expression does to index variables.
struct IndexEffect {
  /// New values; an empty one where it is not known.
  llvm::SmallVector<
      std::pair<const clang::VarDecl *, std::optional<IndexValue>>, 2>
      Changes;
  /// The expression is nothing but an assignment to, or a step of, one index
  /// variable.
  bool IsWhole = false;
  /// Steps within a larger expression.
  llvm::SmallVector<const clang::Expr *, 2> Steps;
};

/// The effect of \p E, executed in nest \p N. Somebody takes its value if it
/// \p IsUsed; then it is not whole.
IndexEffect indexEffect(RegionState &R, const clang::Expr *E, const Nest &N,
                        bool IsUsed = false);

/// Forgets the values of the variables that \p Effect changes, but of those
/// that are stepped inside of the expression: nothing else there mentions them.
void forgetChanged(RegionState &R, const IndexEffect &Effect);

/// Gives the variables of \p Effect their new values.
void applyEffect(RegionState &R, const IndexEffect &Effect);

/// \p Value over the iterators of \p N, defined for its iterations alone.
isl::pw_aff inNest(const isl::pw_aff &Value, const Nest &N);

/// \p V as a sum; empty if it is not known as one.
TermSum termsOf(const IndexValue &V);

/// From the ends of the two branches of \p S, executed in \p Then and \p Else,
/// to where they join: piece by piece the value of the branch that was taken.
void joinBranches(RegionState &R, const IndexMap &AfterThen, const Nest &Then,
                  const IndexMap &AfterElse, const Nest &Else);

/// The iterations of a loop that `continue` ends before the last statement of
/// its body.
class EndedIterations {
public:
  /// Without \p MayContinue none can be.
  EndedIterations(bool MayContinue = false) : IsAllowed(MayContinue) {}
  bool isAllowed() const { return IsAllowed; }

  /// Ends those of \p N, with the values at this point.
  void add(const RegionState &R, const Nest &N);

  /// \p N, part of the loop's body, without those that have ended.
  Nest rest(const Nest &N) const;

  /// From the end of the body, executed in \p N, and the points where
  /// iterations have ended to the end of each iteration.
  void join(RegionState &R, const Nest &N) const;

private:
  bool IsAllowed;
  /// { [o,i] }, null if there are none.
  isl::set Ended;
  std::vector<std::pair<Nest, IndexMap>> Points;
};

/// The values at two points of a loop.
struct LoopIndices {
  /// At the start of each iteration, over its iterator as well.
  IndexMap Start;
  IndexMap After;
};

/// The values of the loop \p H, which stands in nest \p N and whose iterations
/// are those of \p Inner, when it is entered with \p Before. They are tried out
/// with a parameter for what each variable holds at the start of an iteration;
/// valueAfter() says what this is. Then the body is passed with these values,
/// to see that none of them wraps around in any iteration.
LoopIndices loopIndices(RegionState &R, const LoopHeader &H, const Nest &N,
                        const Nest &Inner, const IndexMap &Before);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXFLOW_H
