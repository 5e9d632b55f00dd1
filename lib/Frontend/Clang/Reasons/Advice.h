//===- Advice.h --------------------------------------------------- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Advice that depends on what it is about: a function, an expression.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REASONS_ADVICE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REASONS_ADVICE_H

#include "Reasons/Rejections.h"
#include "clang/AST/Expr.h"

namespace stevedore {

/// The sentence that takes the place of the usual one for \p Reason and the
/// \p Arguments of its message; empty: none does.
std::string specialAdvice(RejectReason Reason,
                          llvm::ArrayRef<std::string> Arguments);

/// The note for \p E, a remainder by a variable, with its edit: an expression
/// that is the same where the dividend stays below twice the divisor. None where
/// one of the two, whose texts are \p Dividend and \p Divisor, is more than a
/// sum or a name.
std::optional<Rejection::Note>
remainderAdvice(const clang::BinaryOperator *E, const std::string &Dividend,
                const std::string &Divisor);

/// The edit that takes `register` away from the declaration of \p Var, if it is
/// the first word of that; none otherwise.
std::vector<clang::FixItHint> withoutRegister(const clang::VarDecl *Var,
                                              const clang::ASTContext &AST);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REASONS_ADVICE_H
