//===- Origins.cpp - What pointers of a function are based on -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Origins.h"
#include "Facts/Symbols.h"
#include "Syntax/Containers.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace clang;
using namespace stevedore;

Provenance Provenance::join(const Provenance &Other) const {
  if (isNothing())
    return Other;
  if (Other.isNothing())
    return *this;
  Provenance Result = *this;
  Result.May.insert(Other.May.begin(), Other.May.end());
  Result.Must.clear();
  std::set_intersection(Must.begin(), Must.end(), Other.Must.begin(),
                        Other.Must.end(),
                        std::inserter(Result.Must, Result.Must.end()));
  return Result;
}

static Provenance anyMemory(Origin::OriginKind K = Origin::Memory) {
  return {{{K}}, {}};
}

/// \p P as the origin of \p E, which comes about by \p H.
Provenance PointerOrigins::through(Hindrance H, const Expr *E,
                                   Provenance P) const {
  return Rules.stops(H) ? P : Provenance::of({Origin::Alone, nullptr, E});
}

/// A pointer variable, or a reference, that nothing but its name changes.
bool PointerOrigins::isTracked(const VarDecl *Var) const {
  if (!Var->hasLocalStorage())
    return false;
  return Var->getType()->isReferenceType() ||
         (Var->getType()->isPointerType() && !Uses.isAddressTaken(Var) &&
          !Addressed.contains(Var));
}

/// What \p Var holds when its function is entered, or its life begins. A lambda
/// expression may be given anything that the function around it has.
Provenance PointerOrigins::initial(const VarDecl *Var) const {
  if (FromElsewhere.count(Var))
    return anyMemory();
  if (!isa<ParmVarDecl>(Var))
    return {};
  if (Var->getDeclContext() != Function)
    return anyMemory();
  Origin O = {Origin::Parameter, Var};
  return Rules.stops(Hindrance::ByParameter)
             ? Provenance::of(O)
             : Provenance::of({Origin::Alone, Var, nullptr});
}

/// What \p Var is based on where it is given \p P: on itself, if it is a
/// restrict pointer, and no longer on restrict pointers whose blocks end before
/// its own does.
Provenance PointerOrigins::kept(const VarDecl *Var, Provenance P) const {
  const SourceManager &SM = AST.getSourceManager();
  for (auto It = P.Must.begin(); It != P.Must.end();) {
    SourceRange Block =
        It->K == Origin::Restrict ? Blocks.lookup(It->Named) : SourceRange();
    bool IsOver = Block.isValid() &&
                  !SM.isPointWithin(Var->getLocation(), Block.getBegin(),
                                    Block.getEnd());
    It = IsOver && Rules.stops(Hindrance::ByBlock) ? P.Must.erase(It)
                                                   : std::next(It);
  }
  if (Var->getType().isRestrictQualified()) {
    P.May.insert({Origin::Restrict, Var});
    P.Must.insert({Origin::Restrict, Var});
  }
  return P;
}

Provenance PointerOrigins::ofVariable(const VarDecl *Var) const {
  if (isTracked(Var) && Given.count(Var))
    return Values.lookup(Var);
  if (Var->getType()->isReferenceType() || !Var->getType()->isPointerType())
    return anyMemory();
  bool IsRestrict = Var->getType().isRestrictQualified();
  Provenance P =
      anyMemory(IsRestrict ? Origin::RestrictMemory : Origin::Memory);
  return kept(Var, std::move(P));
}

/// A symbol with a second name may be another variable.
Provenance PointerOrigins::ofStorage(const VarDecl *Var) const {
  if (Var->getType()->isReferenceType())
    return ofVariable(Var);
  Origin O = {Origin::Object, Var->getCanonicalDecl()};
  if (Rules.stops(Hindrance::BySymbol, hasOtherNames(Var)))
    return {{O, {Origin::Memory}}, {}};
  return Provenance::of(O);
}

/// The pointer that the object \p Place holds.
Provenance PointerOrigins::stored(const Expr *Place) const {
  Place = Place->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Place))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && !Var->getType()->isReferenceType())
      return ofVariable(Var);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Place))
    if (Binary->isAssignmentOp() || Binary->getOpcode() == BO_Comma)
      return stored(Binary->isAssignmentOp() ? Binary->getLHS()
                                             : Binary->getRHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(Place))
    if (Unary->isIncrementDecrementOp())
      return stored(Unary->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Place))
    return stored(Choice->getTrueExpr()).join(stored(Choice->getFalseExpr()));
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    if (Member->getType().isRestrictQualified()) {
      Provenance P = anyMemory(Origin::RestrictMemory);
      bool IsOne = Rules.stops(Hindrance::ByMember);
      Origin O = {Origin::RestrictMember,
                  IsOne ? Member->getMemberDecl() : nullptr,
                  IsOne ? nullptr : Member};
      P.May.insert(O);
      P.Must.insert(O);
      return P;
    }
  return through(Hindrance::ByMemory, Place, anyMemory());
}

Provenance PointerOrigins::pointerCast(const CastExpr *E) const {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return stored(Sub);
  case CK_ArrayToPointerDecay:
    return through(Hindrance::ByRow, E, ofObject(Sub));
  case CK_NullToPointer:
    return {};
  case CK_NoOp:
    return ofPointer(Sub);
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_Dynamic:
    return Sub->getType()->isPointerType()
               ? through(Hindrance::ByCast, E, ofPointer(Sub))
               : anyMemory();
  default:
    return through(Hindrance::ByCast, E, anyMemory());
  }
}

Provenance PointerOrigins::call(const CallExpr *E) const {
  if (allocatesMemory(AST, E))
    return Provenance::of({Origin::Allocation, nullptr, E});
  if (const Expr *Same = returnedArgument(E))
    return Same->isGLValue() ? ofObject(Same) : ofPointer(Same);
  return through(Hindrance::ByCall, E, anyMemory());
}

Provenance PointerOrigins::ofPointer(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return pointerCast(Cast);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return ofPointer(Full->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return through(Hindrance::ByAddress, E, ofObject(Unary->getSubExpr()));
    if (Unary->isIncrementDecrementOp())
      return stored(Unary->getSubExpr());
    return ofPointer(Unary->getSubExpr());
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isCompoundAssignmentOp())
      return stored(Binary->getLHS());
    bool IsRight = Binary->isAssignmentOp() || Binary->isCommaOp() ||
                   !Binary->getLHS()->getType()->isPointerType();
    Provenance P = ofPointer(IsRight ? Binary->getRHS() : Binary->getLHS());
    return Binary->isAdditiveOp() ? through(Hindrance::ByArithmetic, E, P) : P;
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return through(Hindrance::ByChoice, E,
                   ofPointer(Choice->getTrueExpr())
                       .join(ofPointer(Choice->getFalseExpr())));
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return Opaque->getSourceExpr() ? ofPointer(Opaque->getSourceExpr())
                                   : anyMemory();
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (isa<CXXNewExpr>(E) && allocatesMemory(AST, E))
    return Provenance::of({Origin::Allocation, nullptr, E});
  if (isa<CXXThisExpr>(E))
    return Provenance::of({Origin::Parameter});
  if (isa<ImplicitValueInitExpr, GNUNullExpr, CXXNullPtrLiteralExpr,
          CXXScalarValueInitExpr>(E))
    return {};
  if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits())
    return ofPointer(List->getInit(0));
  if (const auto *Generic = dyn_cast<GenericSelectionExpr>(E))
    return Generic->isResultDependent() ? anyMemory()
                                        : ofPointer(Generic->getResultExpr());
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    if (const auto *Last = dyn_cast_or_null<Expr>(
            Block->getSubStmt()->body_empty() ? nullptr
                                              : Block->getSubStmt()->body_back()))
      return ofPointer(Last);
  return anyMemory();
}

Provenance PointerOrigins::ofObject(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl()))
      return Binding->getBinding() ? ofObject(Binding->getBinding())
                                   : anyMemory();
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? ofStorage(Var) : anyMemory();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (const auto *Var = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return ofStorage(Var);
    if (Member->getMemberDecl()->getType()->isReferenceType())
      return through(Hindrance::ByMemory, E, anyMemory());
    const Expr *Base = Member->getBase();
    return Base->getType()->isPointerType() ? ofPointer(Base) : ofObject(Base);
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Subscript->getBase();
    if (const Expr *Array = decayedArray(Base))
      return ofObject(Array);
    return Base->getType()->isPointerType() ? ofPointer(Base) : ofObject(Base);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? ofPointer(Unary->getSubExpr())
                                          : ofObject(Unary->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    bool IsSame = Cast->getSubExpr()->isGLValue() &&
                  Cast->getCastKind() != CK_UserDefinedConversion;
    return IsSame ? ofObject(Cast->getSubExpr()) : anyMemory();
  }
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return ofObject(Full->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isPtrMemOp()
               ? anyMemory()
               : ofObject(Binary->isAssignmentOp() ? Binary->getLHS()
                                                   : Binary->getRHS());
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return through(Hindrance::ByChoice, E,
                   ofObject(Choice->getTrueExpr())
                       .join(ofObject(Choice->getFalseExpr())));
  if (isa<StringLiteral, CompoundLiteralExpr, MaterializeTemporaryExpr>(E) ||
      E->isPRValue())
    return Provenance::of({Origin::Object, nullptr, E});
  if (auto Held = containerCall(AST, E))
    return Held->Length ? ofObject(Held->Object)
                        : through(Hindrance::ByMemory, E, anyMemory());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  return anyMemory();
}

void PointerOrigins::solve() {
  bool IsChanged = true;
  while (IsChanged) {
    IsChanged = false;
    for (auto &[Var, Sources] : Given) {
      Provenance P = initial(Var);
      bool IsReference = Var->getType()->isReferenceType();
      for (const Value &V : Sources)
        P = P.join(through(V.How, V.E,
                           IsReference          ? ofObject(V.E)
                           : V.E->isGLValue() ? stored(V.E)
                                              : ofPointer(V.E)));
      P = kept(Var, std::move(P));
      Provenance &Old = Values[Var];
      IsChanged |= Old.May != P.May || Old.Must != P.Must;
      Old = std::move(P);
    }
  }
  for (const Expr *E : HandedOn) {
    Provenance P = E->isGLValue() ? ofObject(E) : ofPointer(E);
    Captured.insert(P.May.begin(), P.May.end());
  }
  for (const VarDecl *Var : KeptInBlocks) {
    Provenance P = ofVariable(Var);
    Captured.insert(P.May.begin(), P.May.end());
  }
}

bool PointerOrigins::isCaptured(const Origin &O) const {
  const auto *Var = dyn_cast_or_null<VarDecl>(O.Named);
  bool IsKnown = Captured.count(O) != 0;
  if (O.K == Origin::RestrictMember)
    IsKnown = true;
  else if (O.K == Origin::Restrict)
    IsKnown |= !isTracked(Var);
  else if (O.K == Origin::Object && Var)
    IsKnown |= !Blocks.count(Var) || Uses.isAddressTaken(Var);
  return Rules.stops(Hindrance::ByCapture, IsKnown);
}

bool PointerOrigins::isInForce(const Origin &O, SourceLocation Loc,
                               const FunctionDecl *In) const {
  const auto *Var = dyn_cast_or_null<VarDecl>(O.Named);
  if (O.K != Origin::Restrict || !Var || !Var->hasLocalStorage())
    return true;
  SourceRange Block = Blocks.lookup(Var);
  bool IsOutside = Var->getDeclContext() != In ||
                   (Block.isValid() && !AST.getSourceManager().isPointWithin(
                                           Loc, Block.getBegin(), Block.getEnd()));
  return !Rules.stops(Hindrance::ByBlock, IsOutside);
}
