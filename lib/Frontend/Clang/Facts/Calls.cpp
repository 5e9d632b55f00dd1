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
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

private:
  CallEffects::Kind declared(const FunctionDecl *Callee) const;
  bool isHarmless(const Stmt *S, const FunctionDecl *Owner);
  bool isHarmlessReference(const DeclRefExpr *Ref, const FunctionDecl *Owner);
  bool isOwnVariable(const ValueDecl *D, const FunctionDecl *Owner) const;
  bool isHarmlessCall(const CallExpr *Call, const FunctionDecl *Owner);
  bool isHarmlessLoop(const Stmt *S) const;
  void addArguments(const FunctionDecl *Callee, const Stmt *Body);

  ASTContext &AST;
  CallEffects Effects;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Active;
};

} // namespace

/// Functions of the mathematical library that set errno at most.
static bool isMathFunction(llvm::StringRef Name) {
  Name.consume_front("__builtin_");
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
      isMathFunction(Name->getName()))
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
  if (!Callee || isa<CXXMemberCallExpr>(Call) ||
      Callee->getReturnType()->isAnyPointerType())
    return false;
  CallEffects Inner = inspect(Callee);
  if (Inner.K == CallEffects::Unknown || Inner.K == CallEffects::ReadsMemory)
    return false;
  for (auto [Number, Argument] : llvm::enumerate(Call->arguments())) {
    bool IsPointer = Argument->getType()->isAnyPointerType();
    if (IsPointer && Inner.given(Number) == CallEffects::NotKnown)
      return false;
    if (!isHarmless(Argument, Owner))
      return false;
  }
  return true;
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
    if (Binary->isAssignmentOp()) {
      const ValueDecl *Root = storageRoot(Binary->getLHS());
      if (!isOwnVariable(Root, Owner) || Root->getType()->isReferenceType())
        return false;
    }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    const ValueDecl *Root = storageRoot(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp() &&
        (!isOwnVariable(Root, Owner) || Root->getType()->isReferenceType()))
      return false;
  }
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
          MaterializeTemporaryExpr, SubstNonTypeTemplateParmExpr>(S);
  if (!IsKnown)
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isHarmless(Child, Owner);
  });
}

namespace {

/// Looks for uses of a pointer parameter that may reach more than the one
/// object that it points to: all but `*p`, `p->x` and `p[0]`.
class ElementUse : public RecursiveASTVisitor<ElementUse> {
public:
  ElementUse(const ASTContext &AST, const ParmVarDecl *Parameter)
      : AST(AST), Parameter(Parameter) {}
  bool IsAlone = true;

  bool TraverseStmt(Stmt *S) {
    return isObject(S) || RecursiveASTVisitor::TraverseStmt(S);
  }
  bool VisitDeclRefExpr(const DeclRefExpr *Ref) {
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
