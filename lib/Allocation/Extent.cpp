//===- Extent.cpp - Sizes as maxima of minima of affine forms -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/space.h"
#include "isl/val.h"
#include <algorithm>
#include <limits>

using namespace stevedore;

static int64_t toInteger(__isl_take isl_val *Value) {
  int64_t Result = isl_val_get_num_si(Value);
  isl_val_free(Value);
  return Result;
}

/// The parts of an affine form, all over Denominator: coefficients of the
/// parameters, nonzero coefficients of floors of further forms, and a constant.
namespace {
struct Terms {
  std::vector<std::pair<std::string, int64_t>> Parameters;
  std::vector<std::pair<isl::aff, int64_t>> Floors;
  int64_t Constant = 0;
  int64_t Denominator = 1;
};
} // namespace

/// Past its budget isl gives no values: the terms are then those of some other
/// form, which is never used since what comes next fails for the same reason.
static Terms termsOf(const isl::aff &Form) {
  Terms Result;
  Result.Denominator =
      std::max<int64_t>(1, toInteger(isl_aff_get_denominator_val(Form.get())));
  auto Scaled = [&](__isl_take isl_val *Value) {
    return toInteger(isl_val_mul_ui(Value, Result.Denominator));
  };
  isl_space *Space = isl_aff_get_domain_space(Form.get());
  for (unsigned P = 0; P < countOf(isl_space_dim(Space, isl_dim_param)); ++P)
    Result.Parameters.push_back(
        {isl_space_get_dim_name(Space, isl_dim_param, P),
         Scaled(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, P))});
  isl_space_free(Space);
  for (unsigned D = 0; D < countOf(isl_aff_dim(Form.get(), isl_dim_div));
       ++D) {
    int64_t Coefficient =
        Scaled(isl_aff_get_coefficient_val(Form.get(), isl_dim_div, D));
    if (Coefficient != 0)
      Result.Floors.push_back(
          {isl::manage(isl_aff_get_div(Form.get(), D)), Coefficient});
  }
  Result.Constant = Scaled(isl_aff_get_constant_val(Form.get()));
  return Result;
}

/// Appends the term \p Coefficient * \p Name of a sum.
static void addTerm(llvm::raw_ostream &OS, bool &First, int64_t Coefficient,
                    llvm::StringRef Name) {
  if (Coefficient == 0)
    return;
  if (First)
    OS << (Coefficient < 0 ? "-" : "");
  else
    OS << (Coefficient < 0 ? " - " : " + ");
  First = false;
  int64_t Size = std::abs(Coefficient);
  if (Name.empty())
    OS << Size;
  else if (Size == 1)
    OS << Name;
  else
    OS << Size << "*" << Name;
}

/// "2*T1 + T2 - 1", "floor((N + 1)/2)".
static std::string textOf(const isl::aff &Form) {
  Terms T = termsOf(Form);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  bool First = true;
  for (auto &[Name, Coefficient] : T.Parameters)
    addTerm(OS, First, Coefficient, Name);
  for (auto &[Argument, Coefficient] : T.Floors)
    addTerm(OS, First, Coefficient, "floor(" + textOf(Argument) + ")");
  addTerm(OS, First, T.Constant, "");
  if (First)
    OS << "0";
  if (T.Denominator == 1)
    return Text;
  return "(" + Text + ")/" + std::to_string(T.Denominator);
}

/// floor of \p Form at the given values.
static int64_t valueOf(const isl::aff &Form,
                       llvm::function_ref<int64_t(llvm::StringRef)> Value) {
  Terms T = termsOf(Form);
  int64_t Sum = T.Constant;
  for (auto &[Name, Coefficient] : T.Parameters)
    if (Coefficient != 0)
      Sum += Coefficient * Value(Name);
  for (auto &[Argument, Coefficient] : T.Floors)
    Sum += Coefficient * valueOf(Argument, Value);
  return llvm::divideFloorSigned(Sum, T.Denominator);
}

/// "f" for one operand, else "name(f, g, ...)".
static std::string call(const char *Name,
                        const std::vector<std::string> &Operands) {
  if (Operands.size() == 1)
    return Operands[0];
  std::string Text = std::string(Name) + "(";
  for (const std::string &Operand : Operands)
    Text += (Text.back() == '(' ? "" : ", ") + Operand;
  return Text + ")";
}

std::string Extent::text() const {
  std::vector<std::string> Alternatives;
  if (!AtLeastOne)
    Alternatives.push_back("1");
  for (const std::vector<isl::aff> &Forms : MaxOfMins) {
    std::vector<std::string> Texts;
    for (const isl::aff &Form : Forms)
      Texts.push_back(textOf(Form));
    Alternatives.push_back(call("min", Texts));
  }
  std::string Text = call("max", Alternatives);
  return RoundUpToPowerOfTwo ? "pow2(" + Text + ")" : Text;
}

isl::pw_aff Extent::expression() const {
  isl::pw_aff Greatest;
  for (const std::vector<isl::aff> &Forms : MaxOfMins) {
    isl::pw_aff Least;
    for (const isl::aff &Form : Forms)
      Least = Least.is_null() ? isl::pw_aff(Form) : Least.min(Form);
    Greatest = Greatest.is_null() ? Least : Greatest.max(Least);
  }
  if (AtLeastOne)
    return Greatest;
  isl::aff One = isl::manage(isl_aff_val_on_domain(
      isl_local_space_from_space(Greatest.domain().get_space().release()),
      isl_val_one(Greatest.ctx().get())));
  return Greatest.max(One);
}

int64_t
Extent::evaluate(llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  int64_t Greatest = 1;
  for (const std::vector<isl::aff> &Forms : MaxOfMins) {
    int64_t Least = std::numeric_limits<int64_t>::max();
    for (const isl::aff &Form : Forms)
      Least = std::min(Least, valueOf(Form, Value));
    Greatest = std::max(Greatest, Least);
  }
  return RoundUpToPowerOfTwo ? int64_t(llvm::PowerOf2Ceil(Greatest)) : Greatest;
}

std::optional<int64_t> Extent::constant() const {
  for (const std::vector<isl::aff> &Forms : MaxOfMins)
    for (const isl::aff &Form : Forms)
      if (!isl_aff_is_cst(Form.get()))
        return std::nullopt;
  return evaluate([](llvm::StringRef) { return 0; });
}

std::vector<int64_t> stevedore::extentsAt(const ModularMapping &M,
                                          ValueOf Value) {
  std::vector<int64_t> Result;
  for (const Extent &E : M.Moduli)
    Result.push_back(
        E.evaluate([&](llvm::StringRef Name) { return Value(Name).value_or(0); }));
  return Result;
}

int64_t stevedore::cellsAt(const ModularMapping &M, ValueOf Value) {
  int64_t Cells = 1;
  for (int64_t Extent : extentsAt(M, Value))
    Cells *= Extent;
  return Cells;
}
