//===- CallSites.cpp - Calls that bodies may stand for --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/CallSites.h"
#include "Facts/Calls.h"
#include "Facts/Definitions.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexVariables.h"
#include "Syntax/Containers.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/Rotations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

CallSites::CallSites(const ASTContext &AST, const FunctionDecl *Caller,
                     const FunctionFacts &Facts)
    : AST(AST), Caller(Caller), Facts(Facts) {
  for (const ParmVarDecl *Parameter : Caller->parameters())
    Names.insert(Parameter->getName());
  if (const FunctionTemplateDecl *Template = Caller->getPrimaryTemplate())
    for (const NamedDecl *Parameter : *Template->getTemplateParameters())
      Names.insert(Parameter->getName());
  collectNames(Caller->getBody());
}

void CallSites::collectNames(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls()) {
      if (const auto *Using = dyn_cast<UsingDirectiveDecl>(D))
        Used.push_back(Using->getNominatedNamespace());
      if (const auto *Named = dyn_cast<NamedDecl>(D))
        Names.insert(Named->getNameAsString());
    }
  for (const Stmt *Part : partsOf(S))
    collectNames(Part);
}

static const FunctionDecl *definitionOf(const FunctionDecl *Callee) {
  const FunctionDecl *Result = nullptr;
  return Callee->hasBody(Result) ? Result : nullptr;
}

/// Whether the class \p T has arrays, of which a call may use single elements.
static bool hasArray(QualType T) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return !Class || llvm::any_of(Class->fields(), [](const FieldDecl *F) {
    return F->getType()->isArrayType() ||
           (F->getType()->isRecordType() && hasArray(F->getType()));
  }) || llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
    return hasArray(Base.getType());
  });
}

/// Whether \p E, the call of a member function of \p Object, may stay: it
/// computes with an element of an array, or an object. Numbers that members
/// hold, as sizes, are read as members.
static bool isValueOfElement(const CallExpr *E, const Expr *Object,
                             const CallEffects &Effects) {
  if (holdsAddress(Object->getType()) || hasArray(Object->getType()) ||
      (E->isGLValue() && !Effects.WritesObject))
    return false;
  return E->getType()->isRecordType() || Effects.WritesObject ||
         !E->getType()->isIntegerType() || !Object->isLValue();
}

CallNeed CallSites::need(const CallExpr *E) const {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || containerCall(AST, E) || swappedPointers(E) ||
      !definitionOf(Callee))
    return CallNeed::None;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Method && (Method->getParent()->isLambda() || Method->isTrivial()))
    return CallNeed::None;
  CallEffects Effects = effectsOf(const_cast<ASTContext &>(AST), Callee);
  const Expr *Object = objectOf(E);
  bool IsValue = Effects.K != CallEffects::Unknown &&
                 (!Object || isValueOfElement(E, Object, Effects));
  if (!IsValue || (Method && !Method->isStatic() && !Object) ||
      (E->isGLValue() && !Object) || E->getType()->isAnyPointerType() ||
      (E->getType()->isRecordType() && holdsAddress(E->getType())))
    return CallNeed::Needed;
  CallNeed Result = InControl.contains(E) ? CallNeed::Better : CallNeed::None;
  bool IsFirst = Object && isa<CXXOperatorCallExpr>(E);
  for (auto [Number, Argument] :
       llvm::enumerate(llvm::drop_begin(E->arguments(), IsFirst ? 1 : 0))) {
    bool IsPointer = Argument->getType()->isPointerType();
    if (E->getType()->isRecordType() || Object
            ? IsPointer
            : Argument->isLValue() || IsPointer)
      if (!IsPointer || Effects.given(Number) == CallEffects::NotKnown)
        return CallNeed::Needed;
    if (IsPointer && Effects.given(Number) == CallEffects::Row)
      Result = CallNeed::Better;
  }
  return Result;
}

/// Adds the calls below \p S whose values and arguments are integers.
void CallSites::addCalls(const Stmt *S) {
  if (!S)
    return;
  auto IsInteger = [](const Expr *E) {
    return E->isPRValue() && E->getType()->isIntegerType();
  };
  const auto *Call = dyn_cast<CallExpr>(S);
  if (Call && !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) &&
      IsInteger(Call) && llvm::all_of(Call->arguments(), IsInteger))
    InControl.insert(Call);
  for (const Stmt *Part : S->children())
    addCalls(Part);
}

void CallSites::addInControl(llvm::ArrayRef<const Stmt *> Code) {
  VariableSet Used = variablesInControl(Code);
  llvm::SmallVector<const Stmt *, 16> Rest(Code);
  while (!Rest.empty()) {
    const Stmt *S = Rest.pop_back_val();
    if (!S)
      continue;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      addCalls(For->getInit());
      addCalls(For->getCond());
    } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
      addCalls(While->getCond());
    } else if (const auto *If = dyn_cast<IfStmt>(S)) {
      addCalls(If->getCond());
    } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S)) {
      addCalls(Subscript->getIdx());
    } else if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          addCalls(Used.contains(Var) ? Var->getInit() : nullptr);
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->isAssignmentOp() &&
          Used.contains(variableOf(Binary->getLHS())))
        addCalls(Binary->getRHS());
    }
    llvm::append_range(Rest, partsOf(S));
  }
}

std::string CallSites::hindrance(const CallExpr *E) const {
  if (AmongEffects.contains(E))
    return "the expression around the call has side effects";
  const FunctionDecl *Body = definitionOf(E->getDirectCallee());
  const auto *Method = dyn_cast<CXXMethodDecl>(Body);
  if (Method && Method->isVirtual())
    return "the function is virtual";
  if (Body->hasAttr<WeakAttr>() || Body->isDependentContext())
    return "another body may take its place";
  if (Body->isVariadic() ||
      Body->getNumParams() !=
          E->getNumArgs() - (isa<CXXOperatorCallExpr>(E) && Method ? 1 : 0))
    return "the number of its arguments varies";
  if (!isa<CompoundStmt>(Body->getBody()))
    return "it handles exceptions";
  const SourceManager &SM = AST.getSourceManager();
  if (!SM.isBeforeInTranslationUnit(Body->getBeginLoc(), Caller->getBeginLoc()))
    return "the function is defined behind the region's";
  return "";
}

const VariableFacts &CallSites::usesIn(const FunctionDecl *F) {
  auto [Found, IsNew] = Uses.try_emplace(F, Facts.Origins.Rules);
  if (IsNew)
    Found->second.scanFunction(F);
  return Found->second;
}

/// Whether nothing but the function of \p Var, in which it is named, changes
/// it.
bool CallSites::isHidden(const VarDecl *Var) const {
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType() ||
      Exposed.contains(Var))
    return false;
  auto Own = llvm::find_if(Uses, [&](const auto &Entry) {
    return Entry.first == Var->getDeclContext();
  });
  const VariableFacts &In = Own == Uses.end() ? Facts.Uses : Own->second;
  return !In.isAddressTaken(Var);
}

bool CallSites::hasEffects(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    CallEffects Effects;
    if (Callee)
      Effects = effectsOf(const_cast<ASTContext &>(AST), Callee);
    bool IsKnown = Callee && Effects.K != CallEffects::Unknown;
    if (!containerCall(AST, Call) && (!IsKnown || Effects.WritesObject))
      return true;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return true;
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr, StmtExpr,
          CXXBindTemporaryExpr, LambdaExpr, VAArgExpr>(S))
    return true;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    if (!computesObject(const_cast<ASTContext &>(AST), Construct))
      return true;
  const auto *E = dyn_cast<Expr>(S);
  if (E && E->getType().isVolatileQualified())
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return hasEffects(Child); });
}

using FunctionSet = llvm::SmallPtrSet<const FunctionDecl *, 4>;

/// Whether \p S, or a function that it calls, changes a pointer that is no
/// variable of its own. \p Seen are functions that have been looked at.
static bool storesPointers(const Stmt *S, FunctionSet &Seen) {
  if (!S)
    return false;
  const Expr *Changed = changedLvalue(S);
  if (Changed && Changed->getType()->isPointerType()) {
    const VarDecl *Var = variableOf(Changed);
    if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
      return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Body = Call->getDirectCallee();
    if (Body && Body->hasBody(Body) && Seen.insert(Body).second &&
        storesPointers(Body->getBody(), Seen))
      return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return storesPointers(Child, Seen);
  });
}

bool CallSites::mayChange(const Stmt *Body, const Expr *E) const {
  FunctionSet Seen;
  return !storesLast(Body) &&
         (readsMemory(E, false) ||
          (readsMemory(E, true) && storesPointers(Body, Seen)));
}

bool CallSites::readsMemory(const Stmt *S, bool Pointers) const {
  if (!S)
    return false;
  if (isa<CallExpr>(S))
    return true;
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  if (Cast && Cast->getCastKind() == CK_LValueToRValue) {
    const VarDecl *Var = variableOf(Cast->getSubExpr());
    bool IsPointer = !Var && Cast->getType()->isPointerType();
    if (!isHidden(Var) && (Pointers || !IsPointer))
      return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return readsMemory(Child, Pointers);
  });
}

/// The number of expressions below \p S with effects, or two where something
/// may have several.
unsigned CallSites::numStores(const Stmt *S) const {
  if (!S)
    return 0;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return 2;
  if (const auto *E = dyn_cast<Expr>(S)) {
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
    return !hasEffects(E) ? 0 : Call || hasOtherEffects(E, true) ? 2 : 1;
  }
  unsigned Result = 0;
  for (const Stmt *Part : partsOf(S))
    Result += numStores(Part);
  return Result;
}

bool CallSites::storesLast(const Stmt *Body) const {
  return numStores(Body) < 2;
}

/// Whether \p E has effects but for those that its calls may have, the
/// assignment that it is as a whole, and changes of hidden variables, which no
/// callee sees.
bool CallSites::hasOtherEffects(const Expr *E, bool IsRoot) const {
  const Expr *Changed = changedLvalue(E);
  if (Changed && !IsRoot && !isHidden(variableOf(Changed)))
    return true;
  bool IsPlain = isa<ParenExpr, FullExpr>(E);
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && hasOtherEffects(Part, IsRoot && IsPlain);
  });
}

void CallSites::markCalls(const Stmt *S) {
  if (!S)
    return;
  if (isa<CallExpr, StmtExpr>(S))
    AmongEffects.insert(cast<Expr>(S));
  for (const Stmt *Child : S->children())
    markCalls(Child);
}

void CallSites::inspect(const Stmt *S, const FunctionDecl *In) {
  if (!S)
    return;
  usesIn(In);
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (hasOtherEffects(E, /*IsRoot=*/true))
      markCalls(E);
    return;
  }
  for (const Stmt *Part : partsOf(S))
    inspect(Part, In);
}

/// Whether a class, namespace or function around the caller, inside of \p
/// Outer, has something by \p Name, but for \p Same (null: anything).
bool CallSites::isNamedAround(DeclarationName Name, const DeclContext *Outer,
                              const NamedDecl *Same) const {
  auto Has = [&](const DeclContext *In) {
    return llvm::any_of(In->lookup(Name), [&](const NamedDecl *Found) {
      const auto *Class = dyn_cast<CXXRecordDecl>(Found);
      if (Class && Class->isInjectedClassName())
        Found = cast<CXXRecordDecl>(In);
      return !Same || Found->getUnderlyingDecl()->getCanonicalDecl() !=
                          Same->getCanonicalDecl();
    });
  };
  llvm::SmallVector<const DeclContext *, 8> Scopes(Used.begin(), Used.end());
  const DeclContext *In = Caller->getDeclContext()->getRedeclContext();
  for (; !In->isTranslationUnit() && !In->Equals(Outer);
       In = In->getParent()->getRedeclContext()) {
    const auto *Class = dyn_cast<CXXRecordDecl>(In);
    if (Class)
      Class->forallBases([&](const CXXRecordDecl *Base) {
        Scopes.push_back(Base);
        return true;
      });
    if (const auto *Instance =
            dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class))
      for (const NamedDecl *Parameter :
           *Instance->getSpecializedTemplate()->getTemplateParameters())
        if (Parameter->getDeclName() == Name)
          return true;
    if (In->isFunctionOrMethod())
      for (const Decl *D : In->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(D))
          if (Named->getDeclName() == Name)
            return true;
    Scopes.push_back(In);
    for (const UsingDirectiveDecl *Using : In->using_directives())
      Scopes.push_back(Using->getNominatedNamespace());
  }
  return llvm::any_of(Scopes, Has);
}

bool CallSites::isVisible(const NamedDecl *D) const {
  const DeclContext *Context = D->getDeclContext()->getRedeclContext();
  bool IsAround = Context->isTranslationUnit() || Context->Encloses(Caller);
  return IsAround && !Context->isFunctionOrMethod() &&
         !Names.contains(D->getNameAsString()) &&
         !isNamedAround(D->getDeclName(), Context, D);
}

bool CallSites::isHidden(QualType T) const {
  T = T.getNonReferenceType();
  const auto *Alias = T->getAs<TypedefType>();
  const NamedDecl *Named = T->getAsTagDecl();
  if (Alias)
    Named = Alias->getDecl();
  if (!Named)
    return T->isPointerType() && isHidden(T->getPointeeType());
  const DeclContext *Context = Named->getDeclContext()->getRedeclContext();
  return (Context->isTranslationUnit() || Context->Encloses(Caller)) &&
         !isVisible(Named);
}

bool CallSites::isVisible(QualType T) const {
  if (T->isPointerType() || T->isReferenceType())
    return isVisible(T->getPointeeType());
  if (const auto *Array = AST.getAsArrayType(T))
    return isa<ConstantArrayType>(Array) && isVisible(Array->getElementType());
  if (const auto *Named = T->getAs<TypedefType>())
    return isVisible(static_cast<const NamedDecl *>(Named->getDecl()));
  if (const TagDecl *Tag = T->getAsTagDecl())
    return isVisible(static_cast<const NamedDecl *>(Tag));
  return T->isBuiltinType() || T->isAnyComplexType();
}

std::string CallSites::freshName(llvm::StringRef Base) {
  std::string Name = Base.str();
  auto IsTaken = [&] {
    return Names.contains(Name) || AST.Idents.get(Name).hasMacroDefinition() ||
           isNamedAround(&AST.Idents.get(Name), nullptr, nullptr) ||
           !AST.getTranslationUnitDecl()->lookup(&AST.Idents.get(Name)).empty();
  };
  for (unsigned Number = 2; IsTaken(); ++Number)
    Name = Base.str() + "_" + std::to_string(Number);
  Names.insert(Name);
  return Name;
}
