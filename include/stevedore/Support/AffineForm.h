//===- stevedore/Support/AffineForm.h - Affine forms ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Affine forms of numbered variables in machine integers: isl_aff and
/// isl_constraint for what is evaluated, compared or combined so often that
/// their reference counts and integers of any size would take most of the time.
/// Reading one from isl fails where a number does not fit.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_AFFINEFORM_H
#define STEVEDORE_SUPPORT_AFFINEFORM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "isl/isl-noexceptions.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// Coefficients . x + Constant.
struct AffineForm {
  std::vector<int64_t> Coefficients;
  int64_t Constant = 0;

  /// The number of variables that occur in the form.
  unsigned numTerms() const;
  /// This plus \p Factor times \p Other, which may have more variables; false,
  /// with the form in no defined state, if a number does not fit.
  [[nodiscard]] bool add(const AffineForm &Other, int64_t Factor);
  bool operator==(const AffineForm &Other) const;
  bool operator<(const AffineForm &Other) const;
};

/// (Coefficients . x + Constant) / Denominator, the denominator positive.
struct RationalForm : AffineForm {
  int64_t Denominator = 1;

  bool operator==(const RationalForm &Other) const;
};

/// (Coefficients . x + Constant + floors) / Denominator: an isl_aff.
struct QuasiAffineForm : RationalForm {
  struct Floor;
  std::vector<Floor> Floors;

  /// The floor of a form without variables and floors; none of any other.
  std::optional<int64_t> constantFloor() const;
  /// Whether variable number \p K occurs in the form or in one of its floors.
  bool involves(unsigned K) const;
  /// Whether each number in the form and in its floors is less than \p Limit in
  /// magnitude.
  bool isWithin(int64_t Limit) const;
  /// The form over \p Size variables of which number Places[K] stands for
  /// number K of this one.
  QuasiAffineForm renumbered(llvm::ArrayRef<unsigned> Places,
                             unsigned Size) const;
  /// The form with numbers for the variables that have a \p Value; floors that
  /// become numbers are added up. None if a number does not fit.
  std::optional<QuasiAffineForm>
  withValues(llvm::function_ref<std::optional<int64_t>(unsigned)> Value) const;
  /// The greatest integer that is not above the form where variable number K
  /// has the value \p Value(K), which is asked for where it matters only. No
  /// sum or product on the way may overflow.
  int64_t floorAt(llvm::function_ref<int64_t(unsigned)> Value) const;
  /// "(2*T1 - floor((N + 1)/2) - 1)/3", the variables called \p Names.
  std::string text(llvm::ArrayRef<std::string> Names) const;
};

/// Coefficient * floor(Argument).
struct QuasiAffineForm::Floor {
  int64_t Coefficient;
  QuasiAffineForm Argument;
};

/// Form >= 0, or Form = 0.
struct AffineConstraint {
  AffineForm Form;
  bool IsEquality = false;

  /// Whether each x that satisfies this constraint satisfies \p Other, as far
  /// as the constants of two forms with the same coefficients tell.
  bool plainlyImplies(const AffineConstraint &Other) const;
};

/// One kind of dimensions of an isl object, of which \p Size ones are
/// variables.
struct VariableRange {
  isl_dim_type Type;
  unsigned Size;
};

/// The number \p V, which it takes over; none if it is no machine integer.
std::optional<int64_t> toInt64(isl_val *V);

/// \p C over the variables of \p Ranges, one range after the other; those that
/// \p C does not have get the coefficient 0, those of other kinds are left out.
std::optional<AffineConstraint>
toAffineConstraint(const isl::constraint &C,
                   llvm::ArrayRef<VariableRange> Ranges);

/// \p A over the variables of \p Ranges, without those of other kinds;
/// isl_dim_in are the dimensions of its domain.
std::optional<RationalForm>
toRationalForm(const isl::aff &A, llvm::ArrayRef<VariableRange> Ranges);

/// \p A over its parameters; none if a number does not fit or it has other
/// variables.
std::optional<QuasiAffineForm> toQuasiAffineForm(const isl::aff &A);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_AFFINEFORM_H
