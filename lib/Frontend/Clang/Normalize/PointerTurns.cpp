//===- PointerTurns.cpp - Pointers that take turns ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PointerTurns.h"
#include "Flow/IndexVariables.h"
#include "State/Unseen.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/Rotations.h"
#include "Syntax/TreeMaker.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

/// Adds the rotations below \p S.
static void collectRotations(const Stmt *S, std::vector<Rotation> &Result) {
  if (!S || isa<Expr>(S))
    return;
  llvm::SmallVector<const Stmt *, 8> Parts = partsOf(S);
  bool IsSequence = isa<CompoundStmt>(S);
  for (size_t I = 0; I < Parts.size(); ++I) {
    if (!Parts[I])
      continue;
    size_t Most = IsSequence ? Parts.size() - I : 1;
    if (auto Found = rotationAt(llvm::ArrayRef(Parts).slice(I, Most))) {
      I += Found->Length - 1;
      Result.push_back(std::move(*Found));
    } else {
      collectRotations(Parts[I], Result);
    }
  }
}

/// True if \p Var is a pointer of the function before the region that nobody
/// else can change, of the type \p Type.
static bool takesTurns(const RegionState &R, const VarDecl *Var,
                       QualType Type) {
  bool IsAlike = R.AST.hasSameUnqualifiedType(Var->getType(), Type) ||
                 R.typeText(Var->getType()) == R.typeText(Type);
  return IsAlike && !Var->getType().isVolatileQualified() &&
         Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
         Var->getDeclContext() == R.Code.Function &&
         !R.Form.inFunction().isAddressTaken(Var) && !R.isDeclaredInRegion(Var);
}

/// True if all that the function does with the variable in which \p Rotations
/// keep a pointer is this.
static bool isOnlyKept(const RegionState &R, const VarDecl *Kept,
                       llvm::ArrayRef<Rotation> Rotations) {
  size_t Mentions = 0;
  for (const Rotation &Found : Rotations) {
    if (llvm::is_contained(Found.Pointers, Kept))
      return false;
    if (Found.Kept == Kept)
      Mentions += R.isDeclaredInRegion(Kept) && Kept->getInit() ? 1 : 2;
  }
  return Kept->hasLocalStorage() && !Kept->getType().isVolatileQualified() &&
         R.Form.inFunction().use(Kept).Mentions.size() == Mentions;
}

static void addTurn(RegionState &R, const Rotation &Found) {
  SourceLocation Loc = R.Code.Function->getLocation();
  TreeMaker Make(R.AST, R.Code.Function, Loc);
  PointerTurn Turn;
  Turn.Pointers = Found.Pointers;
  std::string Name;
  for (const VarDecl *Pointer : Turn.Pointers)
    Name += (Name.empty() ? "" : "_") + Pointer->getNameAsString();
  QualType Type = R.AST.getConstantArrayType(
      Turn.Pointers.front()->getType().getUnqualifiedType(),
      llvm::APInt(64, Turn.Pointers.size()), nullptr, ArraySizeModifier::Normal,
      0);
  Turn.Array = Make.variable(unusedIdentifier(R.AST, Name), Type);
  VarDecl *Counter =
      Make.variable(unusedIdentifier(R.AST, Name + "_turns"), Make.indexType());
  Counter->setInit(Make.number(0));
  Turn.Counter = Counter;
  R.Form.Turns.push_back(std::move(Turn));
}

void stevedore::findPointerTurns(RegionState &R) {
  std::vector<Rotation> Rotations;
  for (size_t I = 0; I < R.Form.Statements.size(); ++I) {
    if (auto Found = rotationAt(R.Form.Statements.drop_front(I))) {
      I += Found->Length - 1;
      Rotations.push_back(std::move(*Found));
    } else {
      collectRotations(R.Form.Statements[I], Rotations);
    }
  }
  for (const Rotation &Found : Rotations) {
    QualType Type = Found.Pointers.front()->getType();
    bool IsKnown = llvm::any_of(R.Form.Turns, [&](const PointerTurn &Turn) {
      return Turn.Pointers == Found.Pointers;
    });
    bool IsFit =
        (!Found.Kept || isOnlyKept(R, Found.Kept, Rotations)) &&
        llvm::all_of(Found.Pointers, [&](const VarDecl *Var) {
          return takesTurns(R, Var, Type) && (IsKnown || !R.Form.turn(Var));
        });
    if (!IsFit)
      return R.Form.Turns.clear();
    if (Found.Kept)
      R.Notes.Forwarded.insert(Found.Kept);
    if (!IsKnown)
      addTurn(R, Found);
  }
}

const Stmt *stevedore::countRotation(const RegionState &R,
                                     const Rotation &Found) {
  const PointerTurn *Turn = R.Form.turn(Found.Pointers.front());
  return Turn ? TreeMaker(R.AST, R.Code.Function,
                          R.Form.Statements.front()->getBeginLoc())
                    .increment(Turn->Counter)
              : nullptr;
}

llvm::Error stevedore::finishPointerTurns(RegionState &R) {
  for (const PointerTurn &Turn : R.Form.Turns) {
    auto IsObserved = [&](const VarDecl *Var) { return !isDeadAfter(R, Var); };
    auto Observed = llvm::find_if(Turn.Pointers, IsObserved);
    if (Observed == Turn.Pointers.end())
      continue;
    std::string Changes = currentValue(R, Turn.Counter);
    if (Changes.empty())
      return R.reject(RejectReason::PointerModified,
                      R.Form.Statements.front()->getBeginLoc(),
                      {(*Observed)->getNameAsString()});
    for (unsigned I = 0; I < Turn.Pointers.size(); ++I)
      if (IsObserved(Turn.Pointers[I]))
        R.Model.Epilogue += Turn.Pointers[I]->getNameAsString() + " = " +
                            Turn.Array->getNameAsString() + "[((" + Changes +
                            ")" + (I ? " + " + std::to_string(I) : "") +
                            ") % " + std::to_string(Turn.Pointers.size()) +
                            "];\n";
  }
  return llvm::Error::success();
}
