//===- Lift.cpp - A convex piece without divisions ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scanner.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Redundancy.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"
#include <numeric>

namespace stevedore {
namespace lower {

/// Turns \p Form, whose first variables are the parameters, from what they
/// count to the parameters themselves, times the number that is returned.
int64_t Scanner::uncount(AffineForm &Form) const {
  int64_t Multiple = 1;
  for (unsigned K = 0; K < Steps.size(); ++K) {
    int64_t Step = Steps[K].Step;
    Readable &= Multiple <= limits::StartNumber && Step <= limits::StartNumber;
    if (!Readable)
      return 1;
    Multiple = std::lcm(Multiple, Step / std::gcd(Step, Form.Coefficients[K]));
  }
  auto multiply = [&](int64_t &V, int64_t By) {
    Readable &= !llvm::MulOverflow(V, By, V);
  };
  for (int64_t &Coefficient : Form.Coefficients)
    multiply(Coefficient, Multiple);
  multiply(Form.Constant, Multiple);
  for (unsigned K = 0; K < Steps.size() && Readable; ++K) {
    Form.Coefficients[K] /= Steps[K].Step;
    int64_t Offset = Form.Coefficients[K];
    multiply(Offset, Steps[K].Start);
    Readable &= !llvm::SubOverflow(Form.Constant, Offset, Form.Constant);
  }
  return Readable ? Multiple : 1;
}

/// Reads the definitions of the divisions; false if one is not known.
bool Scanner::readDivisions() {
  unsigned Parameters = dimensions(Piece, isl_dim_param);
  unsigned Rank = dimensions(Piece, isl_dim_set);
  unsigned Count = dimensions(Piece, isl_dim_div);
  for (unsigned I = 0; I < Count; ++I) {
    isl::aff A = isl::manage(isl_basic_set_get_div(Piece.get(), I));
    std::optional<RationalForm> Value;
    if (!A.is_null())
      Value = toRationalForm(
          A,
          {{isl_dim_param, Parameters}, {isl_dim_in, Rank}, {isl_dim_div, I}});
    if (!Value)
      return false;
    Readable &= !llvm::MulOverflow(Value->Denominator, uncount(*Value),
                                   Value->Denominator);
    std::vector<int64_t> &Factors = Value->Coefficients;
    Factors.resize(Parameters + Rank + Count, 0);
    Division D = {*Value};
    for (unsigned K = 0; K < Rank; ++K)
      if (Factors[Parameters + K] != 0)
        D.Depth = K + 1;
    for (unsigned K = 0; K < I; ++K)
      if (Factors[Parameters + Rank + K] != 0)
        D.Depth = std::max(D.Depth, Divisions[K].Depth);
    Divisions.push_back(std::move(D));
  }
  return true;
}

/// Each division directly after the last coordinate that it needs.
void Scanner::order() {
  unsigned Rank = dimensions(Piece, isl_dim_set);
  Place.resize(Rank + Divisions.size());
  auto append = [&](unsigned What) {
    Place[What] = Order.size();
    Order.push_back(What);
  };
  for (unsigned Depth = 0; Depth <= Rank; ++Depth) {
    if (Depth > 0)
      append(Depth - 1);
    for (unsigned K = 0; K < Divisions.size(); ++K)
      if (Divisions[K].Depth == Depth)
        append(Rank + K);
  }
}

/// e - m q >= 0, or with \p Upper m q + m - 1 - e >= 0, for division
/// \p Number, q = floor(e / m).
isl::constraint Scanner::define(unsigned Number, bool Upper) const {
  const RationalForm &D = Divisions[Number].Value;
  unsigned Parameters = dimensions(Piece, isl_dim_param);
  unsigned Rank = dimensions(Piece, isl_dim_set);
  int64_t Sign = Upper ? -1 : 1;
  auto value = [&](int64_t V) {
    return isl_val_int_from_si(Piece.ctx().get(), V);
  };
  isl_constraint *C = isl_constraint_alloc_inequality(
      isl_local_space_from_space(isl_basic_set_get_space(Lifted.get())));
  auto set = [&](isl_dim_type Type, unsigned At, int64_t Value) {
    C = isl_constraint_set_coefficient_val(C, Type, At, value(Sign * Value));
  };
  for (unsigned K = 0; K < Parameters; ++K)
    set(isl_dim_param, K, D.Coefficients[K]);
  for (unsigned K = 0; K < Place.size(); ++K)
    set(isl_dim_set, Place[K], D.Coefficients[Parameters + K]);
  set(isl_dim_set, Place[Rank + Number], -D.Denominator);
  int64_t Constant = Sign * D.Constant + (Upper ? D.Denominator - 1 : 0);
  return isl::manage(isl_constraint_set_constant_val(C, value(Constant)));
}

bool involves(const isl::constraint &C, unsigned First, unsigned Count) {
  return isl_constraint_involves_dims(C.get(), isl_dim_set, First, Count) !=
         isl_bool_false;
}

/// \p C, on the parameters alone and on what they count, on the parameters
/// themselves.
isl::constraint Scanner::uncounted(const isl::constraint &C) const {
  auto Row = toAffineConstraint(
      C, {{isl_dim_param, dimensions(Piece, isl_dim_param)}});
  isl_local_space *Space = isl_local_space_from_space(
      isl_space_params(isl_basic_set_get_space(Piece.get())));
  isl_constraint *Result = isl_constraint_is_equality(C.get()) == isl_bool_true
                               ? isl_constraint_alloc_equality(Space)
                               : isl_constraint_alloc_inequality(Space);
  Readable &= Row.has_value();
  if (!Row)
    return isl::manage(Result);
  uncount(Row->Form);
  auto value = [&](int64_t V) {
    return isl_val_int_from_si(Piece.ctx().get(), V);
  };
  for (unsigned K = 0; K < Row->Form.Coefficients.size(); ++K)
    Result = isl_constraint_set_coefficient_val(
        Result, isl_dim_param, K, value(Row->Form.Coefficients[K]));
  return isl::manage(
      isl_constraint_set_constant_val(Result, value(Row->Form.Constant)));
}

/// Rewrites the piece over Order, and \p Context into the same space.
void Scanner::lift(const isl::basic_set &Context) {
  isl_space *Space = isl_space_set_alloc(Piece.ctx().get(), 0, Order.size());
  Space = isl_space_align_params(Space, isl_basic_set_get_space(Piece.get()));
  Space = isl_space_align_params(Space, isl_basic_set_get_space(Context.get()));
  Lifted = isl::manage(isl_basic_set_universe(Space));
  for (const isl::constraint &From : constraintsOf(Piece)) {
    isl_local_space *Local =
        isl_local_space_from_space(isl_basic_set_get_space(Lifted.get()));
    isl_constraint *To = isl_constraint_is_equality(From.get()) == isl_bool_true
                             ? isl_constraint_alloc_equality(Local)
                             : isl_constraint_alloc_inequality(Local);
    unsigned Parameters = dimensions(Piece, isl_dim_param);
    unsigned Rank = dimensions(Piece, isl_dim_set);
    unsigned Count = Divisions.size();
    auto Row = toAffineConstraint(From, {{isl_dim_param, Parameters},
                                         {isl_dim_set, Rank},
                                         {isl_dim_div, Count}});
    Readable &= Row.has_value();
    if (!Row)
      Row.emplace().Form.Coefficients.resize(Parameters + Rank + Count);
    uncount(Row->Form);
    auto set = [&](isl_dim_type Type, unsigned At, unsigned Variable) {
      To = isl_constraint_set_coefficient_val(
          To, Type, At,
          isl_val_int_from_si(Piece.ctx().get(),
                              Row->Form.Coefficients[Variable]));
    };
    for (unsigned K = 0; K < Parameters; ++K)
      set(isl_dim_param, K, K);
    for (unsigned K = 0; K < Place.size(); ++K)
      set(isl_dim_set, Place[K], Parameters + K);
    To = isl_constraint_set_constant_val(
        To, isl_val_int_from_si(Piece.ctx().get(), Row->Form.Constant));
    Lifted = isl::manage(isl_basic_set_add_constraint(Lifted.release(), To));
  }
  for (unsigned K = 0; K < Divisions.size(); ++K)
    for (bool Upper : {false, true}) {
      isl_constraint *Defined = define(K, Upper).release();
      Lifted =
          isl::manage(isl_basic_set_add_constraint(Lifted.release(), Defined));
    }
  isl_basic_set *Where = isl_basic_set_universe(
      isl_space_params(isl_basic_set_get_space(Piece.get())));
  isl::basic_set Same = isl::manage(isl_basic_set_align_params(
      Context.copy(), isl_basic_set_get_space(Where)));
  for (const isl::constraint &C : constraintsOf(Same))
    if (isl_constraint_involves_dims(C.get(), isl_dim_div, 0,
                                     dimensions(Same, isl_dim_div)) ==
        isl_bool_false)
      Where = isl_basic_set_add_constraint(Where, uncounted(C).release());
  Same = isl::manage(Where);
  for (const isl::constraint &C : constraintsOf(Same))
    Known.push_back(row(C));
  simplify(Same);
  Values.resize(Order.size());
}

/// \p C over the parameters and the dimensions of Lifted, of which it may have
/// none.
AffineConstraint Scanner::row(const isl::constraint &C) const {
  unsigned Parameters = dimensions(Lifted, isl_dim_param);
  unsigned Size = Order.size();
  auto Result =
      toAffineConstraint(C, {{isl_dim_param, Parameters}, {isl_dim_set, Size}});
  Readable &= Result.has_value();
  if (!Result)
    Result.emplace().Form.Coefficients.resize(Parameters + Size);
  return *Result;
}

/// Whether \p R is one of the known constraints, or follows from one by its
/// constant.
bool Scanner::isKnown(const AffineConstraint &R) const {
  return llvm::any_of(
      Known, [&](const AffineConstraint &K) { return K.plainlyImplies(R); });
}

static bool any(const isl::constraint &) { return true; }

/// What \p S says beyond what is known, of those constraints that are
/// \p Asked for. Long constraints are taken out before short ones.
std::vector<isl::constraint> Scanner::remaining(
    const isl::basic_set &S,
    llvm::function_ref<bool(const isl::constraint &)> Asked) const {
  struct Candidate {
    isl::constraint C;
    unsigned Number, Size;
    bool Kept = true;
  };
  RedundancyTest System(dimensions(Lifted, isl_dim_param) + Order.size());
  std::vector<Candidate> Candidates;
  for (const isl::constraint &C : constraintsOf(S))
    if (AffineConstraint R = row(C); !isKnown(R)) {
      unsigned Number = System.add(R);
      if (Asked(C))
        Candidates.push_back({C, Number, R.Form.numTerms()});
    }
  if (Candidates.empty())
    return {};
  for (const AffineConstraint &R : Known)
    System.add(R);
  std::vector<Candidate *> Longest;
  for (Candidate &C : Candidates)
    Longest.push_back(&C);
  llvm::stable_sort(Longest, [](const Candidate *A, const Candidate *B) {
    return A->Size > B->Size;
  });
  for (Candidate *C : Longest)
    C->Kept = !System.removeIfImplied(C->Number);
  std::vector<isl::constraint> Result;
  for (const Candidate &C : Candidates)
    if (C.Kept)
      Result.push_back(C.C);
  return Result;
}

/// Simplifies Lifted once where \p Context holds, which is among what is known.
/// isl finds the equalities that hold on integers, and with divisions, of which
/// it knows more, also what else is implied, in twice the time.
void Scanner::simplify(const isl::basic_set &Context) {
  isl::basic_set Where = isl::manage(isl_basic_set_intersect_params(
      isl_basic_set_universe(isl_basic_set_get_space(Lifted.get())),
      Context.copy()));
  if (!Divisions.empty()) {
    isl::basic_set Simpler =
        isl::manage(isl_basic_set_gist(Lifted.copy(), Where.release()));
    if (Simpler.is_null() || dimensions(Simpler, isl_dim_div) == 0)
      Lifted = Simpler;
    return;
  }
  isl::basic_set Hull(Lifted.intersect(Where).affine_hull());
  if (dimensions(Hull, isl_dim_div) == 0)
    Lifted = Lifted.intersect(Hull);
  isl_basic_set *Rest =
      isl_basic_set_universe(isl_basic_set_get_space(Lifted.get()));
  for (const isl::constraint &C : remaining(Lifted, any))
    Rest = isl_basic_set_add_constraint(Rest, C.copy());
  Lifted = isl::manage(Rest);
}

} // namespace lower
} // namespace stevedore
