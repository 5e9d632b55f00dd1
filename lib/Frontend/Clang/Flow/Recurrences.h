//===- Recurrences.h - Values that loops carry ---------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Closed forms of what a variable holds at the start of each iteration of a
/// loop and after it, where each iteration sets it to an affine value or adds a
/// constant to it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_RECURRENCES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_RECURRENCES_H

#include "State/WalkPoint.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "isl/isl-noexceptions.h"
#include <map>
#include <optional>

namespace stevedore {

/// What the iterations { [o,i] } of a loop do to one variable.
struct Recurrence {
  /// { [o,i] -> [v] }, for the iterations that set it; null if none does.
  isl::pw_aff Set;
  /// { [o,i] } for each constant, the iterations that add it; those that set
  /// the variable or leave it alone are in none.
  std::map<long, isl::set> Added;
  /// The iterations that add a product, a number times factors. Then none sets
  /// the variable.
  struct Product {
    std::vector<std::string> Factors;
    isl::val Number;
    isl::set Where;
  };
  std::vector<Product> Products;
  /// { : } where that is not known: what some iterations do there is of another
  /// form; null: nowhere.
  isl::set Without;
  /// { [o] -> [v] }: what the variable holds after an odd number of iterations,
  /// if each turns what it holds on entry into that and back, as `v = !v` does;
  /// otherwise null. Then there is nothing else.
  isl::pw_aff Turned;
};

/// The recurrence of a variable that holds \p End, over { [o,i] }, at the end
/// of each of \p Iterations. The parameter \p Start in it is what the variable
/// holds at the start of the iteration, \p Unknown are those of all variables
/// that are not known there; \p KeyOf names factors, { [v] }, empty where they
/// are none. Nothing if \p End is of another form or not defined for any
/// parameters.
std::optional<Recurrence>
recurrenceOf(const TermSum &End, const isl::set &Iterations,
             const isl::id &Start, llvm::ArrayRef<isl::id> Unknown,
             llvm::function_ref<std::string(const isl::pw_aff &)> KeyOf);

/// The same of a variable that for each o one iteration changes to a value that
/// later ones leave as it is, as of `if (count == 0) count = 1;`: one that this
/// iteration and the later ones set. It holds \p Before, over { [o,i] }, where
/// the loop is entered. Nothing where that or \p End is a sum of products.
std::optional<Recurrence>
settled(const TermSum &End, const isl::set &Iterations, const isl::id &Start,
        llvm::ArrayRef<isl::id> Unknown, const TermSum &Before, bool IsUp);

/// The same of a variable that holds one of two values in turns. It holds
/// \p Before, over { [o,i] }, where the loop is entered.
std::optional<Recurrence>
turning(const TermSum &End, const isl::set &Iterations, const isl::id &Start,
        llvm::ArrayRef<isl::id> Unknown, const TermSum &Before);

/// { [x] -> [v] } for x in \p Points: what the variable holds after those
/// iterations that \p Earlier, { [x] -> [o,i] }, relates to x, where it held
/// \p Before, { [x] -> [v] }, before them (null: not known). \p IsUp tells
/// whether larger i are later. With l(x) the last of them that sets it,
///
///     v(x) = Set(l(x)) + sum of Added over those of Earlier(x) after l(x)
///
/// and Before(x) in place of Set(l(x)) where none does, or Turned where their
/// number is odd. Null if a sum or a number is not affine.
isl::pw_aff valueAfter(const Recurrence &R, const isl::map &Earlier,
                       const isl::set &Points, const isl::pw_aff &Before,
                       bool IsUp);

/// The products of \p R that are added so, as terms over \p Points; nothing if
/// a number of iterations is not affine.
std::optional<TermSum> productsAfter(const Recurrence &R,
                                     const isl::map &Earlier,
                                     const isl::set &Points);

/// \p V with as few pieces as show, equal to it on \p Domain, and defined
/// nowhere else on it; null if there are too many.
isl::pw_aff simplified(const isl::pw_aff &V, const isl::set &Domain);

/// { [x] -> [count] }: the number of iterations that \p Some, { [x] -> [o,i] }
/// with one o for each x, relates to each x of \p Points; null if that is not
/// affine.
isl::pw_aff countOfIterations(const isl::map &Some, const isl::set &Points);

/// { [o,i] -> [o,i'] : i < i' }, or i > i', over the space of \p Iterations.
isl::map later(const isl::set &Iterations, bool IsUp);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_RECURRENCES_H
