//===- Formula.cpp - Expressions to be evaluated often --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formula.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Integer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast_build.h"
#include "isl/id.h"
#include "isl/val.h"

namespace stevedore {
namespace replay {

using looptree::Expr;

Formula::Formula(const Expr &E, Slots &Names) : Op(E.kind()) {
  switch (Op) {
  case Expr::Integer:
    Fits = toInt64(E.value()).has_value();
    Number = toInt64(E.value()).value_or(0);
    break;
  case Expr::Variable:
    Terms = {{1, Names.of(E.name())}};
    break;
  case Expr::Parameter:
    Terms = {{1, Names.ofParameter(E.number())}};
    break;
  case Expr::TileSize:
    Terms = {{1, Names.ofSize(E.name())}};
    break;
  case Expr::AffineSum:
    Number = E.constant();
    Coefficients = E.coefficients().vec();
    break;
  default:
    break;
  }
  if (Op != Expr::Disjoint)
    Operands = formulas(E.operands(), Names);
  findTerms();
}

/// A sum of variables is linear, as are its operands.
void Formula::findTerms() {
  IsLinear = !Terms.empty() || (Op == Expr::Integer && Fits);
  if (Op != Expr::AffineSum || !llvm::all_of(Operands, [](const Formula &O) {
        return !O.Terms.empty() && O.Op != Expr::AffineSum;
      }))
    return;
  IsLinear = true;
  for (size_t I = 0; I < Operands.size(); ++I)
    Terms.push_back({Coefficients[I], Operands[I].Terms.front().second});
  Operands.clear();
}

std::vector<Formula> formulas(llvm::ArrayRef<Expr> Exprs, Slots &Names) {
  std::vector<Formula> Result;
  for (const Expr &E : Exprs)
    Result.emplace_back(E, Names);
  return Result;
}

/// \p Value, which has overflown if \p Overflow says so.
static int64_t checkedValue(int64_t Value, bool Overflow, Frame &F) {
  if (Overflow)
    F.fail("a number does not fit into 64 bits");
  return Value;
}

static int64_t add(int64_t A, int64_t B, Frame &F) {
  int64_t Result;
  bool Overflow = llvm::AddOverflow(A, B, Result);
  return checkedValue(Result, Overflow, F);
}

static int64_t subtract(int64_t A, int64_t B, Frame &F) {
  int64_t Result;
  bool Overflow = llvm::SubOverflow(A, B, Result);
  return checkedValue(Result, Overflow, F);
}

static int64_t multiply(int64_t A, int64_t B, Frame &F) {
  int64_t Result;
  bool Overflow = llvm::MulOverflow(A, B, Result);
  return checkedValue(Result, Overflow, F);
}

int64_t Formula::sum(Frame &F) const {
  int64_t Result = Number;
  for (size_t I = 0; I < Operands.size(); ++I)
    Result =
        add(Result, multiply(Coefficients[I], Operands[I].evaluate(F), F), F);
  return Result;
}

/// What divides takes no divisor below 1.
int64_t Formula::arithmetic(int64_t A, int64_t B, Frame &F) const {
  switch (Op) {
  case Expr::Add:
    return add(A, B, F);
  case Expr::Sub:
    return subtract(A, B, F);
  case Expr::Mul:
    return multiply(A, B, F);
  case Expr::Equal:
    return A == B;
  case Expr::NotEqual:
    return A != B;
  case Expr::LessEqual:
    return A <= B;
  case Expr::Less:
    return A < B;
  case Expr::GreaterEqual:
    return A >= B;
  case Expr::Greater:
    return A > B;
  default:
    break;
  }
  if (B < 1) {
    F.fail("a divisor is " + llvm::Twine(B));
    return 0;
  }
  switch (Op) {
  case Expr::Div:
    return A / B;
  case Expr::Rem:
    return A % B;
  case Expr::FloorDiv:
    return llvm::divideFloorSigned(A, B);
  case Expr::FirstMultiple:
    return multiply(llvm::divideCeilSigned(A, B), B, F);
  default:
    return llvm::mod(A, B);
  }
}

int64_t Formula::evaluateTree(Frame &F) const {
  switch (Op) {
  case Expr::Integer:
    return checkedValue(Number, !Fits, F);
  case Expr::AffineSum:
    return sum(F);
  case Expr::And:
    return llvm::all_of(Operands,
                        [&](const Formula &O) { return O.evaluate(F) != 0; });
  case Expr::Or:
    return llvm::any_of(Operands,
                        [&](const Formula &O) { return O.evaluate(F) != 0; });
  case Expr::Not:
    return !Operands[0].evaluate(F);
  case Expr::Group:
    return Operands[0].evaluate(F);
  case Expr::Select:
    return Operands[Operands[0].evaluate(F) ? 1 : 2].evaluate(F);
  case Expr::Min:
  case Expr::Max: {
    int64_t Result = Operands[0].evaluate(F);
    for (const Formula &O : llvm::drop_begin(Operands)) {
      int64_t Value = O.evaluate(F);
      Result =
          Op == Expr::Min ? std::min(Result, Value) : std::max(Result, Value);
    }
    return Result;
  }
  case Expr::PowerOfTwo: {
    int64_t Value = Operands[0].evaluate(F);
    return Value <= 1 ? 1 : int64_t(llvm::PowerOf2Ceil(Value));
  }
  case Expr::Disjoint:
  case Expr::RuntimeCondition:
  case Expr::Worthwhile:
    return 1;
  case Expr::InTeam:
    return 0;
  case Expr::Worker:
    return F.Worker;
  case Expr::Workers:
    return F.Workers;
  default:
    return arithmetic(Operands[0].evaluate(F), Operands[1].evaluate(F), F);
  }
}

/// The kind of expression that the operation \p Type of isl is, if its operands
/// are those of isl's.
static std::optional<Expr::Kind> kindOf(isl_ast_expr_op_type Type) {
  switch (Type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return Expr::And;
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return Expr::Or;
  case isl_ast_expr_op_max:
    return Expr::Max;
  case isl_ast_expr_op_min:
    return Expr::Min;
  case isl_ast_expr_op_add:
    return Expr::Add;
  case isl_ast_expr_op_sub:
    return Expr::Sub;
  case isl_ast_expr_op_mul:
    return Expr::Mul;
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_fdiv_q:
  case isl_ast_expr_op_pdiv_q:
    return Expr::FloorDiv;
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return Expr::Modulo;
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return Expr::Select;
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
  default:
    return std::nullopt;
  }
}

llvm::Expected<Expr> fromIsl(const isl::ast_expr &E) {
  isl_ctx *Ctx = isl_ast_expr_get_ctx(E.get());
  switch (isl_ast_expr_get_type(E.get())) {
  case isl_ast_expr_id:
    return Expr::variable(
        isl::manage(isl_ast_expr_id_get_id(E.get())).get_name());
  case isl_ast_expr_int: {
    std::optional<int64_t> Value = toInt64(isl_ast_expr_int_get_val(E.get()));
    if (!Value)
      return llvm::createStringError("a number does not fit into 64 bits");
    return Expr(*Value);
  }
  case isl_ast_expr_op:
    break;
  default:
    return islError(Ctx, "an expression of the original loops");
  }
  std::vector<Expr> Operands;
  for (int I = 0; I < isl_ast_expr_op_get_n_arg(E.get()); ++I) {
    llvm::Expected<Expr> Operand =
        fromIsl(isl::manage(isl_ast_expr_op_get_arg(E.get(), I)));
    if (!Operand)
      return Operand;
    Operands.push_back(std::move(*Operand));
  }
  isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
  if (Type == isl_ast_expr_op_minus)
    return Expr::make(Expr::Sub, {Expr(0), Operands[0]});
  if (std::optional<Expr::Kind> K = kindOf(Type))
    return Expr::make(*K, std::move(Operands));
  return llvm::createStringError("isl generated an unknown operation");
}

llvm::Expected<Predicate> Predicate::make(const isl::set &S) {
  isl::ast_build Build = isl::manage(isl_ast_build_alloc(S.ctx().get()));
  isl::ast_expr E =
      isl::manage(isl_ast_build_expr_from_set(Build.get(), S.copy()));
  if (E.is_null())
    return islError(S.ctx().get(), "a condition of the original loops");
  llvm::Expected<Expr> Converted = fromIsl(E);
  if (!Converted)
    return Converted.takeError();
  return Predicate(*Converted);
}

bool Predicate::holds(ValueOf Values) const {
  Frame F;
  F.Values.resize(Names.size());
  Names.forEach([&](llvm::StringRef Name, unsigned Slot) {
    F.Values[Slot] = Values(Name).value_or(0);
  });
  return Condition.evaluate(F) && F.Failure.empty();
}

} // namespace replay
} // namespace stevedore
