//===- stevedore/Counting/Formula.h - Integer formulas ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Formulas in parameters and tile sizes, which are executed here and printed
/// for programs that execute them: in integers, for which 53 bits suffice up to
/// a bound of the parameters that is found beforehand, and what may be larger
/// in floating-point numbers of 64 bits, the same here and there.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_FORMULA_H
#define STEVEDORE_COUNTING_FORMULA_H

#include "stevedore/Counting/SymbolicCount.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace stevedore {

/// One operation on the values of earlier ones.
struct FormulaNode {
  enum Operation {
    /// Value.
    Number,
    /// Parameter number Value; tile size number Value.
    Parameter,
    Size,
    /// The counter of a loop inside that of the counter A, from B to C.
    Counter,
    Add,
    Multiply,
    /// A * B, which lies between C and D.
    MultiplyWithin,
    /// A, which lies between C and D.
    Within,
    /// The greatest integer that is not above A / B, for B >= 1; where one of
    /// them is a floating-point number, A / B.
    Divide,
    /// A as a floating-point number; what that is an operand of is one, too.
    Real,
    /// The integer next to A, a floating-point number, if 53 bits hold it.
    Nearest,
    Min,
    Max,
    /// The least power of two that is not less than A.
    PowerOfTwo,
    /// 1 or 0: A >= 0; A = 0; both of A and B; one of them.
    IsNotNegative,
    IsZero,
    And,
    Or,
    /// B where A holds, else 0.
    Where,
    /// The sum of D for the counter C from A to B, in one of Value loops inside
    /// of each other; where it takes more than its stepsOf(), of as many D,
    /// each
    /// as often as the counters around it that it stands for.
    Sum
  };
  static constexpr unsigned None = std::numeric_limits<unsigned>::max();

  Operation Kind = Number;
  unsigned A = None, B = None, C = None, D = None;
  int64_t Value = 0;

  bool operator==(const FormulaNode &O) const {
    return std::tie(Kind, A, B, C, D, Value) ==
           std::tie(O.Kind, O.A, O.B, O.C, O.D, O.Value);
  }
};

} // namespace stevedore

namespace llvm {
template <> struct DenseMapInfo<stevedore::FormulaNode> {
  static stevedore::FormulaNode keyOf(int64_t Value) {
    stevedore::FormulaNode N;
    N.Kind = stevedore::FormulaNode::Sum;
    N.Value = Value;
    return N;
  }
  /// Sums without operands are none.
  static stevedore::FormulaNode getEmptyKey() { return keyOf(0); }
  static stevedore::FormulaNode getTombstoneKey() { return keyOf(1); }
  static unsigned getHashValue(const stevedore::FormulaNode &N) {
    return hash_combine(N.Kind, N.A, N.B, N.C, N.D, N.Value);
  }
  static bool isEqual(const stevedore::FormulaNode &A,
                      const stevedore::FormulaNode &B) {
    return A == B;
  }
};
} // namespace llvm

namespace stevedore {

/// Formulas, of which equal parts are one. A formula is the number of its last
/// operation, which comes after all those that it uses.
class FormulaTable {
public:
  const FormulaNode &operator[](unsigned F) const { return Nodes[F]; }
  unsigned size() const { return Nodes.size(); }

  unsigned number(int64_t Value) { return leaf(FormulaNode::Number, Value); }
  unsigned parameter(unsigned Number) {
    return leaf(FormulaNode::Parameter, Number);
  }
  unsigned tileSize(unsigned Number) { return leaf(FormulaNode::Size, Number); }
  /// A new counter from \p First to \p Last, of a loop inside that of the
  /// counter \p Around.
  unsigned counter(unsigned Around, unsigned First, unsigned Last);
  unsigned add(unsigned A, unsigned B);
  unsigned subtract(unsigned A, unsigned B);
  unsigned multiply(unsigned A, unsigned B);
  unsigned multiplyWithin(unsigned A, unsigned B, unsigned Low, unsigned High);
  unsigned within(unsigned A, unsigned Low, unsigned High);
  unsigned divide(unsigned A, unsigned B);
  /// The least integer that is not below A / B.
  unsigned divideUp(unsigned A, unsigned B);
  unsigned real(unsigned A);
  unsigned nearest(unsigned A);
  unsigned min(unsigned A, unsigned B);
  unsigned max(unsigned A, unsigned B);
  unsigned powerOfTwo(unsigned A);
  unsigned isNotNegative(unsigned A);
  unsigned isZero(unsigned A);
  unsigned conjunction(unsigned A, unsigned B);
  unsigned disjunction(unsigned A, unsigned B);
  unsigned where(unsigned Condition, unsigned A);
  /// The sum of \p Body over all values of \p Counter, that of one of \p
  /// NumLoops loops inside of each other.
  unsigned sum(unsigned Counter, unsigned Body, unsigned NumLoops);

  /// Loops inside of each other take \p Most steps at most beside the first
  /// one and the last one.
  void setMostSteps(int64_t Most) { MostSteps = Most; }
  /// How many steps the loop of \p Sum takes at most.
  int64_t stepsOf(const FormulaNode &Sum) const;

  /// The counter of the innermost loop that \p F has to be computed in; None:
  /// outside of all.
  unsigned loopOf(unsigned F) const { return Loops[F]; }
  /// Whether the value of \p F depends on a tile size or counter.
  bool varies(unsigned F) const { return Varies[F]; }
  /// Whether the value of \p F is a floating-point number.
  bool isReal(unsigned F) const { return Reals[F]; }
  std::optional<int64_t> constant(unsigned F) const;

  /// Whether each integer of all formulas is less than 2^53 in magnitude where
  /// parameters are \p Largest at most in magnitude, and sizes from 1 to it.
  bool fitsUpTo(int64_t Largest) const;
  /// Those of which it is known that they are not negative, by their numbers,
  /// where fitsUpTo(\p Largest).
  std::vector<bool> notNegative(int64_t Largest) const;

private:
  std::vector<FormulaNode> Nodes;
  std::vector<unsigned> Loops;
  std::vector<bool> Varies, Reals;
  llvm::DenseMap<FormulaNode, unsigned> Known;
  int64_t MostSteps = limits::FormulaSteps;

  /// Numbers between which a value lies; infinite ones where any does.
  struct Interval {
    double Low = 0, High = 0;
  };
  /// Whatever the parameters are.
  std::vector<Interval> Always;

  std::vector<Interval> intervals(int64_t Largest) const;
  Interval intervalOf(const FormulaNode &N, double Most,
                      llvm::ArrayRef<Interval> Found) const;
  unsigned intern(FormulaNode N);
  unsigned leaf(FormulaNode::Operation Kind, int64_t Value);
  unsigned deeper(unsigned A, unsigned B) const;
};

/// A sum of formulas, some of them in loops. Those for the same values of
/// counters are added in one loop.
class FormulaSum {
public:
  explicit FormulaSum(FormulaTable &Table) : Table(Table) {}

  FormulaTable &table() { return Table; }
  /// The counter from \p First to \p Last of a loop inside that of the counter
  /// \p Around, one of \p NumLoops.
  unsigned counter(unsigned Around, unsigned First, unsigned Last,
                   unsigned NumLoops);
  /// Adds \p Value in the loop of \p Counter, which may be None.
  void add(unsigned Counter, unsigned Value);
  /// The sum of all that has been added since the last one, an integer.
  unsigned total();

private:
  FormulaTable &Table;
  std::map<std::tuple<unsigned, unsigned, unsigned, unsigned>, unsigned>
      Counters;
  /// What is added in the loop of a counter, one of so many; loops after those
  /// that they are in, but for None, which is the last.
  struct Loop {
    unsigned NumLoops = 0;
    unsigned Body = FormulaNode::None;
  };
  std::map<unsigned, Loop> Loops;
};

/// What of some formulas is computed where, in order.
class FormulaOrder {
public:
  FormulaOrder(const FormulaTable &Table, llvm::ArrayRef<unsigned> Formulas);

  /// Those that change with no size.
  llvm::ArrayRef<unsigned> constants() const { return Constants; }
  /// Those that do, in the loop of the counter \p Loop.
  llvm::ArrayRef<unsigned> inLoop(unsigned Loop) const;
  /// How often the value of \p F is used.
  unsigned uses(unsigned F) const { return Uses[F]; }
  /// The operations that change with a size, those in loops as often as these
  /// run at most.
  int64_t mostOperations() const { return operationsIn(FormulaNode::None); }

private:
  const FormulaTable &Table;
  std::vector<unsigned> Constants;
  std::map<unsigned, std::vector<unsigned>> Varying;
  std::vector<unsigned> Uses;

  int64_t operationsIn(unsigned Loop) const;
};

/// Executes formulas.
class FormulaValues {
public:
  FormulaValues(const FormulaTable &Table)
      : Table(Table), Values(Table.size()), Reals(Table.size()) {}

  /// Computes what \p Order says, without sizes.
  void setParameters(const FormulaOrder &Order, llvm::ArrayRef<int64_t> At);
  void setSizes(const FormulaOrder &Order, llvm::ArrayRef<int64_t> At);
  /// The value of \p F, an integer.
  int64_t operator[](unsigned F) const { return Values[F]; }
  double real(unsigned F) const {
    return Table.isReal(F) ? Reals[F] : double(Values[F]);
  }
  /// How many operations setSizes() took, those in loops each time.
  int64_t operations() const { return Operations; }

private:
  const FormulaTable &Table;
  std::vector<int64_t> Values;
  std::vector<double> Reals;
  llvm::ArrayRef<int64_t> Parameters, Sizes;
  int64_t Operations = 0;

  void compute(const FormulaOrder &Order, unsigned F);
  template <typename Number>
  Number valueOf(const FormulaOrder &Order, const FormulaNode &N,
                 const std::vector<Number> &Of);
  template <typename Number>
  Number sum(const FormulaOrder &Order, const FormulaNode &N,
             const std::vector<Number> &Of);
  void run(const FormulaOrder &Order, unsigned Loop);
};

} // namespace stevedore

#endif // STEVEDORE_COUNTING_FORMULA_H
