//===- Values.cpp - Expressions as isl has them ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

namespace stevedore {
namespace lower {

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

std::vector<Expr> operandsOf(Expr::Kind K, const Expr &E) {
  if (E.kind() != K)
    return {E};
  std::vector<Expr> Result;
  for (const Expr &Operand : E.operands())
    llvm::append_range(Result, operandsOf(K, Operand));
  return Result;
}

Affine formOf(const Expr &E) {
  llvm::ArrayRef<Expr> Operands = E.operands();
  switch (E.kind()) {
  case Expr::AffineSum: {
    Affine Result(E.constant());
    for (auto [Coefficient, Operand] : llvm::zip(E.coefficients(), Operands))
      Result.add(Affine::atom(Operand), Coefficient);
    return Result;
  }
  case Expr::Add:
    return formOf(Operands[0]).add(formOf(Operands[1]));
  case Expr::Sub:
    return formOf(Operands[0]).add(formOf(Operands[1]), -1);
  default:
    return Affine::atom(E);
  }
}

} // namespace lower
} // namespace stevedore
