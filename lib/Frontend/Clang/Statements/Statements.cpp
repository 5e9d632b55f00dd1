//===- Statements.cpp ----------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Ranges.h"
#include "Facts/Definitions.h"
#include "State/Unseen.h"
#include "Statements/StatementBuilder.h"
#include "Syntax/Containers.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprObjC.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

/// Where a condition on data around the statement does not hold, it leaves what
/// it writes as it is.
Evaluation StatementBuilder::start() const {
  return {isl::set::universe(N.Domain.space()), false};
}

/// What is declared under the same conditions has no value elsewhere.
void StatementBuilder::addAccess(unsigned Array, PendingAccess A) {
  A.Statement = Number;
  A.Position = NextPosition++;
  if (R.Point.Guards.size() > Arrays.Records[Array].NumGuards) {
    A.Conditional = true;
    A.Sides.reset();
  }
  const SourceManager &SM = R.AST.getSourceManager();
  PresumedLoc Site = SM.getPresumedLoc(SM.getExpansionLoc(A.Site));
  Sites.push_back(Site.isValid() ? std::pair(Site.getLine(), Site.getColumn())
                                 : std::pair(0u, 0u));
  Arrays.Records[Array].Accesses.push_back(std::move(A));
}

llvm::Error StatementBuilder::value(const Expr *E, const Evaluation &At) {
  llvm::SaveAndRestore Where(R.Point.Reached, At.Guard);
  llvm::SaveAndRestore Guess(R.Point.IsGuess,
                             R.Point.IsGuess || At.Conditional);
  if (E->getType().isVolatileQualified())
    return R.reject(RejectReason::Volatile, E->getExprLoc(), {R.textOf(E)});
  if (E->getType()->isAtomicType() || isa<AtomicExpr>(E))
    return R.reject(RejectReason::Atomic, E->getExprLoc(), {R.textOf(E)});
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return reference(Ref, At);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (IsKnown && E->getType()->isPointerType())
      return knownPointer(Member, At);
    bool IsPartOfValue = !Member->isArrow() && Member->getBase()->isPRValue();
    return IsPartOfValue ? value(Member->getBase(), At)
                         : access(E, true, false, At);
  }
  if (isa<ArraySubscriptExpr>(E))
    return access(E, true, false, At);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return unary(Unary, At);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary, At);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return choice(Choice->getCond(), Choice->getTrueExpr(),
                  Choice->getFalseExpr(), At);
  if (const auto *Choice = dyn_cast<BinaryConditionalOperator>(E))
    return choice(Choice->getCommon(), Choice->getCommon(),
                  Choice->getFalseExpr(), At);
  if (auto Call = containerCall(R.AST, E);
      Call && Call->K == ContainerCall::Element)
    return access(E, true, false, At);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call, At);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return implicitCast(Cast, At);
  return other(E, At);
}

llvm::Error StatementBuilder::children(const Expr *E, const Evaluation &At) {
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      if (llvm::Error Why = value(Sub, At))
        return Why;
  return llvm::Error::success();
}

/// Expressions that add nothing to what their operands do, and all those that
/// cannot be modelled.
llvm::Error StatementBuilder::other(const Expr *E, const Evaluation &At) {
  if (isa<ParenExpr, ExplicitCastExpr, InitListExpr, CompoundLiteralExpr,
          FullExpr, MaterializeTemporaryExpr, ImplicitValueInitExpr,
          SubstNonTypeTemplateParmExpr>(E))
    return children(E, At);
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral,
          CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CXXScalarValueInitExpr>(E))
    return llvm::Error::success();
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    if (Trait->isIntegerConstantExpr(R.AST))
      return llvm::Error::success();
  // The text of a call does not have it.
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    if (Default->getExpr()->isEvaluatable(R.AST))
      return llvm::Error::success();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    if (Construct->getConstructor()->isTrivial() ||
        (!holdsAddress(E->getType()) && computesObject(R.AST, Construct)))
      return children(E, At);
  if (const auto *Generic = dyn_cast<GenericSelectionExpr>(E)) {
    Map.Substitutes[E] = Generic->getResultExpr();
    return value(Generic->getResultExpr(), At);
  }
  SourceLocation Loc = E->getExprLoc();
  if (isa<StmtExpr>(E))
    return R.reject(RejectReason::StatementExpression, Loc);
  if (isa<LambdaExpr>(E))
    return R.reject(RejectReason::Lambda, Loc);
  if (isa<CXXThrowExpr>(E))
    return R.reject(RejectReason::Exception, Loc);
  if (isa<CoroutineSuspendExpr>(E))
    return R.reject(RejectReason::Coroutine, Loc);
  if (isa<CXXNewExpr, CXXDeleteExpr>(E))
    return R.reject(RejectReason::CallSideEffects, Loc,
                    {isa<CXXNewExpr>(E) ? "operator new" : "operator delete"});
  if (isa<CXXThisExpr>(E))
    return R.reject(RejectReason::AddressTaken, Loc, {"*this"});
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return R.reject(RejectReason::CallSideEffects, Loc,
                    {Construct->getConstructor()->getNameAsString()});
  return R.reject(RejectReason::UnsupportedExpression, Loc,
                  {E->getStmtClassName()});
}

/// Iterators become holes, values derived from them are replaced by their
/// initializers, hidden invariants are printed as they are, everything else is
/// memory.
llvm::Error StatementBuilder::reference(const DeclRefExpr *E,
                                        const Evaluation &At) {
  const ValueDecl *D = E->getDecl();
  if (isa<EnumConstantDecl>(D))
    return llvm::Error::success();
  const auto *Var = dyn_cast<VarDecl>(D);
  if (!Var)
    return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                    {E->getStmtClassName()});
  for (unsigned I = 0; I < N.depth(); ++I)
    if (N.Iterators[I] == Var) {
      Map.Holes[E] = {TextPiece::Iterator, R.typeText(Var->getType()), I};
      return llvm::Error::success();
    }
  auto Derived = R.Notes.Derived.find(Var);
  if (Derived != R.Notes.Derived.end()) {
    Map.Substitutes[E] = Derived->second.Init;
    return value(Derived->second.Init, At);
  }
  if (R.Notes.Own.contains(Var))
    return llvm::Error::success();
  if (llvm::is_contained(R.Form.AllIterators, Var))
    return R.reject(RejectReason::IteratorOutside, E->getExprLoc(),
                    {Var->getNameAsString()});
  if (const MovedVariable *Moved = R.Form.movedBy(Var); Moved && Moved->Which)
    return R.reject(RejectReason::PointerModified, E->getExprLoc(),
                    {Moved->Var->getNameAsString()});
  if (isHiddenInvariant(R, Var))
    return llvm::Error::success();
  if (Var->isConstexpr() ||
      (Var->getType().isConstQualified() && constantValue(R.AST, E)))
    return llvm::Error::success();
  if (R.Form.IndexOnly.contains(Var))
    return index(E, Var);
  return access(E, true, false, At);
}

llvm::Error StatementBuilder::implicitCast(const ImplicitCastExpr *E,
                                           const Evaluation &At) {
  const Expr *Sub = E->getSubExpr();
  if (E->getCastKind() == CK_ArrayToPointerDecay)
    return R.reject(RejectReason::AddressTaken, E->getExprLoc(),
                    {R.textOf(Sub)});
  if (E->getCastKind() == CK_FunctionToPointerDecay)
    return R.reject(RejectReason::IndirectCall, E->getExprLoc());
  return value(Sub, At);
}

llvm::Error StatementBuilder::unary(const UnaryOperator *E,
                                    const Evaluation &At) {
  if (E->isIncrementDecrementOp()) {
    Operator = E->getOperatorLoc();
    return access(E->getSubExpr(), true, true, At);
  }
  if (E->getOpcode() == UO_Deref)
    return access(E, true, false, At);
  if (E->getOpcode() == UO_AddrOf)
    return R.reject(RejectReason::AddressTaken, E->getExprLoc(),
                    {R.textOf(E->getSubExpr())});
  if (E->getOpcode() == UO_Coawait)
    return R.reject(RejectReason::Coroutine, E->getExprLoc());
  return value(E->getSubExpr(), At);
}

llvm::Error StatementBuilder::binary(const BinaryOperator *E,
                                     const Evaluation &At) {
  if (E->isAssignmentOp()) {
    Operator = E->getOperatorLoc();
    if (llvm::Error Why =
            access(E->getLHS(), E->isCompoundAssignmentOp(), true, At))
      return Why;
    return value(E->getRHS(), At);
  }
  if (E->isPtrMemOp())
    return R.reject(RejectReason::UnsupportedExpression, E->getExprLoc(),
                    {E->getStmtClassName()});
  if (llvm::Error Why = E->isLogicalOp() ? condition(E->getLHS(), At)
                                         : value(E->getLHS(), At))
    return Why;
  if (!E->isLogicalOp())
    return value(E->getRHS(), At);
  bool IsAnd = E->getOpcode() == BO_LAnd;
  auto [If, Else] = branches(E->getLHS(), At);
  FactScope Scope(R);
  addFacts(R, N, E->getLHS(), IsAnd, E->getRHS());
  return value(E->getRHS(), IsAnd ? If : Else);
}

/// Where the branches of a choice by \p Condition are evaluated.
std::pair<Evaluation, Evaluation>
StatementBuilder::branches(const Expr *Condition, const Evaluation &At) {
  std::optional<isl::set> Set = whereAffine(R, N, Condition);
  Evaluation If = At, Else = At;
  if (Set) {
    If.Guard = At.Guard.intersect(*Set);
    Else.Guard = At.Guard.subtract(*Set);
  } else {
    If.Conditional = Else.Conditional = true;
    If.Sides.push_back({NextChoice, true});
    Else.Sides.push_back({NextChoice++, false});
    Nest Here = N;
    Here.Domain = N.Domain.intersect(At.Guard);
    If.Guard = sideOf(R, Here, Condition, true);
    Else.Guard = sideOf(R, Here, Condition, false);
  }
  return {If, Else};
}

llvm::Error StatementBuilder::choice(const Expr *Condition, const Expr *True,
                                     const Expr *False, const Evaluation &At) {
  if (llvm::Error Why = condition(Condition, At))
    return Why;
  auto [If, Else] = branches(Condition, At);
  auto branch = [&](const Expr *Value, bool Holds, const Evaluation &Where) {
    FactScope Scope(R);
    addFacts(R, N, Condition, Holds, Value);
    return value(Value, Where);
  };
  if (True != Condition)
    if (llvm::Error Why = branch(True, true, If))
      return Why;
  return branch(False, false, Else);
}

llvm::Error StatementBuilder::call(const CallExpr *E, const Evaluation &At) {
  SourceLocation Loc = E->getExprLoc();
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return R.reject(RejectReason::IndirectCall, Loc);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool IsCopy = Method && isa<CXXOperatorCallExpr>(E) && Method->isTrivial() &&
                (Method->isCopyAssignmentOperator() ||
                 Method->isMoveAssignmentOperator());
  if (IsCopy) {
    if (llvm::Error Why = access(E->getArg(0), false, true, At))
      return Why;
    return value(E->getArg(1), At);
  }
  std::string Name = Callee->getNameAsString();
  bool IsClosure = Method && Method->getParent()->isLambda();
  if (const Expr *Result = IsClosure ? lambdaResult(R.AST, E) : nullptr) {
    Map.Substitutes[E] = Result;
    return value(Result, At);
  }
  const VarDecl *Closure = IsClosure ? variableOf(E->getArg(0)) : nullptr;
  if (IsClosure && (!Closure || R.isDeclaredInRegion(Closure)))
    return R.reject(RejectReason::Lambda, Loc);
  if (Closure)
    Name = Closure->getNameAsString();
  const Expr *Object = objectOf(E);
  CallEffects Effects = effectsOf(R.AST, Callee);
  bool IsMethod = Method && !IsClosure && !Method->isStatic();
  bool MayKeep = E->getType()->isRecordType() && holdsAddress(E->getType());
  if (Effects.K == CallEffects::Unknown || (IsMethod && !Object) ||
      (Object && (MayKeep || holdsAddress(Object->getType()))))
    return R.reject(RejectReason::CallSideEffects, Loc, {Name});
  if (Object)
    if (llvm::Error Why = object(Object, Effects.WritesObject, At))
      return Why;
  R.believe(reasonOf(Effects, Callee), {Name}, Callee->getLocation());
  if (Effects.K != CallEffects::Pure)
    Arrays.Readers.push_back({Name, Loc, Effects.Reads});
  bool KeepsPointers =
      E->getType()->isAnyPointerType() || E->getType()->isRecordType();
  bool IsFirst = Closure || (Object && isa<CXXOperatorCallExpr>(E));
  for (auto [Number, Argument] :
       llvm::enumerate(llvm::drop_begin(E->arguments(), IsFirst ? 1 : 0)))
    if (llvm::Error Why = argument(Argument, {Name, Effects.given(Number)}, E,
                                   KeepsPointers, At))
      return Why;
  return llvm::Error::success();
}

/// The object \p E that a member function is called for, which reads it and
/// perhaps \p Writes it.
llvm::Error StatementBuilder::object(const Expr *E, bool Writes,
                                     const Evaluation &At) {
  return E->isLValue() ? access(E, true, Writes, At) : value(E, At);
}

/// The argument \p E of \p Call, a callee that may hand on pointers if it
/// \p KeepsPointers.
llvm::Error StatementBuilder::argument(const Expr *E, const GivenPointer &To,
                                       const CallExpr *Call, bool KeepsPointers,
                                       const Evaluation &At) {
  bool IsPointer = E->getType()->isPointerType() || E->getType()->isArrayType();
  bool IsObject = E->isLValue() && !E->getType().isConstQualified();
  bool IsRead = IsPointer && !E->isGLValue() && !KeepsPointers &&
                To.Reads != CallEffects::NotKnown;
  if (IsRead)
    return given(E, To, At);
  if (IsPointer || IsObject)
    return R.reject(RejectReason::CallPointer, Call->getExprLoc(), {To.Callee});
  return value(E, At);
}

/// The iterator \p Var of the loop that begins at \p Loc.
static StatementPlace::Iterator
iteratorAt(const RegionState &R, const VarDecl *Var, SourceLocation Loc) {
  StatementPlace::Iterator Result;
  Result.Name = Var->getNameAsString();
  Result.Type = R.typeText(Var->getType());
  Result.Line = R.AST.getSourceManager().getExpansionLineNumber(Loc);
  for (unsigned I = 0; I < R.Notes.HintedLoops.size(); ++I)
    if (R.Notes.HintedLoops[I] == Loc)
      Result.Hints.push_back(I);
  return Result;
}

StatementPlace stevedore::placeOf(const RegionState &R, const Nest &N,
                                  SourceLocation Loc) {
  StatementPlace Result;
  Result.Line = R.AST.getSourceManager().getExpansionLineNumber(Loc);
  for (const VarDecl *Iterator : N.Iterators)
    Result.Iterators.push_back(
        iteratorAt(R, Iterator, R.Notes.LoopStarts.at(Iterator)));
  return Result;
}

static void append(TextTemplate &T, const TextTemplate &More) {
  for (const TextPiece &Piece : More)
    if (Piece.K == TextPiece::Literal)
      appendText(T, Piece.Text);
    else
      T.push_back(Piece);
}

/// Conditions on data around the statement are read first, from the outermost.
void StatementBuilder::finish(SourceLocation Loc, TextTemplate Body,
                              Statement &Result) {
  TextTemplate &Whole = R.Model.Source.Bodies[Result.Name];
  Whole.clear();
  for (const DataGuard &Guard : R.Point.Guards) {
    std::optional<unsigned> Array = Arrays.declared(Guard.Var);
    if (!Array)
      continue;
    bool IsFirst = &Guard == R.Point.Guards.begin();
    appendText(Whole, std::string(IsFirst ? "if (" : " && ") +
                          (Guard.Holds ? "" : "!"));
    Whole.push_back({TextPiece::AccessRef, "", NextPosition});
    PendingAccess Read;
    Read.Domain = N.Domain;
    Read.Reads = true;
    addAccess(*Array, std::move(Read));
  }
  if (!R.Point.Guards.empty())
    appendText(Whole, ") ");
  append(Whole, Body);
  Result.Accesses.resize(NextPosition);
  R.Model.Source.Places[Result.Name] = placeOf(R, N, Loc);
  R.Model.Source.Places[Result.Name].Accesses = Sites;
}

/// Whether \p Body, the text of all of a statement, begins with what gets a
/// value.
static bool isAssignment(const TextTemplate &Body) {
  return Body.size() > 1 && Body[0].K == TextPiece::AccessRef &&
         Body[1].K == TextPiece::Literal &&
         llvm::StringRef(Body[1].Text).starts_with(" = ");
}

llvm::Error stevedore::modelExpression(RegionState &R, ArrayTable &Arrays,
                                       const Nest &N, const Expr *E,
                                       unsigned Number, Statement &Result) {
  StatementBuilder Builder(R, Arrays, N, Number);
  if (llvm::Error Why = Builder.value(E, Builder.start()))
    return Why;
  TextTemplate Body = Builder.text(E);
  appendText(Body, ";");
  const auto *Operator = dyn_cast<BinaryOperator>(E);
  Result.Assigns = R.Point.Guards.empty() && Operator &&
                   Operator->getOpcode() == BO_Assign && isAssignment(Body);
  Builder.finish(E->getBeginLoc(), std::move(Body), Result);
  return llvm::Error::success();
}

/// The initializer of \p Var; of a number without braces around it.
static const Expr *initializerOf(const RegionState &R, const VarDecl *Var) {
  const Expr *Init = R.Form.initOf(Var);
  const auto *List = dyn_cast<InitListExpr>(Init);
  bool IsScalar = List && List->getNumInits() == 1 &&
                  Var->getType()->isScalarType() &&
                  !Var->getType()->isEnumeralType();
  return IsScalar ? List->getInit(0) : Init;
}

/// The value of an initializer as an expression: a list of values needs its
/// type in front when it is assigned.
static std::string initializerPrefix(const RegionState &R, const VarDecl *Var) {
  const Expr *Init = initializerOf(R, Var)->IgnoreParenImpCasts();
  if (!isa<InitListExpr>(Init))
    return "";
  std::string Type = R.typeText(Var->getType());
  return R.AST.getLangOpts().CPlusPlus ? Type : "(" + Type + ")";
}

/// Adds the write of \p Var, declared in the region, and puts the text of it in
/// front of \p Body.
static llvm::Error addAssignment(const RegionState &R,
                                 StatementBuilder &Builder, ArrayTable &Arrays,
                                 const Nest &N, const VarDecl *Var,
                                 TextTemplate &Body) {
  std::optional<unsigned> Array = Arrays.declared(Var);
  if (!Array)
    return R.reject(RejectReason::TooComplex, Var->getLocation(),
                    {"its sets could not be computed"});
  PendingAccess Write;
  Write.Domain = N.Domain;
  Write.Writes = true;
  Builder.addAccess(*Array, std::move(Write));
  Body.push_back({TextPiece::AccessRef, "", 0});
  appendText(Body, " = ");
  return llvm::Error::success();
}

llvm::Error stevedore::modelInitialization(RegionState &R, ArrayTable &Arrays,
                                           const Nest &N, const VarDecl *Var,
                                           unsigned Number, Statement &Result) {
  StatementBuilder Builder(R, Arrays, N, Number);
  TextTemplate Body;
  const Expr *Init = initializerOf(R, Var);
  if (llvm::Error Why = addAssignment(R, Builder, Arrays, N, Var, Body))
    return Why;
  if (llvm::Error Why = Builder.value(Init, Builder.start()))
    return Why;
  const CXXConstructExpr *Direct = constructedBy(Init);
  const CXXConstructExpr *Construct =
      Direct ? Direct : constructedBy(Init->IgnoreImplicit());
  if (Construct && !Direct && mayBeExplicit(Construct))
    return R.reject(RejectReason::UnsupportedExpression, Init->getExprLoc(),
                    {"copy initialization"});
  bool HasParens = Construct && !Construct->isListInitialization();
  appendText(Body, Construct
                       ? R.typeText(Var->getType()) + (HasParens ? "(" : "")
                       : initializerPrefix(R, Var));
  append(Body, Builder.text(Init));
  appendText(Body, HasParens ? ");" : ";");
  Result.Assigns = R.Point.Guards.empty() && Var->getType()->isScalarType();
  Builder.finish(Var->getBeginLoc(), std::move(Body), Result);
  return llvm::Error::success();
}

llvm::Error stevedore::modelCondition(RegionState &R, ArrayTable &Arrays,
                                      const Nest &N, const VarDecl *Var,
                                      const Expr *Condition, unsigned Number,
                                      Statement &Result) {
  StatementBuilder Builder(R, Arrays, N, Number);
  TextTemplate Body;
  if (llvm::Error Why = addAssignment(R, Builder, Arrays, N, Var, Body))
    return Why;
  if (llvm::Error Why = Builder.value(Condition, Builder.start()))
    return Why;
  const Expr *Plain = Condition->IgnoreParenImpCasts();
  bool IsTruth = isComparison(Plain) || isa<IntegerLiteral>(Plain);
  appendText(Body, IsTruth ? "" : "(");
  append(Body, Builder.text(Condition));
  appendText(Body, IsTruth ? ";" : ") ? 1 : 0;");
  Builder.finish(Condition->getBeginLoc(), std::move(Body), Result);
  return llvm::Error::success();
}
