//===- CallSites.h - Calls that bodies may stand for ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which calls of a region need the body of the function that they call in
/// their place, and what hinders that.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLSITES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLSITES_H

#include "Facts/FunctionFacts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {

/// What a call means to who would put a body in its place.
enum class CallNeed {
  /// The call has a model as it is, or the function no body.
  None,
  /// It may have one as it is, which says less.
  Better,
  /// It has none as it is.
  Needed
};

/// The calls of one function, and of those that it calls.
class CallSites {
public:
  CallSites(const clang::ASTContext &AST, const clang::FunctionDecl *Caller,
            const FunctionFacts &Facts);

  CallNeed need(const clang::CallExpr *E) const;
  /// Adds the calls in \p Code that compute integers on which its loops,
  /// subscripts or conditions depend from integers: what bodies say of their
  /// values has a better model.
  void addInControl(llvm::ArrayRef<const clang::Stmt *> Code);
  /// Why the body cannot stand in place of \p E, which needs it, whatever it
  /// does; empty: nothing stands in the way yet.
  std::string hindrance(const clang::CallExpr *E) const;
  /// Whether the statement expression \p E may read something twice: nothing
  /// else happens in the expression around it.
  bool isAlone(const clang::StmtExpr *E) const {
    return !AmongEffects.contains(E);
  }
  /// Looks for calls below \p S, a statement of \p In, whose expressions do
  /// something else besides: a body must not be evaluated among that.
  void inspect(const clang::Stmt *S, const clang::FunctionDecl *In);
  /// Whether \p E does more than to compute a value.
  bool hasEffects(const clang::Stmt *E) const;
  /// Whether a store of \p Body may change what \p E is that is evaluated after
  /// it.
  bool mayChange(const clang::Stmt *Body, const clang::Expr *E) const;
  /// The uses of the variables in \p F.
  const VariableFacts &usesIn(const clang::FunctionDecl *F);
  /// Whether the name of \p D, which a body mentions, means the same in the
  /// caller.
  bool isVisible(const clang::NamedDecl *D) const;
  /// The same of the types that \p T is made of.
  bool isVisible(clang::QualType T) const;
  /// Whether the caller has something else by the name of the type \p T.
  bool isHidden(clang::QualType T) const;
  /// The address of \p Var is taken, or lent to a call.
  void expose(const clang::VarDecl *Var) { Exposed.insert(Var); }
  /// A name like \p Base that nothing in the caller has, which is then taken.
  std::string freshName(llvm::StringRef Base);

private:
  bool isHidden(const clang::VarDecl *Var) const;
  /// Whether \p Body has computed all that it does before it stores anything.
  bool storesLast(const clang::Stmt *Body) const;
  /// Whether \p E reads what a store through a pointer may change, but for
  /// hidden variables, and pointers in memory without \p Pointers.
  bool readsMemory(const clang::Stmt *E, bool Pointers) const;
  bool isNamedAround(clang::DeclarationName Name,
                     const clang::DeclContext *Outer,
                     const clang::NamedDecl *Same) const;
  bool hasOtherEffects(const clang::Expr *E, bool IsRoot) const;
  unsigned numStores(const clang::Stmt *S) const;
  void collectNames(const clang::Stmt *S);
  void markCalls(const clang::Stmt *S);
  void addCalls(const clang::Stmt *S);

  const clang::ASTContext &AST;
  const clang::FunctionDecl *Caller;
  const FunctionFacts &Facts;
  llvm::StringSet<> Names;
  /// Whose names the caller has, too.
  llvm::SmallVector<const clang::DeclContext *, 2> Used;
  llvm::SmallPtrSet<const clang::CallExpr *, 4> InControl;
  /// Calls and statement expressions.
  llvm::SmallPtrSet<const clang::Expr *, 4> AmongEffects;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Exposed;
  std::map<const clang::FunctionDecl *, VariableFacts> Uses;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLSITES_H
