//===- Rotations.cpp - Pointers that change places ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Rotations.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;
using namespace stevedore;

namespace {

/// `To = From`, two pointers.
struct PointerMove {
  const VarDecl *To = nullptr;
  const VarDecl *From = nullptr;
};

} // namespace

/// The variable whose value \p E is, as it is.
static const VarDecl *valueOf(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  if (Cast &&
      (Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp))
    return valueOf(Cast->getSubExpr());
  return Cast && Cast->getCastKind() == CK_LValueToRValue
             ? variableOf(Cast->getSubExpr())
             : nullptr;
}

static std::optional<PointerMove> moveIn(const Stmt *S) {
  PointerMove Result;
  const Expr *Value = nullptr;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    if (Declaration->isSingleDecl())
      Result.To = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    Value = Result.To ? Result.To->getInit() : nullptr;
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    const auto *Assignment = dyn_cast<BinaryOperator>(E->IgnoreParens());
    if (!Assignment || Assignment->getOpcode() != BO_Assign)
      return std::nullopt;
    Result.To = variableOf(Assignment->getLHS());
    Value = Assignment->getRHS();
  }
  Result.From = Value ? valueOf(Value) : nullptr;
  if (!Result.To || !Result.From || !Result.To->getType()->isPointerType())
    return std::nullopt;
  return Result;
}

std::optional<std::pair<const VarDecl *, const VarDecl *>>
stevedore::swappedPointers(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (const auto *Full = dyn_cast_or_null<FullExpr>(E))
    E = Full->getSubExpr();
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParens()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->isInStdNamespace() || !Callee->getIdentifier() ||
      Callee->getName() != "swap" || Call->getNumArgs() != 2)
    return std::nullopt;
  const VarDecl *A = variableOf(Call->getArg(0));
  const VarDecl *B = variableOf(Call->getArg(1));
  if (!A || !B || A == B || !A->getType()->isPointerType() ||
      !B->getType()->isPointerType())
    return std::nullopt;
  return std::make_pair(A, B);
}

/// The pointers of the permutation \p Old, { v -> w : v has the value that w
/// had }, as a cycle; empty if they are none.
static llvm::SmallVector<const VarDecl *, 3>
cycleOf(const llvm::DenseMap<const VarDecl *, const VarDecl *> &Old) {
  const VarDecl *First = nullptr;
  for (auto [Var, Value] : Old)
    if (!First || Var->getLocation() < First->getLocation())
      First = Var;
  llvm::SmallVector<const VarDecl *, 3> Cycle;
  for (const VarDecl *Var = First; Var && Cycle.size() <= Old.size();) {
    Cycle.push_back(Var);
    Var = Old.lookup(Var);
    if (Var == First)
      return Cycle.size() == Old.size() && Cycle.size() > 1
                 ? Cycle
                 : llvm::SmallVector<const VarDecl *, 3>();
  }
  return {};
}

/// The first pointer that is copied is kept; the moves behind it are followed
/// until all others have each other's values.
std::optional<Rotation>
stevedore::rotationAt(llvm::ArrayRef<const Stmt *> Statements) {
  Rotation Result;
  if (auto Swapped = swappedPointers(Statements.front())) {
    Result.Pointers = cycleOf(
        {{Swapped->first, Swapped->second}, {Swapped->second, Swapped->first}});
    Result.Length = 1;
    return Result;
  }
  llvm::DenseMap<const VarDecl *, const VarDecl *> Old;
  for (const Stmt *S : Statements) {
    std::optional<PointerMove> Move = moveIn(S);
    if (!Move || (isa<DeclStmt>(S) && Result.Kept))
      return std::nullopt;
    ++Result.Length;
    Old.try_emplace(Move->From, Move->From);
    if (!Result.Kept)
      Result.Kept = Move->To;
    Old[Move->To] = Old.lookup(Move->From);
    llvm::DenseMap<const VarDecl *, const VarDecl *> Others = Old;
    Others.erase(Result.Kept);
    Result.Pointers = cycleOf(Others);
    if (!Result.Pointers.empty())
      return Result;
  }
  return std::nullopt;
}
