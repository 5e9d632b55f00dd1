//===- IndexVariables.cpp - Variables that hold parts of subscripts -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexVariables.h"
#include "Affine.h"
#include "OpenMPPragmas.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// How the region uses each of its variables.
class UseCollector {
public:
  void scan(const Stmt *S, bool IsIndex);
  void finish();

  /// Used in a subscript, a bound or a condition, or for a variable that is.
  llvm::SmallPtrSet<const VarDecl *, 8> Index;
  /// Used in another way.
  llvm::SmallPtrSet<const VarDecl *, 8> Data;

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

/// Whether the values of \p Var can be followed: an integer that only the
/// function itself changes.
static bool isFollowed(const RegionState &R, const VarDecl *Var) {
  QualType Type = Var->getType();
  return Type->isIntegerType() && !Type->isBooleanType() &&
         !Type.isVolatileQualified() && !Type->isAtomicType() &&
         Var->hasLocalStorage() && !R.InFunction.isAddressTaken(Var) &&
         !llvm::is_contained(R.AllIterators, Var);
}

/// The mentions in \p Value: what they are used for depends on \p To.
void UseCollector::scanValue(const VarDecl *To, const Expr *Value) {
  UseCollector Inner;
  Inner.scan(Value, false);
  Index.insert(Inner.Index.begin(), Inner.Index.end());
  for (const VarDecl *From : Inner.Data)
    Flow.push_back({From, To});
}

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
  if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    for (const Stmt *Header :
         {Loop->getInit(), cast_or_null<Stmt>(Loop->getCond()),
          cast_or_null<Stmt>(Loop->getInc())})
      scan(Header, true);
    scan(Loop->getBody(), false);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    scan(If->getCond(), true);
    scan(If->getThen(), false);
    scan(If->getElse(), false);
    return;
  }
  for (const Stmt *Child : partsOf(S))
    scan(Child, IsIndex);
}

/// A variable is used for what those are used for that get its value.
void UseCollector::finish() {
  auto Close = [&](auto IsUsed, auto &Uses) {
    for (bool IsChanged = true; IsChanged;) {
      IsChanged = false;
      for (auto [From, To] : Flow)
        if (IsUsed(To))
          IsChanged |= Uses.insert(From).second;
    }
  };
  Close([&](const VarDecl *To) { return Index.contains(To); }, Index);
  Close(
      [&](const VarDecl *To) {
        return Data.contains(To) || !Index.contains(To);
      },
      Data);
}

void stevedore::findIndexVariables(RegionState &R) {
  if (!R.directives().empty())
    return;
  UseCollector Uses;
  for (const Stmt *S : R.Region)
    Uses.scan(S, false);
  Uses.finish();
  for (const VarDecl *Var : Uses.Index) {
    bool IsInner = R.isDeclaredInRegion(Var);
    if (!isFollowed(R, Var) || !(IsInner || R.InRegion.isWritten(Var)))
      continue;
    R.IndexVariables.insert(Var);
    if (!Uses.Data.contains(Var) && (IsInner || R.isDeadAfter(Var)))
      R.IndexOnly.insert(Var);
  }
}

void stevedore::forgetWritten(RegionState &R, const Stmt *S) {
  if (R.IndexValues.empty())
    return;
  VariableFacts Facts;
  Facts.scan(S);
  llvm::SmallVector<const VarDecl *, 4> Written;
  for (const auto &[Var, Value] : R.IndexValues)
    if (Facts.isWritten(Var))
      Written.push_back(Var);
  for (const VarDecl *Var : Written)
    R.IndexValues.erase(Var);
}

/// Whether \p E means the same wherever the iterators of \p N have their
/// values: it mentions nothing else that changes.
static bool isFixedIn(const RegionState &R, const Expr *E, const Nest &N) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && (llvm::is_contained(N.Iterators, Var) ||
                   (!R.InRegion.isWritten(Var) && !R.isDeclaredInRegion(Var)));
  }
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && isFixedIn(R, Part, N);
  });
}

/// Whether \p Var holds the value of \p Init as it is.
static bool isKeptBy(const RegionState &R, const VarDecl *Var,
                     const Expr *Init) {
  QualType From = Init->IgnoreParenImpCasts()->getType(), To = Var->getType();
  return From->isSignedIntegerType() && To->isSignedIntegerType() &&
         R.AST.getIntWidth(From) <= R.AST.getIntWidth(To);
}

std::optional<isl::pw_aff>
stevedore::valueIfAffine(RegionState &R, const Nest &N, const Expr *E) {
  bool HadReason = R.Why.has_value();
  AffineBuilder Builder(R, N, "value", E);
  std::optional<isl::pw_aff> Value = Builder.observed(E);
  if (Value && Builder.discharge(N.Domain))
    return Value;
  if (!HadReason)
    R.Why.reset();
  return std::nullopt;
}

std::optional<IndexValue> stevedore::indexValue(RegionState &R,
                                                const VarDecl *Var,
                                                const Expr *Init,
                                                const Nest &N) {
  if (!R.IndexVariables.contains(Var) || Init->HasSideEffects(R.AST))
    return std::nullopt;
  if (std::optional<isl::pw_aff> Value = valueIfAffine(R, N, Init))
    return IndexValue{*Value, nullptr};
  if (isKeptBy(R, Var, Init) && isFixedIn(R, Init, N))
    return IndexValue{isl::pw_aff(), Init};
  return std::nullopt;
}

std::pair<const VarDecl *, const Expr *>
stevedore::indexAssignment(const RegionState &R, const Expr *E) {
  auto [Var, Value] = assignment(E);
  if (!Var || !R.IndexVariables.contains(Var))
    return {nullptr, nullptr};
  return {Var, Value};
}

std::string stevedore::indexMentions(const RegionState &R) {
  std::string Text;
  for (const VarDecl *Var : R.Forwarded)
    if (!R.isDeclaredInRegion(Var))
      Text +=
          (Text.empty() ? "(void)" : " (void)") + Var->getName().str() + ";";
  return Text;
}
