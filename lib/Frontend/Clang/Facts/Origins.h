//===- Origins.h - What pointers of a function are based on -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Where the values of pointers come from, for a whole function and without
/// regard to the order in which it executes: through initializers, assignments,
/// casts, arithmetic, members, conditional operators, references and calls. A
/// value of which that is not seen may come from any memory that somebody has
/// put a pointer into.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_ORIGINS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_ORIGINS_H

#include "Facts/VariableFacts.h"
#include "stevedore/Source/Fact.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace stevedore {

/// One thing that the value of a pointer may be based on.
struct Origin {
  enum OriginKind {
    /// The storage of a variable, of a literal or of a temporary object.
    Object,
    /// What a parameter, or `this`, held when the function was entered.
    Parameter,
    /// Memory that an expression of the function allocates.
    Allocation,
    /// Something read from memory.
    Memory,
    /// The same, through a restrict pointer that is in memory itself.
    RestrictMemory,
    /// A restrict pointer (C 6.7.3.1): a variable, or a member.
    Restrict,
    RestrictMember,
    /// A pointer that is taken for one of its own. Only where a hindrance is
    /// forgotten.
    Alone
  };
  OriginKind K = Memory;
  /// The variable, of Restrict always and of Object and Parameter perhaps.
  const clang::Decl *Named = nullptr;
  /// Otherwise the member or expression.
  const void *Of = nullptr;
  bool operator<(const Origin &O) const {
    return std::tie(K, Named, Of) < std::tie(O.K, O.Named, O.Of);
  }
  bool operator==(const Origin &O) const {
    return K == O.K && Named == O.Named && Of == O.Of;
  }
};

/// What a value may be based on, and what it is based on for sure.
struct Provenance {
  std::set<Origin> May, Must;
  /// A null pointer, or a value that does not exist.
  bool isNothing() const { return May.empty(); }
  static Provenance of(Origin O) { return {{O}, {O}}; }
  /// One or the other.
  Provenance join(const Provenance &Other) const;
};

/// The pointers of one function.
class PointerOrigins {
public:
  /// Of \p Function, with the lambda expressions in it. \p Uses are those of its
  /// variables.
  PointerOrigins(const clang::ASTContext &AST,
                 const clang::FunctionDecl *Function,
                 const VariableFacts &Uses, HindranceRules Rules);

  /// The value of the pointer \p E.
  Provenance ofPointer(const clang::Expr *E) const;
  /// The address of the object \p E.
  Provenance ofObject(const clang::Expr *E) const;
  /// The storage of \p Var, or of what the reference \p Var names.
  Provenance ofStorage(const clang::VarDecl *Var) const;
  /// The value of the pointer \p Var.
  Provenance ofVariable(const clang::VarDecl *Var) const;

  /// Whether a pointer that is read from memory may be based on \p O.
  bool isCaptured(const Origin &O) const;
  /// Whether the restrict pointer \p O says something about all accesses of the
  /// code at \p Loc in \p Function.
  bool isInForce(const Origin &O, clang::SourceLocation Loc,
                 const clang::FunctionDecl *Function) const;

  const HindranceRules Rules;

private:
  void collectAddressed(const clang::Stmt *S);
  void collect(const clang::Stmt *S, clang::SourceRange Block);
  void collectDeclaration(const clang::VarDecl *Var, clang::SourceRange Block);
  void collectExpression(const clang::Expr *E);
  bool collectKept(const clang::Expr *E);
  void collectArguments(const clang::CallExpr *E);
  void assign(const clang::VarDecl *Var, const clang::Expr *Value, Hindrance H);
  void hand(const clang::Expr *E);
  void handReturned(const clang::Stmt *Body);
  void solve();
  bool isTracked(const clang::VarDecl *Var) const;
  Provenance stored(const clang::Expr *Place) const;
  Provenance initial(const clang::VarDecl *Var) const;
  Provenance kept(const clang::VarDecl *Var, Provenance P) const;
  Provenance pointerCast(const clang::CastExpr *E) const;
  Provenance call(const clang::CallExpr *E) const;
  Provenance through(Hindrance H, const clang::Expr *E, Provenance P) const;

  const clang::ASTContext &AST;
  const clang::FunctionDecl *Function;
  const VariableFacts &Uses;
  struct Value {
    const clang::Expr *E;
    Hindrance How;
  };
  /// What each variable is given.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Value, 2>> Given;
  /// The block of the declaration of each variable.
  llvm::DenseMap<const clang::Decl *, clang::SourceRange> Blocks;
  llvm::DenseMap<const clang::VarDecl *, Provenance> Values;
  llvm::SmallVector<const clang::Expr *, 8> HandedOn;
  /// Variables that are copied into `^{ }`, and those that come by their values
  /// in ways that are not followed.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> KeptInBlocks, FromElsewhere;
  std::set<Origin> Captured;
  /// Variables that an expression has the address of, also where it is no more
  /// than that of bytes to be copied.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Addressed;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_ORIGINS_H
