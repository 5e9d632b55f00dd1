//===- Expressions.h - What expressions say by themselves -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What an expression names, is built of, or is as a constant: what needs no
/// more than its tree.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_EXPRESSIONS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_EXPRESSIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace clang {
class CXXConstructExpr;
class LambdaExpr;
} // namespace clang

namespace stevedore {

/// The array that the decayed pointer \p Base stands for; null if \p Base is
/// a real pointer.
const clang::Expr *decayedArray(const clang::Expr *Base);

/// The object that `*&object` is, or `*(T *)&object` where T differs from the
/// object's type in qualifiers of what it points to alone; null for other
/// expressions.
const clang::Expr *withoutAddress(const clang::Expr *E);

/// The variable that \p E names, as `v` or as `*&v`; null if it is something
/// else.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// Whether \p E is built of numbers and \p Known variables by operators.
bool isBuiltOf(const clang::Expr *E,
               llvm::function_ref<bool(const clang::VarDecl *)> IsKnown);

/// What is evaluated in \p S itself but is none of its children: the sizes of
/// arrays in types that it names, and the clauses of a directive.
llvm::SmallVector<const clang::Stmt *, 2> beyondChildren(const clang::Stmt *S);

/// The lambda expression that \p S calls where it stands; null if it does
/// something else.
const clang::LambdaExpr *calledLambda(const clang::Stmt *S);

/// The variable whose own storage the lvalue \p E denotes (`s` of `s.x[i]`);
/// null if a pointer is followed on the way.
const clang::ValueDecl *storageRoot(const clang::Expr *E);

/// The construction of an object that \p Init, a first value, is by arguments
/// alone, without the name of a type; null if it is something else.
const clang::CXXConstructExpr *constructedBy(const clang::Expr *Init);

/// Whether the conversion \p E, written as a call of a constructor with what is
/// converted, may be one of another constructor, that is explicit.
bool mayBeExplicit(const clang::CXXConstructExpr *E);

/// Whether \p Init, a first value, leaves the object as it is: a constructor
/// that does nothing.
bool setsNothing(const clang::Expr *Init);

/// Whether \p E, without the name of the class, would be another member: a
/// class that is derived from that class has one of the name.
bool isHiddenMember(const clang::MemberExpr *E);

/// Whether \p S mentions \p D; null: an object without a name.
bool mentions(const clang::Stmt *S, const clang::ValueDecl *D);

/// What \p S, an assignment or a step by one, changes; null if it is neither.
const clang::Expr *changedLvalue(const clang::Stmt *S);

/// The step by one that \p S is; null for other nodes.
const clang::UnaryOperator *stepIn(const clang::Stmt *S);

/// Whether both are the same expression.
bool isSameTree(const clang::ASTContext &AST, const clang::Expr *A,
                const clang::Expr *B);

/// \p Name, or a longer one that nothing in the program has.
std::string unusedIdentifier(const clang::ASTContext &AST, std::string Name);

/// What the namespace begins with that qualifies a member whose use has been
/// granted: an asterisk in front of its name, and the line of the region
/// behind.
llvm::StringRef grantPrefix();
/// What follows the object in the text of \p E: ".x", "->x", or ".*" and
/// where the pointer to a member that has been granted is.
std::string memberText(const clang::MemberExpr *E);
/// \p Text with `a.p` for each `(a.*stevedore_members_7::p)` in it.
std::string withoutGrants(std::string Text);
/// Whether \p E is written with a pointer to a member.
bool isGranted(const clang::MemberExpr *E);
/// Prints \p S if it is the use of a member that has been granted.
bool printGranted(clang::Stmt *S, const clang::ASTContext &AST,
                  clang::PrinterHelper *Helper, llvm::raw_ostream &OS);

/// True if \p E is a comparison or a logical operation.
bool isComparison(const clang::Expr *E);

/// The value of \p E if it is an integer constant expression.
std::optional<llvm::APSInt> constantValue(const clang::ASTContext &AST,
                                          const clang::Expr *E);

/// The expression that the statement \p E consists of, without parentheses and
/// clean-ups around it.
const clang::Expr *withoutWrappers(const clang::Expr *E);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_EXPRESSIONS_H
