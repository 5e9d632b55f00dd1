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

/// A subscript: the sum of its terms. Affine iff its only term has no factors.
struct Subscript {
  TermSum Terms;
  /// The type in which C evaluates it.
  clang::QualType Type;
  /// Of a subscript that data choose, which has no terms: the expression, what
  /// it lies between, and that as far as the program states it.
  const clang::Expr *Chosen = nullptr;
  ValueRange Range = {}, Stated = {};
  bool isAffine() const;
};

/// \p E as a polynomial, or a rejection. New factors are added to
/// \p Factors. Obligations of affine parts stay with \p Builder.
llvm::Expected<Subscript> parseSubscript(AffineBuilder &Builder,
                                         const clang::Expr *E,
                                         SizeFactors &Factors);

/// The key of the factor \p Value, { [v] }, which is that in \p Factors
/// afterwards, with the C text \p Text if it is new.
std::string factorKey(SizeFactors &Factors, const isl::pw_aff &Value,
                      const std::string &Text);

/// { [i] -> [v] }: \p Factor for the iterations { [i] } in \p Domain.
isl::pw_aff sizeOver(const SizeFactor &Factor, const isl::set &Domain);

/// Adds \p Term to \p S.
void addTerm(TermSum &S, SubscriptTerm Term);

/// The value of \p E in the nest \p N as a polynomial; nothing if it is none,
/// or if it wraps around. Factors are those of \p R.
std::optional<TermSum> polynomialOf(RegionState &R, const Nest &N,
                                    const clang::Expr *E);

/// Makes sure by conditions at run time that \p S is neither negative nor above
/// what all of \p Types hold, in each iteration of \p N: no term is negative,
/// and none above its share of that.
bool limitSum(RegionState &R, const Nest &N, const TermSum &S,
              llvm::ArrayRef<clang::QualType> Types);

/// \p S as the value of a variable: affine where no term has factors.
IndexValue valueOfSum(TermSum S);

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

/// Keys of factors, sorted: by which the products of subscripts grow, from the
/// smallest product to the largest.
using FactorChain = std::vector<std::vector<std::string>>;

/// The factors that each product of \p Subscripts has more than the next
/// smaller one, which has to divide it. Nothing if one does not.
std::optional<FactorChain>
findChain(llvm::ArrayRef<const Subscript *> Subscripts);

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
