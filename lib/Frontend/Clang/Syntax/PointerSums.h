//===- PointerSums.h - Pointers that are computed by sums -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a pointer is computed from by sums.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_POINTERSUMS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_POINTERSUMS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace stevedore {

/// A pointer and an index; the latter is null for none.
using PointerSum = std::pair<const clang::Expr *, const clang::Expr *>;

/// The pointer \p E without conversions that change qualifiers alone, also
/// those that are written, if it \p TakesCasts.
const clang::Expr *unqualified(const clang::Expr *E, bool TakesCasts = true);
/// The pointer and the integer of a sum or difference; null for others.
PointerSum summands(const clang::Expr *E);
/// Those of `&p[i]` or `&*p`.
PointerSum addressed(const clang::Expr *E);
/// The step `p++` that the pointer \p E is the value of; null if it is none.
const clang::UnaryOperator *pointerStep(const clang::Expr *E);
/// The variable that holds the pointer \p E, or is stepped by it.
const clang::VarDecl *holderOf(const clang::Expr *E);
/// The choice `c ? p : q` that the pointer \p E is; null if it is none.
const clang::ConditionalOperator *choiceOf(const clang::Expr *E);
/// The pointers that \p Choice and others in it choose from.
llvm::SmallVector<const clang::Expr *, 2>
armsOf(const clang::ConditionalOperator *Choice);
/// The pointer that \p E is computed from by sums.
const clang::Expr *startOf(const clang::Expr *E);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_POINTERSUMS_H
