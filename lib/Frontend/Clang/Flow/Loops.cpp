//===- Loops.cpp - Values of iterators ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/Loops.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexVariables.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"

using namespace clang;
using namespace stevedore;

namespace {

/// A variable that each iteration steps by a constant.
struct SteppedVariable {
  /// { [o,i] -> [v] } in the iteration, and in the first one.
  isl::pw_aff Value, First;
  int64_t Step;
  QualType Type;
};

/// Computes the values of one loop's iterator.
class LoopDomain {
public:
  LoopDomain(RegionState &R, const LoopHeader &H, SourceLocation Loc)
      : R(R), H(H), Loc(Loc) {}
  llvm::Expected<Nest> enter(const Nest &Outer);

private:
  llvm::Error setBase(const Nest &Outer);
  int64_t stepOf(const VarDecl *Var) const;
  void setStepped(const IndexMap &Before);
  llvm::Expected<isl::set> condition(AffineBuilder &Builder, const Expr *E,
                                     const isl::set &Guard, bool IsWhole);
  llvm::Expected<isl::set> inequality(AffineBuilder &Builder,
                                      const BinaryOperator *E,
                                      const isl::set &Guard, bool IsWhole);
  const SteppedVariable *stepped(const Expr *E) const;
  long beyond(const Expr *E) const;
  llvm::Expected<isl::set> until(AffineBuilder &Builder, const Expr *E,
                                 const SteppedVariable &Var,
                                 const isl::pw_aff &End, const isl::set &Guard,
                                 bool IsWhole);
  isl::set withoutLater(const isl::set &Fails, const isl::set &Candidates);
  llvm::Error checkBounded(const isl::set &Values);
  llvm::Error checkStepping(AffineBuilder &Builder, const isl::set &Values);

  RegionState &R;
  const LoopHeader &H;
  SourceLocation Loc;
  Nest Inner;
  /// { [o,i] } from the initial value on, in steps.
  isl::set Base;
  isl::pw_aff First;
  /// The iterator, and what else the condition mentions.
  llvm::SmallDenseMap<const VarDecl *, SteppedVariable, 2> Stepped;
};

} // namespace

llvm::Error LoopDomain::setBase(const Nest &Outer) {
  AffineBuilder Initial(R, Outer, "loop bound", H.Init);
  llvm::Expected<isl::pw_aff> Start = Initial.observed(H.Init);
  if (!Start)
    return Start.takeError();
  QualType Type = H.Iterator->getType();
  if (Type->isUnsignedIntegerType())
    Initial.observe(*Start, Type, Initial.everywhere());
  if (llvm::Error Why = Initial.discharge(Outer.Domain))
    return Why;
  if (H.StepInCond && !H.TestsLast)
    Start = Start->add_constant(isl::val(R.Ctx, (long)H.Step));
  First = isl::manage(isl_pw_aff_add_dims(Start->release(), isl_dim_in, 1));
  Inner = Outer;
  Inner.Iterators.push_back(H.Iterator);
  Inner.Domain =
      isl::manage(isl_set_add_dims(Outer.Domain.copy(), isl_dim_set, 1));
  AffineBuilder Builder(R, Inner, "loop bound", H.Init);
  isl::pw_aff Value = Builder.iterator(Outer.depth());
  Base = Inner.Domain.intersect(H.Step > 0 ? Value.ge_set(First)
                                           : Value.le_set(First));
  if (std::abs(H.Step) != 1) {
    isl::pw_aff Offset =
        Value.sub(First).mod(isl::val(R.Ctx, (long)std::abs(H.Step)));
    Base = Base.intersect(Offset.eq_set(Builder.constant(0L)));
  }
  Base = coalesced(Base);
  return llvm::Error::success();
}

/// What each iteration adds to \p Var, which the loop changes: the constant of
/// the one statement that does, which every iteration executes; zero where that
/// is not so.
int64_t LoopDomain::stepOf(const VarDecl *Var) const {
  llvm::SmallVector<const Stmt *, 8> Parts = {H.Cond};
  for (const Stmt *S : H.Body) {
    const auto *Compound = dyn_cast<CompoundStmt>(S);
    if (Compound && !continuesOutside(S))
      llvm::append_range(Parts, Compound->body());
    else
      Parts.push_back(S);
  }
  const Stmt *Only = nullptr;
  for (const Stmt *S : Parts) {
    VariableFacts Facts;
    Facts.scan(S);
    if (!Facts.isWritten(Var))
      continue;
    if (Only || changedBy(S) != Var)
      return 0;
    Only = S;
  }
  return Only ? constantStep(R, cast<Expr>(Only), Var) : 0;
}

/// Adds the variables that \p S mentions.
static void collectMentioned(const Stmt *S,
                             llvm::SmallSetVector<const VarDecl *, 4> &Result) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Result.insert(Var);
  for (const Stmt *Part : S->children())
    if (Part)
      collectMentioned(Part, Result);
  for (const Stmt *Part : beyondChildren(S))
    collectMentioned(Part, Result);
}

/// Gives the other variables that the loop steps the values with which its
/// condition finds them, from those of \p Before:
///
///     v(o,i) = Before(o) + step of v * (i - First(o)) / Step
void LoopDomain::setStepped(const IndexMap &Before) {
  llvm::SmallSetVector<const VarDecl *, 4> Mentioned;
  collectMentioned(H.Cond, Mentioned);
  Mentioned.remove(H.Iterator);
  AffineBuilder Builder(R, Inner, "loop bound", H.Cond);
  isl::pw_aff Iterator = Builder.iterator(Inner.depth() - 1),
              Distance = Iterator.sub(First);
  Stepped[H.Iterator] = {Iterator, First, H.Step, H.Iterator->getType()};
  for (const VarDecl *Var : Mentioned) {
    int64_t Step = R.directives().empty() ? stepOf(Var) : 0;
    if (Step == 0 || Step % H.Step != 0)
      continue;
    auto Value = Before.find(Var);
    if (Value == Before.end())
      R.takeFromEntry(Var);
    if (Value == Before.end() || Value->second.Value.is_null())
      continue;
    isl::val Factor(R.Ctx, static_cast<long>(Step / H.Step));
    isl::pw_aff Entered = overNest(Value->second.Value, Inner),
                Now = Entered.add(Distance.scale(Factor));
    R.Point.IndexValues[Var] = {Now, nullptr, {}};
    Stepped[Var] = {Now, Entered, Step, Var->getType()};
  }
}

/// What \p E is, or is more by beyond(); null if it is no such variable.
const SteppedVariable *LoopDomain::stepped(const Expr *E) const {
  bool IsStep = H.StepInCond && E->IgnoreParenImpCasts() == H.StepInCond;
  auto Found = Stepped.find(IsStep ? H.Iterator : variableOf(E));
  return Found == Stepped.end() ? nullptr : &Found->second;
}

/// What \p E, which is stepped(), is more than the variable has in the
/// iteration.
long LoopDomain::beyond(const Expr *E) const {
  return E->IgnoreParenImpCasts() == H.StepInCond && H.StepInCond->isPostfix()
             ? -H.Step
             : 0;
}

/// `i != e`.
llvm::Expected<isl::set> LoopDomain::inequality(AffineBuilder &Builder,
                                                const BinaryOperator *E,
                                                const isl::set &Guard,
                                                bool IsWhole) {
  auto A = Builder.side(E->getLHS(), Guard);
  if (!A)
    return A.takeError();
  auto B = Builder.side(E->getRHS(), Guard);
  if (!B)
    return B.takeError();
  bool IsLeft = stepped(E->getLHS());
  isl::pw_aff End = IsLeft ? *B : *A;
  const Expr *Var = IsLeft ? E->getLHS() : E->getRHS();
  QualType Type = E->getLHS()->getType();
  if (Type->isUnsignedIntegerOrEnumerationType())
    Builder.observe(End, Type, Guard);
  return until(Builder, E, *stepped(Var),
               End.add_constant(isl::val(R.Ctx, -beyond(Var))), Guard, IsWhole);
}

/// By the condition \p E the loop ends when \p Var reaches \p End. Where that
/// is the whole condition, for a signed variable that starts on the other side
/// of it, or jumps over it, the step overflows; those cases may be assumed
/// away, so that the condition is v < e or v > e. An unsigned one must have a
/// unit step and start on the right side, as must one of a loop that may end
/// before, by another condition or a statement.
llvm::Expected<isl::set>
LoopDomain::until(AffineBuilder &Builder, const Expr *E,
                  const SteppedVariable &Var, const isl::pw_aff &End,
                  const isl::set &Guard, bool IsWhole) {
  unsigned Bits = R.AST.getIntWidth(Var.Type);
  bool Wraps = !Var.Type->isSignedIntegerType() ||
               Bits < R.AST.getIntWidth(R.AST.IntTy);
  isl::pw_aff Tested =
      H.TestsLast ? Var.First.add_constant(isl::val(R.Ctx, (long)Var.Step))
                  : Var.First;
  isl::set Behind = Var.Step > 0 ? Tested.gt_set(End) : Tested.lt_set(End);
  isl::set Entered = Base.intersect(Guard);
  bool IsOnTheWay = (IsWhole && !Wraps) ||
                    (std::abs(Var.Step) == 1 &&
                     R.exclude(Behind.intersect(Entered), Entered, true));
  if (IsOnTheWay)
    return Var.Step > 0 ? Var.Value.lt_set(End) : Var.Value.gt_set(End);
  if (!Wraps)
    return Builder.condition(E, Guard);
  return R.reject(RejectReason::UnsignedWrap, Loc,
                  {"loop bound", R.textOf(H.Cond), R.typeText(Var.Type)});
}

llvm::Expected<isl::set> LoopDomain::condition(AffineBuilder &Builder,
                                               const Expr *E,
                                               const isl::set &Guard,
                                               bool IsWhole) {
  E = E->IgnoreParens();
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->getOpcode() == BO_LAnd) {
    auto A = condition(Builder, Binary->getLHS(), Guard, false);
    if (!A)
      return A;
    auto B = condition(Builder, Binary->getRHS(), Guard.intersect(*A), false);
    if (!B)
      return B;
    return A->intersect(*B);
  }
  if (Binary && Binary->getOpcode() == BO_NE &&
      !stepped(Binary->getLHS()) != !stepped(Binary->getRHS()))
    return inequality(Builder, Binary, Guard, IsWhole);
  if (const SteppedVariable *Var = stepped(E))
    return until(Builder, E, *Var, Builder.constant(-beyond(E)), Guard,
                 IsWhole);
  return Builder.condition(E, Guard);
}

/// \p Candidates minus all values that come after a failing one.
isl::set LoopDomain::withoutLater(const isl::set &Fails,
                                  const isl::set &Candidates) {
  unsigned Depth = Inner.depth();
  isl::map After = isl::manage(
      isl_map_universe(isl_space_map_from_set(isl_set_get_space(Base.get()))));
  for (unsigned I = 0; I + 1 < Depth; ++I)
    After = isl::manage(
        isl_map_equate(After.release(), isl_dim_in, I, isl_dim_out, I));
  After = isl::manage(H.Step > 0
                          ? isl_map_order_ge(After.release(), isl_dim_out,
                                             Depth - 1, isl_dim_in, Depth - 1)
                          : isl_map_order_le(After.release(), isl_dim_out,
                                             Depth - 1, isl_dim_in, Depth - 1));
  isl::set Later = Fails.apply(After);
  if (Candidates.is_disjoint(Later).is_true())
    return Candidates;
  return Candidates.subtract(Later);
}

llvm::Error LoopDomain::checkBounded(const isl::set &Values) {
  unsigned Last = Inner.depth() - 1;
  isl_bool IsBounded =
      H.Step > 0 ? isl_set_dim_has_upper_bound(Values.get(), isl_dim_set, Last)
                 : isl_set_dim_has_lower_bound(Values.get(), isl_dim_set, Last);
  if (IsBounded == isl_bool_true)
    return llvm::Error::success();
  return R.reject(RejectReason::EndlessLoop, Loc,
                  {H.Iterator->getNameAsString()});
}

/// Everything that the condition observes it observes for the initial value
/// and for each value plus one step; the increment itself must not wrap, but
/// for one in the condition where that ends the loop.
llvm::Error LoopDomain::checkStepping(AffineBuilder &Builder,
                                      const isl::set &Values) {
  unsigned Last = Inner.depth() - 1;
  isl::pw_aff Value = Builder.iterator(Last);
  isl::multi_aff Back = isl::manage(isl_multi_aff_identity(
      isl_space_map_from_set(isl_set_get_space(Base.get()))));
  isl::aff Moved = isl::manage(isl_multi_aff_get_aff(Back.get(), Last))
                       .add_constant(-(long)H.Step);
  Back =
      isl::manage(isl_multi_aff_set_aff(Back.release(), Last, Moved.release()));
  isl::set Next =
      isl::manage(isl_set_preimage_multi_aff(Values.copy(), Back.release()));
  isl::set Initial = Inner.Domain.intersect(Value.eq_set(First));
  QualType Type = H.Iterator->getType();
  bool Wraps = Type->isUnsignedIntegerType() ||
               R.AST.getIntWidth(Type) < R.AST.getIntWidth(R.AST.IntTy);
  if (Wraps && !H.StepInCond)
    Builder.observe(Value, Type, Builder.everywhere());
  bool WasEmpty =
      Values.intersect_params(R.Model.Program.Context).is_empty().is_true();
  if (llvm::Error Why = Builder.discharge(Initial.unite(Next)))
    return Why;
  if (Wraps && H.StepInCond)
    Builder.observe(Value, Type, Builder.everywhere());
  if (llvm::Error Why = Builder.discharge(Values))
    return Why;
  bool IsEmpty =
      Values.intersect_params(R.Model.Program.Context).is_empty().is_true();
  if (IsEmpty && !WasEmpty)
    return Builder.reject(RejectReason::UnsignedWrap, R.typeText(Type));
  return llvm::Error::success();
}

llvm::Expected<Nest> LoopDomain::enter(const Nest &Outer) {
  if (llvm::Error Why = setBase(Outer))
    return std::move(Why);
  const IndexMap Before = R.Point.IndexValues;
  forgetWritten(R, H.Loop);
  setStepped(Before);
  Inner.Domain = Base;
  AffineBuilder Builder(R, Inner, "loop bound", H.Cond);
  if (H.StepInCond)
    R.Notes.Steps.insert(H.StepInCond);
  auto Holds = condition(Builder, H.Cond, Builder.everywhere(),
                         llvm::none_of(H.Body, mayEndBefore));
  if (!Holds)
    return Holds.takeError();
  if (H.TestsLast)
    Holds = Holds->unite(Builder.iterator(Outer.depth()).eq_set(First));
  isl::set Candidates = coalesced(Base.intersect(*Holds));
  isl::set Values = coalesced(withoutLater(Base.subtract(*Holds), Candidates));
  if (llvm::Error Why = checkBounded(Values))
    return std::move(Why);
  if (llvm::Error Why = checkStepping(Builder, Values))
    return std::move(Why);
  if (Values.n_basic_set().release() > limits::LoopValuePieces)
    return R.reject(RejectReason::TooComplex, Loc,
                    {"the loop's values fall into more than " +
                     std::to_string(limits::LoopValuePieces) + " pieces"});
  Inner.Domain = Values;
  return Inner;
}

llvm::Expected<Nest> stevedore::enterLoop(RegionState &R, const Nest &N,
                                          const LoopHeader &H,
                                          SourceLocation Loc) {
  R.Notes.LoopStarts[H.Iterator] = Loc;
  return LoopDomain(R, H, Loc).enter(N);
}

isl::schedule stevedore::insertBand(isl::schedule Body, const LoopHeader &H,
                                    unsigned Depth) {
  if (Body.is_null())
    return Body;
  isl::union_pw_aff Partial;
  isl::set_list Sets = Body.domain().set_list();
  for (unsigned I = 0, E = countOf(Sets.size()); I < E; ++I) {
    isl::set Domain = Sets.at(I);
    isl::pw_aff Value = isl::pw_aff::var_on_domain(
        isl::local_space(Domain.space()), isl::dim::set, Depth);
    if (H.Step < 0)
      Value = Value.neg();
    isl::union_pw_aff Piece(Value.intersect_domain(Domain));
    Partial = Partial.is_null() ? Piece : Partial.union_add(Piece);
  }
  return Body.insert_partial_schedule(isl::multi_union_pw_aff(Partial));
}
