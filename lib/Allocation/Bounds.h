//===- Bounds.h - Max-min-affine upper bounds over parameters ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Forms are affine functions of the parameters; a bound is a maximum of minima
/// of them. Finds, for a family of concave functions given by their tangents at
/// probe points, a short bound that is as tight as the family at every probe.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_BOUNDS_H
#define STEVEDORE_LIB_ALLOCATION_BOUNDS_H

#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/LinearProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <vector>

namespace stevedore {

/// An affine form of the parameters, ordered from large to small coefficients.
struct Form : RationalForm {
  Rational at(const ParameterPoint &P) const;
  bool operator<(const Form &Other) const;
};

/// The form with the coefficients \p Numerators, the last one of which is the
/// constant, over \p Denominator; none if its numbers are large.
std::optional<Form> smallForm(llvm::ArrayRef<WideInteger> Numerators,
                              int64_t Denominator);

/// The form with these coefficients rounded up to a smaller denominator: an
/// upper bound where no parameter is negative. None if its numbers are large.
std::optional<Form> roundedUp(llvm::ArrayRef<WideInteger> Numerators,
                              int64_t Denominator);

/// Raises the coefficients of \p F, whose denominator is 1, to those of \p
/// Other, rounded up, where these are greater: it then bounds both from above
/// where no parameter is negative.
void raiseTo(Form &F, const Form &Other);

/// The maximum over alternatives of the minimum of forms.
using Bound = std::vector<std::vector<Form>>;

Rational evaluate(const Bound &B, const ParameterPoint &P);

/// A concave function of the parameters: its values at the probes, where it is
/// defined, and its tangents there, or forms above them.
struct Envelope {
  std::vector<std::optional<Rational>> Values;
  std::vector<Form> Tangents;
};

/// Whether a form bounds the function number N from above everywhere.
using BoundsFunction = llvm::function_ref<bool(const Form &, unsigned N)>;

/// The functions of \p Family that no other one dominates at all probes.
std::vector<unsigned> undominated(const std::vector<Envelope> &Family);

/// A bound of all functions numbered in \p Selected, as tight as their maximum
/// at \p Probes if few alternatives can be. Empty when there is none.
std::optional<Bound> boundFamily(const std::vector<Envelope> &Family,
                                 const std::vector<unsigned> &Selected,
                                 const std::vector<ParameterPoint> &Probes,
                                 BoundsFunction Bounds);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_BOUNDS_H
