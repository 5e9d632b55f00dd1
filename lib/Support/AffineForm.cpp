//===- AffineForm.cpp - Affine forms --------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/val.h"
#include <cstdlib>
#include <limits>
#include <tuple>

using namespace stevedore;

unsigned AffineForm::numTerms() const {
  return llvm::count_if(Coefficients, [](int64_t C) { return C != 0; });
}

/// Adds \p Factor times \p Value to \p Sum; false if that does not fit.
static bool addProduct(int64_t &Sum, int64_t Value, int64_t Factor) {
  int64_t Product;
  return !llvm::MulOverflow(Value, Factor, Product) &&
         !llvm::AddOverflow(Sum, Product, Sum);
}

bool AffineForm::add(const AffineForm &Other, int64_t Factor) {
  if (Coefficients.size() < Other.Coefficients.size())
    Coefficients.resize(Other.Coefficients.size(), 0);
  bool Fits = addProduct(Constant, Other.Constant, Factor);
  for (auto [Sum, Value] : llvm::zip(Coefficients, Other.Coefficients))
    Fits = Fits && addProduct(Sum, Value, Factor);
  return Fits;
}

bool AffineForm::operator==(const AffineForm &Other) const {
  return Coefficients == Other.Coefficients && Constant == Other.Constant;
}

bool AffineForm::operator<(const AffineForm &Other) const {
  return std::tie(Coefficients, Constant) <
         std::tie(Other.Coefficients, Other.Constant);
}

bool RationalForm::operator==(const RationalForm &Other) const {
  return AffineForm::operator==(Other) && Denominator == Other.Denominator;
}

std::optional<int64_t> QuasiAffineForm::constantFloor() const {
  if (numTerms() != 0 || !Floors.empty())
    return std::nullopt;
  return llvm::divideFloorSigned(Constant, Denominator);
}

bool QuasiAffineForm::involves(unsigned K) const {
  return (K < Coefficients.size() && Coefficients[K] != 0) ||
         llvm::any_of(Floors, [K](const Floor &F) {
           return F.Argument.involves(K);
         });
}

bool QuasiAffineForm::isWithin(int64_t Limit) const {
  auto Fits = [Limit](int64_t A) { return A < Limit && A > -Limit; };
  return Fits(Constant) && Fits(Denominator) &&
         llvm::all_of(Coefficients, Fits) &&
         llvm::all_of(Floors, [&](const Floor &F) {
           return Fits(F.Coefficient) && F.Argument.isWithin(Limit);
         });
}

QuasiAffineForm QuasiAffineForm::renumbered(llvm::ArrayRef<unsigned> Places,
                                            unsigned Size) const {
  QuasiAffineForm Result;
  Result.Constant = Constant;
  Result.Denominator = Denominator;
  Result.Coefficients.resize(Size, 0);
  for (unsigned K = 0; K < Coefficients.size(); ++K)
    if (Coefficients[K] != 0)
      Result.Coefficients[Places[K]] = Coefficients[K];
  for (const Floor &F : Floors)
    Result.Floors.push_back(
        {F.Coefficient, F.Argument.renumbered(Places, Size)});
  return Result;
}

std::optional<QuasiAffineForm> QuasiAffineForm::withValues(
    llvm::function_ref<std::optional<int64_t>(unsigned)> Value) const {
  QuasiAffineForm Result;
  Result.Constant = Constant;
  Result.Denominator = Denominator;
  Result.Coefficients.resize(Coefficients.size(), 0);
  bool Fits = true;
  for (unsigned K = 0; K < Coefficients.size(); ++K)
    if (Coefficients[K] == 0)
      continue;
    else if (std::optional<int64_t> Known = Value(K))
      Fits = Fits && addProduct(Result.Constant, *Known, Coefficients[K]);
    else
      Result.Coefficients[K] = Coefficients[K];
  for (const Floor &F : Floors) {
    std::optional<QuasiAffineForm> Argument = F.Argument.withValues(Value);
    if (!Argument)
      return std::nullopt;
    if (std::optional<int64_t> Number = Argument->constantFloor())
      Fits = Fits && addProduct(Result.Constant, *Number, F.Coefficient);
    else
      Result.Floors.push_back({F.Coefficient, std::move(*Argument)});
  }
  return Fits ? std::optional(std::move(Result)) : std::nullopt;
}

int64_t
QuasiAffineForm::floorAt(llvm::function_ref<int64_t(unsigned)> Value) const {
  int64_t Sum = Constant;
  for (unsigned K = 0; K < Coefficients.size(); ++K)
    if (Coefficients[K] != 0)
      Sum += Coefficients[K] * Value(K);
  for (const Floor &F : Floors)
    Sum += F.Coefficient * F.Argument.floorAt(Value);
  return llvm::divideFloorSigned(Sum, Denominator);
}

/// Appends the term \p Coefficient * \p Name of a sum.
static void addTerm(std::string &Text, int64_t Coefficient,
                    const std::string &Name) {
  if (Coefficient == 0)
    return;
  if (Text.empty())
    Text += Coefficient < 0 ? "-" : "";
  else
    Text += Coefficient < 0 ? " - " : " + ";
  std::string Size = std::to_string(std::abs(Coefficient));
  if (Name.empty())
    Text += Size;
  else
    Text += Size == "1" ? Name : Size + "*" + Name;
}

std::string QuasiAffineForm::text(llvm::ArrayRef<std::string> Names) const {
  std::string Text;
  for (unsigned K = 0; K < Coefficients.size(); ++K)
    addTerm(Text, Coefficients[K], Names[K]);
  for (const Floor &F : Floors)
    addTerm(Text, F.Coefficient, "floor(" + F.Argument.text(Names) + ")");
  addTerm(Text, Constant, "");
  if (Text.empty())
    Text = "0";
  if (Denominator == 1)
    return Text;
  return "(" + Text + ")/" + std::to_string(Denominator);
}

bool AffineConstraint::plainlyImplies(const AffineConstraint &Other) const {
  return Form.Coefficients == Other.Form.Coefficients &&
         IsEquality == Other.IsEquality &&
         (IsEquality ? Form.Constant == Other.Form.Constant
                     : Form.Constant <= Other.Form.Constant);
}

std::optional<int64_t> stevedore::toInt64(isl_val *V) {
  isl::val Value = isl::manage(V);
  if (!Value.is_int().is_true() ||
      isl_val_cmp_si(V, std::numeric_limits<int64_t>::max()) > 0 ||
      isl_val_cmp_si(V, std::numeric_limits<int64_t>::min()) < 0)
    return std::nullopt;
  return isl_val_get_num_si(V);
}

std::optional<AffineConstraint>
stevedore::toAffineConstraint(const isl::constraint &C,
                              llvm::ArrayRef<VariableRange> Ranges) {
  AffineConstraint Result;
  for (auto [Type, Size] : Ranges) {
    unsigned Has = countOf(isl_constraint_dim(C.get(), Type));
    for (unsigned K = 0; K < Size; ++K) {
      std::optional<int64_t> Factor = 0;
      if (K < Has)
        Factor = toInt64(isl_constraint_get_coefficient_val(C.get(), Type, K));
      if (!Factor)
        return std::nullopt;
      Result.Form.Coefficients.push_back(*Factor);
    }
  }
  auto Constant = toInt64(isl_constraint_get_constant_val(C.get()));
  if (!Constant)
    return std::nullopt;
  Result.Form.Constant = *Constant;
  Result.IsEquality = isl_constraint_is_equality(C.get()) == isl_bool_true;
  return Result;
}

std::optional<RationalForm>
stevedore::toRationalForm(const isl::aff &A,
                          llvm::ArrayRef<VariableRange> Ranges) {
  if (isl_aff_is_nan(A.get()) != isl_bool_false)
    return std::nullopt;
  isl::val Denominator = isl::manage(isl_aff_get_denominator_val(A.get()));
  isl::aff Whole = isl::manage(isl_aff_scale_val(A.copy(), Denominator.copy()));
  RationalForm Result;
  for (auto [Type, Size] : Ranges)
    for (unsigned K = 0; K < Size; ++K) {
      auto Factor = toInt64(isl_aff_get_coefficient_val(Whole.get(), Type, K));
      if (!Factor)
        return std::nullopt;
      Result.Coefficients.push_back(*Factor);
    }
  auto Constant = toInt64(isl_aff_get_constant_val(Whole.get()));
  auto Divisor = toInt64(Denominator.release());
  if (!Constant || !Divisor)
    return std::nullopt;
  Result.Constant = *Constant;
  Result.Denominator = *Divisor;
  return Result;
}

std::optional<QuasiAffineForm> stevedore::toQuasiAffineForm(const isl::aff &A) {
  unsigned NumParameters = countOf(isl_aff_dim(A.get(), isl_dim_param));
  unsigned NumDivisions = countOf(isl_aff_dim(A.get(), isl_dim_div));
  if (isl_aff_involves_dims(A.get(), isl_dim_in, 0,
                            countOf(isl_aff_dim(A.get(), isl_dim_in))) !=
      isl_bool_false)
    return std::nullopt;
  auto Form = toRationalForm(
      A, {{isl_dim_param, NumParameters}, {isl_dim_div, NumDivisions}});
  if (!Form)
    return std::nullopt;
  QuasiAffineForm Result{*Form, {}};
  Result.Coefficients.resize(NumParameters);
  for (unsigned K = 0; K < NumDivisions; ++K) {
    int64_t Coefficient = Form->Coefficients[NumParameters + K];
    if (Coefficient == 0)
      continue;
    auto Argument = toQuasiAffineForm(isl::manage(isl_aff_get_div(A.get(), K)));
    if (!Argument)
      return std::nullopt;
    Result.Floors.push_back({Coefficient, std::move(*Argument)});
  }
  return Result;
}
