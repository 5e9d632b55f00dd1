//===- Expression.cpp - Expressions from isl ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression.h"
#include "isl/ast.h"
#include "isl/val.h"
#include "polly/Support/GICHelper.h"
#include <cassert>
#include <limits>

namespace stevedore {
namespace lower {

static isl::ast_expr argument(const isl::ast_expr &E, int I) {
  return isl::manage(isl_ast_expr_op_get_arg(E.get(), I));
}

/// The number \p E, of any size; 0 for what a limit left behind.
static Expr literal(const isl::ast_expr &E) {
  isl::val Value = isl::manage(isl_ast_expr_int_get_val(E.get()));
  if (Value.is_null())
    return 0;
  return Expr::integer(llvm::DynamicAPInt(polly::APIntFromVal(Value)));
}

/// The operation of isl's \p Type on its arguments one by one, if it has one.
static std::optional<Expr::Kind> kindOf(isl_ast_expr_op_type Type) {
  switch (Type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return Expr::And;
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return Expr::Or;
  case isl_ast_expr_op_mul:
    return Expr::Mul;
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_pdiv_q:
    return Expr::Div;
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return Expr::Rem;
  case isl_ast_expr_op_eq:
    return Expr::Equal;
  case isl_ast_expr_op_le:
    return Expr::LessEqual;
  case isl_ast_expr_op_lt:
    return Expr::Less;
  case isl_ast_expr_op_ge:
    return Expr::GreaterEqual;
  case isl_ast_expr_op_gt:
    return Expr::Greater;
  case isl_ast_expr_op_max:
    return Expr::Max;
  case isl_ast_expr_op_min:
    return Expr::Min;
  case isl_ast_expr_op_fdiv_q:
    return Expr::FloorDiv;
  default:
    return std::nullopt;
  }
}

/// An operation that is no sum.
static Expr operation(const isl::ast_expr &E, const Names &N) {
  isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
  std::vector<Expr> Arguments;
  for (int I = 0, Count = isl_ast_expr_op_get_n_arg(E.get()); I < Count; ++I)
    Arguments.push_back(toExpr(argument(E, I), N));
  if (std::optional<Expr::Kind> K = kindOf(Type))
    return Expr::make(*K, std::move(Arguments));
  assert((Type == isl_ast_expr_op_cond || Type == isl_ast_expr_op_select) &&
         "isl makes no other operations from sets and affine functions");
  bool IsWord = Arguments[0].kind() == Expr::Integer ||
                Arguments[0].kind() == Expr::Variable;
  if (!IsWord)
    Arguments[0] = Expr::make(Expr::Group, {Arguments[0]});
  return Expr::make(Expr::Select, std::move(Arguments));
}

Affine toAffine(const isl::ast_expr &E, const Names &N) {
  switch (isl_ast_expr_get_type(E.get())) {
  case isl_ast_expr_int:
    return Affine::atom(literal(E));
  case isl_ast_expr_id:
    return named(isl::manage(isl_ast_expr_id_get_id(E.get())).get_name(), N);
  default:
    break;
  }
  auto factor = [&](int I) -> std::optional<int64_t> {
    isl::ast_expr A = argument(E, I);
    if (isl_ast_expr_get_type(A.get()) != isl_ast_expr_int)
      return std::nullopt;
    Affine Value = toAffine(A, N);
    return Value.isConstant() ? std::optional(Value.constant()) : std::nullopt;
  };
  switch (isl_ast_expr_op_get_type(E.get())) {
  case isl_ast_expr_op_add:
    return toAffine(argument(E, 0), N).add(toAffine(argument(E, 1), N));
  case isl_ast_expr_op_sub:
    return toAffine(argument(E, 0), N).add(toAffine(argument(E, 1), N), -1);
  case isl_ast_expr_op_minus:
    return Affine().add(toAffine(argument(E, 0), N), -1);
  case isl_ast_expr_op_mul:
    if (std::optional<int64_t> Factor = factor(0))
      return Affine().add(toAffine(argument(E, 1), N), *Factor);
    if (std::optional<int64_t> Factor = factor(1))
      return Affine().add(toAffine(argument(E, 0), N), *Factor);
    return Affine::atom(operation(E, N));
  default:
    return Affine::atom(operation(E, N));
  }
}

static bool isSum(isl_ast_expr_op_type Type) {
  return Type == isl_ast_expr_op_add || Type == isl_ast_expr_op_sub ||
         Type == isl_ast_expr_op_minus || Type == isl_ast_expr_op_mul;
}

Expr toExpr(const isl::ast_expr &E, const Names &N) {
  if (isl_ast_expr_get_type(E.get()) == isl_ast_expr_op &&
      !isSum(isl_ast_expr_op_get_type(E.get())))
    return operation(E, N);
  return toAffine(E, N).expr();
}

Affine named(llvm::StringRef Id, const Names &N) {
  if (std::optional<int64_t> Value = N.value(Id))
    return Affine(*Value);
  return Affine::name(N.of(Id));
}

std::optional<Expr>
firstMultiple(const Expr &E, int64_t Step,
              llvm::function_ref<int64_t(llvm::StringRef)> MultipleOf) {
  auto ceiled = [&](int64_t V) {
    return V > 0 ? (V - 1) / Step * Step + Step : V / Step * Step;
  };
  auto isAligned = [&](int64_t Factor, const Expr &Term) {
    return Term.kind() == Expr::Variable &&
           Factor * MultipleOf(Term.name()) % Step == 0;
  };
  switch (E.kind()) {
  case Expr::Integer:
    if (E.value() > INT32_MAX || E.value() < -INT32_MAX)
      return std::nullopt;
    return Expr(ceiled(int64_t(E.value())));
  case Expr::Variable:
    return isAligned(1, E) ? std::optional(E) : std::nullopt;
  case Expr::AffineSum: {
    Affine Sum(ceiled(E.constant()));
    for (size_t I = 0; I < E.operands().size(); ++I) {
      int64_t Factor = E.coefficients()[I];
      if (std::abs(Factor) > INT32_MAX || !isAligned(Factor, E.operands()[I]))
        return std::nullopt;
      Sum.add(Affine::atom(E.operands()[I]), Factor);
    }
    return Sum.expr();
  }
  case Expr::Min:
  case Expr::Max: {
    std::vector<Expr> Operands;
    for (const Expr &Operand : E.operands()) {
      std::optional<Expr> One = firstMultiple(Operand, Step, MultipleOf);
      if (!One)
        return std::nullopt;
      if (!llvm::is_contained(Operands, *One))
        Operands.push_back(*One);
    }
    return Expr::make(E.kind(), std::move(Operands));
  }
  default:
    return std::nullopt;
  }
}

} // namespace lower
} // namespace stevedore
