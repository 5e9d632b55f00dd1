//===- Symbols.cpp - What declarations say of memory ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Symbols.h"
#include "Facts/Calls.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace stevedore;

bool stevedore::hasOtherNames(const VarDecl *Var) {
  if (Var->hasLocalStorage())
    return false;
  for (const VarDecl *D : Var->redecls())
    if (D->hasAttr<AliasAttr>() || D->hasAttr<AsmLabelAttr>() ||
        D->hasAttr<WeakAttr>() || D->hasAttr<WeakRefAttr>())
      return true;
  return false;
}

llvm::StringRef stevedore::libraryCall(const ASTContext &AST, const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->isExternC() || Callee->isDefined() ||
      !Callee->getIdentifier() || AST.getLangOpts().NoBuiltin ||
      AST.getLangOpts().isNoBuiltinFunc(Callee->getName()))
    return "";
  return Callee->getName();
}

bool stevedore::allocatesMemory(const ASTContext &AST, const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
    const FunctionDecl *Operator = New->getOperatorNew();
    return New->getNumPlacementArgs() == 0 && Operator &&
           Operator->isReplaceableGlobalAllocationFunction() &&
           !Operator->isDefined() &&
           (!New->isArray() || !New->getArraySize() ||
            !(*New->getArraySize())->HasSideEffects(AST));
  }
  llvm::StringRef Name = libraryCall(AST, E);
  return (Name == "malloc" || Name == "calloc" || Name == "aligned_alloc") &&
         llvm::none_of(cast<CallExpr>(E)->arguments(),
                       [&](const Expr *A) { return A->HasSideEffects(AST); });
}

const Expr *stevedore::returnedArgument(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || E->getNumArgs() == 0)
    return nullptr;
  switch (Callee->getBuiltinID()) {
  case Builtin::BI__builtin_assume_aligned:
  case Builtin::BI__builtin_launder:
  case Builtin::BI__builtin_expect:
  case Builtin::BIaddressof:
  case Builtin::BI__builtin_addressof:
  case Builtin::BImove:
  case Builtin::BIforward:
  case Builtin::BIas_const:
  case Builtin::BImemcpy:
  case Builtin::BImemmove:
  case Builtin::BImemset:
    return E->getArg(0);
  default:
    return nullptr;
  }
}

/// Functions of the library that keep no pointer and return none of another
/// object.
static bool isForgetful(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"memset", "memcpy", "memmove", "memcmp", "strlen", "free"}, true)
      .Cases({"printf", "puts", "fwrite", "fread"}, true)
      .Default(false);
}

/// Whether no pointer fits into a value of type \p T.
static bool holdsNoPointer(const ASTContext &AST, QualType T) {
  if (T->isVoidType() || T->isRealFloatingType() || T->isBooleanType())
    return true;
  return T->isIntegerType() &&
         AST.getTypeSize(T) < AST.getTypeSize(AST.VoidPtrTy);
}

bool stevedore::forgetsArgument(const ASTContext &AST, const CallExpr *E,
                                unsigned Number) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return false;
  if (isForgetful(libraryCall(AST, E)) || returnedArgument(E))
    return true;
  if (!holdsNoPointer(AST, Callee->getReturnType()))
    return false;
  if (Number < Callee->getNumParams() &&
      Callee->getParamDecl(Number)->hasAttr<NoEscapeAttr>())
    return true;
  return effectsOf(const_cast<ASTContext &>(AST), Callee).K !=
         CallEffects::Unknown;
}

bool stevedore::hasCleanup(const VarDecl *Var) {
  return Var->hasAttr<CleanupAttr>();
}

bool stevedore::hasDestructor(const ASTContext &AST, const VarDecl *Var) {
  return Var->needsDestruction(AST) == QualType::DK_cxx_destructor;
}

const VarDecl *stevedore::declarationWithEnd(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D); Var && hasCleanup(Var))
        return Var;
  for (const Stmt *Child : S->children())
    if (const VarDecl *Var = declarationWithEnd(Child))
      return Var;
  return nullptr;
}

static bool mentionsThis(const Stmt *S) {
  return S && (isa<CXXThisExpr>(S) || llvm::any_of(S->children(), mentionsThis));
}

/// Whether what the compiler makes of \p Constructor hands on `this`.
static bool handsOnThis(const CXXConstructorDecl *Constructor) {
  return llvm::any_of(Constructor->inits(), [](const CXXCtorInitializer *I) {
    const Expr *Init = I->getInit();
    if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    return mentionsThis(Init) || (Init && mayKeepObject(Init));
  });
}

bool stevedore::mayKeepObject(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens();
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return llvm::any_of(List->inits(), mayKeepObject);
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return mentionsThis(Default->getExpr()) || mayKeepObject(Default->getExpr());
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (!Construct)
    return false;
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  if (Constructor->isTrivial() || Constructor->getParent()->isInStdNamespace())
    return false;
  return Constructor->isUserProvided() || handsOnThis(Constructor);
}

bool stevedore::mayReturnTwice(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return false;
  if (Callee->hasAttr<ReturnsTwiceAttr>())
    return true;
  llvm::StringRef Name =
      Callee->getIdentifier() ? Callee->getName() : llvm::StringRef();
  return llvm::StringSwitch<bool>(Name)
      .Cases({"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"}, true)
      .Cases({"__builtin_setjmp", "vfork", "getcontext", "savectx"}, true)
      .Default(false);
}
