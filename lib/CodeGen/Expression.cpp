//===- Expression.cpp - C expressions from isl ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression.h"
#include "stevedore/Support/Isl.h"
#include "isl/ast.h"
#include "isl/val.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {
namespace codegen {

Linear Linear::atom(const std::string &Text, std::set<std::string> Uses) {
  Linear Result;
  Result.Terms[Text] = {1, std::move(Uses)};
  return Result;
}

Linear &Linear::add(const Linear &Other, int64_t Factor) {
  Constant += Factor * Other.Constant;
  std::map<std::string, Term> Added = Other.Terms;
  for (auto &[Text, T] : Added) {
    auto It = Terms.try_emplace(Text, Term{0, T.Uses}).first;
    It->second.Coefficient += Factor * T.Coefficient;
    if (It->second.Coefficient == 0)
      Terms.erase(It);
  }
  return *this;
}

int64_t Linear::coefficient(const std::string &Name) const {
  auto It = Terms.find(Name);
  return It == Terms.end() ? 0 : It->second.Coefficient;
}

bool Linear::hides(const std::string &Name) const {
  for (auto &[Text, T] : Terms)
    if (Text != Name && T.Uses.count(Name))
      return true;
  return false;
}

bool Linear::uses(const std::string &Name) const {
  return coefficient(Name) != 0 || hides(Name);
}

Linear Linear::without(const std::string &Name) const {
  Linear Result = *this;
  Result.Terms.erase(Name);
  return Result;
}

Linear Linear::withoutConstant() const {
  Linear Result = *this;
  Result.Constant = 0;
  return Result;
}

std::set<std::string> Linear::names() const {
  std::set<std::string> Result;
  for (auto &[Text, T] : Terms)
    Result.insert(T.Uses.begin(), T.Uses.end());
  return Result;
}

std::pair<Linear, Linear> Linear::sides() const {
  Linear First(std::max<int64_t>(Constant, 0));
  Linear Second(std::max<int64_t>(-Constant, 0));
  for (auto &[Text, T] : Terms)
    if (T.Coefficient > 0)
      First.Terms[Text] = T;
    else
      Second.Terms[Text] = {-T.Coefficient, T.Uses};
  return {First, Second};
}

static std::string number(int64_t Value) {
  std::string Text = std::to_string(Value);
  return Value > INT32_MAX || Value < -INT32_MAX ? Text + "L" : Text;
}

/// One term with its sign apart: "- 2 * x".
static void appendTerm(std::string &Out, int64_t Coefficient,
                       const std::string &Atom) {
  bool Negative = Coefficient < 0;
  if (Out.empty())
    Out += Negative ? "-" : "";
  else
    Out += Negative ? " - " : " + ";
  int64_t Magnitude = Negative ? -Coefficient : Coefficient;
  if (Atom.empty())
    Out += number(Magnitude);
  else if (Magnitude == 1)
    Out += Atom;
  else
    Out += number(Magnitude) + " * " + Atom;
}

/// Positive terms first, so that "b - a" is not printed as "-a + b".
std::string Linear::text() const {
  std::string Out;
  for (auto &[Text, T] : Terms)
    if (T.Coefficient > 0)
      appendTerm(Out, T.Coefficient, parenthesize(Text));
  if (Out.empty() && Constant > 0)
    Out = number(Constant);
  bool ConstantDone = Terms.empty() || (!Out.empty() && Out == number(Constant));
  if (Terms.empty())
    return number(Constant);
  if (Terms.size() == 1 && Constant == 0 &&
      Terms.begin()->second.Coefficient == 1)
    return Terms.begin()->first;
  for (auto &[Text, T] : Terms)
    if (T.Coefficient < 0)
      appendTerm(Out, T.Coefficient, parenthesize(Text));
  if (Constant != 0 && !ConstantDone)
    appendTerm(Out, Constant, "");
  return Out;
}

/// The names that occur in \p E.
static void collectNames(const isl::ast_expr &E, const Names &N,
                         std::set<std::string> &Out) {
  if (isl_ast_expr_get_type(E.get()) == isl_ast_expr_id) {
    isl::id Id = isl::manage(isl_ast_expr_id_get_id(E.get()));
    Out.insert(N.of(Id.get_name()));
    return;
  }
  if (isl_ast_expr_get_type(E.get()) != isl_ast_expr_op)
    return;
  int Count = isl_ast_expr_op_get_n_arg(E.get());
  for (int I = 0; I < Count; ++I)
    collectNames(isl::manage(isl_ast_expr_op_get_arg(E.get(), I)), N, Out);
}

static isl::ast_expr argument(const isl::ast_expr &E, int I) {
  return isl::manage(isl_ast_expr_op_get_arg(E.get(), I));
}

/// The value of an integer literal, if it fits.
static bool literal(const isl::ast_expr &E, int64_t &Value) {
  if (isl_ast_expr_get_type(E.get()) != isl_ast_expr_int)
    return false;
  isl::val V = isl::manage(isl_ast_expr_int_get_val(E.get()));
  if (isl_val_cmp_si(V.get(), INT64_MAX / 4) > 0 ||
      isl_val_cmp_si(V.get(), -(INT64_MAX / 4)) < 0)
    return false;
  Value = isl_val_get_num_si(V.get());
  return true;
}

/// The operator as it stands between operands; null for all others.
static const char *infix(isl_ast_expr_op_type Type) {
  switch (Type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return " && ";
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return " || ";
  case isl_ast_expr_op_mul:
    return " * ";
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_pdiv_q:
    return " / ";
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return " % ";
  case isl_ast_expr_op_eq:
    return " == ";
  case isl_ast_expr_op_le:
    return " <= ";
  case isl_ast_expr_op_lt:
    return " < ";
  case isl_ast_expr_op_ge:
    return " >= ";
  case isl_ast_expr_op_gt:
    return " > ";
  default:
    return nullptr;
  }
}

static bool isComparison(const isl::ast_expr &E) {
  if (isl_ast_expr_get_type(E.get()) != isl_ast_expr_op)
    return false;
  isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
  return Type >= isl_ast_expr_op_eq && Type <= isl_ast_expr_op_gt;
}

/// \p E as an operand of the operator \p Type. Comparisons bind tighter than
/// the logical operators, sums tighter than comparisons.
static std::string operand(const isl::ast_expr &E, isl_ast_expr_op_type Type,
                           const Names &N) {
  std::string Text = toC(E, N);
  bool Logical = Type <= isl_ast_expr_op_or_else;
  bool Comparing = Type >= isl_ast_expr_op_eq && Type <= isl_ast_expr_op_gt;
  bool Nested = isl_ast_expr_get_type(E.get()) == isl_ast_expr_op &&
                isl_ast_expr_op_get_type(E.get()) <= isl_ast_expr_op_or_else;
  if (Logical && (isComparison(E) || (Nested && infix(Type) ==
                  infix(isl_ast_expr_op_get_type(E.get())))))
    return Text;
  if (Comparing && !isComparison(E) && !Nested)
    return Text;
  return parenthesize(Text);
}

static std::string operation(const isl::ast_expr &E, const Names &N) {
  isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
  int Count = isl_ast_expr_op_get_n_arg(E.get());
  std::vector<std::string> Arguments;
  for (int I = 0; I < Count; ++I)
    Arguments.push_back(infix(Type) ? operand(argument(E, I), Type, N)
                                    : toC(argument(E, I), N));
  if (const char *Operator = infix(Type))
    return llvm::join(Arguments, Operator);
  switch (Type) {
  case isl_ast_expr_op_max:
    return nested(N.Prefix + "max", Arguments);
  case isl_ast_expr_op_min:
    return nested(N.Prefix + "min", Arguments);
  case isl_ast_expr_op_fdiv_q:
    return nested(N.Prefix + "floord", Arguments);
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return "(" + parenthesize(Arguments[0]) + " ? " + Arguments[1] + " : " +
           Arguments[2] + ")";
  default:
    return "(" + llvm::join(Arguments, ", ") + ")";
  }
}

std::string nested(const std::string &Function,
                   const std::vector<std::string> &Arguments) {
  std::string Result = Arguments.back();
  for (size_t I = Arguments.size() - 1; I-- > 0;)
    Result = Function + "(" + Arguments[I] + ", " + Result + ")";
  return Result;
}

static Linear opaque(const isl::ast_expr &E, const Names &N) {
  std::set<std::string> Uses;
  collectNames(E, N, Uses);
  return Linear::atom(operation(E, N), std::move(Uses));
}

Linear toLinear(const isl::ast_expr &E, const Names &N) {
  int64_t Value;
  switch (isl_ast_expr_get_type(E.get())) {
  case isl_ast_expr_int:
    if (literal(E, Value))
      return Linear(Value);
    return Linear::atom(toText(isl::manage(isl_ast_expr_int_get_val(E.get()))),
                        {});
  case isl_ast_expr_id:
    return named(isl::manage(isl_ast_expr_id_get_id(E.get())).get_name(), N);
  default:
    break;
  }
  switch (isl_ast_expr_op_get_type(E.get())) {
  case isl_ast_expr_op_add:
    return toLinear(argument(E, 0), N).add(toLinear(argument(E, 1), N));
  case isl_ast_expr_op_sub:
    return toLinear(argument(E, 0), N).add(toLinear(argument(E, 1), N), -1);
  case isl_ast_expr_op_minus:
    return Linear().add(toLinear(argument(E, 0), N), -1);
  case isl_ast_expr_op_mul:
    if (literal(argument(E, 0), Value))
      return Linear().add(toLinear(argument(E, 1), N), Value);
    if (literal(argument(E, 1), Value))
      return Linear().add(toLinear(argument(E, 0), N), Value);
    return opaque(E, N);
  default:
    return opaque(E, N);
  }
}

/// The operators that toLinear() takes apart.
static bool isSum(isl_ast_expr_op_type Type) {
  return Type == isl_ast_expr_op_add || Type == isl_ast_expr_op_sub ||
         Type == isl_ast_expr_op_minus || Type == isl_ast_expr_op_mul;
}

std::string toC(const isl::ast_expr &E, const Names &N) {
  if (isl_ast_expr_get_type(E.get()) == isl_ast_expr_op &&
      !isSum(isl_ast_expr_op_get_type(E.get())))
    return operation(E, N);
  return toLinear(E, N).text();
}

Linear named(llvm::StringRef Id, const Names &N) {
  if (std::optional<int64_t> Value = N.value(Id))
    return Linear(*Value);
  return Linear::name(N.of(Id));
}

} // namespace codegen
} // namespace stevedore
