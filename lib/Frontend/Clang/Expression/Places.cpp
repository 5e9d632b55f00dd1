//===- Places.cpp --------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Places.h"
#include "State/Unseen.h"
#include "Syntax/Containers.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

class Locator {
public:
  Locator(RegionState &R, Place &P) : R(R), P(P) {}
  llvm::Error lvalue(const Expr *E);

private:
  llvm::Error variable(const DeclRefExpr *E);
  llvm::Error reference(const DeclRefExpr *E, const Expr *Object);
  llvm::Error member(const MemberExpr *E);
  llvm::Error subscript(const ArraySubscriptExpr *E);
  llvm::Error dereference(const UnaryOperator *E);
  llvm::Error invariantSizes(const ExplicitCastExpr *E);
  llvm::Error pointer(const Expr *E);
  llvm::Error pointerObject(const Expr *E);
  void pointerTurn(const VarDecl *Var);
  llvm::Error container(const ContainerCall &Call);
  const ArrayType *shapeOf(const ContainerCall &Call) const;
  const ArrayType *shapeOf(const Expr *Array) const;
  void step(const Expr *Element, const Expr *Index, const ArrayType *Shape);
  llvm::Error stepFrom(llvm::Error Array, const Expr *Element,
                       const Expr *Index, const ArrayType *Shape);
  void extendBase(const Expr *E, const std::string &Text);

  RegionState &R;
  Place &P;
  /// The type of the elements of the container that the next subscript is for,
  /// in words that mean something outside of the container.
  QualType Held;
};

} // namespace

static const Expr *stripNoOps(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() != CK_NoOp &&
        Cast->getCastKind() != CK_UncheckedDerivedToBase &&
        Cast->getCastKind() != CK_DerivedToBase)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  return E;
}

llvm::Error Locator::lvalue(const Expr *E) {
  E = stripNoOps(E);
  if (E->getType().isVolatileQualified())
    return R.reject(RejectReason::Volatile, E->getExprLoc(), {R.textOf(E)});
  if (E->getType()->isAtomicType())
    return R.reject(RejectReason::Atomic, E->getExprLoc(), {R.textOf(E)});
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return variable(Ref);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return member(Member);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return subscript(Subscript);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_Deref)
      return dereference(Unary);
  if (auto Call = containerCall(R.AST, E);
      Call && Call->K == ContainerCall::Element)
    return stepFrom(container(*Call), E, Call->Index, shapeOf(*Call));
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return R.reject(RejectReason::CallSideEffects, E->getExprLoc(),
                    {Call->getDirectCallee()
                         ? Call->getDirectCallee()->getNameAsString()
                         : R.textOf(Call->getCallee())});
  return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                  {E->getStmtClassName()});
}

llvm::Error Locator::variable(const DeclRefExpr *E) {
  const auto *Var = dyn_cast<VarDecl>(E->getDecl());
  if (!Var)
    return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                    {E->getStmtClassName()});
  if (R.Form.turn(Var))
    return R.reject(RejectReason::PointerModified, E->getExprLoc(),
                    {Var->getNameAsString()});
  if (const Expr *Object = R.Form.referent(Var))
    return reference(E, Object);
  P.Root = Var;
  P.Base = R.printed(E);
  P.Element = E;
  P.ElementType = E->getType();
  P.ThroughPointer = Var->getType()->isReferenceType();
  return llvm::Error::success();
}

/// The reference \p E stands for \p Object. Only whole elements of arrays have
/// a text of their own, and their bases none.
llvm::Error Locator::reference(const DeclRefExpr *E, const Expr *Object) {
  if (llvm::Error Why = lvalue(Object))
    return Why;
  const auto *Var = cast<VarDecl>(E->getDecl());
  if (P.Partial || !R.AST.hasSameUnqualifiedType(E->getType(),
                                                 stripNoOps(Object)->getType()))
    return R.reject(Var->isCXXForRangeDecl() ? RejectReason::RangeLoop
                                             : RejectReason::Reference,
                    Var->getLocation(), {Var->getNameAsString()});
  P.Element = E;
  return llvm::Error::success();
}

void Locator::extendBase(const Expr *E, const std::string &Text) {
  P.Base += Text;
  P.Element = E;
  P.ElementType = E->getType();
}

/// Whether \p E is a member of the variable \p Root and a part of that: of a
/// union that nobody else sees, whose members are the same memory, or of an
/// object that the region also reads or writes as a whole.
static bool isOfWhole(const RegionState &R, const ValueDecl *Root,
                      const MemberExpr *E) {
  const auto *Var = dyn_cast_or_null<VarDecl>(Root);
  if (!Var || E->isArrow() || !isa<DeclRefExpr>(stripNoOps(E->getBase())) ||
      !Var->hasLocalStorage() || R.Form.inFunction().isAddressTaken(Var))
    return false;
  return Var->getType()->isUnionType() || R.Form.Wholes.contains(Var);
}

/// A member of an element is a part of it; a member of an object that was
/// reached without subscripts is an object of its own, but for isOfWhole().
llvm::Error Locator::member(const MemberExpr *E) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field)
    return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                    {E->getStmtClassName()});
  if (isHiddenMember(E))
    return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                    {"hidden member"});
  std::string Name = Field->getNameAsString();
  if (llvm::Error Why =
          E->isArrow() ? pointer(E->getBase()) : lvalue(E->getBase()))
    return Why;
  if (P.Subscripts.size() == 1 && P.numSelecting())
    return R.reject(RejectReason::PointerModified, E->getExprLoc(),
                    {R.textOf(E->getBase())});
  bool IsPart = P.Partial || !P.Subscripts.empty() ||
                (P.Root && R.isDeclaredInRegion(P.Root) && !E->isArrow()) ||
                isOfWhole(R, P.Root, E);
  bool IsReference = Field->getType()->isReferenceType();
  if (IsPart && IsReference)
    return R.reject(RejectReason::PointerToPointer, E->getExprLoc(),
                    {R.textOf(E)});
  if (IsPart) {
    P.Partial = true;
    return llvm::Error::success();
  }
  P.ThroughPointer |= IsReference;
  if (Field->isBitField())
    return R.reject(RejectReason::BitField, E->getExprLoc(), {R.textOf(E)});
  if (Field->getParent()->isUnion() || Name.empty())
    return R.reject(RejectReason::TwoShapes, E->getExprLoc(), {P.Base});
  extendBase(E, memberText(E));
  if (isGranted(E))
    P.Base = "(" + P.Base + ")";
  return llvm::Error::success();
}

void Locator::step(const Expr *Element, const Expr *Index,
                   const ArrayType *Shape) {
  if (P.Partial) {
    if (Index)
      P.Inner.push_back(Index);
    return;
  }
  P.Subscripts.push_back(Index);
  P.Shapes.push_back(Shape);
  P.Element = Element;
  P.ElementType = Held.isNull() ? Element->getType() : Held;
  Held = QualType();
}

/// A step from what has been located, unless that has no place.
llvm::Error Locator::stepFrom(llvm::Error Array, const Expr *Element,
                              const Expr *Index, const ArrayType *Shape) {
  if (!Array)
    step(Element, Index, Shape);
  return Array;
}

llvm::Error Locator::subscript(const ArraySubscriptExpr *E) {
  const Expr *Base = E->getBase()->IgnoreParens();
  if (Base->getType()->isVectorType())
    return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                    {"vector subscript"});
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Base))
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return stepFrom(lvalue(Cast->getSubExpr()), E, E->getIdx(),
                      shapeOf(Cast->getSubExpr()));
  return stepFrom(pointer(Base), E, E->getIdx(), nullptr);
}

/// `*p` is p[0], `*(p + i)` is p[i], and `*A` of a pointer to an array is that
/// array.
llvm::Error Locator::dereference(const UnaryOperator *E) {
  if (const Expr *Object = withoutAddress(E))
    return lvalue(Object);
  const Expr *Sub = E->getSubExpr()->IgnoreParens();
  const auto *Sum = dyn_cast<BinaryOperator>(Sub);
  if (Sum && Sum->getOpcode() == BO_Add) {
    bool IsLeft = Sum->getLHS()->getType()->isPointerType();
    const Expr *Base = IsLeft ? Sum->getLHS() : Sum->getRHS();
    const Expr *Index = IsLeft ? Sum->getRHS() : Sum->getLHS();
    return stepFrom(pointerObject(Base), E, Index, nullptr);
  }
  if (E->getType()->isArrayType() && !isa<ImplicitCastExpr>(Sub))
    return R.reject(RejectReason::PointerArithmetic, E->getExprLoc(),
                    {R.textOf(Sub)});
  if (llvm::Error Why = pointerObject(Sub))
    return Why;
  if (!E->getType()->isArrayType() || !P.Subscripts.empty()) {
    step(E, nullptr, nullptr);
  } else {
    P.Base = "(*" + P.Base + ")";
    extendBase(E, "");
  }
  return llvm::Error::success();
}

/// Like pointer(), but an array stands for the pointer to its first element.
llvm::Error Locator::pointerObject(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return lvalue(Cast->getSubExpr());
  return pointer(E);
}

/// The array type that a `std::array` stands for; null for a vector.
const ArrayType *Locator::shapeOf(const ContainerCall &Call) const {
  if (!Call.Length)
    return nullptr;
  return R.AST.getAsArrayType(R.AST.getConstantArrayType(
      Call.ElementType, llvm::APInt(64, Call.Length), nullptr,
      ArraySizeModifier::Normal, 0));
}

/// Whether \p Array, with elements, is a member of a variable, perhaps by way
/// of other members: of a declared object no more is there than its type says.
static bool isOfVariable(const ASTContext &AST, const Expr *Array) {
  const auto *Constant = AST.getAsConstantArrayType(Array->getType());
  if (!Constant || Constant->isZeroSize())
    return false;
  const Expr *Object = Array->IgnoreParens();
  while (const auto *Member = dyn_cast<MemberExpr>(Object)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Field->getParent()->isUnion() || Member->isArrow())
      return false;
    Object = Member->getBase()->IgnoreParens();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  return Ref && isa<VarDecl>(Ref->getDecl()) &&
         !Ref->getDecl()->getType()->isReferenceType();
}

/// The type of the array \p Array; null where it may have more elements than it
/// says.
const ArrayType *Locator::shapeOf(const Expr *Array) const {
  bool IsFlexible = isa<MemberExpr>(Array->IgnoreParens()) &&
                    !isOfVariable(R.AST, Array) &&
                    Array->isFlexibleArrayMemberLike(
                        R.AST, R.AST.getLangOpts().getStrictFlexArraysLevel());
  return R.Code.rules().stops(Hindrance::Flexible, IsFlexible)
             ? nullptr
             : R.AST.getAsArrayType(Array->getType());
}

/// The object that a `std::array` is, or what a vector has its elements in,
/// which nothing that may be called in a region changes.
llvm::Error Locator::container(const ContainerCall &Call) {
  const Expr *Object = Call.Object;
  if (llvm::Error Why = lvalue(Object))
    return Why;
  if (P.Root && R.isDeclaredInRegion(P.Root))
    return R.reject(RejectReason::CallSideEffects, Object->getExprLoc(),
                    {"operator[]"});
  Held = Call.ElementType;
  if (Call.Length)
    return llvm::Error::success();
  if (!P.Subscripts.empty())
    return R.reject(RejectReason::PointerToPointer, Object->getExprLoc(),
                    {P.Base});
  if (P.Root && R.Form.InRegion.isWritten(P.Root))
    return R.reject(RejectReason::PointerModified, Object->getExprLoc(),
                    {P.Base});
  R.assumeInvariant(Object, P.Root, true,
                    R.AST.getPointerType(Call.ElementType));
  P.Base += ".data()";
  P.ThroughPointer = true;
  return llvm::Error::success();
}

/// The number of the element of its array that \p Pointer is, an expression.
static const Expr *turnOf(const RegionState &R, const VarDecl *Pointer) {
  const PointerTurn &Turn = *R.Form.turn(Pointer);
  TreeMaker Make(R.AST, R.Code.Function,
                 R.Form.Statements.front()->getBeginLoc());
  QualType T = Make.indexType();
  unsigned Position =
      llvm::find(Turn.Pointers, Pointer) - Turn.Pointers.begin();
  const Expr *Sum = Make.value(Turn.Counter);
  if (Position)
    Sum = Make.binary(BO_Add, Sum, Make.number(Position), T);
  return Make.binary(BO_Rem, Sum, Make.number(Turn.Pointers.size()), T);
}

/// The element of its array that \p Var is at this point.
void Locator::pointerTurn(const VarDecl *Var) {
  P.Turn = R.Form.turn(Var);
  P.Root = P.Turn->Array;
  P.Base = P.Turn->Array->getNameAsString();
  P.Subscripts.push_back(turnOf(R, Var));
  P.Shapes.push_back(R.AST.getAsArrayType(P.Turn->Array->getType()));
  P.ThroughPointer = true;
}

/// The sizes of arrays in the type of a cast do not change in the region.
llvm::Error Locator::invariantSizes(const ExplicitCastExpr *E) {
  const VarDecl *Changed = nullptr;
  auto isFixed = [&](const VarDecl *Var) {
    Changed = Var;
    return isHiddenInvariant(R, Var);
  };
  for (const Stmt *Size : beyondChildren(E))
    if (!isBuiltOf(cast<Expr>(Size), isFixed))
      return R.reject(RejectReason::ModifiedParameter, E->getExprLoc(),
                      {"type", R.typeText(E->getTypeAsWritten()),
                       Changed ? Changed->getNameAsString() : R.textOf(E)});
  return llvm::Error::success();
}

/// A pointer value that does not change in the region, or one that takes turns.
llvm::Error Locator::pointer(const Expr *E) {
  E = stripNoOps(E);
  if (isa<CXXThisExpr>(E)) {
    P.Base = "this";
    P.ThroughPointer = true;
    return llvm::Error::success();
  }
  if (auto Call = containerCall(R.AST, E);
      Call && Call->K == ContainerCall::Data)
    return container(*Call);
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return stepFrom(lvalue(Cast->getSubExpr()), E, nullptr, nullptr);
  if (const auto *Explicit = dyn_cast<ExplicitCastExpr>(E)) {
    if (llvm::Error Why = pointerObject(Explicit->getSubExpr()))
      return Why;
    if (P.numSelecting())
      return R.reject(RejectReason::PointerModified, E->getExprLoc(),
                      {R.textOf(Explicit->getSubExpr())});
    if (llvm::Error Why = invariantSizes(Explicit))
      return Why;
    P.Base =
        "((" + R.typeText(Explicit->getTypeAsWritten()) + ")" + P.Base + ")";
    P.ThroughPointer = true;
    return llvm::Error::success();
  }
  if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
    return R.reject(RejectReason::PointerArithmetic, E->getExprLoc(),
                    {R.textOf(E)});
  const Expr *Object = Cast->getSubExpr()->IgnoreParens();
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  const auto *Pointer = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Pointer && R.Form.turn(Pointer)) {
    pointerTurn(Pointer);
    return llvm::Error::success();
  }
  if (llvm::Error Why = lvalue(Object))
    return Why;
  if (P.Subscripts.size() == 1 && !P.Partial && !P.Turn &&
      !(P.Root && R.isDeclaredInRegion(P.Root))) {
    P.Row = Object;
    P.ThroughPointer = true;
    return llvm::Error::success();
  }
  if (!P.Subscripts.empty())
    return R.reject(RejectReason::PointerToPointer, E->getExprLoc(), {P.Base});
  if (P.Root && R.isDeclaredInRegion(P.Root))
    return R.reject(RejectReason::PointerDeclared, E->getExprLoc(), {P.Base});
  if (P.Root && R.Form.InRegion.isWritten(P.Root))
    return R.reject(RejectReason::PointerModified, E->getExprLoc(), {P.Base});
  R.assumeInvariant(Object, P.Root, P.ThroughPointer);
  P.ThroughPointer = true;
  return llvm::Error::success();
}

llvm::Expected<Place> stevedore::locate(RegionState &R, const Expr *E) {
  Place P;
  if (llvm::Error Why = Locator(R, P).lvalue(E))
    return std::move(Why);
  return P;
}

bool stevedore::isOnePlace(const ASTContext &AST, const Expr *E,
                           llvm::function_ref<bool(const VarDecl *)> Known) {
  E = E->IgnoreParenImpCasts();
  if (isa<DeclRefExpr, CXXThisExpr>(E))
    return true;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return isOnePlace(AST, Member->getBase(), Known);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref &&
           isOnePlace(AST, Unary->getSubExpr(), Known);
  const Expr *Base = nullptr, *Index = nullptr;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    Base = Subscript->getBase();
    Index = Subscript->getIdx();
  } else if (auto Call = containerCall(AST, E);
             Call && Call->K == ContainerCall::Element) {
    Base = Call->Object;
    Index = Call->Index;
  }
  auto IsKnown = [&](const VarDecl *Var) {
    return Var->getType()->isIntegerType() && Known(Var);
  };
  return Base && isBuiltOf(Index, IsKnown) && isOnePlace(AST, Base, Known);
}

bool stevedore::isOnePlaceIn(const RegionState &R, const Expr *E,
                             const Nest &N) {
  return isOnePlace(R.AST, E, [&](const VarDecl *Var) {
    return llvm::is_contained(N.Iterators, Var) ||
           R.Form.inFunction().isFixed(Var);
  });
}
