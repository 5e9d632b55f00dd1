//===- CallInliner.cpp - Bodies in place of calls -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Definitions.h"
#include "Facts/LentAddresses.h"
#include "Facts/VariableFacts.h"
#include "Normalize/CallFrames.h"
#include "Normalize/SeparateSteps.h"
#include "Syntax/CallValues.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "stevedore/Support/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

/// Says why a body cannot stand in place of a call; always null.
Expr *CallInliner::give(const Expr *E, std::string Reason) {
  if (Why.empty())
    Why = std::move(Reason);
  fail(E);
  return nullptr;
}

/// Whether \p S is a statement expression that may be what its last statement
/// is worth: those before it declare variables.
static bool isBlockValue(const Stmt *S) {
  const auto *E = dyn_cast<StmtExpr>(S);
  if (!E || E->getSubStmt()->body_empty() || !E->getType()->isScalarType())
    return false;
  auto Body = E->getSubStmt()->body();
  return isa<Expr>(*std::prev(Body.end())) &&
         llvm::all_of(llvm::drop_end(Body), [](const Stmt *Part) {
           return isa<DeclStmt, NullStmt>(Part);
         });
}

bool CallInliner::isWanted(const Stmt *S) const {
  const auto *Call = dyn_cast<CallExpr>(S);
  return Call && Sites.need(Call) != CallNeed::None;
}

/// Nodes of a body do not stand where the caller is; literals are read where
/// they are written.
bool CallInliner::isKept(const Stmt *S) const {
  if (!S || isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
                CXXBoolLiteralExpr>(S))
    return true;
  return !Top && !isWanted(S) && !isBlockValue(S) && TreeRewriter::isKept(S);
}

/// Begins with the body that \p E calls; false if it has none that may stand
/// here.
bool CallInliner::enter(const CallExpr *E, Frame &New) {
  std::string Hindrance = Sites.hindrance(E);
  if (!Hindrance.empty())
    return give(E, std::move(Hindrance));
  E->getDirectCallee()->hasBody(New.Body);
  if (llvm::is_contained(Active, New.Body))
    return give(E, "it is recursive");
  if (Sites.isHidden(New.Body->getReturnType()) ||
      llvm::any_of(New.Body->parameters(), [&](const ParmVarDecl *Parameter) {
        return Sites.isHidden(Parameter->getType());
      }))
    return give(E, OtherType);
  Sites.inspect(New.Body->getBody(), New.Body);
  Sites.addInControl({New.Body->getBody()});
  return true;
}

/// A variable of the region for \p Var of the body \p In, with the value \p
/// Init (null: none).
VarDecl *CallInliner::fresh(const VarDecl *Var, Frame &In, Expr *Init) {
  QualType T = Var->getType().getNonReferenceType().getUnqualifiedType();
  VarDecl *New = make().variable(Sites.freshName(Var->getName()), T);
  New->setInit(Init);
  if (Sites.usesIn(In.Body).isAddressTaken(Var))
    Sites.expose(New);
  In.Fresh[Var] = New;
  Result.Declared.push_back(New);
  return New;
}

/// Without \p Before nothing is stored while the body is evaluated.
bool CallInliner::bindParameter(const ParmVarDecl *Parameter, Expr *Argument,
                                Frame &New, Statements *Before) {
  if (Sites.hasEffects(Argument))
    return give(Argument, "an argument has side effects");
  if (!copied(AST, Argument))
    return give(Argument, "an argument cannot be repeated");
  const bool HasOwnRows = Parameter->getType()->isVariablyModifiedType();
  while (auto *Cast =
             HasOwnRows ? dyn_cast<ImplicitCastExpr>(Argument) : nullptr) {
    if (Cast->getCastKind() != CK_BitCast && Cast->getCastKind() != CK_NoOp)
      break;
    Argument = Cast->getSubExpr();
  }
  if (HasOwnRows && !hasRowsOf(Parameter->getType(), Argument->getType(), New))
    return give(Argument, OwnRows);
  const VariableFacts &Uses = Sites.usesIn(New.Body);
  bool IsObject = Argument->isGLValue();
  bool IsChanged = !IsObject && (Uses.isWritten(Parameter) ||
                                 Uses.isAddressTaken(Parameter));
  bool IsLate = Before && Sites.mayChange(New.Body->getBody(), Argument);
  if (IsObject ? IsLate : (IsLate || IsChanged) && Before) {
    if (HasOwnRows)
      return give(Argument, OwnRows);
    if (IsObject || !Argument->getType()->isScalarType())
      return give(Argument, "a store may change what an argument denotes");
    VarDecl *Var = fresh(Parameter, New, Argument);
    Before->push_back(make().declaration(Var));
    return true;
  }
  if (!IsObject && isAddressKnown(Parameter, New))
    return give(Argument, "it takes the address of a parameter");
  New.Values[Parameter] = IsObject ? Argument : explicitly(AST, Argument);
  return true;
}

/// The object of which the function is a member, if it is one.
bool CallInliner::bindObject(const CallExpr *E, Frame &New,
                             const Statements *Before) {
  const auto *Method = dyn_cast<CXXMethodDecl>(New.Body);
  if (!Method || Method->isStatic())
    return true;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object =
      Member ? Member->getImplicitObjectArgument() : E->getArg(0);
  Expr *Found = expression(Object);
  if (hasFailed() || Sites.hasEffects(Found) || !copied(AST, Found))
    return give(E, "the object of the call has side effects");
  if (Before && Sites.mayChange(New.Body->getBody(), Found))
    return give(E, "a store may change what the object of the call is");
  bool IsPointer = Found->getType()->isPointerType();
  if (!IsPointer && !Found->isLValue())
    return give(E, "the object of the call is a temporary one");
  New.This = IsPointer
                 ? Found
                 : UnaryOperator::Create(AST, grouped(AST, Found), UO_AddrOf,
                                         AST.getPointerType(Found->getType()),
                                         VK_PRValue, OK_Ordinary, At.getBegin(),
                                         false, FPOptionsOverride());
  return true;
}

bool CallInliner::bind(const CallExpr *E, Frame &New, Statements *Before) {
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (const Expr *Object = lentObject(E, I))
      if (const VarDecl *Var = variableOf(Object))
        Sites.expose(Var);
  if (!bindObject(E, New, Before))
    return false;
  llvm::SmallVector<Expr *, 4> Arguments;
  bool IsFirstObject = New.This && !isa<CXXMemberCallExpr>(E);
  for (const Expr *Argument :
       llvm::drop_begin(E->arguments(), IsFirstObject ? 1 : 0)) {
    const auto *Default = dyn_cast<CXXDefaultArgExpr>(Argument);
    if (Default && !Default->getExpr()->isEvaluatable(AST))
      return give(E, "a default argument is no constant");
    Arguments.push_back(expression(Argument));
  }
  if (hasFailed())
    return give(E, "an argument cannot be put in place of a parameter");
  llvm::ArrayRef<Expr *> Given = Arguments;
  for (const ParmVarDecl *Parameter : New.Body->parameters()) {
    if (!bindParameter(Parameter, Given.front(), New, Before))
      return false;
    Given = Given.drop_front();
  }
  return true;
}

/// The value of the call \p E; null if that is not found.
Expr *CallInliner::asValue(const CallExpr *E) {
  Frame New;
  if (!enter(E, New) || !bind(E, New, nullptr))
    return nullptr;
  llvm::SaveAndRestore Inside(Top, &New);
  Active.push_back(New.Body);
  Expr *Value = result({New.Body->getBody()});
  Active.pop_back();
  if (!Value || hasFailed())
    return give(E, "it does more than to compute a value");
  if (Sites.hasEffects(Value))
    return give(E, "it has side effects");
  if (weight(Value, limits::InlinedNodes) > limits::InlinedNodes)
    return give(E, "it is too long");
  Result.Callees.insert(New.Body);
  Result.IsChoice &= Sites.need(E) == CallNeed::Better;
  return grouped(AST, Value, Top ? SourceRange() : At);
}

/// The body in place of the statement \p E, or where it gives the value of \p E
/// to \p Value, before the statement that has \p E; null if it cannot stand
/// there.
const Stmt *CallInliner::asStatement(const CallExpr *E, VarDecl *Value) {
  Frame New;
  Statements Whole;
  if (!enter(E, New) || !bind(E, New, &Whole))
    return nullptr;
  New.Value = Value;
  llvm::SaveAndRestore Inside(Top, &New);
  llvm::SaveAndRestore Before(Root, Value ? nullptr : Root);
  Active.push_back(New.Body);
  std::optional<Statements> Body = withoutReturns({New.Body->getBody()});
  Active.pop_back();
  if (!Body || hasFailed())
    return give(E, "something in it cannot be put in place of the call");
  Result.Callees.insert(New.Body);
  Result.IsChoice &= Sites.need(E) == CallNeed::Better;
  llvm::append_range(Whole, *Body);
  return make().compound(Whole);
}

/// A variable of the region whose first value is computed in another way.
Decl *CallInliner::redeclared(VarDecl *Var) {
  Expr *Init = Var->getInit();
  Expr *Value = Init ? expression(Init) : nullptr;
  if (Value == Init)
    return Var;
  VarDecl *Same = TreeMaker(AST, Caller, Var->getSourceRange())
                      .variable(Var->getName(), Var->getType());
  Same->setLocation(Var->getLocation());
  Same->setInit(Value);
  Result.Renamed[Var] = Same;
  return Same;
}

/// A variable of a body that stands as statements.
Decl *CallInliner::declared(Decl *D) {
  auto *Var = dyn_cast<VarDecl>(D);
  if (!Top)
    return Var ? redeclared(Var) : D;
  if (!Var)
    return give(nullptr, "it declares something else than variables"), D;
  if (Var->getType()->isVariablyModifiedType())
    return give(nullptr, OwnRows), D;
  bool IsPlain = Var->hasLocalStorage() && Sites.isVisible(Var->getType()) &&
                 !Var->getType()->isReferenceType();
  if (!IsPlain)
    return give(nullptr, "it declares a static variable, or a reference"), D;
  Expr *Init = Var->getInit() ? expression(Var->getInit()) : nullptr;
  return fresh(Var, *Top, Init);
}

/// The call \p E of the region stays, for which \p Trial was made.
void CallInliner::keep(const CallExpr *E, Attempt &Trial) {
  Trial.undo();
  Stated.clear();
  recover();
  std::string Reason =
      "the body of '" + E->getDirectCallee()->getNameAsString() +
      "' cannot stand in place of the call: " + std::exchange(Why, "");
  Result.Kept.push_back({E->getSourceRange(), {E->getExprLoc(), Reason}});
}

/// A call whose value is not used is replaced by statements. Of a body no part
/// says where the statement stands.
const Stmt *CallInliner::discarded(const Expr *E) {
  const Expr *Plain = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(Plain))
    Plain = Full->getSubExpr()->IgnoreParens();
  const auto *Cast = dyn_cast<CastExpr>(Plain);
  if (Cast && Cast->getCastKind() == CK_ToVoid)
    Plain = Cast->getSubExpr()->IgnoreParens();
  if (!isWanted(Plain)) {
    const auto *Whole = dyn_cast<Expr>(TreeRewriter::discarded(E));
    return Top && Whole ? grouped(AST, const_cast<Expr *>(Whole), At) : Whole;
  }
  const auto *Call = cast<CallExpr>(Plain);
  llvm::SaveAndRestore Where(At, Top ? At : Call->getSourceRange());
  if (!Top)
    NumNodes = 0;
  Attempt Trial(Result);
  if (const Stmt *Body = asStatement(Call))
    return Body;
  if (!Top)
    keep(Call, Trial);
  return E;
}

/// An object or value that \p E names in a body.
Expr *CallInliner::reference(const DeclRefExpr *E) {
  const auto *Var = dyn_cast<VarDecl>(E->getDecl());
  if (VarDecl *New = Var ? Top->Fresh.lookup(Var) : nullptr)
    return make().lvalue(New);
  if (const Expr *Value = Var ? Top->Values.lookup(Var) : nullptr) {
    const Expr *Object = Value->isGLValue() ? Value : objectReadBy(Value);
    return grouped(AST, copied(AST, Object ? Object : Value));
  }
  if (Var && Top->IsRegion && !Top->Own.contains(Var)) {
    VarDecl *New = Result.Renamed.lookup(Var);
    return make().lvalue(New ? New : Var);
  }
  if (Var && (Var->isStaticLocal() || Var->getDeclContext() == Top->Body))
    return give(E, "it has a variable that may have no value, or keeps it");
  if (!Top->IsRegion && !Sites.isVisible(E->getDecl()))
    return give(E, "'" + E->getDecl()->getNameAsString() +
                       "' means something else where it is called");
  return DeclRefExpr::Create(AST, NestedNameSpecifierLoc(), SourceLocation(),
                             const_cast<ValueDecl *>(E->getDecl()), false,
                             At.getBegin(), E->getType(), E->getValueKind());
}

/// A sum in which a product that only a function has been given, or returned,
/// must not be contracted with it (C 6.5p8).
Expr *CallInliner::arithmetic(const BinaryOperator *E) {
  auto Operand = [&](const Expr *Old) {
    Expr *New = expression(Old);
    return New->isPRValue() && isProduct(New) && !isProduct(Old)
               ? rounded(AST, New)
               : New;
  };
  Expr *Left = Operand(E->getLHS()), *Right = Operand(E->getRHS());
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E))
    return CompoundAssignOperator::Create(
        AST, Left, Right, E->getOpcode(), E->getType(), E->getValueKind(),
        E->getObjectKind(), place(E->getOperatorLoc()), E->getFPFeatures(),
        Compound->getComputationLHSType(),
        Compound->getComputationResultType());
  return BinaryOperator::Create(AST, Left, Right, E->getOpcode(), E->getType(),
                                E->getValueKind(), E->getObjectKind(),
                                place(E->getOperatorLoc()), E->getFPFeatures());
}

/// What \p E finds through a pointer that is computed in another way; null if
/// it is something else.
Expr *CallInliner::found(const Expr *E) {
  llvm::SaveAndRestore Where(At, Top ? At : E->getSourceRange());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    if (Subscript->getBase()->getType()->isPointerType())
      return pointee(AST, make(), expression(Subscript->getBase()),
                     expression(Subscript->getIdx()));
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_Deref)
      return pointee(AST, make(), expression(Unary->getSubExpr()), nullptr);
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member ? member(Member) : nullptr;
}

/// A member of an object; the caller may not know those that are not public.
Expr *CallInliner::member(const MemberExpr *E) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field && !Top)
    return nullptr;
  if (!Field)
    return give(E, "it uses a member that is no object");
  bool IsGranted = Top && Grants.isNeeded(Field);
  if (IsGranted && !Grants.isPossible(Field))
    return give(E, "it uses '" + Field->getNameAsString() +
                       "', which is not public");
  if (!E->isArrow() && !IsGranted)
    return nullptr;
  Expr *Object = E->isArrow()
                     ? pointee(AST, make(), expression(E->getBase()), nullptr)
                     : expression(E->getBase());
  Expr *Member = memberOf(AST, E, Object);
  if (isHiddenMember(cast<MemberExpr>(Member)))
    return give(E, "a derived class has another '" +
                       E->getMemberDecl()->getNameAsString() + "'");
  return IsGranted ? Grants.granted(cast<MemberExpr>(Member)) : Member;
}

/// What stands for \p E, a part of a body; null: what is made of its parts.
Expr *CallInliner::inFrame(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return reference(Ref);
  if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return grouped(AST, expression(Value->getReplacement()));
  if (isa<CXXThisExpr>(E))
    return Top->This ? copied(AST, Top->This) : give(E, "it captures 'this'");
  const auto *Written = dyn_cast<ExplicitCastExpr>(E);
  if (Written && E->isGLValue() && Written->getCastKind() == CK_NoOp)
    return expression(Written->getSubExpr());
  if (const auto *Cast = Top->IsRegion ? nullptr : Written)
    if (!Sites.isVisible(Cast->getTypeAsWritten()))
      return give(E, OtherType);
  if (isa<CXXTemporaryObjectExpr, CXXScalarValueInitExpr>(E) &&
      !Top->IsRegion && Sites.isHidden(E->getType()))
    return give(E, OtherType);
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    if (std::optional<llvm::APSInt> Size = E->getIntegerConstantExpr(AST))
      return explicitly(AST, make().converted(make().number(*Size, AST.LongTy),
                                              E->getType()));
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  const bool HasOwnRows = E->getType()->isVariablyModifiedType();
  if (HasOwnRows && Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return make().decayed(expression(Cast->getSubExpr()));
  if (const auto *Paren = HasOwnRows ? dyn_cast<ParenExpr>(E) : nullptr)
    return expression(Paren->getSubExpr());
  if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
    return HasOwnRows ? give(E, OwnRows) : nullptr;
  const VarDecl *Var = variableOf(Cast->getSubExpr());
  const Expr *Value = Var ? Top->Values.lookup(Var) : nullptr;
  return Value && Value->isPRValue() ? grouped(AST, copied(AST, Value))
                                     : nullptr;
}

/// The object that `std::move` or the like passes on; null for others.
static const Expr *passedOn(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  switch (Call ? Call->getBuiltinCallee() : 0) {
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIforward:
  case Builtin::BIas_const:
    return Call->getArg(0);
  default:
    return nullptr;
  }
}

Expr *CallInliner::replaced(const Expr *E) {
  if (Top && ++NumNodes > limits::InlinedNodes)
    return give(E, "it is too long");
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Top && Binary && Binary->hasStoredFPFeatures())
    return give(E, "a pragma is about its arithmetic");
  bool IsSum = Binary &&
               (Binary->isAdditiveOp() || Binary->getOpcode() == BO_AddAssign ||
                Binary->getOpcode() == BO_SubAssign);
  if (IsSum && E->getType()->isFloatingType())
    return arithmetic(Binary);
  if (const auto *Ref = Top ? nullptr : dyn_cast<DeclRefExpr>(E))
    return make().lvalue(Result.Renamed.lookup(cast<VarDecl>(Ref->getDecl())));
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E);
      Full && !Full->cleanupsHaveSideEffects())
    return expression(Full->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return expression(Temporary->getSubExpr());
  if (const Expr *Same = Top ? passedOn(E) : nullptr)
    return expression(Same);
  if (isBlockValue(E))
    return blockValue(cast<StmtExpr>(E));
  if (!isWanted(E)) {
    Expr *Found = found(E);
    if (!Found && Top && !hasFailed())
      Found = inFrame(E);
    bool IsChoice = isa<AbstractConditionalOperator>(E) ||
                    (Binary && Binary->isLogicalOp());
    llvm::SaveAndRestore Choice(IsConditional, IsConditional || IsChoice);
    return Found || !IsChoice || hasFailed() ? Found : rebuilt(E);
  }
  const auto *Call = cast<CallExpr>(E);
  llvm::SaveAndRestore Where(At, Top ? At : Call->getSourceRange());
  if (!Top)
    NumNodes = 0;
  Attempt Trial(Result);
  bool HadFailed = hasFailed();
  size_t NumStated = Stated.size();
  if (Expr *Value = asValue(Call))
    return Value;
  std::string First = Why;
  Stated.truncate(NumStated);
  if (Expr *Value = HadFailed ? nullptr : before(Call))
    return Value;
  Why = std::move(First);
  if (!Top)
    keep(Call, Trial);
  return const_cast<Expr *>(E);
}

InlinedCalls stevedore::inlineCalls(ASTContext &AST, const FunctionDecl *Caller,
                                    const FunctionFacts &Facts,
                                    llvm::ArrayRef<const Stmt *> Region) {
  InlinedCalls Result;
  CallSites Sites(AST, Caller, Facts);
  MemberGrants Grants(AST, Caller, Region.front()->getBeginLoc());
  CallInliner Inliner(AST, Caller, Sites, Grants, Result);
  std::vector<const Stmt *> New;
  std::vector<const Stmt *> Plain =
      withSeparateSteps(AST, Caller, Facts.Uses, Region);
  Sites.addInControl(Plain);
  for (const Stmt *S : Plain) {
    Sites.inspect(S, Caller);
    New.push_back(Inliner.statement(S));
  }
  bool HasNew = !Result.Callees.empty() || Result.HasBlockValues;
  if (HasNew && !Inliner.hasFailed())
    Result.Statements = std::move(New);
  Result.Granted = Grants.text();
  return Result;
}
