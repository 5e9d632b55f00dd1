//===- IndexFlow.cpp - Values of index variables --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/IndexFlow.h"
#include "Expression/Subscripts.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexVariables.h"
#include "Flow/LoopMemo.h"
#include "Flow/Recurrences.h"
#include "Flow/StatementWalk.h"
#include "State/Unseen.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Leaves no trace of what is tried out while it is alive.
class Trial {
public:
  Trial(RegionState &R)
      : R(R), NumIndexUses(R.Notes.NumIndexUses), WasTrial(R.Point.IsTrial) {
    R.Point.IsTrial = true;
  }
  ~Trial() {
    R.Point.IsTrial = WasTrial;
    R.Notes.NumIndexUses = NumIndexUses;
  }

private:
  RegionState &R;
  unsigned NumIndexUses;
  bool WasTrial;
};

/// Passes statements without modelling them. What it does not know leaves the
/// variables that it may change unknown.
class FlowPass : public StatementWalk {
public:
  FlowPass(RegionState &R) : StatementWalk(R) {}

private:
  llvm::Error branch(const IfStmt *S, const Nest &N) override;
  llvm::Error declaration(const DeclStmt *S, const Nest &N) override;
  llvm::Error expression(const Expr *E, const Nest &N) override;
  llvm::Error other(const Stmt *S, const Nest &) override { return forget(S); }
  llvm::Error unknown(const Stmt *S, const Nest &, llvm::Error Why) override {
    llvm::consumeError(std::move(Why));
    return forget(S);
  }
  /// loopIndices() tells what a loop does.
  llvm::Error inside(const LoopHeader &, const Nest &, const Nest &) override {
    return llvm::Error::success();
  }
  llvm::Error forget(const Stmt *S) {
    forgetWritten(R, S);
    return llvm::Error::success();
  }
};

/// The values of one loop.
class LoopFlow {
public:
  LoopFlow(RegionState &R, const LoopHeader &H, const Nest &N,
           const Nest &Inner, const IndexMap &Before);
  LoopIndices values();

private:
  struct Carried {
    const VarDecl *Var;
    isl::id Start;
    CarriedUse Use;
    std::optional<Recurrence> Effect;
  };
  void takeContext();
  void findCarried();
  bool solveSome();
  bool isKnown(Recurrence &Effect);
  void setStart(Carried &C);
  void setAfter(const Carried &C);
  void setIterator();
  void keepWhatHolds();
  TermSum before(const VarDecl *Var, unsigned Depth) const;
  std::optional<IndexValue> after(const Carried &C, const isl::map &Earlier,
                                  isl::set Points) const;
  std::optional<TermSum> endOf(const VarDecl *Var) const;

  RegionState &R;
  const LoopHeader &H;
  const Nest &N, &Inner;
  const IndexMap &Before;
  /// The iterations, and the values of the iterators around the loop.
  isl::set Iterations, Outside;
  bool IsUp;
  llvm::SmallVector<Carried, 4> Variables;
  LoopIndices Result;
};

} // namespace

llvm::Error FlowPass::branch(const IfStmt *S, const Nest &N) {
  return S->getCond()->HasSideEffects(R.AST) ? forget(S)
                                             : StatementWalk::branch(S, N);
}

llvm::Error FlowPass::declaration(const DeclStmt *S, const Nest &N) {
  for (const Decl *D : S->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    const Expr *Init = Var ? R.Form.initOf(Var) : nullptr;
    if (Init)
      applyEffect(R, indexEffect(R, Init, N, true));
    if (!Var || !R.Form.IndexVariables.contains(Var))
      continue;
    std::optional<IndexValue> Value =
        Init ? indexValue(R, Var, Init, N) : std::nullopt;
    if (Value)
      R.Point.IndexValues[Var] = *Value;
    else
      R.Point.IndexValues.erase(Var);
  }
  return llvm::Error::success();
}

llvm::Error FlowPass::expression(const Expr *E, const Nest &N) {
  const auto *Comma = dyn_cast<BinaryOperator>(withoutWrappers(E));
  if (Comma && Comma->getOpcode() == BO_Comma)
    return sequence({Comma->getLHS(), Comma->getRHS()}, N);
  applyEffect(R, indexEffect(R, E, N));
  return llvm::Error::success();
}

LoopFlow::LoopFlow(RegionState &R, const LoopHeader &H, const Nest &N,
                   const Nest &Inner, const IndexMap &Before)
    : R(R), H(H), N(N), Inner(Inner), Before(Before), IsUp(H.Step > 0) {
  takeContext();
  findCarried();
}

/// A walk over the body may find parameters, and what is known of them.
void LoopFlow::takeContext() {
  Iterations = Inner.Domain.intersect_params(R.Model.Program.Context);
  Outside = N.Domain.intersect_params(R.Model.Program.Context);
}

bool stevedore::isDeclaredIn(const Stmt *S, const VarDecl *D) {
  if (!S)
    return false;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return llvm::is_contained(Declaration->decls(), D);
  return llvm::any_of(
      partsOf(S), [&](const Stmt *Child) { return isDeclaredIn(Child, D); });
}

/// The variables that live longer than an iteration, change in one and are read
/// later. They have the order of their first mention in the loop.
void LoopFlow::findCarried() {
  VariableFacts Facts;
  Facts.scan(H.Loop);
  Result.Start = Before;
  for (const VarDecl *Var : R.Form.IndexVariables) {
    if (!Facts.isWritten(Var) || isDeclaredIn(H.Loop, Var))
      continue;
    Result.Start.erase(Var);
    if (Var == H.Iterator)
      continue;
    CarriedUse Use = carriedUse(R, H.Loop, H.Body, Var);
    if (!Use.IsReadAtStart && !Use.IsReadBehind)
      continue;
    std::string Name =
        "start of " + Var->getNameAsString() + " " + std::to_string(N.depth());
    Variables.push_back(
        {Var, isl::id::alloc(R.Ctx, Name.c_str(), nullptr), Use, std::nullopt});
  }
  llvm::sort(Variables, [&](const Carried &A, const Carried &B) {
    return A.Var->getLocation() < B.Var->getLocation();
  });
  Result.After = Result.Start;
}

/// What \p Var holds before the loop, over \p Depth iterators; empty if it is
/// not known.
TermSum LoopFlow::before(const VarDecl *Var, unsigned Depth) const {
  auto Found = Before.find(Var);
  if (Found == Before.end())
    return {};
  TermSum Result = termsOf(Found->second);
  if (Found->second.Init)
    if (auto Sum = polynomialOf(R, N, Found->second.Init))
      Result = std::move(*Sum);
  for (SubscriptTerm &Term : Result) {
    unsigned Own = countOf(isl_pw_aff_dim(Term.Coefficient.get(), isl_dim_in));
    Term.Coefficient = isl::manage(isl_pw_aff_add_dims(
        Term.Coefficient.release(), isl_dim_in, Depth - Own));
  }
  return Result;
}

/// What the variable of \p C holds at \p Points after the iterations that
/// \p Earlier relates to each; not known if that is no polynomial.
std::optional<IndexValue> LoopFlow::after(const Carried &C,
                                          const isl::map &Earlier,
                                          isl::set Points) const {
  if (!C.Effect->Without.is_null())
    Points =
        coalesced(Points.subtract(Points.intersect_params(C.Effect->Without)));
  TermSum Start = before(C.Var, countOf(Points.tuple_dim()));
  std::optional<TermSum> Sum = productsAfter(*C.Effect, Earlier, Points);
  if (!Sum || (Start.empty() && !Sum->empty()))
    return std::nullopt;
  isl::pw_aff Affine;
  for (SubscriptTerm &Term : Start)
    if (Term.Factors.empty())
      Affine = Term.Coefficient;
  bool IsSum = !Sum->empty() || Start.size() > 1 ||
               (Start.size() == 1 && Affine.is_null());
  if (IsSum && !C.Effect->Set.is_null())
    return std::nullopt;
  if (IsSum && Affine.is_null())
    Affine = isl::pw_aff(Points, isl::val(R.Ctx, 0));
  Affine =
      simplified(valueAfter(*C.Effect, Earlier, Points, Affine, IsUp), Points);
  if (Affine.is_null())
    return std::nullopt;
  if (!IsSum)
    return IndexValue{Affine, nullptr, {}};
  for (SubscriptTerm &Term : Start)
    if (!Term.Factors.empty())
      addTerm(*Sum, std::move(Term));
  addTerm(*Sum, {{}, Affine});
  for (SubscriptTerm &Term : *Sum) {
    Term.Coefficient = simplified(Term.Coefficient, Points);
    if (Term.Coefficient.is_null())
      return std::nullopt;
  }
  return valueOfSum(std::move(*Sum));
}

/// Whether each piece of \p Parameters, { : }, is for negative values of one.
static bool areNegative(const isl::set &Parameters) {
  isl::stat Result = Parameters.foreach_basic_set([](isl::basic_set Piece) {
    isl::set Of(Piece);
    unsigned Count = countOf(Of.dim(isl::dim::param));
    for (unsigned I = 0; I < Count; ++I) {
      isl::set Others =
          isl::manage(isl_set_lower_bound_si(Of.copy(), isl_dim_param, I, 0));
      if (Others.is_empty().is_true())
        return isl::stat::ok();
    }
    return isl::stat::error();
  });
  return Result.is_ok();
}

/// Whether \p Effect is known, for all parameters or for those that are not
/// negative: sizes are none. A run-time condition says so then.
bool LoopFlow::isKnown(Recurrence &Effect) {
  if (Effect.Without.is_null())
    return true;
  if (!areNegative(Effect.Without) ||
      !R.exclude(Iterations.intersect_params(Effect.Without), Iterations,
                 /*Assume=*/true))
    return false;
  takeContext();
  return true;
}

/// Over [o,i], from the iterations before i.
void LoopFlow::setStart(Carried &C) {
  isl::map Earlier = later(Iterations, IsUp)
                         .reverse()
                         .intersect_domain(Iterations)
                         .intersect_range(Iterations);
  if (auto Value = after(C, Earlier, Iterations))
    Result.Start[C.Var] = std::move(*Value);
  else
    C.Effect.reset();
}

/// Over [o], from all iterations.
void LoopFlow::setAfter(const Carried &C) {
  isl::map All = isl::manage(isl_map_reverse(isl_map_project_out(
      isl_set_identity(Iterations.copy()), isl_dim_out, N.depth(), 1)));
  if (auto Value = after(C, All, Outside))
    Result.After[C.Var] = std::move(*Value);
}

/// The iterator has the value after its last one, or its first value. A step in
/// the condition is also taken where the loop is not entered, and may wrap
/// around at its end.
void LoopFlow::setIterator() {
  if (!R.Form.IndexVariables.contains(H.Iterator) ||
      isDeclaredIn(H.Loop, H.Iterator))
    return;
  bool MayWrap =
      !H.Iterator->getType()->isSignedIntegerType() ||
      R.AST.getIntWidth(H.Iterator->getType()) < R.AST.getIntWidth(R.AST.IntTy);
  if (H.StepInCond && MayWrap)
    return;
  R.Point.IndexValues = Before;
  std::optional<isl::pw_aff> First;
  {
    Trial Alone(R);
    First = valueIfAffine(R, N, H.Init);
  }
  isl::map Values =
      isl::manage(isl_map_move_dims(isl_map_from_range(Iterations.copy()),
                                    isl_dim_in, 0, isl_dim_out, 0, N.depth()));
  isl::pw_aff Last = IsUp ? Values.dim_max(0) : Values.dim_min(0);
  isl::pw_aff Value = Last.add_constant(isl::val(R.Ctx, (long)H.Step));
  if (First && H.StepInCond)
    First = First->add_constant(isl::val(R.Ctx, (long)H.Step));
  if (First)
    Value = Value.union_add(
        inNest(*First, N).intersect_domain(Outside.subtract(Values.domain())));
  Value = simplified(Value, Outside);
  if (!Value.is_null())
    Result.After[H.Iterator] = {Value, nullptr, {}};
}

/// What \p Var holds at the end of an iteration, at this point of the walk;
/// defined for iterations alone.
std::optional<TermSum> LoopFlow::endOf(const VarDecl *Var) const {
  auto End = R.Point.IndexValues.find(Var);
  if (End == R.Point.IndexValues.end())
    return std::nullopt;
  TermSum Result = termsOf(End->second);
  if (Result.empty())
    return std::nullopt;
  for (SubscriptTerm &Term : Result)
    Term.Coefficient = inNest(Term.Coefficient, Inner);
  return Result;
}

/// Finds closed forms with those that are already known; true if there is a new
/// one.
bool LoopFlow::solveSome() {
  llvm::SmallVector<isl::id, 4> Unknown;
  R.Point.IndexValues = Result.Start;
  for (const Carried &C : Variables)
    if (!C.Effect) {
      Unknown.push_back(C.Start);
      R.Point.IndexValues[C.Var] = {
          isl::pw_aff::param_on_domain(isl::set::universe(Iterations.space()),
                                       C.Start),
          nullptr,
          {}};
    }
  if (Unknown.empty())
    return false;
  {
    Trial Alone(R);
    llvm::cantFail(FlowPass(R).iteration(H, Inner));
  }
  takeContext();
  auto KeyOf = [&](const isl::pw_aff &Factor) -> std::string {
    std::string Text =
        R.isOfParameters(Factor) ? valueText(Factor, R.Model.Source) : "";
    return Text.empty() ? "" : factorKey(R.Notes.Factors, Factor, Text);
  };
  bool IsNew = false;
  for (Carried &C : Variables) {
    std::optional<TermSum> End = endOf(C.Var);
    if (C.Effect || !End)
      continue;
    C.Effect = recurrenceOf(*End, Iterations, C.Start, Unknown, KeyOf);
    if (C.Effect && !isKnown(*C.Effect))
      C.Effect.reset();
    TermSum Entered = before(C.Var, N.depth() + 1);
    if (!C.Effect)
      C.Effect = settled(*End, Iterations, C.Start, Unknown, Entered, IsUp);
    if (!C.Effect)
      C.Effect = turning(*End, Iterations, C.Start, Unknown, Entered);
    if (C.Effect && C.Use.IsReadAtStart)
      setStart(C);
    IsNew |= C.Effect.has_value();
  }
  return IsNew;
}

/// Drops the closed form of each variable that has no value at the end of some
/// iteration, since an assignment on the way may wrap around, until all that
/// are left have one without those that are dropped.
void LoopFlow::keepWhatHolds() {
  for (bool IsChanged = true; IsChanged;) {
    R.Point.IndexValues = Result.Start;
    llvm::cantFail(FlowPass(R).iteration(H, Inner));
    takeContext();
    IsChanged = false;
    for (Carried &C : Variables) {
      std::optional<TermSum> End = endOf(C.Var);
      if (!C.Effect ||
          (End && llvm::all_of(*End, [&](SubscriptTerm &Term) {
             return Iterations.is_subset(Term.Coefficient.domain()).is_true();
           })))
        continue;
      C.Effect.reset();
      Result.Start.erase(C.Var);
      IsChanged = true;
    }
  }
}

/// Nothing is tried where isl computes no more: loops in each other would be
/// passed as often as there are, and for nothing.
LoopIndices LoopFlow::values() {
  if (isl_ctx_last_error(R.Ctx.get()) != isl_error_none)
    return std::move(Result);
  bool IsChanged = true;
  for (size_t I = 0; I < Variables.size() && IsChanged; ++I)
    IsChanged = solveSome();
  bool IsSolved = llvm::any_of(
      Variables, [](const Carried &C) { return C.Effect.has_value(); });
  if (IsSolved && !R.Point.IsTrial)
    keepWhatHolds();
  for (const Carried &C : Variables)
    if (C.Effect && C.Use.IsReadBehind)
      setAfter(C);
    else if (!C.Effect && !R.Point.IsTrial)
      R.Notes.NotCarried.insert(C.Var);
  setIterator();
  return std::move(Result);
}

LoopIndices stevedore::loopIndices(RegionState &R, const LoopHeader &H,
                                   const Nest &N, const Nest &Inner,
                                   const IndexMap &Before) {
  if (!R.Notes.Loops)
    R.Notes.Loops = std::make_shared<LoopMemo>();
  LoopQuestion Question(R, H, N, Inner, Before);
  if (const LoopIndices *Known = R.Notes.Loops->find(Question))
    return *Known;
  LoopIndices Result = LoopFlow(R, H, N, Inner, Before).values();
  R.Notes.Loops->Answers.emplace_back(std::move(Question), Result);
  return Result;
}
