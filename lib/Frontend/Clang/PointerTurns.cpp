//===- PointerTurns.cpp - Pointers that take turns ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Unseen.h"
#include "IndexVariables.h"
#include "PointerTurns.h"
#include "OpenMPPragmas.h"
#include "TreeMaker.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

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
         Var->getDeclContext() == R.Function &&
         !R.InFunction.isAddressTaken(Var) && !R.isDeclaredInRegion(Var);
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
         R.InFunction.use(Kept).Mentions.size() == Mentions;
}

static std::string unusedIdentifier(const ASTContext &AST, std::string Name) {
  while (AST.Idents.find(Name) != AST.Idents.end())
    Name += "_";
  return Name;
}

static void addTurn(RegionState &R, const Rotation &Found) {
  SourceLocation Loc = R.Function->getLocation();
  TreeMaker Make(R.AST, R.Function, Loc);
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
  R.Turns.push_back(std::move(Turn));
}

void stevedore::findPointerTurns(RegionState &R) {
  std::vector<Rotation> Rotations;
  for (size_t I = 0; I < R.Region.size(); ++I) {
    if (auto Found = rotationAt(R.Region.drop_front(I))) {
      I += Found->Length - 1;
      Rotations.push_back(std::move(*Found));
    } else {
      collectRotations(R.Region[I], Rotations);
    }
  }
  for (const Rotation &Found : Rotations) {
    QualType Type = Found.Pointers.front()->getType();
    bool IsKnown = llvm::any_of(R.Turns, [&](const PointerTurn &Turn) {
      return Turn.Pointers == Found.Pointers;
    });
    bool IsFit = (!Found.Kept || isOnlyKept(R, Found.Kept, Rotations)) &&
                 llvm::all_of(Found.Pointers, [&](const VarDecl *Var) {
                   return takesTurns(R, Var, Type) && (IsKnown || !R.turn(Var));
                 });
    if (!IsFit)
      return R.Turns.clear();
    if (Found.Kept)
      R.Forwarded.insert(Found.Kept);
    if (!IsKnown)
      addTurn(R, Found);
  }
}

const Stmt *stevedore::countRotation(const RegionState &R,
                                     const Rotation &Found) {
  const PointerTurn *Turn = R.turn(Found.Pointers.front());
  return Turn ? TreeMaker(R.AST, R.Function, R.Region.front()->getBeginLoc())
                    .increment(Turn->Counter)
              : nullptr;
}

const Expr *stevedore::turnOf(const RegionState &R, const VarDecl *Pointer) {
  const PointerTurn &Turn = *R.turn(Pointer);
  TreeMaker Make(R.AST, R.Function, R.Region.front()->getBeginLoc());
  QualType T = Make.indexType();
  unsigned Position =
      llvm::find(Turn.Pointers, Pointer) - Turn.Pointers.begin();
  const Expr *Sum = Make.value(Turn.Counter);
  if (Position)
    Sum = Make.binary(BO_Add, Sum, Make.number(Position), T);
  return Make.binary(BO_Rem, Sum, Make.number(Turn.Pointers.size()), T);
}

bool stevedore::finishPointerTurns(RegionState &R) {
  for (const PointerTurn &Turn : R.Turns) {
    auto IsObserved = [&](const VarDecl *Var) { return !isDeadAfter(R, Var); };
    auto Observed = llvm::find_if(Turn.Pointers, IsObserved);
    if (Observed == Turn.Pointers.end())
      continue;
    std::string Changes = currentValue(R, Turn.Counter);
    if (Changes.empty())
      return R.reject(RejectReason::PointerModified,
                      R.Region.front()->getBeginLoc(),
                      {(*Observed)->getNameAsString()});
    for (unsigned I = 0; I < Turn.Pointers.size(); ++I)
      if (IsObserved(Turn.Pointers[I]))
        R.FinalPointers += Turn.Pointers[I]->getNameAsString() + " = " +
                           Turn.Array->getNameAsString() + "[((" + Changes +
                           ")" + (I ? " + " + std::to_string(I) : "") + ") % " +
                           std::to_string(Turn.Pointers.size()) + "];\n";
  }
  return true;
}
