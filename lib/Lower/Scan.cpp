//===- Scan.cpp - The loops over one convex piece -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scan.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Redundancy.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

namespace stevedore {
namespace lower {

namespace {

/// floor(Value), a division of the piece, over its parameters, coordinates and
/// divisions.
struct Division {
  RationalForm Value;
  /// The number of coordinates that must be known before it.
  unsigned Depth = 0;
};

/// Elimination over one piece. The piece is rewritten into a set without
/// divisions, whose dimensions are the coordinates and the divisions in the
/// order in which they become known.
class Scanner {
public:
  Scanner(const isl::basic_set &Piece, const Names &N) : Piece(Piece), N(N) {}
  bool readDivisions();
  void order();
  void lift(const isl::basic_set &Context);
  bool levels(const std::vector<std::string> &Counters,
              llvm::function_ref<std::string()> Fresh, Scan &Result);
  bool failed() const { return Lifted.is_null(); }
  /// False if some number was no machine integer.
  bool isReadable() const { return Readable; }

private:
  void simplify(const isl::basic_set &Context);
  isl::constraint define(unsigned Number, bool Upper) const;
  std::vector<isl::constraint>
  remaining(const isl::basic_set &S,
            llvm::function_ref<bool(const isl::constraint &)> Asked) const;
  int64_t number(isl_val *V) const;
  AffineConstraint row(const isl::constraint &C) const;
  bool isKnown(const AffineConstraint &R) const;
  Affine linear(const isl::constraint &C, int Without) const;
  Affine numerator(const Division &D) const;
  Expr condition(const isl::constraint &C) const;
  Affine rounded(const Affine &Rest, int64_t Divisor) const;
  void coordinate(unsigned At, const isl::basic_set &Projection,
                  ScanLevel &Level);
  void division(unsigned At, const isl::basic_set &Projection,
                ScanLevel &Level);

  isl::basic_set Piece;
  const Names &N;
  std::vector<Division> Divisions;
  /// For each dimension of Lifted: a coordinate's number, or the number of
  /// coordinates plus a division's.
  std::vector<unsigned> Order;
  /// Where coordinates and divisions are in Lifted.
  std::vector<unsigned> Place;
  isl::basic_set Lifted;
  /// What holds where the next level is printed.
  std::vector<AffineConstraint> Known;
  /// The value of each dimension of Lifted that is known so far.
  std::vector<Affine> Values;
  mutable bool Readable = true;
};

} // namespace

/// The number \p V, which it takes over.
int64_t Scanner::number(isl_val *V) const {
  std::optional<int64_t> Number = toInt64(V);
  Readable &= Number.has_value();
  return Number.value_or(0);
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

/// Whether \p C has one of \p Count dimensions from \p First on.
static bool involves(const isl::constraint &C, unsigned First,
                     unsigned Count) {
  return isl_constraint_involves_dims(C.get(), isl_dim_set, First, Count) !=
         isl_bool_false;
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
    auto move = [&](isl_dim_type Type, unsigned At, isl_dim_type NewType,
                    unsigned NewAt) {
      To = isl_constraint_set_coefficient_val(
          To, NewType, NewAt,
          isl_constraint_get_coefficient_val(From.get(), Type, At));
    };
    unsigned Rank = dimensions(Piece, isl_dim_set);
    for (unsigned K = 0; K < dimensions(Piece, isl_dim_param); ++K)
      move(isl_dim_param, K, isl_dim_param, K);
    for (unsigned K = 0; K < Rank; ++K)
      move(isl_dim_set, K, isl_dim_set, Place[K]);
    for (unsigned K = 0; K < Divisions.size(); ++K)
      move(isl_dim_div, K, isl_dim_set, Place[Rank + K]);
    To = isl_constraint_set_constant_val(
        To, isl_constraint_get_constant_val(From.get()));
    Lifted = isl::manage(isl_basic_set_add_constraint(Lifted.release(), To));
  }
  for (unsigned K = 0; K < Divisions.size(); ++K)
    for (bool Upper : {false, true})
      Lifted = isl::manage(isl_basic_set_add_constraint(
          Lifted.release(), define(K, Upper).release()));
  isl::basic_set Same = isl::manage(isl_basic_set_align_params(
      Context.copy(), isl_basic_set_get_space(Lifted.get())));
  for (const isl::constraint &C : constraintsOf(Same))
    if (isl_constraint_involves_dims(C.get(), isl_dim_div, 0,
                                     dimensions(Same, isl_dim_div)) ==
        isl_bool_false)
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

/// The left side of \p C, an affine expression compared with 0, without
/// dimension \p Without.
Affine Scanner::linear(const isl::constraint &C, int Without) const {
  Affine Result(number(isl_constraint_get_constant_val(C.get())));
  for (unsigned K = 0; K < dimensions(Lifted, isl_dim_param); ++K) {
    int64_t Factor =
        number(isl_constraint_get_coefficient_val(C.get(), isl_dim_param, K));
    if (Factor != 0)
      Result.add(named(isl_basic_set_get_dim_name(Lifted.get(), isl_dim_param,
                                                  K),
                       N),
                 Factor);
  }
  for (unsigned K = 0; K < Order.size(); ++K) {
    int64_t Factor =
        number(isl_constraint_get_coefficient_val(C.get(), isl_dim_set, K));
    if (Factor != 0 && int(K) != Without)
      Result.add(Values[K], Factor);
  }
  return Result;
}

Affine Scanner::numerator(const Division &D) const {
  const AffineForm &Form = D.Value;
  unsigned Parameters = dimensions(Piece, isl_dim_param);
  Affine Result(Form.Constant);
  for (unsigned K = 0; K < Parameters; ++K)
    if (Form.Coefficients[K] != 0)
      Result.add(
          named(isl_basic_set_get_dim_name(Piece.get(), isl_dim_param, K), N),
          Form.Coefficients[K]);
  for (unsigned K = 0; K < Place.size(); ++K)
    if (Form.Coefficients[Parameters + K] != 0)
      Result.add(Values[Place[K]], Form.Coefficients[Parameters + K]);
  return Result;
}

Expr Scanner::condition(const isl::constraint &C) const {
  bool Equality = isl_constraint_is_equality(C.get()) == isl_bool_true;
  auto [Positive, Negative] = linear(C, -1).sides();
  return compare(Equality ? Expr::Equal : Expr::GreaterEqual, Positive.expr(),
                 Negative.expr());
}

/// floor(\p Rest / \p Divisor)
Affine Scanner::rounded(const Affine &Rest, int64_t Divisor) const {
  if (Divisor == 1)
    return Rest;
  return Affine::atom(Expr::make(Expr::FloorDiv, {Rest.expr(), Divisor}));
}

/// The bounds of the coordinate at dimension \p At, given its projection: the
/// piece without what is deeper.
void Scanner::coordinate(unsigned At, const isl::basic_set &Projection,
                         ScanLevel &Level) {
  auto InvolvesAt = [&](const isl::constraint &C) {
    return involves(C, At, 1);
  };
  std::vector<isl::constraint> Rows = remaining(Projection, InvolvesAt);
  auto factor = [&](const isl::constraint &C) {
    return number(isl_constraint_get_coefficient_val(C.get(), isl_dim_set, At));
  };
  Values[At] = Affine::name(Level.Name);
  for (const isl::constraint &C : Rows)
    if (isl_constraint_is_equality(C.get()) == isl_bool_true &&
        std::abs(factor(C)) == 1 && !Level.Value) {
      Level.Value = Affine().add(linear(C, At), -factor(C));
      Values[At] = *Level.Value;
    }
  for (const isl::constraint &C : Rows) {
    Known.push_back(row(C));
    int64_t Factor = factor(C);
    bool Equality = isl_constraint_is_equality(C.get()) == isl_bool_true;
    if (Level.Value) {
      if (!linear(C, -1).isZero())
        Level.Conditions.push_back(condition(C));
      continue;
    }
    Affine Rest = linear(C, At);
    if (Equality && Factor < 0) {
      Rest = Affine().add(Rest, -1);
      Factor = -Factor;
    }
    if (Factor > 0)
      Level.Lower.push_back(Affine().add(rounded(Rest, Factor), -1));
    if (Equality)
      Level.Upper.push_back(rounded(Affine().add(Rest, -1), Factor));
    if (Factor < 0)
      Level.Upper.push_back(rounded(Rest, -Factor));
  }
}

/// The division at dimension \p At, and what must hold of it.
void Scanner::division(unsigned At, const isl::basic_set &Projection,
                       ScanLevel &Level) {
  unsigned Number = Order[At] - dimensions(Piece, isl_dim_set);
  const Division &D = Divisions[Number];
  Level.IsDivision = true;
  Level.Value = rounded(numerator(D), D.Value.Denominator);
  Values[At] = Affine::name(Level.Name);
  Known.push_back(row(define(Number, false)));
  Known.push_back(row(define(Number, true)));
  auto InvolvesAt = [&](const isl::constraint &C) {
    return involves(C, At, 1);
  };
  for (const isl::constraint &C : remaining(Projection, InvolvesAt)) {
    Known.push_back(row(C));
    Level.Conditions.push_back(condition(C));
  }
}

/// \p S with dimension \p At eliminated over the rationals: isl's elimination
/// leaves an existential variable where that is not exact, which is eliminated
/// in turn.
static isl::basic_set withoutDimension(const isl::basic_set &S, unsigned At) {
  isl_basic_set *Result =
      isl_basic_set_eliminate(S.copy(), isl_dim_set, At, 1);
  return isl::manage(isl_basic_set_remove_redundancies(
      isl_basic_set_remove_divs(Result)));
}

/// Fills \p Result; false if a coordinate has no bound.
bool Scanner::levels(const std::vector<std::string> &Counters,
                     llvm::function_ref<std::string()> Fresh, Scan &Result) {
  std::vector<isl::basic_set> Projections = {Lifted};
  for (unsigned K = Order.size(); K-- > 1;)
    Projections.push_back(withoutDimension(Projections.back(), K));
  auto HasNoDimension = [&](const isl::constraint &C) {
    return !involves(C, 0, Order.size());
  };
  for (const isl::constraint &C : remaining(Lifted, HasNoDimension)) {
    Known.push_back(row(C));
    Result.Guard.push_back(condition(C));
  }
  unsigned Rank = dimensions(Piece, isl_dim_set);
  for (unsigned At = 0; At < Order.size(); ++At) {
    const isl::basic_set &Projection = Projections[Order.size() - 1 - At];
    ScanLevel Level;
    if (Order[At] < Rank) {
      Level.Name = Counters[Order[At]];
      coordinate(At, Projection, Level);
      if (Level.isLoop() && (Level.Lower.empty() || Level.Upper.empty()))
        return false;
    } else {
      Level.Name = Fresh();
      division(At, Projection, Level);
    }
    Result.Levels.push_back(std::move(Level));
  }
  for (const isl::constraint &C : remaining(Lifted, any))
    (Result.Levels.empty() ? Result.Guard : Result.Levels.back().Conditions)
        .push_back(condition(C));
  for (unsigned K = 0; K < Rank; ++K)
    Result.Coordinates.push_back(Values[Place[K]]);
  return true;
}

llvm::Expected<std::optional<Scan>>
scanPiece(const isl::basic_set &Piece, const isl::basic_set &Context,
          const std::vector<std::string> &Counters, const Names &N,
          llvm::function_ref<std::string()> Fresh) {
  isl_space *Space = isl_basic_set_get_space(Context.get());
  isl_basic_set *Aligned =
      isl_basic_set_align_params(Piece.copy(), Space);
  Scanner S(isl::manage(Aligned), N);
  if (!S.readDivisions())
    return std::nullopt;
  S.order();
  S.lift(Context);
  Scan Result;
  bool Bounded = S.levels(Counters, Fresh, Result);
  if (S.failed())
    return islError(Context.ctx().get(), "the loops over a convex piece");
  if (!Bounded || !S.isReadable())
    return std::nullopt;
  dropUnusedDivisions(Result);
  return Result;
}

} // namespace lower
} // namespace stevedore
