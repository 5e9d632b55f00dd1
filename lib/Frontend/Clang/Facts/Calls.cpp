//===- Calls.cpp ---------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Calls.h"
#include "Facts/Definitions.h"
#include "Facts/VariableFacts.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Looks through the body of a function for anything but arithmetic on its
/// own variables.
class BodyInspector {
public:
  BodyInspector(ASTContext &AST) : AST(AST) {}
  CallEffects inspect(const FunctionDecl *Callee);
  /// Whether the constructor of \p E computes from values alone.
  bool computes(const CXXConstructExpr *E);
  /// Whether it has found variables that are read and may change.
  bool readsVariables() const { return !Effects.Reads.empty(); }
  bool isHarmlessConstruct(const CXXConstructExpr *E,
                           const FunctionDecl *Owner);

private:
  CallEffects::Kind declared(const FunctionDecl *Callee) const;
  bool isHarmless(const Stmt *S, const FunctionDecl *Owner);
  bool isHarmlessReference(const DeclRefExpr *Ref, const FunctionDecl *Owner);
  bool isOwnVariable(const ValueDecl *D, const FunctionDecl *Owner) const;
  bool isHarmlessCall(const CallExpr *Call, const FunctionDecl *Owner);
  bool isHarmlessLoop(const Stmt *S) const;
  bool mayWrite(const Expr *E, const FunctionDecl *Owner);
  void addArguments(const FunctionDecl *Callee, const Stmt *Body);

  ASTContext &AST;
  CallEffects Effects;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Active;
};

} // namespace

/// Functions of the mathematical library that set errno at most, where names of
/// the library have no other meaning.
static bool isMathFunction(llvm::StringRef Name, const LangOptions &Language) {
  if (!Name.consume_front("__builtin_") &&
      (Language.NoBuiltin || Language.isNoBuiltinFunc(Name)))
    return false;
  auto IsListed = [](llvm::StringRef N) {
    return llvm::StringSwitch<bool>(N)
        .Cases({"sqrt", "cbrt", "hypot", "fabs", "fmod", "remainder"}, true)
        .Cases({"exp", "exp2", "expm1", "log", "log2", "log10", "log1p"}, true)
        .Cases({"pow", "sin", "cos", "tan", "asin", "acos", "atan"}, true)
        .Cases({"atan2", "sinh", "cosh", "tanh", "asinh", "acosh"}, true)
        .Cases({"atanh", "erf", "erfc", "tgamma", "floor", "ceil"}, true)
        .Cases({"trunc", "round", "rint", "nearbyint", "fmin", "fmax"}, true)
        .Cases({"fdim", "fma", "copysign", "ldexp", "scalbn", "logb"}, true)
        .Cases({"lround", "llround", "lrint", "llrint", "ilogb"}, true)
        .Cases({"abs", "labs", "llabs", "exp10", "nextafter"}, true)
        .Default(false);
  };
  if (IsListed(Name))
    return true;
  bool HasSuffix = Name.consume_back("f") || Name.consume_back("l");
  return HasSuffix && IsListed(Name);
}

/// Functions of the C library such as memcmp, which have no state.
static bool readsGivenAlone(const FunctionDecl *Callee) {
  unsigned Builtin = Callee->getBuiltinID();
  return Builtin && Callee->getASTContext().BuiltinInfo.isPure(Builtin);
}

CallEffects::Kind BodyInspector::declared(const FunctionDecl *Callee) const {
  if (Callee->hasAttr<ConstAttr>())
    return CallEffects::Pure;
  unsigned Builtin = Callee->getBuiltinID();
  bool IsPlainC = Callee->isExternC() || !AST.getLangOpts().CPlusPlus;
  const IdentifierInfo *Name = Callee->getIdentifier();
  if (Name && !Callee->hasBody() && (Builtin || IsPlainC) &&
      isMathFunction(Name->getName(), AST.getLangOpts()))
    return CallEffects::Pure;
  if (Builtin && AST.BuiltinInfo.isConst(Builtin))
    return CallEffects::Pure;
  if (readsGivenAlone(Callee))
    return CallEffects::Pure;
  if (Callee->hasAttr<PureAttr>())
    return CallEffects::ReadsMemory;
  return CallEffects::Unknown;
}

bool BodyInspector::isOwnVariable(const ValueDecl *D,
                                  const FunctionDecl *Owner) const {
  const auto *Var = dyn_cast_or_null<VarDecl>(D);
  return Var && Var->hasLocalStorage() && Var->getDeclContext() == Owner;
}

/// Whether the lambda expression that \p Owner is has a copy of \p Var, made
/// before the call, that it does not change.
static bool isCopiedInto(const FunctionDecl *Owner, const VarDecl *Var) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Owner);
  return Method && Method->getParent()->isLambda() && Method->isConst() &&
         !Var->getType()->isReferenceType() &&
         llvm::any_of(Method->getParent()->captures(),
                      [&](const LambdaCapture &Capture) {
                        return Capture.capturesVariable() &&
                               Capture.getCapturedVar() == Var &&
                               Capture.getCaptureKind() == LCK_ByCopy;
                      });
}

bool BodyInspector::isHarmlessReference(const DeclRefExpr *Ref,
                                        const FunctionDecl *Owner) {
  const ValueDecl *D = Ref->getDecl();
  if (isa<EnumConstantDecl>(D) || isa<FunctionDecl>(D) ||
      isOwnVariable(D, Owner))
    return !D->getType().isVolatileQualified();
  const auto *Var = dyn_cast<VarDecl>(D);
  if (Var && isCopiedInto(Owner, Var))
    return !Var->getType().isVolatileQualified();
  if (!Var || Var->getType().isVolatileQualified() ||
      Var->getType()->isReferenceType() || Var->getType()->isPointerType())
    return false;
  if (!Var->getType().isConstQualified())
    Effects.Reads.push_back(Var);
  return true;
}

/// What is handed on is read by the callee. A pointer that it returns may point
/// anywhere.
bool BodyInspector::isHarmlessCall(const CallExpr *Call,
                                   const FunctionDecl *Owner) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const Expr *Object = objectOf(Call);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  bool IsOfClosure = Method && Method->getParent()->isLambda();
  if (!Callee || (Method && !Method->isStatic() && !IsOfClosure && !Object) ||
      Callee->getReturnType()->isAnyPointerType())
    return false;
  bool Writes = std::exchange(Effects.WritesObject, false);
  CallEffects Inner = inspect(Callee);
  std::swap(Writes, Effects.WritesObject);
  if (Inner.K == CallEffects::Unknown || Inner.K == CallEffects::ReadsMemory)
    return false;
  if (Object &&
      (!isHarmless(Object, Owner) || (Writes && !mayWrite(Object, Owner))))
    return false;
  bool IsFirst = Object && isa<CXXOperatorCallExpr>(Call);
  for (auto [Number, Argument] :
       llvm::enumerate(llvm::drop_begin(Call->arguments(), IsFirst ? 1 : 0))) {
    bool IsPointer = Argument->getType()->isAnyPointerType();
    if (IsPointer && Inner.given(Number) == CallEffects::NotKnown)
      return false;
    if (!isHarmless(Argument, Owner))
      return false;
  }
  return true;
}

/// A new object, which nothing else has been told of.
bool BodyInspector::isHarmlessConstruct(const CXXConstructExpr *E,
                                        const FunctionDecl *Owner) {
  return computes(E) && llvm::all_of(E->arguments(), [&](const Expr *A) {
           return !A->getType()->isAnyPointerType() && isHarmless(A, Owner);
         });
}

bool BodyInspector::computes(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Callee = E->getConstructor();
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition) || Definition->isDependentContext() ||
      Callee->getParent()->getNumVBases() || Callee->isVariadic() ||
      !Callee->getParent()->hasTrivialDestructor() ||
      !Active.insert(Definition).second)
    return Callee->isTrivial();
  bool Writes = Effects.WritesObject;
  bool Result = isHarmless(Definition->getBody(), Definition);
  for (const CXXCtorInitializer *I :
       cast<CXXConstructorDecl>(Definition)->inits())
    Result &= isHarmless(I->getInit(), Definition);
  Effects.WritesObject = Writes;
  Active.erase(Definition);
  return Result;
}

/// Whether \p E is `*this` or a member of it.
static bool isOfThis(const Expr *E) {
  const Expr *Pointer = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    Pointer = Member->isArrow() ? Member->getBase() : nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    Pointer = Unary->getOpcode() == UO_Deref ? Unary->getSubExpr() : nullptr;
  return Pointer && isa<CXXThisExpr>(Pointer->IgnoreParenImpCasts());
}

/// Notes that \p Owner writes \p E; false if that is neither its own variable
/// nor a part of the object that it is called for.
bool BodyInspector::mayWrite(const Expr *E, const FunctionDecl *Owner) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *Unary = dyn_cast<UnaryOperator>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (isOfThis(E)) {
      const auto *Method = dyn_cast<CXXMethodDecl>(Owner);
      Effects.WritesObject = true;
      return Method && !Method->getParent()->isLambda() && !Method->isConst() &&
             !(Member && Member->getMemberDecl()->getType()->isReferenceType());
    }
    if (Unary &&
        (Unary->getOpcode() == UO_Real || Unary->getOpcode() == UO_Imag))
      E = Unary->getSubExpr();
    else if (Member && !Member->isArrow() &&
             !Member->getMemberDecl()->getType()->isReferenceType())
      E = Member->getBase();
    else if (const Expr *Array =
                 Subscript ? decayedArray(Subscript->getBase()) : nullptr)
      E = Array;
    else if (Cast && (Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_UncheckedDerivedToBase ||
                      Cast->getCastKind() == CK_DerivedToBase))
      E = Cast->getSubExpr();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isOwnVariable(Ref->getDecl(), Owner) &&
         !Ref->getDecl()->getType()->isReferenceType();
}

/// Loops that a condition ends: as far as C is concerned, they do end. Others
/// may not.
bool BodyInspector::isHarmlessLoop(const Stmt *S) const {
  const Expr *Condition = nullptr;
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    Condition = Loop->getCond();
  else if (const auto *Loop = dyn_cast<WhileStmt>(S))
    Condition = Loop->getCond();
  else if (const auto *Loop = dyn_cast<DoStmt>(S))
    Condition = Loop->getCond();
  return Condition && !Condition->isEvaluatable(AST);
}

/// Whether \p Cast, if its value is a pointer, has it from a variable of the
/// function, and not from memory or a number, and makes no number of one.
static bool keepsPointer(const CastExpr *Cast) {
  if (!Cast->getType()->isAnyPointerType())
    return Cast->getCastKind() != CK_PointerToIntegral;
  const auto *Ref = dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    return Ref && !Ref->getDecl()->getType()->isReferenceType();
  case CK_NoOp:
  case CK_BitCast:
  case CK_ArrayToPointerDecay:
  case CK_NullToPointer:
    return true;
  default:
    return false;
  }
}

/// Kinds of statements and expressions that cannot have an effect outside of
/// the function by themselves. Pointers are those given to it, and those to its
/// own variables and to what it names.
bool BodyInspector::isHarmless(const Stmt *S, const FunctionDecl *Owner) {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return isHarmlessReference(Ref, Owner);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return isHarmlessCall(Call, Owner);
  if (const auto *E = dyn_cast<Expr>(S);
      E && E->getType().isVolatileQualified())
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(S); Cast && !keepsPointer(Cast))
    return false;
  if (isLoop(S) && !isHarmlessLoop(S))
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    if (Binary->isAssignmentOp() && !mayWrite(Binary->getLHS(), Owner))
      return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    if (Unary->isIncrementDecrementOp() &&
        !mayWrite(Unary->getSubExpr(), Owner))
      return false;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return isHarmlessConstruct(Construct, Owner);
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    if (Member->getMemberDecl()->getType()->isReferenceType() ||
        !isa<FieldDecl>(Member->getMemberDecl()))
      return false;
  if (const auto *E = dyn_cast<Expr>(S); E && isOfThis(E)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Owner);
    return Method && !Method->getParent()->isLambda();
  }
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return isHarmless(Default->getExpr(), Owner);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return isHarmless(Default->getExpr(), Owner);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (!Var->hasLocalStorage() || !isHarmless(Var->getInit(), Owner))
          return false;
  bool IsKnown =
      isa<CompoundStmt, ReturnStmt, IfStmt, DeclStmt, NullStmt, ForStmt,
          WhileStmt, DoStmt, BreakStmt, ContinueStmt, ParenExpr, CastExpr,
          IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          BinaryOperator, UnaryOperator, ConditionalOperator, ConstantExpr,
          ArraySubscriptExpr, MemberExpr, UnaryExprOrTypeTraitExpr,
          InitListExpr, CompoundLiteralExpr, ExprWithCleanups,
          MaterializeTemporaryExpr, SubstNonTypeTemplateParmExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr, ImaginaryLiteral>(S);
  if (!IsKnown)
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isHarmless(Child, Owner);
  });
}

namespace {

/// Looks for uses of a pointer parameter that may reach more than the one
/// object that it points to: all but `*p`, `p->x` and `p[0]`.
class ElementUse : public DynamicRecursiveASTVisitor {
public:
  ElementUse(const ASTContext &AST, const ParmVarDecl *Parameter)
      : AST(AST), Parameter(Parameter) {}
  bool IsAlone = true;

  bool TraverseStmt(Stmt *S) override {
    return isObject(S) || DynamicRecursiveASTVisitor::TraverseStmt(S);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    IsAlone &= Ref->getDecl() != Parameter;
    return IsAlone;
  }

private:
  bool isParameter(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Parameter;
  }
  bool isObject(const Stmt *S) const {
    if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(S))
      return Unary->getOpcode() == UO_Deref && isParameter(Unary->getSubExpr());
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(S))
      return Member->isArrow() && isParameter(Member->getBase());
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(S);
    std::optional<llvm::APSInt> Index =
        Subscript && isParameter(Subscript->getBase())
            ? Subscript->getIdx()->getIntegerConstantExpr(AST)
            : std::nullopt;
    return Index && *Index == 0;
  }

  const ASTContext &AST;
  const ParmVarDecl *Parameter;
};

} // namespace

/// The object may be an element of an array that another pointer is given into,
/// but then that one says what is read of it.
void BodyInspector::addArguments(const FunctionDecl *Callee, const Stmt *Body) {
  Effects.Arguments.clear();
  for (const ParmVarDecl *Parameter : Callee->parameters()) {
    ElementUse Use(AST, Parameter);
    if (Body)
      Use.TraverseStmt(const_cast<Stmt *>(Body));
    Effects.Arguments.push_back(Body && Use.IsAlone ? CallEffects::Element
                                                    : CallEffects::Row);
  }
}

CallEffects BodyInspector::inspect(const FunctionDecl *Callee) {
  CallEffects::Kind Declared = declared(Callee);
  if (Declared == CallEffects::Pure) {
    Effects.Arguments.clear();
    if (readsGivenAlone(Callee))
      addArguments(Callee, nullptr);
    return Effects;
  }
  const FunctionDecl *Definition = nullptr;
  bool HasBody = Callee->hasBody(Definition) && Definition &&
                 !Definition->isDependentContext() &&
                 !Definition->hasAttr<WeakAttr>();
  if (HasBody && Active.insert(Definition).second &&
      isHarmless(Definition->getBody(), Definition)) {
    Active.erase(Definition);
    if (Effects.K == CallEffects::Pure && !Effects.Reads.empty())
      Effects.K = CallEffects::ReadsVariables;
    addArguments(Definition, Definition->getBody());
    return Effects;
  }
  Effects.K = Declared;
  Effects.Arguments.clear();
  if (Declared == CallEffects::ReadsMemory)
    addArguments(Callee, nullptr);
  return Effects;
}

const Expr *stevedore::lambdaResult(ASTContext &AST, const CallExpr *E) {
  const LambdaExpr *Lambda = calledLambda(E);
  if (!Lambda || E->getNumArgs() != 1 || E->isGLValue() ||
      !llvm::all_of(Lambda->captures(), [](const LambdaCapture &Capture) {
        return Capture.capturesThis() ||
               (Capture.capturesVariable() &&
                !cast<VarDecl>(Capture.getCapturedVar())->isInitCapture());
      }))
    return nullptr;
  const CompoundStmt *Body = Lambda->getCompoundStmtBody();
  const auto *Return =
      Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  const Expr *Result = Return ? Return->getRetValue() : nullptr;
  return Result && !Result->HasSideEffects(AST, false) ? Result : nullptr;
}

const Expr *stevedore::objectOf(const CallExpr *E) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!Method || Method->isStatic() || Method->getParent()->isLambda() ||
      Method->isVirtual())
    return nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    return Object->getType()->isPointerType() ? nullptr : Object;
  }
  return isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : nullptr;
}

const Expr *stevedore::changedObject(const CallExpr *E) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  bool MayChange = Method && !Method->isConst() && !Method->isTrivial() &&
                   Method->getParent()->hasDefinition() &&
                   Method->getParent()->isTriviallyCopyable();
  return MayChange ? objectOf(E) : nullptr;
}

bool stevedore::holdsAddress(QualType T) {
  T = T.getCanonicalType();
  if (T->isAnyPointerType() || T->isReferenceType() ||
      T->isMemberPointerType() || T->isBlockPointerType())
    return true;
  if (const auto *Array = dyn_cast<clang::ArrayType>(T))
    return holdsAddress(Array->getElementType());
  const auto *Record = T->getAsRecordDecl();
  if (!Record || !Record->getDefinition())
    return Record;
  const auto *Class = dyn_cast<CXXRecordDecl>(Record->getDefinition());
  return llvm::any_of(
             Record->getDefinition()->fields(),
             [](const FieldDecl *F) { return holdsAddress(F->getType()); }) ||
         (Class && llvm::any_of(Class->bases(), [](const auto &Base) {
            return holdsAddress(Base.getType());
          }));
}

bool stevedore::computesObject(ASTContext &AST, const CXXConstructExpr *E) {
  BodyInspector Inspector(AST);
  return Inspector.computes(E) && !Inspector.readsVariables();
}

CallEffects stevedore::effectsOf(ASTContext &AST, const FunctionDecl *Callee) {
  return BodyInspector(AST).inspect(Callee);
}

FactReason stevedore::reasonOf(const CallEffects &Effects,
                               const FunctionDecl *Callee) {
  if (Callee->hasAttr<ConstAttr>() && !Callee->getBuiltinID())
    return FactReason::ConstFunction;
  if (Effects.K == CallEffects::ReadsMemory)
    return FactReason::PureFunction;
  return Callee->hasBody() ? FactReason::SeenBody : FactReason::LibraryFunction;
}
