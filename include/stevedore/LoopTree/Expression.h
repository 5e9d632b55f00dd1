//===- stevedore/LoopTree/Expression.h - Index expressions ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The integer and truth values that the loops of a region compute with: bounds,
/// subscripts, conditions, lengths. Expressions are immutable values; equal
/// expressions are equal trees. isl's own AST expressions would do for what isl
/// generates, but cannot be built from outside of an AST build and have no place
/// for buffer positions, lengths of transfers and what is known of a region
/// before it runs.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LOOPTREE_EXPRESSION_H
#define STEVEDORE_LOOPTREE_EXPRESSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stevedore {
namespace looptree {

/// An expression over 64-bit integers; a truth value is 0 or 1.
class Expr {
public:
  enum Kind {
    /// A number of any size; verify() refuses one that does not fit its type.
    Integer,
    /// A variable of the loops, or the name of memory in a condition.
    Variable,
    /// The sum of terms coefficient * operand and a constant, the operands in
    /// the order of their spelling. Made by Affine::expr().
    AffineSum,
    /// The sum, the difference and the product of two, in this order.
    Add,
    Sub,
    Mul,
    /// C's quotient and remainder of numbers that are not negative.
    Div,
    Rem,
    Equal,
    NotEqual,
    LessEqual,
    Less,
    GreaterEqual,
    Greater,
    And,
    Or,
    Not,
    /// The operand, set apart by parentheses.
    Group,
    /// Of three operands: the second if the first is true, else the third.
    Select,
    /// Of one or more operands.
    Min,
    Max,
    /// floor(a / b).
    FloorDiv,
    /// a - b * floor(a / b).
    Modulo,
    /// The first multiple of b that is not below a.
    FirstMultiple,
    /// a modulo b, cheap where 0 <= a < 2 b.
    Wrap,
    /// The least power of two that is not below the operand.
    PowerOfTwo,
    /// Whether the bytes from a to b and from c to d have none in common.
    Disjoint,
    /// The structure parameter with this number in Scop::Parameters.
    Parameter,
    /// The tile size with this name, at most 2^30.
    TileSize,
    /// The run-time condition of the program (Scop::RuntimeCondition).
    RuntimeCondition,
    /// Whether a team of several threads executes the region.
    InTeam,
    /// The number of the worker that executes the region, from 0 on, and how
    /// many there are.
    Worker,
    Workers,
    /// Whether the new loops pay: the operand. They compute the same where it
    /// does not hold.
    Worthwhile,
  };

  Expr(int64_t Value = 0);

  static Expr integer(llvm::DynamicAPInt Value);
  static Expr variable(llvm::StringRef Name);
  static Expr parameter(unsigned Number);
  static Expr tileSize(llvm::StringRef Name);
  static Expr runtimeCondition();
  static Expr inTeam();
  static Expr worker();
  static Expr workers();
  /// An operation that stands as it is; Min, Max, And and Or of one operand are
  /// this operand.
  static Expr make(Kind K, std::vector<Expr> Operands);

  Kind kind() const;
  llvm::ArrayRef<Expr> operands() const;
  /// Of an Integer.
  const llvm::DynamicAPInt &value() const;
  /// Of a Variable or a TileSize.
  llvm::StringRef name() const;
  /// Of a Parameter.
  unsigned number() const;
  /// The coefficients of the operands of an AffineSum, and its constant.
  llvm::ArrayRef<int64_t> coefficients() const;
  int64_t constant() const;

  bool isInteger(int64_t Value) const;
  bool isComparison() const { return kind() >= Equal && kind() <= Greater; }
  /// Whether the variable \p Name occurs.
  bool uses(llvm::StringRef Name) const;
  /// Calls \p Visit for this and every expression inside.
  void walk(llvm::function_ref<void(const Expr &)> Visit) const;
  /// This with \p Value in place of the variable \p Name.
  Expr substitute(llvm::StringRef Name, const Expr &Value) const;
  /// Number of operations, variables and numbers; a minimum or maximum of n
  /// operands counts as n.
  unsigned size() const;

  /// The expression in infix notation; different expressions are spelled
  /// differently up to parentheses that do not matter.
  const std::string &spelling() const;
  bool operator==(const Expr &Other) const {
    return spelling() == Other.spelling();
  }
  bool operator!=(const Expr &Other) const { return !(*this == Other); }

private:
  struct Node;
  explicit Expr(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  friend class Affine;
  std::shared_ptr<const Node> N;
};

/// How expressions are written in C.
struct ExprStyle {
  /// Comes before the names of helper functions.
  std::string Prefix;
  /// Comes before the names of macros.
  std::string MacroPrefix;
  /// Comes before the names of tile sizes, "FUNCTION_".
  std::string SizePrefix;
  /// The C text of structure parameters and of the run-time condition.
  std::function<std::string(unsigned)> Parameter;
  std::function<std::string()> RuntimeCondition;
  /// The C text of variables; null: their names.
  std::function<std::string(llvm::StringRef)> Variable = nullptr;
  /// Comes between MacroPrefix and the names of what workers ask for.
  std::string TeamPrefix = {};
  /// What tile sizes are called in C; null: as they are.
  std::function<std::string(llvm::StringRef)> SizeName = nullptr;
  /// `long`, in which all is computed, has 32 bits.
  bool HasNarrowLong = false;
};

/// \p E in C. Sums have no parentheses around them; see parenthesized().
std::string toC(const Expr &E, const ExprStyle &Style);

/// \p E in C, in parentheses unless it is a name, a number or a call.
std::string parenthesized(const Expr &E, const ExprStyle &Style);

Expr operator&&(const Expr &A, const Expr &B);
Expr compare(Expr::Kind K, const Expr &A, const Expr &B);
/// The conjunction of \p Conditions; 1 of none.
Expr conjunction(std::vector<Expr> Conditions);
/// \p A + \p B and \p A * \p B without terms 0 and factors 1.
Expr sum(const Expr &A, const Expr &B);
Expr product(const Expr &A, const Expr &B);

/// A linear form with integer coefficients over expressions that are no sums:
/// what sums of expressions are computed with.
class Affine {
public:
  Affine(int64_t Constant = 0) : Constant(Constant) {}
  /// \p E as a form: an atom with the coefficient 1, or a number.
  static Affine atom(const Expr &E);
  static Affine name(llvm::StringRef Name) {
    return atom(Expr::variable(Name));
  }

  /// Adds \p Factor times \p Other.
  Affine &add(const Affine &Other, int64_t Factor = 1);

  int64_t constant() const { return Constant; }
  bool isConstant() const { return Terms.empty(); }
  bool isZero() const { return Terms.empty() && Constant == 0; }
  /// The coefficient of the variable \p Name.
  int64_t coefficient(llvm::StringRef Name) const;
  /// Whether \p Name occurs inside an atom that is more than \p Name itself.
  bool hides(llvm::StringRef Name) const;
  /// Whether \p Name occurs at all.
  bool uses(llvm::StringRef Name) const;
  /// This without its term in the variable \p Name.
  Affine without(llvm::StringRef Name) const;
  /// This without its constant.
  Affine withoutConstant() const;
  /// This as a difference, first - second, of forms whose coefficients are not
  /// negative.
  std::pair<Affine, Affine> sides() const;
  Expr expr() const;

private:
  struct Term {
    int64_t Coefficient;
    Expr Atom;
  };
  /// By the spelling of the atom.
  std::map<std::string, Term> Terms;
  int64_t Constant;
};

} // namespace looptree
} // namespace stevedore

#endif // STEVEDORE_LOOPTREE_EXPRESSION_H
