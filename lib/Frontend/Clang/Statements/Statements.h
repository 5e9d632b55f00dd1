//===- Statements.h ------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// One statement of the region: its accesses and its text with holes.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_STATEMENTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_STATEMENTS_H

#include "Arrays/ArrayTable.h"

namespace stevedore {

/// Models the expression statement \p E, executed for \p N, as statement
/// number \p Number, and its text.
llvm::Error modelExpression(RegionState &R, ArrayTable &Arrays, const Nest &N,
                            const clang::Expr *E, unsigned Number,
                            Statement &Result);

/// Models the statement \p S, with all that is below it, as one.
llvm::Error modelOpaque(RegionState &R, ArrayTable &Arrays, const Nest &N,
                        const clang::Stmt *S, unsigned Number,
                        Statement &Result);

/// Models `Var = Condition`, the truth value of \p Condition.
llvm::Error modelCondition(RegionState &R, ArrayTable &Arrays, const Nest &N,
                           const clang::VarDecl *Var,
                           const clang::Expr *Condition, unsigned Number,
                           Statement &Result);

/// Models the initialization of \p Var, declared in the region.
llvm::Error modelInitialization(RegionState &R, ArrayTable &Arrays,
                                const Nest &N, const clang::VarDecl *Var,
                                unsigned Number, Statement &Result);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_STATEMENTS_H
