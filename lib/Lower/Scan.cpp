//===- Scan.cpp - The loops over one convex piece -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scanner.h"
#include "Walk.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Redundancy.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

namespace stevedore {
namespace lower {

Affine extreme(const std::vector<Affine> &Bounds, Expr::Kind K) {
  if (Bounds.size() == 1)
    return Bounds.front();
  return Affine::atom(Expr::make(K, expressions(Bounds)));
}

/// The number \p V, which it takes over.
int64_t Scanner::number(isl_val *V) const {
  std::optional<int64_t> Number = toInt64(V);
  Readable &= Number.has_value();
  return Number.value_or(0);
}

/// The left side of \p C, an affine expression compared with 0, without
/// dimension \p Without.
Affine Scanner::linear(const isl::constraint &C, int Without) const {
  AffineForm Form = row(C).Form;
  if (Without >= 0)
    Form.Coefficients[Form.Coefficients.size() - Order.size() + Without] = 0;
  return inNames(Form);
}

/// \p Form, over the parameters and the dimensions of Lifted, in terms of the
/// names of the levels.
Affine Scanner::inNames(const AffineForm &Form) const {
  unsigned Parameters = Form.Coefficients.size() - Order.size();
  Affine Result(Form.Constant);
  for (unsigned K = 0; K < Form.Coefficients.size(); ++K)
    if (int64_t Factor = Form.Coefficients[K])
      Result.add(K < Parameters ? named(isl_basic_set_get_dim_name(
                                            Lifted.get(), isl_dim_param, K),
                                        N)
                                : Values[K - Parameters],
                 Factor);
  return Result;
}

/// \p Form, over the parameters and the dimensions of the piece, over those of
/// Lifted.
AffineForm Scanner::placed(const AffineForm &Form) const {
  unsigned Parameters = dimensions(Piece, isl_dim_param);
  AffineForm Result;
  Result.Constant = Form.Constant;
  Result.Coefficients.resize(Parameters + Order.size());
  for (unsigned K = 0; K < Form.Coefficients.size(); ++K)
    Result
        .Coefficients[K < Parameters ? K : Parameters + Place[K - Parameters]] =
        Form.Coefficients[K];
  return Result;
}

Affine Scanner::numerator(const Division &D) const {
  return inNames(placed(D.Value));
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

/// Whether \p C follows from what is known.
bool Scanner::followsFromKnown(const AffineConstraint &C) const {
  RedundancyTest System(dimensions(Lifted, isl_dim_param) + Order.size());
  unsigned Number = System.add(C);
  for (const AffineConstraint &R : Known)
    System.add(R);
  return System.removeIfImplied(Number);
}

/// Whether the bounds that \p Rows are for dimension \p At have a number
/// between them for sure.
bool Scanner::runsAlways(llvm::ArrayRef<isl::constraint> Rows,
                         unsigned At) const {
  unsigned Variable = dimensions(Lifted, isl_dim_param) + At;
  std::vector<AffineForm> Lower, Upper;
  for (const isl::constraint &C : Rows) {
    AffineConstraint R = row(C);
    int64_t Factor = R.Form.Coefficients[Variable];
    if (R.IsEquality || std::abs(Factor) != 1)
      return false;
    (Factor > 0 ? Lower : Upper).push_back(std::move(R.Form));
  }
  for (const AffineForm &From : Lower)
    for (const AffineForm &To : Upper) {
      AffineConstraint Between;
      Between.Form = From;
      if (!Between.Form.add(To, 1))
        return false;
      if (!followsFromKnown(Between))
        return false;
    }
  return true;
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
  Level.IsNeverEmpty = runsAlways(Rows, At);
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

/// Whether \p C says that what the division \p D at dimension \p At rounds is a
/// multiple of its divisor, and \p Loop counts with that step then.
bool Scanner::isStep(const isl::constraint &C, unsigned At, const Division &D,
                     ScanLevel &Loop) const {
  int64_t Divisor = D.Value.Denominator,
          Factor = number(
              isl_constraint_get_coefficient_val(C.get(), isl_dim_set, At));
  Affine Value = numerator(D);
  int64_t Sign = Value.coefficient(Loop.Name);
  if (isl_constraint_is_equality(C.get()) != isl_bool_true ||
      std::abs(Factor) != Divisor || std::abs(Sign) != 1 || Divisor < 2 ||
      Loop.Step != 1 || Value.hides(Loop.Name) ||
      !linear(C, At).add(Value, Factor > 0 ? 1 : -1).isZero())
    return false;
  Loop.Step = Divisor;
  Loop.Residue = Affine().add(Value.without(Loop.Name), Sign);
  return true;
}

/// The division at dimension \p At, and what must hold of it. \p Loop is the
/// level around it where that is a loop, else null.
void Scanner::division(unsigned At, const isl::basic_set &Projection,
                       ScanLevel &Level, ScanLevel *Loop) {
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
    if (!Loop || !isStep(C, At, D, *Loop))
      Level.Conditions.push_back(condition(C));
  }
}

/// \p S with dimension \p At eliminated over the rationals: isl's elimination
/// leaves an existential variable where that is not exact, which is eliminated
/// in turn.
static isl::basic_set withoutDimension(const isl::basic_set &S, unsigned At) {
  isl_basic_set *Result = isl_basic_set_eliminate(S.copy(), isl_dim_set, At, 1);
  return isl::manage(
      isl_basic_set_remove_redundancies(isl_basic_set_remove_divs(Result)));
}

/// Whether every bound of the first dimension of \p S on one side has a tile
/// size: a loop over it grows with that, however small the problem is.
bool Scanner::growsWithTiles(const isl::basic_set &S) const {
  bool HasOther[2] = {false, false};
  for (const isl::constraint &C : constraintsOf(S)) {
    AffineConstraint R = row(C);
    int64_t Factor = R.Form.Coefficients[Steps.size()];
    if (Factor == 0)
      continue;
    if (R.IsEquality)
      return false;
    HasOther[Factor > 0] |=
        llvm::none_of(llvm::seq<size_t>(0, Steps.size()), [&](size_t P) {
          return R.Form.Coefficients[P] != 0 && IsTileSize[P];
        });
  }
  return !HasOther[0] || !HasOther[1];
}

/// What \p S says of the parameters without its first dimension.
static isl::basic_set withoutFirst(const isl::basic_set &S, unsigned Count) {
  isl::basic_set Result =
      isl::manage(isl_basic_set_drop_constraints_involving_dims(
          S.copy(), isl_dim_set, 0, 1));
  for (unsigned K = Count; K-- > 1;)
    Result = withoutDimension(Result, K);
  return Result;
}

/// What must hold of the parameters, those of \p S, beyond what is known.
void Scanner::guard(const isl::basic_set &S, Scan &Result) {
  auto HasNoDimension = [&](const isl::constraint &C) {
    return !involves(C, 0, Order.size());
  };
  for (const isl::constraint &C : remaining(S, HasNoDimension)) {
    Known.push_back(row(C));
    Result.Guard.push_back(condition(C));
  }
}

/// Fills \p Result; false if a coordinate has no bound. Loops inside of a long
/// one that are empty whatever its counter is are so before it.
bool Scanner::levels(const std::vector<std::string> &Counters,
                     llvm::function_ref<std::string()> Fresh, Scan &Result) {
  std::vector<isl::basic_set> Projections = {Lifted};
  for (unsigned K = Order.size(); K-- > 1;)
    Projections.push_back(withoutDimension(Projections.back(), K));
  guard(Lifted, Result);
  unsigned Rank = dimensions(Piece, isl_dim_set);
  if (Rank > 1 && Order.front() < Rank && growsWithTiles(Projections.back()))
    guard(withoutFirst(Lifted, Order.size()), Result);
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
      bool IsInLoop = !Result.Levels.empty() && Result.Levels.back().isLoop();
      division(At, Projection, Level,
               IsInLoop ? &Result.Levels.back() : nullptr);
    }
    Result.Levels.push_back(std::move(Level));
  }
  for (const isl::constraint &C :
       remaining(Lifted, [](const isl::constraint &) { return true; }))
    (Result.Levels.empty() ? Result.Guard : Result.Levels.back().Conditions)
        .push_back(condition(C));
  for (unsigned K = 0; K < Rank; ++K)
    Result.Coordinates.push_back(Values[Place[K]]);
  return true;
}

llvm::Expected<std::optional<Scan>>
scanPiece(const isl::basic_set &Piece, const isl::basic_set &Cut,
          const isl::basic_set &Context,
          llvm::ArrayRef<CountedParameter> Counted,
          const std::vector<std::string> &Counters, const Names &N,
          const Roles &Known, llvm::function_ref<std::string()> Fresh) {
  isl_space *Space = isl_basic_set_get_space(Context.get());
  isl_basic_set *Aligned = isl_basic_set_align_params(Piece.copy(), Space);
  Scanner S(isl::manage(Aligned), Counted, N, Known);
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
  if (!Cut.is_null() && !(S.cut(Cut, Result) && S.isReadable()))
    return std::nullopt;
  return Result;
}

} // namespace lower
} // namespace stevedore
