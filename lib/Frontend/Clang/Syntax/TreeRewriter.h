//===- TreeRewriter.h - Trees with parts replaced ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Makes trees of statements in which other expressions stand in the place of
/// some. Whoever knows what stands for what derives from TreeRewriter.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_TREEREWRITER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_TREEREWRITER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace stevedore {

/// Makes new trees where something below them is replaced, and keeps the
/// others. Trees of a kind that cannot be made anew make it fail.
class TreeRewriter {
public:
  virtual ~TreeRewriter() = default;
  virtual const clang::Stmt *statement(const clang::Stmt *S);
  clang::Expr *expression(const clang::Expr *E);
  bool hasFailed() const { return Failed; }

protected:
  TreeRewriter(clang::ASTContext &AST) : AST(AST) {}
  /// What stands for an expression as a whole; null: its parts are looked at.
  virtual clang::Expr *replaced(const clang::Expr *) { return nullptr; }
  /// The same for an expression whose value is not used.
  virtual clang::Expr *replacedStatement(const clang::Expr *E) {
    return replaced(E);
  }
  /// What is declared for \p D.
  virtual clang::Decl *declared(clang::Decl *D) { return D; }
  /// What is declared before that.
  virtual std::vector<clang::Decl *> declaredBefore(clang::Decl *) {
    return {};
  }
  /// Whether a variable may not be left in a tree that is kept.
  virtual bool isReplaced(const clang::ValueDecl *) const { return false; }
  /// Whether nothing in \p S is replaced.
  virtual bool isKept(const clang::Stmt *S) const;
  /// What stands for the statement \p E.
  virtual const clang::Stmt *discarded(const clang::Expr *E);
  /// What stands for \p Statements, which follow each other.
  virtual std::vector<const clang::Stmt *>
  sequence(llvm::ArrayRef<const clang::Stmt *> Statements);
  /// What stands for \p S, with which a `for` loop begins.
  virtual const clang::Stmt *initialization(const clang::Stmt *S) {
    const clang::Stmt *New = part(S);
    const auto *E = New == S ? nullptr : llvm::dyn_cast<clang::Expr>(New);
    return E ? E->IgnoreParens() : New;
  }
  /// Where a node stands that is made for one at \p Loc.
  virtual clang::SourceLocation place(clang::SourceLocation Loc) const {
    return Loc;
  }
  const clang::Stmt *part(const clang::Stmt *S) { return S ? statement(S) : S; }
  clang::Expr *fail(const clang::Expr *E);
  /// Forgets that something has failed.
  void recover() { Failed = false; }

  /// \p E, of whose parts something is replaced.
  clang::Expr *rebuilt(const clang::Expr *E);

  clang::ASTContext &AST;

private:
  clang::Expr *unused(const clang::Expr *E);
  clang::Expr *conversion(const clang::CastExpr *E);
  clang::Expr *call(const clang::CallExpr *E);
  clang::Expr *construction(const clang::CXXConstructExpr *E);
  clang::Expr *member(const clang::MemberExpr *E);
  const clang::Stmt *compound(const clang::CompoundStmt *S);
  const clang::Stmt *declaration(const clang::DeclStmt *S);
  const clang::Stmt *branch(const clang::IfStmt *S);
  const clang::Stmt *loop(const clang::Stmt *S);
  const clang::Stmt *leaf(const clang::Stmt *S);

  bool Failed = false;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_TREEREWRITER_H
