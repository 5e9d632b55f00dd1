//===- Expression.h - C expressions from isl --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Expressions of isl's AST as linear forms over C names, and as C text.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CODEGEN_EXPRESSION_H
#define STEVEDORE_LIB_CODEGEN_EXPRESSION_H

#include "Writer.h"
#include "isl/isl-noexceptions.h"
#include <cstdint>
#include <map>
#include <set>

namespace stevedore {
namespace codegen {

/// An integer expression sum of coefficient * atom + constant. An atom is a C
/// name, or C text that is not linear ("stevedore_floord(c0, 2)").
class Linear {
public:
  Linear(int64_t Constant = 0) : Constant(Constant) {}
  static Linear atom(const std::string &Text, std::set<std::string> Uses);
  static Linear name(const std::string &Name) { return atom(Name, {Name}); }

  Linear &add(const Linear &Other, int64_t Factor = 1);
  int64_t constant() const { return Constant; }
  bool isConstant() const { return Terms.empty(); }
  /// The coefficient of the atom \p Name.
  int64_t coefficient(const std::string &Name) const;
  /// Whether \p Name occurs inside an atom that is more than \p Name itself.
  bool hides(const std::string &Name) const;
  /// Whether \p Name occurs at all.
  bool uses(const std::string &Name) const;
  /// This without its term in the atom \p Name.
  Linear without(const std::string &Name) const;
  /// This without its constant.
  Linear withoutConstant() const;
  bool isZero() const { return Terms.empty() && Constant == 0; }
  /// Every name that occurs.
  std::set<std::string> names() const;
  /// This as a difference, first - second, of expressions whose coefficients
  /// are not negative.
  std::pair<Linear, Linear> sides() const;
  std::string text() const;

private:
  struct Term {
    int64_t Coefficient;
    std::set<std::string> Uses;
  };
  std::map<std::string, Term> Terms;
  int64_t Constant;
};

/// \p E as a linear form; isl names become C names by \p N.
Linear toLinear(const isl::ast_expr &E, const Names &N);

/// \p E, a condition or a value, as C text.
std::string toC(const isl::ast_expr &E, const Names &N);

/// The parameter or counter with the isl name \p Id.
Linear named(llvm::StringRef Id, const Names &N);

/// min(a, b, ...) or max(a, b, ...) of C texts by the helper \p Function.
std::string nested(const std::string &Function,
                   const std::vector<std::string> &Arguments);

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_EXPRESSION_H
