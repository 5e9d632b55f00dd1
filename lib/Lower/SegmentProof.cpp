//===- SegmentProof.cpp - The proof of segments ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentProof.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

namespace stevedore {
namespace lower {

namespace {

/// Expressions as isl has them, each variable a parameter of its name.
class Values {
public:
  explicit Values(isl::ctx Ctx) : Ctx(Ctx) {}

  isl::pw_aff number(int64_t Number) const;
  isl::pw_aff variable(const std::string &Name) const;
  /// The value of \p E; an operation that is not affine is a variable of its
  /// own, any integer.
  isl::pw_aff of(const Expr &E) const;

private:
  isl::ctx Ctx;

  isl::pw_aff sumOf(const Expr &E) const;
  isl::pw_aff selected(const Expr &E) const;
  isl::pw_aff quotientOf(const Expr &E) const;
};

} // namespace

isl::pw_aff Values::number(int64_t Number) const {
  return isl::pw_aff(isl::set(Ctx, "{ : }"), isl::val(Ctx, Number));
}

isl::pw_aff Values::variable(const std::string &Name) const {
  isl::id Id = isl::id::alloc(Ctx, Name, nullptr);
  isl_space *Space = isl_space_add_param_id(
      isl_space_params_alloc(isl::ctx(Ctx).get(), 0), Id.copy());
  return isl::pw_aff(
      isl::manage(isl_aff_param_on_domain_space_id(Space, Id.release())));
}

isl::pw_aff Values::sumOf(const Expr &E) const {
  isl::pw_aff Result = number(E.constant());
  for (auto [Coefficient, Operand] : llvm::zip(E.coefficients(), E.operands()))
    Result = Result.add(isl::manage(isl_pw_aff_scale_val(
        of(Operand).release(), isl::val(Ctx, Coefficient).release())));
  return Result;
}

/// a < b ? x : y
isl::pw_aff Values::selected(const Expr &E) const {
  const Expr &Condition = E.operands()[0];
  if (Condition.kind() != Expr::Less)
    return variable(E.spelling());
  isl::set IsTrue =
      of(Condition.operands()[0]).lt_set(of(Condition.operands()[1]));
  isl::pw_aff Then = of(E.operands()[1]).intersect_params(IsTrue);
  isl::pw_aff Else = of(E.operands()[2]).intersect_params(IsTrue.complement());
  return Then.union_add(Else);
}

isl::pw_aff Values::quotientOf(const Expr &E) const {
  const Expr &Divisor = E.operands()[1];
  if (Divisor.kind() != Expr::Integer)
    return variable(E.spelling());
  isl::val Number(Ctx, Divisor.spelling());
  return isl::manage(isl_pw_aff_floor(isl_pw_aff_scale_down_val(
      of(E.operands()[0]).release(), Number.release())));
}

isl::pw_aff Values::of(const Expr &E) const {
  switch (E.kind()) {
  case Expr::Integer:
    return isl::pw_aff(isl::set(Ctx, "{ : }"), isl::val(Ctx, E.spelling()));
  case Expr::AffineSum:
    return sumOf(E);
  case Expr::Add:
    return of(E.operands()[0]).add(of(E.operands()[1]));
  case Expr::Sub:
    return of(E.operands()[0]).sub(of(E.operands()[1]));
  case Expr::Group:
    return of(E.operands()[0]);
  case Expr::Select:
    return selected(E);
  case Expr::FloorDiv:
    return quotientOf(E);
  default:
    return variable(E.spelling());
  }
}

/// Whether \p Claim, conditions that must never hold, has no values in
/// \p Known.
static llvm::Error never(const isl::set &Known, const isl::set &Claim,
                         const char *Why) {
  auto IsNever =
      checked(Known.ctx().get(), Known.is_disjoint(Claim), "a segment");
  if (!IsNever)
    return IsNever.takeError();
  if (*IsNever)
    return llvm::Error::success();
  return llvm::make_error<IslError>(IslError::Invalid,
                                    std::string("a segment of a loop ") + Why);
}

/// The operands of \p E, a minimum, or \p E alone.
static std::vector<Expr> operandsOfLeast(const Expr &E) {
  if (E.kind() != Expr::Min)
    return {E};
  std::vector<Expr> Result;
  for (const Expr &Operand : E.operands())
    llvm::append_range(Result, operandsOfLeast(Operand));
  return Result;
}

/// verifySegment() without a budget of its own. The distance d, at most r, is
/// at most each operand of the minimum that r is; its name no variable can
/// have.
static llvm::Error prove(isl::ctx Ctx, const Segment &S) {
  Values V(Ctx);
  isl::pw_aff At = V.variable(S.At), Last = V.variable(S.Last);
  isl::pw_aff Zero = V.number(0), Distance = V.variable("d ");
  isl::set Known = At.le_set(Last), Inside = Known;
  for (const SegmentRow &Row : S.Rows) {
    isl::pw_aff Start = V.variable(Row.Start);
    Known = Known.intersect(Zero.le_set(Start))
                .intersect(Start.lt_set(V.of(Row.Modulus)));
  }
  for (const Expr &Operand : operandsOfLeast(S.Run)) {
    isl::pw_aff Limit = V.of(Operand);
    Inside = Inside.intersect(Distance.le_set(Limit));
    if (!S.MayBeEmpty)
      if (llvm::Error E = never(Known, Limit.lt_set(Zero), "has no iteration"))
        return E;
  }
  if (llvm::Error E = never(Inside, At.add(Distance).gt_set(Last),
                            "goes on after the last iteration"))
    return E;
  Inside = Inside.intersect(Known).intersect(Zero.le_set(Distance));
  for (const SegmentRow &Row : S.Rows)
    for (int64_t Offset : Row.Offsets) {
      isl::pw_aff Position = isl::manage(isl_pw_aff_scale_val(
          Distance.copy(), isl::val(Ctx, Row.Factor).release()));
      Position = Position.add(V.variable(Row.Start)).add(V.number(Offset));
      isl::set Outside =
          Position.lt_set(Zero).unite(Position.ge_set(V.of(Row.Modulus)));
      if (llvm::Error E = never(Inside, Outside, "wraps"))
        return E;
    }
  return llvm::Error::success();
}

llvm::Error verifySegment(isl::ctx Ctx, const Segment &S) {
  Budget Limit(Ctx, {0, limits::SegmentOperations});
  return within(Limit, prove(Ctx, S), "the proof of a segment");
}

} // namespace lower
} // namespace stevedore
