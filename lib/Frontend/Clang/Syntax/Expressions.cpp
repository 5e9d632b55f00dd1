//===- Expressions.cpp - What expressions say by themselves ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

const Expr *stevedore::decayedArray(const Expr *Base) {
  Base = Base->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Base))
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return Cast->getSubExpr();
  return nullptr;
}

/// Whether an object of type \p A may be used as one of type \p B: the same, or
/// pointers to what differs in qualifiers alone.
static bool isSameObject(QualType A, QualType B) {
  A = A.getCanonicalType().getUnqualifiedType();
  B = B.getCanonicalType().getUnqualifiedType();
  return A == B || (A->isPointerType() && B->isPointerType() &&
                    A->getPointeeType().getUnqualifiedType() ==
                        B->getPointeeType().getUnqualifiedType());
}

const Expr *stevedore::withoutAddress(const Expr *E) {
  const auto *Deref = dyn_cast<UnaryOperator>(E->IgnoreParens());
  if (!Deref || Deref->getOpcode() != UO_Deref)
    return nullptr;
  const auto *Address =
      dyn_cast<UnaryOperator>(Deref->getSubExpr()->IgnoreParenCasts());
  bool IsSame =
      Address && Address->getOpcode() == UO_AddrOf &&
      isSameObject(Address->getSubExpr()->getType(), Deref->getType());
  return IsSame ? Address->getSubExpr()->IgnoreParens() : nullptr;
}

const VarDecl *stevedore::variableOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const Expr *Object = withoutAddress(E))
    E = Object;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// Whether \p Cast makes an object, or a pointer to it, one of a base.
static bool isBaseOf(const CastExpr *Cast) {
  return Cast->getCastKind() == CK_UncheckedDerivedToBase ||
         Cast->getCastKind() == CK_DerivedToBase;
}

const ValueDecl *stevedore::storageRoot(const Expr *E) {
  while (E) {
    E = E->IgnoreParens();
    if (const Expr *Object = withoutAddress(E))
      E = Object;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->isArrow() ? nullptr : Member->getBase();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = decayedArray(Subscript->getBase());
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
      E = Cast->getCastKind() == CK_NoOp || isBaseOf(Cast) ? Cast->getSubExpr()
                                                           : nullptr;
    else
      E = nullptr;
  }
  return nullptr;
}

const LambdaExpr *stevedore::calledLambda(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(S);
  if (!Call || Call->getOperator() != OO_Call)
    return nullptr;
  return dyn_cast<LambdaExpr>(
      Call->getArg(0)->IgnoreImplicit()->IgnoreParens());
}

bool stevedore::isBuiltOf(const Expr *E,
                          llvm::function_ref<bool(const VarDecl *)> IsKnown) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return isa<EnumConstantDecl>(Ref->getDecl()) || (Var && IsKnown(Var));
  }
  if (!isa<ParenExpr, CastExpr, IntegerLiteral, CharacterLiteral,
           CXXBoolLiteralExpr, BinaryOperator, UnaryOperator, ConstantExpr,
           UnaryExprOrTypeTraitExpr>(E))
    return false;
  auto isKnown = [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && isBuiltOf(Part, IsKnown);
  };
  return llvm::all_of(E->children(), isKnown) &&
         llvm::all_of(beyondChildren(E), isKnown);
}

std::optional<llvm::APSInt> stevedore::constantValue(const ASTContext &AST,
                                                     const Expr *E) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, AST))
    return std::nullopt;
  return Result.Val.getInt();
}

bool stevedore::isComparison(const Expr *E) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isComparisonOp() || Binary->isLogicalOp();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot;
  return false;
}

const Expr *stevedore::withoutWrappers(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Full = dyn_cast<FullExpr>(E);
  return Full ? withoutWrappers(Full->getSubExpr()) : E;
}

const CXXConstructExpr *stevedore::constructedBy(const Expr *Init) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(withoutWrappers(Init));
  return Construct && !isa<CXXTemporaryObjectExpr>(Construct) &&
                 !Construct->getConstructor()->isCopyOrMoveConstructor()
             ? Construct
             : nullptr;
}

static QualType plainType(QualType T) {
  return T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

bool stevedore::mayBeExplicit(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Callee = E->getConstructor();
  QualType Given = plainType(E->getArg(0)->IgnoreParenImpCasts()->getType());
  if (Given == plainType(Callee->getParamDecl(0)->getType()))
    return false;
  return llvm::any_of(Callee->getParent()->decls(), [&](const Decl *D) {
    const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    const auto *Other = dyn_cast<CXXConstructorDecl>(
        Template ? Template->getTemplatedDecl() : D);
    if (!Other || !Other->getExplicitSpecifier().isSpecified() ||
        Other->getMinRequiredArguments() > 1 || Other->getNumParams() == 0)
      return false;
    QualType Takes = Other->getParamDecl(0)->getType().getNonReferenceType();
    return Given->isRecordType() ||
           !(Takes->isRecordType() ||
             Takes->getAs<TemplateSpecializationType>());
  });
}

bool stevedore::setsNothing(const Expr *Init) {
  const CXXConstructExpr *Construct = constructedBy(Init);
  if (!Construct || Construct->getNumArgs() ||
      Construct->requiresZeroInitialization())
    return false;
  if (Construct->getConstructor()->isTrivial())
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!Construct->getConstructor()->hasBody(Definition))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  return Body && Body->body_empty() &&
         llvm::all_of(cast<CXXConstructorDecl>(Definition)->inits(),
                      [](const CXXCtorInitializer *I) {
                        return setsNothing(I->getInit());
                      });
}

/// Whether a class that \p Cast goes through on the way to a base, but for that
/// base, has something else than \p Member by that name.
static bool hidesMember(const CastExpr *Cast, const ValueDecl *Member) {
  auto Hides = [&](QualType T) {
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    return !Class ||
           llvm::any_of(
               Class->lookup(Member->getDeclName()),
               [&](const NamedDecl *Found) {
                 return Found->getUnderlyingDecl()->getCanonicalDecl() !=
                        Member->getCanonicalDecl();
               });
  };
  QualType From = Cast->getSubExpr()->getType();
  if (Hides(From->isPointerType() ? From->getPointeeType() : From))
    return true;
  return llvm::any_of(
      llvm::make_range(Cast->path_begin(), std::prev(Cast->path_end())),
      [&](const CXXBaseSpecifier *Base) { return Hides(Base->getType()); });
}

bool stevedore::isHiddenMember(const MemberExpr *E) {
  const Expr *Object = E->getBase()->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Object)) {
    if (isBaseOf(Cast) && hidesMember(Cast, E->getMemberDecl()))
      return true;
    Object = Cast->getSubExpr()->IgnoreParens();
  }
  return false;
}

/// Adds the sizes of arrays in \p T, as it is written: those of a type that has
/// a name were evaluated where that was declared.
static void addSizes(QualType T, llvm::SmallVectorImpl<const Stmt *> &Sizes) {
  if (T.isNull() || !T->isVariablyModifiedType())
    return;
  const Type *Written = T.getTypePtr();
  if (const auto *Array = dyn_cast<VariableArrayType>(Written))
    Sizes.push_back(Array->getSizeExpr());
  if (const auto *Array = dyn_cast<ArrayType>(Written))
    return addSizes(Array->getElementType(), Sizes);
  if (const auto *Pointer = dyn_cast<PointerType>(Written))
    return addSizes(Pointer->getPointeeType(), Sizes);
  if (const auto *Reference = dyn_cast<ReferenceType>(Written))
    return addSizes(Reference->getPointeeTypeAsWritten(), Sizes);
  if (const auto *Group = dyn_cast<ParenType>(Written))
    return addSizes(Group->getInnerType(), Sizes);
  if (const auto *Of = dyn_cast<TypeOfExprType>(Written))
    Sizes.push_back(Of->getUnderlyingExpr());
  if (const auto *Of = dyn_cast<TypeOfType>(Written))
    addSizes(Of->getUnmodifiedType(), Sizes);
}

/// \p T without the dimensions whose sizes are children of what names it.
static QualType withoutDimensions(QualType T) {
  while (const auto *Array = dyn_cast<ArrayType>(T.getTypePtr()))
    T = Array->getElementType();
  return T;
}

llvm::SmallVector<const Stmt *, 2> stevedore::beyondChildren(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 2> Result;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
    addSizes(Cast->getTypeAsWritten(), Result);
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(S))
    addSizes(Literal->getTypeSourceInfo()->getType(), Result);
  if (const auto *Argument = dyn_cast<VAArgExpr>(S))
    addSizes(Argument->getWrittenTypeInfo()->getType(), Result);
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
    if (Trait->isArgumentType())
      addSizes(withoutDimensions(Trait->getArgumentType()), Result);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls()) {
      if (const auto *Var = dyn_cast<VarDecl>(D))
        addSizes(withoutDimensions(Var->getType()), Result);
      if (const auto *Alias = dyn_cast<TypedefNameDecl>(D))
        addSizes(withoutDimensions(Alias->getUnderlyingType()), Result);
    }
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    for (const OMPClause *Clause : Directive->clauses())
      if (Clause)
        llvm::append_range(Result, Clause->children());
  return Result;
}

bool stevedore::mentions(const Stmt *S, const ValueDecl *D) {
  if (!S)
    return false;
  auto isThere = [&](const Stmt *Part) { return mentions(Part, D); };
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (D ? Ref && Ref->getDecl() == D : isa<CXXThisExpr>(S)) ||
         llvm::any_of(S->children(), isThere) ||
         llvm::any_of(beyondChildren(S), isThere);
}

const UnaryOperator *stevedore::stepIn(const Stmt *S) {
  const auto *Unary = dyn_cast_or_null<UnaryOperator>(S);
  return Unary && Unary->isIncrementDecrementOp() ? Unary : nullptr;
}

const Expr *stevedore::changedLvalue(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return Binary->isAssignmentOp() ? Binary->getLHS() : nullptr;
  const UnaryOperator *Step = stepIn(S);
  return Step ? Step->getSubExpr() : nullptr;
}

bool stevedore::isSameTree(const ASTContext &AST, const Expr *A,
                           const Expr *B) {
  llvm::FoldingSetNodeID OfA, OfB;
  A->Profile(OfA, AST, /*Canonical=*/true);
  B->Profile(OfB, AST, /*Canonical=*/true);
  return OfA == OfB;
}

llvm::StringRef stevedore::grantPrefix() { return "stevedore_members_"; }

/// The namespace that qualifies \p E, if its use has been granted.
static const NamespaceDecl *grantOf(const MemberExpr *E) {
  NestedNameSpecifier Qualifier = E->getQualifier();
  if (Qualifier.getKind() != NestedNameSpecifier::Kind::Namespace)
    return nullptr;
  const auto *Space =
      dyn_cast<NamespaceDecl>(Qualifier.getAsNamespaceAndPrefix().Namespace);
  return Space && Space->getName().starts_with("*") ? Space : nullptr;
}

bool stevedore::isGranted(const MemberExpr *E) { return grantOf(E); }

std::string stevedore::memberText(const MemberExpr *E) {
  const NamespaceDecl *Grant = grantOf(E);
  return (E->isArrow() ? "->" : ".") +
         (Grant ? Grant->getNameAsString() + "::" : "") +
         E->getMemberDecl()->getNameAsString();
}

std::string stevedore::withoutGrants(std::string Text) {
  std::string Mark = ("*" + grantPrefix()).str();
  for (size_t At; (At = Text.find(Mark)) != std::string::npos;) {
    Text.erase(At, Text.find("::", At) + 2 - At);
    size_t Open = At, Close = Text.find(')', At);
    for (unsigned Depth = 1; Open > 0 && Depth > 0;) {
      --Open;
      Depth += Text[Open] == ')' ? 1 : Text[Open] == '(' ? -1 : 0;
    }
    if (Close != std::string::npos)
      Text.erase(Close, 1);
    if (Text[Open] == '(')
      Text.erase(Open, 1);
  }
  return Text;
}

bool stevedore::printGranted(Stmt *S, const ASTContext &AST,
                             PrinterHelper *Helper, llvm::raw_ostream &OS) {
  const auto *Member = dyn_cast<MemberExpr>(S);
  if (!Member || !isGranted(Member))
    return false;
  OS << "(";
  Member->getBase()->printPretty(OS, Helper, AST.getPrintingPolicy(), 0, "\n",
                                 &AST);
  OS << memberText(Member) << ")";
  return true;
}

std::string stevedore::unusedIdentifier(const ASTContext &AST,
                                        std::string Name) {
  while (AST.Idents.find(Name) != AST.Idents.end())
    Name += "_";
  return Name;
}
