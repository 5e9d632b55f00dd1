//===- Beliefs.h - Run-time tests of what a model believes ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Tests of facts, for programs that shall stop where one does not hold.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_BELIEFS_H
#define STEVEDORE_LIB_LOWER_BELIEFS_H

#include "Ast.h"
#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {
namespace lower {

/// Something that the model counts on.
struct BelievedCondition {
  Expr Condition;
  std::string Text;
};

/// Whether all bytes between the first and the last of \p Elements, { A[m] }, are
/// theirs: two arrays of such elements overlap where their ranges do.
bool isOneRange(const Scop &S, const Array &A, const isl::set &Elements);

/// Puts tests around \p Loops, which execute \p S: before them of \p Apart, of
/// what holds where the region is entered, and that the elements exist and
/// hold what is said of them; behind
/// them that parameters still have their values. Errors: budget.
llvm::Error addBeliefs(const Scop &S, std::vector<BelievedCondition> Apart,
                       Names &N, Block &Loops);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_BELIEFS_H
