//===- IndexVariables.cpp - Variables that hold parts of subscripts -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/IndexVariables.h"
#include "Expression/Affine.h"
#include "Expression/Subscripts.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexSums.h"
#include "Flow/Loops.h"
#include "State/Unseen.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// How the region uses each of its variables.
class UseCollector {
public:
  void scanStatement(const Stmt *S);
  void scan(const Stmt *S, bool IsIndex);
  void finish();

  /// Used in a subscript, a bound or a condition, or for a variable that is.
  VariableSet Index;
  /// Used in another way.
  VariableSet Data;

private:
  void scanValue(const VarDecl *To, const Expr *Value);

  /// { (v, w) : w is assigned an expression in which v is mentioned }
  llvm::SmallVector<std::pair<const VarDecl *, const VarDecl *>, 8> Flow;
};

} // namespace

/// The variable and value of the assignment \p E; null for anything else.
static std::pair<const VarDecl *, const Expr *> assignment(const Stmt *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || Binary->getOpcode() != BO_Assign)
    return {nullptr, nullptr};
  return {variableOf(Binary->getLHS()), Binary->getRHS()};
}

/// The step that \p E takes, `k++`, `k += e` or their opposites; without a
/// variable if it is none.
static VariableStep stepOf(const Stmt *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->isIncrementDecrementOp())
      return {variableOf(Unary->getSubExpr()), nullptr, Unary->isIncrementOp()};
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    if (Binary->getOpcode() == BO_AddAssign ||
        Binary->getOpcode() == BO_SubAssign)
      return {variableOf(Binary->getLHS()), Binary->getRHS(),
              Binary->getOpcode() == BO_AddAssign};
  return {};
}

/// Whether the values of \p Var can be followed: an integer that only the
/// function itself changes.
static bool isFollowed(const RegionState &R, const VarDecl *Var) {
  QualType Type = Var->getType();
  return Type->isIntegerType() && !Type->isBooleanType() &&
         !Type.isVolatileQualified() && !Type->isAtomicType() &&
         Var->hasLocalStorage() && !R.Form.inFunction().isAddressTaken(Var);
}

namespace {

/// How often variables are mentioned in loops that count them.
class OwnMentions {
public:
  explicit OwnMentions(llvm::ArrayRef<const Stmt *> Statements) {
    for (const Stmt *S : Statements)
      visit(S);
  }
  size_t of(const VarDecl *Var) const { return Counts.lookup(Var); }

private:
  void visit(const Stmt *S);

  llvm::DenseMap<const VarDecl *, size_t> Counts;
  /// Those that are counted by loops around what is visited.
  llvm::SmallPtrSet<const VarDecl *, 4> Around;
};

} // namespace

void OwnMentions::visit(const Stmt *S) {
  if (!S)
    return;
  const auto *Loop = dyn_cast<ForStmt>(S);
  const auto *Init =
      Loop ? dyn_cast_or_null<BinaryOperator>(Loop->getInit()) : nullptr;
  const VarDecl *Var = Init ? variableOf(Init->getLHS()) : nullptr;
  bool IsOutermost = Var && Around.insert(Var).second;
  if (IsOutermost) {
    VariableFacts Facts;
    Facts.scan(Loop);
    Counts[Var] += Facts.use(Var).Mentions.size();
  }
  for (const Stmt *Child : partsOf(S))
    visit(Child);
  if (IsOutermost)
    Around.erase(Var);
}

static bool onlyCounts(const RegionState &R, const VarDecl *Var,
                       const OwnMentions &Inside) {
  size_t All = R.Form.InRegion.use(Var).Mentions.size();
  return All == 0 || All == Inside.of(Var);
}

bool stevedore::isOnlyIterator(const RegionState &R, const VarDecl *Var) {
  return onlyCounts(R, Var, OwnMentions(R.Form.Statements));
}

/// The mentions in \p Value: what they are used for depends on \p To.
void UseCollector::scanValue(const VarDecl *To, const Expr *Value) {
  UseCollector Inner;
  Inner.scan(Value, false);
  Index.insert(Inner.Index.begin(), Inner.Index.end());
  for (const VarDecl *From : Inner.Data)
    Flow.push_back({From, To});
}

/// An expression that stands alone: a step uses the variable for itself.
void UseCollector::scanStatement(const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S)) {
    const Stmt *Plain = E->IgnoreParens();
    VariableStep Step = stepOf(Plain);
    if (Step.Var && Step.Amount)
      return scanValue(Step.Var, Step.Amount);
    if (Step.Var)
      return;
    const auto *Binary = dyn_cast<BinaryOperator>(Plain);
    if (Binary && Binary->getOpcode() == BO_Comma) {
      scanStatement(Binary->getLHS());
      return scanStatement(Binary->getRHS());
    }
  }
  scan(S, false);
}

/// No branch is modelled that returns.
void UseCollector::scan(const Stmt *S, bool IsIndex) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      (IsIndex ? Index : Data).insert(Var);
  if (auto [To, Value] = assignment(S); To && !IsIndex)
    return scanValue(To, Value);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (Var->getInit())
          scanValue(Var, Var->getInit());
    return;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S)) {
    scan(Subscript->getBase(), IsIndex);
    scan(Subscript->getIdx(), true);
    return;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
  if (Operator && Operator->getOperator() == OO_Subscript &&
      Operator->getNumArgs() == 2) {
    scan(Operator->getArg(0), IsIndex);
    scan(Operator->getArg(1), true);
    return;
  }
  if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    for (const Stmt *Header :
         {Loop->getInit(), cast_or_null<Stmt>(Loop->getCond()),
          cast_or_null<Stmt>(Loop->getInc())})
      scan(Header, true);
    scanStatement(Loop->getBody());
    return;
  }
  if (const VarDecl *Var = whileIterator(S))
    Index.insert(Var);
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    scan(While->getCond(), true);
    return scanStatement(While->getBody());
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    scan(Do->getCond(), true);
    return scanStatement(Do->getBody());
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    scan(If->getCond(), true);
    for (const Stmt *Branch : {If->getThen(), If->getElse()})
      if (!returnAtOnce(Branch))
        scanStatement(Branch);
    return;
  }
  bool HasStatements = isa<CompoundStmt, LabelStmt, AttributedStmt>(S);
  for (const Stmt *Child : partsOf(S))
    if (HasStatements)
      scanStatement(Child);
    else
      scan(Child, IsIndex);
}

/// A variable is used for what those are used for that get its value.
void UseCollector::finish() {
  auto Close = [&](auto IsUsed, auto &Uses) {
    for (bool IsChanged = true; IsChanged;) {
      IsChanged = false;
      for (auto [From, To] : Flow)
        if (IsUsed(To))
          IsChanged |= Uses.insert(From);
    }
  };
  Close([&](const VarDecl *To) { return Index.contains(To); }, Index);
  Close(
      [&](const VarDecl *To) {
        return Data.contains(To) || !Index.contains(To);
      },
      Data);
}

static UseCollector usesIn(llvm::ArrayRef<const Stmt *> Region) {
  UseCollector Uses;
  for (const Stmt *S : Region)
    Uses.scanStatement(S);
  Uses.finish();
  return Uses;
}

/// { [v] } for what \p Var, which is dead after the region, holds when it is
/// entered: the constant that it is declared with, unless it is mentioned
/// between, or a parameter; null if nothing has given it a value, and for
/// iterators, whose names new loops may use, if it is no constant.
static isl::pw_aff entryValue(RegionState &R, const VarDecl *Var) {
  isl::set Everywhere = Nest::outermost(R.Ctx).Domain;
  const MovedVariable *Moved = R.Form.movedBy(Var);
  if (Moved && !Moved->Base)
    return isl::pw_aff::param_on_domain(Everywhere, R.entryValue(Moved->Var));
  bool IsMentioned = R.isMentionedOutside(Var);
  if (!isa<ParmVarDecl>(Var) && !IsMentioned) {
    if (!Var->hasInit())
      return isl::pw_aff();
    if (auto Constant = constantValue(R.AST, Var->getInit()))
      return isl::pw_aff(Everywhere, islValue(R.Ctx, *Constant));
  }
  if (llvm::is_contained(R.Form.AllIterators, Var))
    return isl::pw_aff();
  return isl::pw_aff::param_on_domain(Everywhere, R.entryValue(Var));
}

/// Gives those of \p Variables their values at the entry of the region that
/// have one there and are no iterators, whose names new loops may use.
static void setEntryValues(RegionState &R,
                           llvm::SmallVectorImpl<const VarDecl *> &Variables) {
  llvm::sort(Variables, [](const VarDecl *A, const VarDecl *B) {
    return A->getLocation() < B->getLocation();
  });
  for (const VarDecl *Var : Variables)
    if (!R.isDeclaredInRegion(Var) && !R.Form.InRegion.mentionsNamesake(Var))
      if (isl::pw_aff Value = entryValue(R, Var); !Value.is_null())
        R.Point.IndexValues[Var] = {Value, nullptr};
}

/// Adds what is written below \p S where data decide whether it is: such
/// variables are not followed.
static void findUnfollowed(const RegionState &R, const Stmt *S,
                           VariableFacts &Written) {
  if (!S)
    return;
  bool IsLoop = isa<ForStmt, WhileStmt, DoStmt>(S);
  bool EndsOnData =
      IsLoop && llvm::any_of(S->children(), [&](const Stmt *Child) {
        return R.Made.endsOnData(Child);
      });
  if (R.Made.isOnData(S) || EndsOnData)
    return Written.scan(S);
  for (const Stmt *Child : S->children())
    findUnfollowed(R, Child, Written);
}

llvm::Error stevedore::findIndexVariables(RegionState &R) {
  if (!R.directives().empty())
    return llvm::Error::success();
  VariableFacts Unfollowed;
  for (const Stmt *S : R.Form.Statements)
    findUnfollowed(R, S, Unfollowed);
  UseCollector Uses = usesIn(R.Form.Statements);
  OwnMentions Inside(R.Form.Statements);
  llvm::SmallVector<const VarDecl *, 4> Starting;
  for (const VarDecl *Var : Uses.Index) {
    bool IsInner = R.isDeclaredInRegion(Var);
    if (!isFollowed(R, Var) || Unfollowed.isWritten(Var) ||
        !(IsInner || R.Form.InRegion.isWritten(Var)) ||
        (llvm::is_contained(R.Form.AllIterators, Var) &&
         onlyCounts(R, Var, Inside)))
      continue;
    R.Form.IndexVariables.insert(Var);
    if (R.Made.InMemory.contains(Var))
      continue;
    if (IsInner || isDeadAfter(R, Var)) {
      R.Form.IndexOnly.insert(Var);
      Starting.push_back(Var);
    } else if (!Uses.Data.contains(Var) ||
               llvm::is_contained(R.Form.AllIterators, Var)) {
      R.Form.LivingOn.insert(Var);
    }
  }
  for (const MovedVariable &Moved : R.Form.Moved)
    if (!R.isDeclaredInRegion(Moved.Var)) {
      auto IsFollowed = [&](const VarDecl *Part) {
        bool IsData = Uses.Data.contains(Part) &&
                      !llvm::is_contained(R.Form.AllIterators, Part);
        return !Unfollowed.isWritten(Part) && !IsData &&
               !R.Made.InMemory.contains(Part);
      };
      llvm::SmallVector<const VarDecl *, 2> Parts = Moved.Rows;
      Parts.push_back(Moved.Offset);
      if (Moved.Which)
        Parts.push_back(Moved.Which);
      for (const VarDecl *Part : Parts) {
        if (!IsFollowed(Part) && !Moved.Base)
          return R.decide(Part);
        if (!IsFollowed(Part))
          return R.reject(RejectReason::PointerModified,
                          Moved.Var->getLocation(),
                          {Moved.Var->getNameAsString()});
        R.Form.IndexVariables.insert(Part);
        R.Form.IndexOnly.insert(Part);
        Starting.push_back(Part);
      }
    }
  for (const PointerTurn &Turn : R.Form.Turns) {
    R.Form.IndexVariables.insert(Turn.Counter);
    R.Form.IndexOnly.insert(Turn.Counter);
    Starting.push_back(Turn.Counter);
  }
  setEntryValues(R, Starting);
  return llvm::Error::success();
}

VariableSet stevedore::variablesInControl(llvm::ArrayRef<const Stmt *> Region) {
  return usesIn(Region).Index;
}

void stevedore::forgetWritten(RegionState &R, const Stmt *S) {
  if (R.Point.IndexValues.empty())
    return;
  VariableFacts Facts;
  Facts.scan(S);
  llvm::SmallVector<const VarDecl *, 4> Written;
  for (const auto &[Var, Value] : R.Point.IndexValues)
    if (Facts.isWritten(Var))
      Written.push_back(Var);
  for (const VarDecl *Var : Written)
    R.Point.IndexValues.erase(Var);
}

/// Whether \p E means the same wherever the iterators of \p N have their
/// values: it mentions nothing else that changes.
static bool isFixedIn(const RegionState &R, const Expr *E, const Nest &N) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var &&
           (llvm::is_contained(N.Iterators, Var) ||
            (!R.Form.InRegion.isWritten(Var) && !R.isDeclaredInRegion(Var)));
  }
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && isFixedIn(R, Part, N);
  });
}

std::optional<isl::pw_aff>
stevedore::valueIfAffine(RegionState &R, const Nest &N, const Expr *E) {
  AffineBuilder Builder(R, N, "value", E);
  auto Value = llvm::expectedToOptional(Builder.observed(E));
  bool IsKnown = Value && !llvm::errorToBool(Builder.discharge(N.Domain));
  return IsKnown ? Value : std::nullopt;
}

std::optional<IndexValue> stevedore::indexValue(RegionState &R,
                                                const VarDecl *Var,
                                                const Expr *Init,
                                                const Nest &N) {
  if (!R.Form.IndexVariables.contains(Var) || Init->HasSideEffects(R.AST))
    return std::nullopt;
  WantsOf Wants(R, Var);
  if (std::optional<isl::pw_aff> Value = valueIfAffine(R, N, Init))
    return IndexValue{*Value, nullptr};
  if (isFixedIn(R, Init, N) && isKeptBy(R.AST, Var, Init))
    return IndexValue{isl::pw_aff(), Init};
  return Wants.polynomial(sumAssigned(R, N, Var, Init));
}

const VarDecl *stevedore::indexAssignment(const RegionState &R, const Expr *E) {
  auto [Assigned, Value] = assignment(E);
  VariableStep Step = stepOf(E);
  const VarDecl *Var = Assigned ? Assigned : Step.Var;
  const Expr *Operand = Assigned ? Value : Step.Amount;
  bool IsPlain = !Operand || !Operand->HasSideEffects(R.AST);
  return IsPlain && R.Form.IndexVariables.contains(Var) ? Var : nullptr;
}

std::optional<IndexValue> stevedore::assignedValue(RegionState &R,
                                                   const VarDecl *Var,
                                                   const Expr *E,
                                                   const Nest &N) {
  if (llvm::is_contained(N.Iterators, Var))
    return std::nullopt;
  WantsOf Wants(R, Var);
  if (auto [Assigned, Value] = assignment(E); Assigned)
    return indexValue(R, Var, Value, N);
  VariableStep Step = stepOf(E);
  AffineBuilder Builder(R, N, "value", E);
  const Expr *Old = isa<UnaryOperator>(E) ? cast<UnaryOperator>(E)->getSubExpr()
                                          : cast<BinaryOperator>(E)->getLHS();
  auto Value = llvm::expectedToOptional(Builder.value(Old));
  std::optional<isl::pw_aff> By;
  if (Value)
    By = Step.Amount ? llvm::expectedToOptional(Builder.value(Step.Amount))
                     : Builder.constant(1L);
  if (!By)
    return Wants.polynomial(steppedSum(R, N, Step, E, Old));
  Value = Step.IsUp ? Value->add(*By) : Value->sub(*By);
  if (mayWrapAt(R, Var, E))
    Builder.observe(*Value, Var->getType(), Builder.everywhere());
  if (llvm::errorToBool(Builder.discharge(N.Domain)))
    return std::nullopt;
  return IndexValue{*Value, nullptr};
}

std::string stevedore::currentValue(RegionState &R, const VarDecl *Var) {
  auto Known = R.Point.IndexValues.find(Var);
  if (Known == R.Point.IndexValues.end())
    return "";
  auto text = [&](const isl::pw_aff &Value) -> std::string {
    const isl::set &Context = R.Model.Program.Context;
    bool IsKnown = Context.is_subset(Value.domain().params()).is_true();
    R.useEntryValues(Value);
    return IsKnown ? valueText(Value, R.Model.Source, Context) : "";
  };
  if (!Known->second.Value.is_null())
    return text(Known->second.Value);
  std::string Result;
  for (const SubscriptTerm &Term : Known->second.Sum) {
    std::string Part = text(Term.Coefficient);
    if (Part.empty())
      return "";
    Part = "(long long)(" + Part + ")";
    for (const std::string &Key : Term.Factors)
      Part += " * (" + R.Notes.Factors[Key].Text + ")";
    Result += (Result.empty() ? "" : " + ") + Part;
  }
  return Result;
}

std::string stevedore::indexMentions(const RegionState &R) {
  std::string Text;
  for (const VarDecl *Var : R.Notes.Forwarded)
    if (!R.isDeclaredInRegion(Var) &&
        !R.Form.inFunction().use(Var).Mentions.empty())
      Text +=
          (Text.empty() ? "(void)" : " (void)") + Var->getName().str() + ";";
  return Text;
}
