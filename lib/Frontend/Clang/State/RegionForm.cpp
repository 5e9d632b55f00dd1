//===- RegionForm.cpp - The statements that are modelled ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/RegionForm.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

RegionForm::RegionForm(const RegionCode &Code) : Given(Code.Facts.Uses) {
  take(Code.Statements);
}

/// Adds what \p S mentions as a whole.
static void collectWholes(const Stmt *S,
                          llvm::SmallPtrSetImpl<const VarDecl *> &To) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      if (Var->getType()->isRecordType())
        To.insert(Var);
  const auto *Member = dyn_cast<MemberExpr>(S);
  if (Member && isa<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return;
  for (const Stmt *Part : S->children())
    collectWholes(Part, To);
}

void RegionForm::take(llvm::ArrayRef<const Stmt *> New) {
  Statements = New;
  InRegion = VariableFacts();
  Wholes.clear();
  for (const Stmt *S : Statements) {
    InRegion.scanStatement(S);
    collectWholes(S, Wholes);
  }
}

VariableFacts &RegionForm::changeInFunction() {
  if (!Changed)
    Changed.emplace(Given);
  return *Changed;
}

const PointerTurn *RegionForm::turn(const VarDecl *Pointer) const {
  auto Found = llvm::find_if(Turns, [&](const PointerTurn &Turn) {
    return llvm::is_contained(Turn.Pointers, Pointer);
  });
  return Found == Turns.end() ? nullptr : &*Found;
}

const MovedVariable *RegionForm::moved(const VarDecl *Var) const {
  auto Found =
      llvm::find_if(Moved, [&](const auto &M) { return M.Var == Var; });
  return Found == Moved.end() ? nullptr : &*Found;
}

const MovedVariable *RegionForm::movedBy(const VarDecl *Part) const {
  auto Found = llvm::find_if(Moved, [&](const auto &M) {
    return M.Offset == Part || M.Which == Part ||
           llvm::is_contained(M.Rows, Part);
  });
  return Found == Moved.end() ? nullptr : &*Found;
}

const Expr *RegionForm::referent(const ValueDecl *D) const {
  const auto *Var = dyn_cast_or_null<VarDecl>(D);
  return Var && Var->getType()->isReferenceType() ? Meanings.lookup(Var)
                                                  : nullptr;
}

const Expr *RegionForm::initOf(const VarDecl *Var) const {
  const Expr *Meaning = Meanings.lookup(Var);
  return Meaning ? Meaning : Assigned.contains(Var) ? nullptr : Var->getInit();
}
