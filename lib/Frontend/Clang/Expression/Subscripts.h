//===- Subscripts.h ------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Subscripts as polynomials in array sizes, and their delinearization:
/// `a[i * n + j]` is element [i, j] of an array with rows of n elements.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_SUBSCRIPTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_SUBSCRIPTS_H

#include "Expression/Affine.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// A factor of a product that depends on parameters only, `n` or `n + 2`.
struct SizeFactor {
  /// { [v] }, which tells factors apart.
  isl::pw_aff Value;
  const clang::Expr *Source = nullptr;
};

/// A product of size factors (sorted keys) with its affine coefficient.
struct SubscriptTerm {
  std::vector<std::string> Factors;
  isl::pw_aff Coefficient;
};

/// A subscript: the sum of its terms. Affine iff its only term has no factors.
struct Subscript {
  std::vector<SubscriptTerm> Terms;
  /// The type in which C evaluates it.
  clang::QualType Type;
  /// Of a subscript that data choose, which has no terms: the expression, what
  /// it lies between, and that as far as the program states it.
  const clang::Expr *Chosen = nullptr;
  ValueRange Range = {}, Stated = {};
  bool isAffine() const;
};

/// The size factors of a region by their keys, the texts of their values where
/// they were met first.
using SizeFactors = std::map<std::string, SizeFactor>;

/// \p E as a polynomial, or a rejection. New factors are added to
/// \p Factors. Obligations of affine parts stay with \p Builder.
llvm::Expected<Subscript> parseSubscript(AffineBuilder &Builder,
                                         const clang::Expr *E,
                                         SizeFactors &Factors);

/// \p E as a subscript, with the obligation that one of an unsigned type does
/// not wrap around: a polynomial if it \p MayBeLinear, else affine; or
/// a rejection.
llvm::Expected<Subscript> readSubscript(AffineBuilder &Builder,
                                        const clang::Expr *E, bool MayBeLinear,
                                        SizeFactors &Factors);

/// The sizes of the inner dimensions of a linearized array, as keys of
/// factors; Strides[k] is the product of Sizes[k..].
struct LinearShape {
  std::vector<std::string> Sizes;
  unsigned rank() const { return Sizes.size() + 1; }
};

/// The shape that all of \p Subscripts agree on: their products of factors
/// form a chain in which each divides the next by one factor. Nothing if there
/// is none.
std::optional<LinearShape>
findLinearShape(llvm::ArrayRef<const Subscript *> Subscripts);

/// The subscripts, outermost first, of the array of shape \p Shape that
/// \p S selects when executed for \p Domain, where \p Values gives the values
/// of factors. Nothing if an inner one is not in [0, size): neither provably,
/// nor by \p Exclude, which is to make sure that a set of iterations is not
/// executed.
std::optional<std::vector<isl::pw_aff>>
delinearize(const Subscript &S, const LinearShape &Shape,
            const isl::set &Domain,
            const std::map<std::string, isl::pw_aff> &Values,
            llvm::function_ref<bool(const isl::set &)> Exclude);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_SUBSCRIPTS_H
