//===- VariableFacts.h ---------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a function does with each of its variables: where it is mentioned,
/// written, and whether its address leaves the sight of the analysis.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_VARIABLEFACTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_VARIABLEFACTS_H

#include "stevedore/Source/Fact.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class LambdaExpr;
class OMPExecutableDirective;
class AsmStmt;
} // namespace clang

namespace stevedore {

/// How one variable is used in a piece of code.
struct VariableUse {
  /// Every mention, in textual order.
  llvm::SmallVector<const clang::DeclRefExpr *, 8> Mentions;
  /// Assigned, incremented or stepped as a loop iterator (the object itself or
  /// a part of it; not what a pointer variable points to).
  bool Written = false;
  /// Its address is taken, it decays to a pointer outside of a subscript, or
  /// it is bound to a reference: somebody else may read or write it.
  bool AddressTaken = false;
};

/// The uses of all variables in a function body, or in a part of it.
class VariableFacts {
public:
  explicit VariableFacts(HindranceRules Rules = {}) : Rules(Rules) {}
  /// Adds what \p F does, with what a constructor does before its body.
  void scanFunction(const clang::FunctionDecl *F);
  /// Adds what \p S and everything below it do.
  void scan(const clang::Stmt *S);
  void scanOperation(const clang::Stmt *S);
  /// Adds what \p S does, a statement whose value is not used.
  void scanStatement(const clang::Stmt *S);

  /// Adds that what has been done to \p Reference is done to \p Object.
  void bind(const clang::ValueDecl *Reference, const clang::Expr *Object);

  /// \p New is in the place of \p Old.
  void rename(const clang::ValueDecl *Old, const clang::ValueDecl *New);
  /// \p New is used as \p Others say.
  void adopt(const clang::ValueDecl *New, const VariableFacts &Others) {
    Uses[New] = Others.use(New);
  }
  /// \p Others know all that happens to the address of \p D.
  void adoptAddress(const clang::ValueDecl *D, const VariableFacts &Others) {
    Uses[D].AddressTaken = Others.isAddressTaken(D);
  }
  /// \p Offset changes where \p Pointer does.
  void follow(const clang::ValueDecl *Pointer, const clang::ValueDecl *Offset) {
    Uses[Offset].Written = isWritten(Pointer);
  }

  /// The use of \p D; an empty one if it is not mentioned.
  const VariableUse &use(const clang::ValueDecl *D) const;

  bool isWritten(const clang::ValueDecl *D) const { return use(D).Written; }
  bool isAddressTaken(const clang::ValueDecl *D) const {
    return use(D).AddressTaken;
  }
  /// True if \p D is a variable of the function that always holds what it has
  /// been given first.
  bool isFixed(const clang::ValueDecl *D) const;

  /// True if a variable other than \p D, but of its name, is mentioned.
  bool mentionsNamesake(const clang::ValueDecl *D) const;
  /// The variables called \p Name that are mentioned.
  std::vector<const clang::ValueDecl *> mentioned(llvm::StringRef Name) const;
  /// The variables that are written or whose addresses somebody may have, in
  /// the order of their declarations.
  std::vector<const clang::ValueDecl *> changed() const;
  /// True if control may go to a label: back to earlier code, or into a loop.
  bool hasJumps() const { return HasJumps; }

private:
  void scanBlock(const clang::Expr *E, bool Written);
  void scanCall(const clang::Stmt *S);
  void scanLent(const clang::CallExpr *Call);
  void scanLambda(const clang::LambdaExpr *Lambda, bool IsKept);
  void scanBlockExpression(const clang::BlockExpr *Block);
  void scanAssembler(const clang::AsmStmt *Asm);
  void scanDeclaration(const clang::VarDecl *Var);
  void markWritten(const clang::Expr *E);
  void expose(const clang::ValueDecl *D, Hindrance How);
  void expose(const clang::Expr *E, Hindrance How);

  HindranceRules Rules;
  llvm::DenseMap<const clang::ValueDecl *, VariableUse> Uses;
  VariableUse None;
  bool HasJumps = false;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_VARIABLEFACTS_H
