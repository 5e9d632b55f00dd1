//===- CallsBefore.cpp - Calls that compute values and step pointers ------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `x = next(&p) + y;`, where next() reads through p and moves it, becomes
// `{ value = *p; p += 1; } x = value + y;`. C leaves open when the call is made
// among the other operands: so it must change nothing but variables that these
// do not mention.
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "Normalize/CallFrames.h"
#include "Syntax/BlockCalls.h"
#include "Syntax/CallValues.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Looks for what a body changes.
class ChangeFinder {
public:
  ChangeFinder(const CallSites &Sites, const FunctionDecl *Body)
      : Sites(Sites), Body(Body) {}
  /// False where \p S may change something else than variables of the body, or
  /// what Through point to.
  bool isFollowed(const Stmt *S);
  llvm::SmallPtrSet<const VarDecl *, 2> Through;

private:
  bool isOwn(const Expr *Object);

  const CallSites &Sites;
  const FunctionDecl *Body;
};

} // namespace

/// Whether \p Object is a variable of the body, or what a parameter points to.
bool ChangeFinder::isOwn(const Expr *Object) {
  const auto *Var = dyn_cast_or_null<VarDecl>(storageRoot(Object));
  if (Var)
    return Var->hasLocalStorage() && Var->getDeclContext() == Body &&
           !Var->getType()->isReferenceType();
  const auto *Deref = dyn_cast<UnaryOperator>(Object->IgnoreParens());
  const VarDecl *Pointer = Deref && Deref->getOpcode() == UO_Deref
                               ? variableOf(Deref->getSubExpr())
                               : nullptr;
  if (!isa_and_nonnull<ParmVarDecl>(Pointer))
    return false;
  Through.insert(Pointer);
  return true;
}

bool ChangeFinder::isFollowed(const Stmt *S) {
  if (!S)
    return true;
  if (isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S))
    return false;
  const Expr *Changed = changedLvalue(S);
  if (Changed && !isOwn(Changed))
    return false;
  if (std::optional<BlockCall> Call = blockCall(S)) {
    const auto *To = dyn_cast<UnaryOperator>(blockPointer(Call->To));
    return To && To->getOpcode() == UO_AddrOf && isOwn(To->getSubExpr());
  }
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (Sites.hasEffects(Call))
      return false;
  return llvm::all_of(S->children(),
                      [&](const Stmt *Part) { return isFollowed(Part); });
}

/// Whether \p Argument is the address of a variable of the function that \p
/// Whole does not mention elsewhere.
static bool isAloneIn(const Stmt *Whole, const Expr *Argument) {
  const auto *Address = dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts());
  const VarDecl *Var = Address && Address->getOpcode() == UO_AddrOf
                           ? variableOf(Address->getSubExpr())
                           : nullptr;
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
    return false;
  VariableFacts Uses;
  Uses.scan(Whole);
  return Uses.use(Var).Mentions.size() == 1;
}

/// The value of \p E, a variable to which the body gives it before the
/// statement; null where the body cannot stand there.
Expr *CallInliner::before(const CallExpr *E) {
  const FunctionDecl *Body = nullptr;
  if (!Root || IsConditional || !E->getDirectCallee()->hasBody(Body) ||
      !E->getType()->isArithmeticType())
    return nullptr;
  ChangeFinder Changes(Sites, Body);
  if (!Changes.isFollowed(Body->getBody()))
    return nullptr;
  for (const ParmVarDecl *Parameter : Body->parameters()) {
    unsigned Number = Parameter->getFunctionScopeIndex();
    if (Changes.Through.contains(Parameter) &&
        (Number >= E->getNumArgs() || !isAloneIn(Root, E->getArg(Number))))
      return nullptr;
  }
  recover();
  Why.clear();
  VarDecl *Value = make().variable(Sites.freshName("value"),
                                   E->getType().getUnqualifiedType());
  Result.Declared.push_back(Value);
  const Stmt *Statement = asStatement(E, Value);
  if (!Statement)
    return nullptr;
  Stated.push_back(make().declaration(Value));
  Stated.push_back(Statement);
  return make().value(Value);
}

/// The value of \p E, with those of its variables in their places; null if it
/// does more than to compute it.
Expr *CallInliner::valueIn(const StmtExpr *E) {
  const CompoundStmt *Block = E->getSubStmt();
  for (const Stmt *S : llvm::drop_end(Block->body())) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    if (!Declaration)
      continue;
    for (const Decl *D : Declaration->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || !Var->getInit() || Var->getType().isVolatileQualified() ||
          Sites.usesIn(Top->Body).isWritten(Var))
        return give(E, "it has a variable that changes");
      Top->Own.insert(Var);
    }
    if (!execute(S))
      return nullptr;
  }
  Expr *Value = expression(cast<Expr>(Block->body_back()));
  if (hasFailed() || Sites.hasEffects(Value))
    return give(E, "it has side effects");
  if (weight(Value, limits::InlinedNodes) > limits::InlinedNodes)
    return give(E, "it is too long");
  return explicitly(AST, Value);
}

/// The value of the statement expression \p E; \p E if that is not found.
Expr *CallInliner::blockValue(const StmtExpr *E) {
  llvm::SaveAndRestore<const Stmt *> Inside(Root, nullptr);
  Frame Around;
  Around.Body = Caller;
  Around.IsRegion = true;
  const bool IsInRegion = !Top;
  llvm::SaveAndRestore Where(At, Top ? At : E->getSourceRange());
  llvm::SaveAndRestore Variables(Top, Top ? Top : &Around);
  if (IsInRegion)
    NumNodes = 0;
  Attempt Trial(Result);
  size_t NumStated = Stated.size();
  Expr *Value = Sites.isAlone(E) ? valueIn(E) : give(E, "effects around it");
  if (Value && !hasFailed()) {
    Result.HasBlockValues = true;
    Result.IsChoice = false;
    return grouped(AST, Value, IsInRegion ? At : SourceRange());
  }
  if (!IsInRegion)
    return const_cast<StmtExpr *>(E);
  Trial.undo();
  Stated.truncate(NumStated);
  Why.clear();
  recover();
  return const_cast<StmtExpr *>(E);
}
