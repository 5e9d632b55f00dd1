//===- TreeMaker.h - New trees of statements --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Makes statements and expressions that the file does not have, in place of
/// others with the same meaning.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_TREEMAKER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_TREEMAKER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace stevedore {

/// Makes trees that stand where \p Range does.
class TreeMaker {
public:
  TreeMaker(clang::ASTContext &AST, const clang::FunctionDecl *Function,
            clang::SourceRange Range)
      : AST(AST), Function(Function), Range(Range) {}

  /// \p V as a literal of type \p T, `int` or wider.
  clang::Expr *number(const llvm::APSInt &V, clang::QualType T) const;
  clang::Expr *number(uint64_t V, clang::QualType T) const;
  clang::Expr *number(uint64_t V) const { return number(V, indexType()); }
  /// The type of differences of pointers.
  clang::QualType indexType() const {
    return AST.getPointerDiffType().getCanonicalType();
  }
  /// A variable of the function that is called \p Name.
  clang::VarDecl *variable(llvm::StringRef Name, clang::QualType T) const;
  clang::Expr *lvalue(const clang::VarDecl *Var) const;
  clang::Expr *value(const clang::Expr *LValue) const;
  clang::Expr *value(const clang::VarDecl *Var) const {
    return value(lvalue(Var));
  }
  /// The arithmetic value \p E as one of type \p T.
  clang::Expr *converted(const clang::Expr *E, clang::QualType T) const;
  clang::Expr *binary(clang::BinaryOperatorKind K, const clang::Expr *A,
                      const clang::Expr *B, clang::QualType T) const;
  /// `A && B`; \p B where \p A is null.
  clang::Expr *both(const clang::Expr *A, const clang::Expr *B) const;
  clang::Expr *negation(const clang::Expr *E) const;
  clang::Expr *increment(const clang::VarDecl *Var) const;
  /// Element number \p Index of what the pointer \p Base points to.
  clang::Expr *element(const clang::Expr *Base, const clang::Expr *Index) const;
  /// The pointer to the first element of the array \p LValue.
  clang::Expr *decayed(const clang::Expr *LValue) const;
  /// `Object.Name()`, a call of type \p T of a member function without
  /// parameters; null if the class of \p Object has none.
  clang::Expr *memberCall(const clang::Expr *Object, llvm::StringRef Name,
                          clang::QualType T) const;
  /// `Object[Index]`, an lvalue of type \p T, by the operator of the class of
  /// \p Object; null if it has none.
  clang::Expr *subscript(const clang::Expr *Object, const clang::Expr *Index,
                         clang::QualType T) const;
  clang::Stmt *declaration(const clang::VarDecl *Var) const;
  /// `if (Cond) Then else Else`, without \p Else where that is empty.
  clang::Stmt *branch(const clang::Expr *Cond, const clang::Stmt *Then,
                      const clang::CompoundStmt *Else) const;
  clang::CompoundStmt *compound(llvm::ArrayRef<const clang::Stmt *> Body) const;
  /// `for (T i = 0; i < Count; ++i) Body`, where T is the type of \p I.
  clang::Stmt *loop(clang::VarDecl *I, const clang::Expr *Count,
                    const clang::Stmt *Body) const;

private:
  /// The type of comparisons.
  clang::QualType truthType() const {
    return AST.getLangOpts().CPlusPlus ? AST.BoolTy : AST.IntTy;
  }

  clang::CXXMethodDecl *method(const clang::Expr *Object,
                               clang::DeclarationName Name,
                               unsigned NumParams) const;

  clang::ASTContext &AST;
  const clang::FunctionDecl *Function;
  clang::SourceRange Range;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_TREEMAKER_H
