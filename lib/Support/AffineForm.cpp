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

std::optional<AffineDivision>
stevedore::toAffineDivision(const isl::aff &A,
                            llvm::ArrayRef<VariableRange> Ranges) {
  if (isl_aff_is_nan(A.get()) != isl_bool_false)
    return std::nullopt;
  isl::val Denominator = isl::manage(isl_aff_get_denominator_val(A.get()));
  isl::aff Whole = isl::manage(isl_aff_scale_val(A.copy(), Denominator.copy()));
  AffineDivision Result;
  for (auto [Type, Size] : Ranges)
    for (unsigned K = 0; K < Size; ++K) {
      auto Factor = toInt64(isl_aff_get_coefficient_val(Whole.get(), Type, K));
      if (!Factor)
        return std::nullopt;
      Result.Numerator.Coefficients.push_back(*Factor);
    }
  auto Constant = toInt64(isl_aff_get_constant_val(Whole.get()));
  auto Divisor = toInt64(Denominator.release());
  if (!Constant || !Divisor)
    return std::nullopt;
  Result.Numerator.Constant = *Constant;
  Result.Denominator = *Divisor;
  return Result;
}
