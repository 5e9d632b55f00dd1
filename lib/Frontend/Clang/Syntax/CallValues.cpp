//===- CallValues.cpp - Values of called functions ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/CallValues.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

class TreeCopier : public TreeRewriter {
public:
  TreeCopier(ASTContext &AST) : TreeRewriter(AST) {}

protected:
  Expr *replaced(const Expr *E) override;
  bool isReplaced(const ValueDecl *) const override { return true; }
  bool isKept(const Stmt *S) const override {
    return !S || isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
                     CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr>(S);
  }
};

} // namespace

Expr *TreeCopier::replaced(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return DeclRefExpr::Create(AST, Ref->getQualifierLoc(), SourceLocation(),
                               const_cast<ValueDecl *>(Ref->getDecl()), false,
                               Ref->getLocation(), Ref->getType(),
                               Ref->getValueKind());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return expression(Temporary->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return expression(Default->getExpr());
  if (isa<CXXThisExpr>(E))
    return CXXThisExpr::Create(AST, E->getBeginLoc(), E->getType(),
                               cast<CXXThisExpr>(E)->isImplicit());
  if (const auto *Whole = dyn_cast<CompoundLiteralExpr>(E))
    if (const auto *List = dyn_cast<InitListExpr>(Whole->getInitializer());
        List && List->getNumInits() == 1)
      return const_cast<Expr *>(
          objectReadBy(rounded(AST, expression(List->getInit(0)))));
  return nullptr;
}

Expr *stevedore::copied(ASTContext &AST, const Expr *E) {
  TreeCopier Copier(AST);
  Expr *Result = Copier.expression(E);
  return Copier.hasFailed() ? nullptr : Result;
}

Expr *stevedore::grouped(ASTContext &AST, Expr *E, SourceRange At) {
  const Expr *Plain = E->IgnoreImpCasts();
  bool IsAtom = isa<ParenExpr, DeclRefExpr, IntegerLiteral, FloatingLiteral,
                    CharacterLiteral, CXXBoolLiteralExpr, ArraySubscriptExpr,
                    MemberExpr, CallExpr, CXXThisExpr>(Plain);
  if (IsAtom && At.isInvalid())
    return E;
  if (At.isInvalid())
    At = E->getSourceRange();
  return new (AST) ParenExpr(At.getBegin(), At.getEnd(), E);
}

Expr *stevedore::explicitly(ASTContext &AST, Expr *E) {
  auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (!Cast || E->isGLValue())
    return E;
  switch (Cast->getCastKind()) {
  case CK_IntegralCast:
  case CK_FloatingCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
  case CK_BitCast:
    break;
  default:
    return E;
  }
  QualType T = E->getType().getUnqualifiedType();
  SourceLocation At = E->getBeginLoc();
  return CStyleCastExpr::Create(
      AST, T, VK_PRValue, Cast->getCastKind(), grouped(AST, Cast->getSubExpr()),
      nullptr, Cast->getFPFeatures(), AST.getTrivialTypeSourceInfo(T, At), At,
      E->getEndLoc());
}

Expr *stevedore::choice(ASTContext &AST, Expr *Cond, Expr *Then, Expr *Else) {
  if (!Cond || !Then || !Else)
    return nullptr;
  bool IsObject = Then->isLValue() && Else->isLValue();
  TreeMaker Make(AST, nullptr, Then->getSourceRange());
  for (Expr **Branch : {&Then, &Else})
    if (!IsObject && (*Branch)->isGLValue())
      *Branch = Make.value(*Branch);
  return new (AST) ConditionalOperator(
      grouped(AST, Cond), Cond->getEndLoc(), grouped(AST, Then),
      Then->getEndLoc(), grouped(AST, Else), Then->getType(),
      IsObject ? VK_LValue : VK_PRValue, OK_Ordinary);
}

unsigned stevedore::weight(const Stmt *S, unsigned Limit) {
  unsigned Result = 1;
  for (const Stmt *Child : S->children())
    if (Child && Result <= Limit)
      Result += weight(Child, Limit - Result);
  return Result;
}

const Expr *stevedore::objectReadBy(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (!Cast)
    return nullptr;
  if (Cast->getCastKind() == CK_NoOp && !Cast->isGLValue())
    return objectReadBy(Cast->getSubExpr());
  return Cast->getCastKind() == CK_LValueToRValue ? Cast->getSubExpr()
                                                  : nullptr;
}

/// Through a choice, since a compiler may know which.
bool stevedore::isProduct(const Expr *E) {
  E = E->IgnoreParens();
  if (!E->getType()->isFloatingType())
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus) &&
           isProduct(Unary->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return isProduct(Cast->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return isProduct(Choice->getTrueExpr()) ||
           isProduct(Choice->getFalseExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && Binary->getOpcode() == BO_Mul;
}

Expr *stevedore::rounded(ASTContext &AST, Expr *E) {
  QualType T = E->getType().getUnqualifiedType();
  SourceLocation At = E->getBeginLoc();
  auto *List = new (AST) InitListExpr(AST, At, {E}, E->getEndLoc());
  List->setType(T);
  bool IsObject = !AST.getLangOpts().CPlusPlus;
  Expr *Whole = new (AST) CompoundLiteralExpr(
      At, AST.getTrivialTypeSourceInfo(T, At), T,
      IsObject ? VK_LValue : VK_PRValue, List, /*fileScope=*/false);
  return ImplicitCastExpr::Create(AST, T,
                                  IsObject ? CK_LValueToRValue : CK_NoOp, Whole,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

/// \p E as an operand of a sum, which \p Old was.
static Expr *summand(ASTContext &AST, Expr *E, const Expr *Old) {
  return E && isProduct(E) && !isProduct(Old) ? rounded(AST, E) : E;
}

Expr *
stevedore::valueAssigned(ASTContext &AST, const Expr *E,
                         llvm::function_ref<Expr *(const Expr *)> Rewritten) {
  TreeMaker Make(AST, nullptr, E->getSourceRange());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    QualType T = E->getType().getUnqualifiedType();
    bool IsWide = T->isPointerType() ||
                  (T->isIntegerType() && !T->isBooleanType() &&
                   AST.getIntWidth(T) >= AST.getIntWidth(AST.IntTy));
    Expr *Old = IsWide ? Rewritten(Make.value(Unary->getSubExpr())) : nullptr;
    QualType Step = T->isPointerType() ? Make.indexType() : T;
    return Old ? Make.binary(Unary->isIncrementOp() ? BO_Add : BO_Sub,
                             grouped(AST, Old), Make.number(1, Step), T)
               : nullptr;
  }
  const auto *Binary = cast<BinaryOperator>(E);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(E);
  if (!Compound)
    return Rewritten(Binary->getRHS());
  Expr *Old = Rewritten(Make.value(Binary->getLHS()));
  Expr *More = Rewritten(Binary->getRHS());
  if (!Old || !More)
    return nullptr;
  BinaryOperatorKind K =
      BinaryOperator::getOpForCompoundAssignment(Binary->getOpcode());
  if (K == BO_Add || K == BO_Sub) {
    Old = summand(AST, Old, Binary->getLHS());
    More = summand(AST, More, Binary->getRHS());
  }
  QualType T = Compound->getComputationLHSType();
  bool IsPointer = T->isPointerType();
  Old = IsPointer ? Old : explicitly(AST, Make.converted(grouped(AST, Old), T));
  Expr *Value = Make.binary(K, grouped(AST, Old), grouped(AST, More),
                            Compound->getComputationResultType());
  return IsPointer ? Value : Make.converted(grouped(AST, Value), E->getType());
}

Expr *stevedore::pointee(ASTContext &AST, const TreeMaker &Make, Expr *Pointer,
                         Expr *Index) {
  Expr *Plain = const_cast<Expr *>(unqualified(Pointer, /*TakesCasts=*/false));
  auto More = [&](const Expr *Offset, bool IsLess) {
    auto Wide = [&](const Expr *E) {
      return grouped(
          AST,
          explicitly(AST, Make.converted(grouped(AST, const_cast<Expr *>(E)),
                                         Make.indexType())));
    };
    if (!Index && !IsLess)
      return const_cast<Expr *>(Offset);
    Expr *First = Index ? Wide(Index) : Make.number(0);
    return Make.binary(IsLess ? BO_Sub : BO_Add, First, Wide(Offset),
                       Make.indexType());
  };
  if (auto [Base, Offset] = summands(Plain); Base)
    return pointee(
        AST, Make, const_cast<Expr *>(Base),
        More(Offset, cast<BinaryOperator>(Plain)->getOpcode() == BO_Sub));
  if (auto [Base, Offset] = addressed(Plain); Base)
    return Offset ? pointee(AST, Make, const_cast<Expr *>(Base),
                            More(Offset, false))
                  : pointee(AST, Make, const_cast<Expr *>(Base), Index);
  const auto *Written = dyn_cast<ExplicitCastExpr>(Plain);
  if (Written && !Index &&
      AST.hasSimilarType(Plain->getType(), Written->getSubExpr()->getType()))
    return pointee(AST, Make, const_cast<Expr *>(Written->getSubExpr()),
                   nullptr);
  const auto *Unary = dyn_cast<UnaryOperator>(Plain);
  if (Unary && Unary->getOpcode() == UO_AddrOf && !Index)
    return grouped(AST, Unary->getSubExpr());
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Plain);
  bool IsBase = Cast && (Cast->getCastKind() == CK_DerivedToBase ||
                         Cast->getCastKind() == CK_UncheckedDerivedToBase);
  if (IsBase && !Index) {
    auto *Same = const_cast<ImplicitCastExpr *>(Cast);
    CXXCastPath Path(Same->path_begin(), Same->path_end());
    Expr *Whole =
        pointee(AST, Make, const_cast<Expr *>(Cast->getSubExpr()), nullptr);
    return ImplicitCastExpr::Create(AST, Cast->getType()->getPointeeType(),
                                    Cast->getCastKind(), Whole, &Path,
                                    VK_LValue, FPOptionsOverride());
  }
  if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay && !Index)
    Index = Make.number(0);
  if (Index)
    return Make.element(grouped(AST, Plain), Index);
  return UnaryOperator::Create(
      AST, grouped(AST, Plain), UO_Deref, Plain->getType()->getPointeeType(),
      VK_LValue, OK_Ordinary, Plain->getBeginLoc(), false, FPOptionsOverride());
}

Expr *stevedore::memberOf(ASTContext &AST, const MemberExpr *E, Expr *Object) {
  Expr *Base = Object->IgnoreParens();
  const auto *Deref = dyn_cast<UnaryOperator>(Base);
  bool IsArrow = Deref && Deref->getOpcode() == UO_Deref;
  if (IsArrow)
    Base = Deref->getSubExpr();
  return MemberExpr::Create(
      AST, grouped(AST, Base), IsArrow, Object->getBeginLoc(),
      isGranted(E) ? E->getQualifierLoc() : NestedNameSpecifierLoc(),
      SourceLocation(), E->getMemberDecl(), E->getFoundDecl(),
      DeclarationNameInfo(E->getMemberDecl()->getDeclName(),
                          Object->getEndLoc()),
      nullptr, E->getType(), VK_LValue, E->getObjectKind(), NOUR_None);
}
