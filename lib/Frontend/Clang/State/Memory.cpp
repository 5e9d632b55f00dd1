//===- Memory.cpp - Values in memory that stay as they are ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/Memory.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "clang/AST/ExprCXX.h"
#include "isl/set.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Follows the way to an object.
class PathFinder {
public:
  PathFinder(const RegionState &R, MemoryPath &Path, const Expr *&Modified)
      : R(R), Path(Path), Modified(Modified) {}
  bool object(const Expr *E);

private:
  bool variable(const DeclRefExpr *E);
  bool member(const MemberExpr *E);
  bool pointer(const Expr *E);
  bool followed(const Expr *E);
  bool isSame(const Expr *Index) const;

  const RegionState &R;
  MemoryPath &Path;
  const Expr *&Modified;
};

} // namespace

bool PathFinder::variable(const DeclRefExpr *E) {
  const auto *Var = dyn_cast<VarDecl>(E->getDecl());
  if (!Var || R.Form.referent(Var))
    return false;
  if (R.Form.InRegion.isWritten(Var) || R.isDeclaredInRegion(Var)) {
    Modified = E;
    return false;
  }
  Path.Root = Var;
  return true;
}

bool PathFinder::member(const MemberExpr *E) {
  if (!isa<FieldDecl>(E->getMemberDecl()))
    return false;
  return E->isArrow() ? followed(E->getBase()) : object(E->getBase());
}

bool PathFinder::object(const Expr *E) {
  E = E->IgnoreParens();
  if (E->getType().isVolatileQualified() || E->getType()->isAtomicType())
    return false;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return (Cast->getCastKind() == CK_NoOp ||
            Cast->getCastKind() == CK_UncheckedDerivedToBase ||
            Cast->getCastKind() == CK_DerivedToBase) &&
           object(Cast->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return variable(Ref);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return member(Member);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return isSame(Subscript->getIdx()) && followed(Subscript->getBase());
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_Deref &&
         followed(Unary->getSubExpr());
}

/// Whether \p Index has the same value all through the region.
bool PathFinder::isSame(const Expr *Index) const {
  return isBuiltOf(Index, [&](const VarDecl *Var) {
    return Var->getType()->isIntegerType() && Var->hasLocalStorage() &&
           !Var->getType()->isReferenceType() &&
           !R.Form.InRegion.isWritten(Var) && !R.isDeclaredInRegion(Var) &&
           !R.Form.inFunction().isAddressTaken(Var);
  });
}

/// What the pointer \p E points to. An array that decays exists, and so does
/// `*this`.
bool PathFinder::followed(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return object(Cast->getSubExpr());
  if (!pointer(E))
    return false;
  Path.ThroughPointer = true;
  if (!isa<CXXThisExpr>(E->IgnoreParenImpCasts()))
    Path.Pointers.push_back(E);
  return true;
}

bool PathFinder::pointer(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<CXXThisExpr>(E))
    return true;
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (!Cast)
    return false;
  if (Cast->getCastKind() == CK_NoOp ||
      Cast->getCastKind() == CK_UncheckedDerivedToBase ||
      Cast->getCastKind() == CK_DerivedToBase)
    return pointer(Cast->getSubExpr());
  if (Cast->getCastKind() != CK_LValueToRValue || !object(Cast->getSubExpr()))
    return false;
  Path.Holders.push_back(Cast->getSubExpr());
  return true;
}

std::optional<MemoryPath> stevedore::pathTo(const RegionState &R,
                                            const Expr *Object,
                                            const Expr *&Modified) {
  MemoryPath Path;
  if (!PathFinder(R, Path, Modified).object(Object))
    return std::nullopt;
  return Path;
}

bool stevedore::mayReadEarly(RegionState &R, const MemoryPath &Path,
                             const isl::set &Evaluated) {
  for (const Expr *Pointer : Path.Pointers) {
    isl::set &Where = R.Notes.Followed[R.printed(Pointer)];
    if (Where.is_null())
      Where = isl::set::empty(Evaluated.get_space());
    if (!R.Point.IsGuess && R.Point.Guards.empty())
      Where = Where.unite(Evaluated);
    else if (!Evaluated.intersect(R.Model.Program.Context)
                  .is_subset(Where)
                  .is_true())
      return false;
  }
  return true;
}

/// \p Where, { : }, over the first \p Number parameters of the region alone;
/// null if it says something about others.
static isl::set overFirst(const RegionState &R, const isl::set &Where,
                          unsigned Number) {
  isl::set Result = Where;
  for (const Parameter &P :
       llvm::drop_begin(R.Model.Program.Parameters, Number)) {
    int At = isl_set_find_dim_by_name(Result.get(), isl_dim_param,
                                      P.Name.c_str());
    if (At >= 0)
      Result = isl::manage(
          isl_set_eliminate(Result.release(), isl_dim_param, At, 1));
  }
  return Result.is_subset(Where).is_true() ? Result : isl::set();
}

llvm::Error stevedore::settleEarlyReads(RegionState &R) {
  SourceText Plain;
  bool IsAnew = false;
  for (unsigned I = 0; I < R.Model.Program.Parameters.size(); ++I) {
    const std::string &Name = R.Model.Program.Parameters[I].Name;
    std::string Used = R.Model.Source.Parameters[Name], Text = Used;
    auto Read = R.Notes.EarlyReads.find(Name);
    if (Read != R.Notes.EarlyReads.end()) {
      Text = Read->second.Text;
      isl::set Where = coalesced(R.Notes.Followed[Read->second.Pointer]);
      if (R.Code.rules().stops(
              Hindrance::ReadLater,
              !R.Notes.EntryContext.is_subset(Where).is_true())) {
        Where = overFirst(R, Where, I);
        std::string If = Where.is_null() ? "" : conditionText(Where, Plain);
        if (If.empty())
          return R.reject(RejectReason::MayNotExist, Read->second.Location,
                          {Text});
        Text = "(" + If + " ? " + Text + " : 0)";
      }
    }
    Plain.Parameters[Name] = Text;
    if (Text == Used)
      continue;
    if (!R.Made.ReadAs.emplace(Read->second.Text, Text).second)
      return R.reject(RejectReason::MayNotExist, Read->second.Location,
                      {Read->second.Text});
    IsAnew = true;
  }
  return IsAnew ? llvm::make_error<WalkAgain>() : llvm::Error::success();
}
