//===- EntryFacts.cpp - What holds where a region is entered --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region/EntryFacts.h"
#include "Expression/Affine.h"
#include "Expression/Ranges.h"
#include "Flow/IndexVariables.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace clang;
using namespace stevedore;

namespace {

/// A condition that is true, or false, where the region is entered.
struct EntryFact {
  const Expr *Condition;
  bool Holds;
  FactReason Why;
};

/// Collects the facts of one function about one place in it.
class FactCollector {
public:
  /// The facts on the way from the outermost statement of \p Path to the last,
  /// each of which is directly inside of the one before.
  void follow(llvm::ArrayRef<const Stmt *> Path);

  llvm::SmallVector<EntryFact, 8> Facts;

private:
  void add(const Expr *Condition, bool Holds, FactReason Why);
  void addAfter(const Stmt *S);
  void addAfterExpression(const Expr *E);
  void addBranches(const Expr *Condition, bool FirstLeaves, bool SecondLeaves);
};

} // namespace

/// Whether \p Cast gives a value that is zero where the operand is.
static bool keepsZero(const CastExpr *Cast) {
  const Expr *From = Cast->getSubExpr();
  switch (Cast->getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_IntegralToBoolean:
  case CK_ToVoid:
    return true;
  case CK_IntegralCast:
    return isComparison(From->IgnoreParens()) ||
           From->getType()->isBooleanType();
  default:
    return false;
  }
}

/// \p E without what does not change whether it is zero: parentheses, some
/// conversions, `__extension__` and predictions.
static const Expr *plain(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return keepsZero(Cast) ? plain(Cast->getSubExpr()) : E;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return plain(Full->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Extension ? plain(Unary->getSubExpr()) : E;
  const auto *Call = dyn_cast<CallExpr>(E);
  if (Call && Call->getBuiltinCallee() == Builtin::BI__builtin_expect)
    return plain(Call->getArg(0));
  return E;
}

/// Whether control never comes to what follows \p S.
static bool leaves(const Stmt *S) {
  if (!S)
    return false;
  if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::any_of(Block->body(), leaves);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return leaves(If->getThen()) && leaves(If->getElse());
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = plain(E);
  if (isa<CXXThrowExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->isNoReturn();
}

/// Whether something in \p S ends \p S or an iteration of it early.
static bool hasExit(const Stmt *S) {
  return S && (isa<BreakStmt, ContinueStmt>(S) ||
               llvm::any_of(S->children(), hasExit));
}

void FactCollector::add(const Expr *Condition, bool Holds, FactReason Why) {
  const Expr *E = plain(Condition);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_LNot)
    return add(Unary->getSubExpr(), !Holds, Why);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    add(Binary->getLHS(), Holds, Why);
    return add(Binary->getRHS(), Holds, Why);
  }
  Facts.push_back({E, Holds, Why});
}

/// Adds what is known after a choice by \p Condition of which branches may
/// leave.
void FactCollector::addBranches(const Expr *Condition, bool FirstLeaves,
                                bool SecondLeaves) {
  if (FirstLeaves != SecondLeaves)
    add(Condition, SecondLeaves, FactReason::LeftBefore);
}

void FactCollector::addAfterExpression(const Expr *E) {
  E = plain(E);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return addBranches(Choice->getCond(), leaves(Choice->getTrueExpr()),
                       leaves(Choice->getFalseExpr()));
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    return addAfter(Block->getSubStmt());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    if (Binary->getOpcode() == BO_Comma) {
      addAfterExpression(Binary->getLHS());
      return addAfterExpression(Binary->getRHS());
    }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (Call->getBuiltinCallee() == Builtin::BI__builtin_assume)
      add(Call->getArg(0), true, FactReason::StatedCondition);
}

/// Adds what is known where control has come past \p S.
void FactCollector::addAfter(const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    return addAfterExpression(E);
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      addAfter(Child);
  } else if (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    addBranches(If->getCond(), leaves(If->getThen()), leaves(If->getElse()));
  } else if (const auto *Once = dyn_cast_or_null<DoStmt>(S)) {
    if (!hasExit(Once->getBody()))
      addAfter(Once->getBody());
  } else if (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S)) {
    for (const Attr *A : Attributed->getAttrs())
      if (const auto *Assume = dyn_cast<CXXAssumeAttr>(A))
        add(Assume->getAssumption(), true, FactReason::StatedCondition);
  }
}

void FactCollector::follow(llvm::ArrayRef<const Stmt *> Path) {
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    const Stmt *Inner = Path[I + 1];
    if (isa<SwitchStmt>(Path[I]))
      return;
    if (const auto *If = dyn_cast<IfStmt>(Path[I])) {
      if (Inner == If->getThen() || Inner == If->getElse())
        add(If->getCond(), Inner == If->getThen(), FactReason::ConditionAround);
    } else if (const auto *Block = dyn_cast<CompoundStmt>(Path[I])) {
      for (const Stmt *Before : llvm::make_range(
               Block->body_begin(), llvm::find(Block->body(), Inner)))
        addAfter(Before);
    }
  }
}

/// Whether \p Var always holds what it has been given first.
static bool neverChanges(const RegionState &R, const VarDecl *Var) {
  QualType Type = Var->getType();
  return Type->isIntegerType() && !Type.isVolatileQualified() &&
         !R.Code.rules().stops(Hindrance::Modified,
                               !R.Form.inFunction().isFixed(Var));
}

/// { : } the parameters for which \p Fact may be; null if it is not affine, or
/// says so only where unsigned values do not wrap around.
static isl::set parametersOf(RegionState &R, const EntryFact &Fact) {
  Nest Outside = Nest::outermost(R.Ctx);
  AffineBuilder Builder(R, Outside, "condition", Fact.Condition);
  auto Where = llvm::expectedToOptional(Builder.condition(Fact.Condition));
  if (!Where || !Builder.areMet())
    return isl::set();
  return (Fact.Holds ? *Where : Where->complement()).params();
}

void stevedore::assumeEntryFacts(RegionState &R) {
  llvm::SmallVector<const Stmt *, 16> Path;
  if (R.Form.inFunction().hasJumps() ||
      !findPath(R.Code.Function->getBody(), R.Code.first(), Path))
    return;
  FactCollector Collector;
  Collector.follow(Path);
  if (Collector.Facts.empty())
    return;
  auto Used = variablesInControl(R.Form.Statements);
  auto IsKnown = [&](const VarDecl *Var) {
    return Used.contains(Var) && neverChanges(R, Var);
  };
  llvm::SmallVector<std::pair<isl::set, const EntryFact *>, 8> Sets;
  for (const EntryFact &Fact : Collector.Facts)
    if (isBuiltOf(Fact.Condition, IsKnown))
      if (isl::set Where = parametersOf(R, Fact);
          !Where.is_null() && !hasDivisions(Where))
        Sets.push_back({Where, &Fact});
  // `n != 0` may be convex together with the others.
  std::stable_partition(Sets.begin(), Sets.end(),
                        [](const auto &S) { return isConvex(S.first); });
  for (const auto &[Where, Fact] : Sets) {
    isl::set Context = coalesced(R.Model.Program.Context.intersect(Where));
    if (!isConvex(Context) || !Context.is_empty().is_false())
      continue;
    R.Model.Program.Context = Context;
    R.Notes.TypeBounds = coalesced(R.Notes.TypeBounds.intersect(Where));
    std::string Text = R.textOf(Fact->Condition);
    if (!Fact->Holds)
      Text = "!(" + Text + ")";
    R.Model.Program.Beliefs.push_back({Where, "'" + Text + "' is true"});
    R.believe(Fact->Why, {Text}, Fact->Condition->getExprLoc());
  }
}

/// The affine value that the integer variable \p Name has in the region; null
/// if there is no such variable, or its value is not known to be.
static isl::pw_aff valueOf(RegionState &R, llvm::StringRef Name) {
  std::vector<const ValueDecl *> Found = R.Form.inFunction().mentioned(Name);
  if (Found.empty())
    llvm::copy_if(R.Code.Function->parameters(), std::back_inserter(Found),
                  [&](const ParmVarDecl *P) { return P->getName() == Name; });
  const auto *Var = Found.size() == 1 ? dyn_cast<VarDecl>(Found[0]) : nullptr;
  if (!Var || !Var->getType()->isIntegerType())
    return isl::pw_aff();
  TreeMaker Make(R.AST, R.Code.Function, R.Code.first()->getBeginLoc());
  return exactValue(R, Nest::outermost(R.Ctx), Make.value(Var));
}

/// The values { [] -> [v] } between which the elements \p Set, { [v] }, are.
static ValueRange boundsOf(const isl::set &Set) {
  auto bound = [&](auto IsBounded, auto Bound) {
    if (IsBounded(Set.get(), isl_dim_set, 0) != isl_bool_true)
      return isl::pw_aff();
    return isl::manage(isl_pw_aff_from_range(Bound(Set.copy(), 0)));
  };
  return {bound(isl_set_dim_has_lower_bound, isl_set_dim_min),
          bound(isl_set_dim_has_upper_bound, isl_set_dim_max)};
}

/// \p Elements, { [v] }, where the parameter \p Name has the value \p Value,
/// { [] -> [v] }, and without that parameter.
static isl::set withValue(isl::set Elements, const std::string &Name,
                          const isl::pw_aff &Value) {
  // The parameter of this name in Value is another one.
  isl::id Own(Elements.ctx(), "assumed " + Name);
  int At =
      isl_set_find_dim_by_name(Elements.get(), isl_dim_param, Name.c_str());
  Elements = isl::manage(
      isl_set_set_dim_id(Elements.release(), isl_dim_param, At, Own.copy()));
  isl::set Everywhere = isl::set::universe(Value.domain().space());
  isl::pw_aff Named = isl::manage(
      isl_pw_aff_param_on_domain_id(Everywhere.release(), Own.copy()));
  Elements = Elements.intersect_params(Value.eq_set(Named).params());
  At = isl_set_find_dim_by_id(Elements.get(), isl_dim_param, Own.get());
  return isl::manage(
      isl_set_project_out(Elements.release(), isl_dim_param, At, 1));
}

void stevedore::assumeElements(RegionState &R,
                               llvm::ArrayRef<Assumption> Assumptions) {
  for (const Assumption &A : Assumptions) {
    if (A.Array.empty())
      continue;
    isl::set Elements = A.set(R.Ctx);
    for (const std::string &Name : A.Parameters) {
      isl::pw_aff Value = valueOf(R, Name);
      if (Value.is_null()) {
        Elements = isl::set();
        break;
      }
      Elements = withValue(Elements, Name, Value);
    }
    if (Elements.is_null())
      continue;
    R.Notes.Elements.push_back({A.Array, boundsOf(Elements), A.Text});
    R.believe(FactReason::PromisedRange, {A.Text}, {});
  }
}
