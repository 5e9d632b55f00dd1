//===- WalkPoint.h - What holds at one point of a walk ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a walk over a region knows where it is: values of variables, and what
/// is stated of others.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_WALKPOINT_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_WALKPOINT_H

#include "stevedore/Support/Isl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <vector>

namespace stevedore {

/// The loops and conditions around a statement.
struct Nest {
  llvm::SmallVector<const clang::VarDecl *, 6> Iterators;
  /// { [i1,...,id] }, iterator values for which the statement is executed.
  isl::set Domain;
  unsigned depth() const { return Iterators.size(); }
  /// No loops: where a region begins.
  static Nest outermost(isl::ctx Ctx);
};

/// A variable declared in the region with an affine value that never changes:
/// it is replaced by its initializer wherever it is used.
struct DerivedValue {
  /// { [i1,...,id] -> [v] } over the iterators around its declaration.
  isl::pw_aff Value;
  const clang::Expr *Init = nullptr;
};

/// A sum of parameters that is a factor of products.
struct SizeFactor {
  /// { [v] }, which tells factors apart.
  isl::pw_aff Value;
  /// C text.
  std::string Text;
};

/// The size factors of a region by their keys, the texts of their values where
/// they were met first.
using SizeFactors = std::map<std::string, SizeFactor>;

/// A product of size factors (sorted keys) with its affine coefficient,
/// { [i1,...,id] -> [v] }.
struct SubscriptTerm {
  std::vector<std::string> Factors;
  isl::pw_aff Coefficient;
};

/// The sum of terms with different factors: a polynomial.
using TermSum = std::vector<SubscriptTerm>;

/// What a variable holds at one point of the walk over the region.
struct IndexValue {
  /// { [i1,...,id] -> [v] } over iterators of the nest; null if the value is
  /// not affine.
  isl::pw_aff Value;
  /// Otherwise what was assigned, a product of iterators and parameters.
  const clang::Expr *Init = nullptr;
  /// Otherwise a polynomial over iterators of the nest, some term of which has
  /// factors; empty: not known.
  TermSum Sum = {};

  bool isKnown() const { return !Value.is_null() || Init || !Sum.empty(); }
};

/// The values { v : Low <= v <= High }, { [i1,...,id] -> [v] } over iterators
/// of the nest; null: not bounded.
struct ValueRange {
  isl::pw_aff Low, High;
};

/// What is known of a variable, and of it what the program states (rangeOf()).
struct RangeOfVariable {
  ValueRange Known, Stated;
};

/// What is known of the values of \p E at one point of the walk.
struct ValueFact {
  const clang::Expr *E = nullptr;
  ValueRange Range;
};

/// What the user promises of each element of the array called \p Array.
struct ElementFact {
  std::string Array;
  ValueRange Range;
  /// Its words.
  std::string Text;
};

/// The truth value of a condition on data.
struct DataGuard {
  const clang::VarDecl *Var = nullptr;
  bool Holds = true;
};

/// The index variables that have known values, and those values.
using IndexMap = llvm::DenseMap<const clang::VarDecl *, IndexValue>;

/// One point of the walk.
struct WalkPoint {
  /// The values of index variables; affine ones may be defined for a part of
  /// the iterations only.
  IndexMap IndexValues;
  /// What is stated of the values of expressions.
  std::vector<ValueFact> Facts;
  /// The conditions on data under which it is reached.
  llvm::SmallVector<DataGuard, 4> Guards;
  /// While values are only tried out, no iteration is excluded: all those that
  /// would have to be are assumed to be.
  bool IsTrial = false;
  /// While an expression is looked at that the program need not evaluate here,
  /// and for which iterations of the nest it does; null: for all.
  bool IsGuess = false;
  isl::set Reached;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_WALKPOINT_H
