//===- CallValues.h - Values of called functions ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Makes the expressions that stand for what a function computes: conversions
/// of arguments that the text has to show, choices for early returns, elements
/// for what pointers are given.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CALLVALUES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CALLVALUES_H

#include "Syntax/TreeMaker.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// \p E with the conversion that a call or `return` makes, written out.
clang::Expr *explicitly(clang::ASTContext &AST, clang::Expr *E);
/// \p E in parentheses that stand at \p At, where it needs them.
clang::Expr *grouped(clang::ASTContext &AST, clang::Expr *E,
                     clang::SourceRange At = {});
/// A tree like \p E without nodes of it; null if it has nodes that cannot be
/// made anew.
clang::Expr *copied(clang::ASTContext &AST, const clang::Expr *E);
/// `Cond ? Then : Else`, an object if both are.
clang::Expr *choice(clang::ASTContext &AST, clang::Expr *Cond,
                    clang::Expr *Then, clang::Expr *Else);
/// The number of nodes in \p S, or one more than \p Limit.
unsigned weight(const clang::Stmt *S, unsigned Limit);
/// What the assignment or step \p E gives to a variable, where \p Rewritten
/// makes anew what it reads; null for what is not known.
clang::Expr *
valueAssigned(clang::ASTContext &AST, const clang::Expr *E,
              llvm::function_ref<clang::Expr *(const clang::Expr *)> Rewritten);
/// The object that the value \p E is read from; null if it is not.
const clang::Expr *objectReadBy(const clang::Expr *E);
/// Whether a compiler may contract a sum with \p E, a product.
bool isProduct(const clang::Expr *E);
/// \p E as a value that is not contracted with a sum around it.
clang::Expr *rounded(clang::ASTContext &AST, clang::Expr *E);
/// `Pointer[Index]`, or `*Pointer` where \p Index is null, as an element of the
/// array that the pointer is computed from.
clang::Expr *pointee(clang::ASTContext &AST, const TreeMaker &Make,
                     clang::Expr *Pointer, clang::Expr *Index);
/// The member of \p Object that \p E is of another one.
clang::Expr *memberOf(clang::ASTContext &AST, const clang::MemberExpr *E,
                      clang::Expr *Object);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CALLVALUES_H
