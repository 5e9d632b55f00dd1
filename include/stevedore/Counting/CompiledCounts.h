//===- stevedore/Counting/CompiledCounts.h - Counts as flat code -*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Counts of one tile, summed over the tiles of a lattice and compiled, so that
/// they can be evaluated for many sizes of tiles.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_COMPILEDCOUNTS_H
#define STEVEDORE_COUNTING_COMPILEDCOUNTS_H

#include "stevedore/Counting/SymbolicCount.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

class FormulaSum;
struct LinearQuotient;

/// A coordinate of tiles takes the multiples of this.
struct LatticeStep {
  /// The parameter that is the step; empty: Constant.
  std::string Parameter;
  int64_t Constant = 1;
};

/// Sums of counts over the coordinates that they keep, as functions of the
/// parameters. In a piece whose bounds join no two coordinates, that over each
/// coordinate is closed: with I = T k, the sum of I^e is T^e times a difference
/// of two sums of powers, and that of a product is the product of the sums.
/// A floor of a coordinate is affine in each of some residue classes of k.
/// Where bounds join two coordinates, the sum is one of products of powers of k
/// and of floor((a k + b) / m), which takes as many steps as Euclid's algorithm
/// with a and m. Where they join more, loops over numbers of tiles remain, as
/// few as leave no more joined than that, and of several such ways the one with
/// the fewest steps is taken.
class CompiledCounts {
public:
  /// \p Parameters are the names of what values are given for.
  explicit CompiledCounts(std::vector<std::string> Parameters);

  /// Adds the sum of \p C, whose coordinates have the steps \p Steps. Returns
  /// its number, from 0 on. Errors: a parameter that is not known, an unbounded
  /// coordinate, a number that is too large.
  llvm::Expected<unsigned> add(isl::ctx Ctx, const SymbolicCount &C,
                               llvm::ArrayRef<LatticeStep> Steps);

  /// The most loops over numbers of tiles that a formula has for a piece of the
  /// sum of \p C, whose coordinates have the steps \p Steps.
  static unsigned loopsOf(const SymbolicCount &C,
                          llvm::ArrayRef<LatticeStep> Steps);

  /// Adds the formula of sum number \p Index to \p Into: what evaluate() gives,
  /// but for rounding, and except that loops over numbers of tiles take some
  /// steps at most; see FormulaTable::setMostSteps(). What may be summed in two
  /// ways is, by the sizes, if there may be \p MostWays. \p Named gives the
  /// formulas of parameters, FormulaNode::None for others. Errors: such a name,
  /// a number that is too large.
  llvm::Error
  addFormula(FormulaSum &Into, unsigned Index, unsigned MostWays,
             llvm::function_ref<unsigned(llvm::StringRef)> Named) const;

  /// The sums with the numbers \p Indices, from 0 on.
  CompiledCounts only(llvm::ArrayRef<unsigned> Indices) const;

  const std::vector<std::string> &parameters() const { return Parameters; }
  unsigned size() const { return Results.size(); }
  /// The most loops over numbers of tiles that remain in a piece of sum number
  /// \p Index: 0 where it is closed in all of them.
  unsigned numLoops(unsigned Index) const { return Results[Index].NumLoops; }
  /// The same in its formula, which has no sums of floors.
  unsigned numFormulaLoops(unsigned Index) const {
    return Results[Index].NumFormulaLoops;
  }

  /// The sums where the parameters have the values \p Values, in their order;
  /// none where a number does not fit, a step is less than 1, or the loops take
  /// more than limits::CountSteps.
  std::vector<std::optional<int64_t>>
  evaluate(llvm::ArrayRef<int64_t> Values) const;

private:
  friend class CountEvaluator;
  /// Factors times variables, and a constant.
  struct Form {
    std::vector<std::pair<unsigned, int64_t>> Terms;
    int64_t Constant = 0;
    bool operator<(const Form &Other) const;
  };
  /// The least or greatest number k of a tile with Factor * Step * k >= F or
  /// <= F. F / Factor alone where there is no step.
  struct Quotient {
    Form F;
    int64_t Factor = 1;
    bool IsLower = false;
    unsigned Step = None;
    bool operator<(const Quotient &Other) const;
  };
  /// Numbers of tiles between the greatest of some quotients and the least of
  /// others, with the sums of powers of the coordinate from W[Moments] on.
  struct Range {
    unsigned Coordinate = 0;
    std::vector<unsigned> Lower, Upper;
    /// Those of Piece::Varying, equal divisors side by side.
    std::vector<unsigned> VaryingLower, VaryingUpper;
    unsigned Step = None;
    unsigned Powers = 0;
    unsigned Moments = 0;
    /// Among SharedRanges; None: it is none of them.
    unsigned Shared = None;
  };
  /// A closed range whose bounds contain one counter of a loop, that at
  /// Counter, which has the step CounterStep. Pieces with equal ones share it.
  struct SharedRange {
    Range Of;
    unsigned Counter = 0, CounterStep = None;
    /// What Range::VaryingLower and VaryingUpper are in a piece.
    std::vector<unsigned> Lower, Upper;
  };
  struct Guard {
    Form F;
    bool IsEquality = false;
  };
  /// Factor times numbers in W.
  struct Term {
    WideInteger Factor;
    std::vector<unsigned> Places;
  };
  /// The sum of terms that do not change in the innermost loop, times numbers
  /// in W that do. Where they change in no loop it is polynomial number
  /// Constant.
  struct TermGroup {
    std::vector<unsigned> Varying;
    std::vector<Term> Terms;
    unsigned Constant = None;
  };
  /// Product number Before (None: 1) times the number at Place in W.
  struct Product {
    unsigned Before, Place;
  };
  /// The sum of products, by their numbers, times factors, whose magnitudes are
  /// Sizes.
  struct ConstantSum {
    std::vector<std::pair<unsigned, WideInteger>> Terms;
    std::vector<double> Sizes;
  };
  struct Piece {
    /// Of loops, an outer one first.
    std::vector<Range> Loops;
    /// Quotients that contain counters of loops, of Inner and Floors.
    std::vector<unsigned> Varying;
    /// Closed ranges with such bounds.
    std::vector<Range> Inner;
    /// Numbers of closed ranges without.
    std::vector<unsigned> Closed;
    /// Floors that contain counters of loops: number in Varying, place in W.
    std::vector<std::pair<unsigned, unsigned>> Floors;
    std::vector<TermGroup> Terms;
    int64_t Denominator = 1;
    /// The number in Inner of the only range whose bounds contain the counter
    /// of the innermost loop, which need not be executed, and the highest power
    /// of that counter; None: it is executed.
    unsigned Folded = None, FoldedPowers = 0;
    /// Whether there is more in Varying than bounds of shared ranges.
    bool VariesAlone = false;
  };
  /// Where the guards hold, the sum of what each piece of one of the ways
  /// gives; all ways give the same.
  struct Alternatives {
    std::vector<Guard> Guards;
    std::vector<std::vector<Piece>> Ways;
    /// Among those of all sums.
    unsigned Number = 0;
  };
  struct Result {
    std::vector<Alternatives> Pieces;
    /// The places of the steps of coordinates.
    std::vector<unsigned> Steps;
    unsigned NumLoops = 0, NumFormulaLoops = 0;
  };
  /// W[Place] = Factor W[Of], or Factor where Of is None.
  struct Multiple {
    unsigned Place = 0, Of = None;
    int64_t Factor = 1;
  };
  struct Dependence;
  template <typename Number> struct State;
  template <typename Number> struct FoldedTerm;
  template <typename Number> struct SharedState;
  class Compiler;
  class FormulaWriter;

  static constexpr unsigned None = std::numeric_limits<unsigned>::max();
  std::vector<std::string> Parameters;
  std::vector<Result> Results;
  unsigned NumAlternatives = 0;
  /// Those of parameters alone are computed once, and only when asked for, as
  /// are Ranges, Products and ConstantSums.
  std::vector<Quotient> Quotients;
  /// Their numbers.
  std::map<Quotient, unsigned> Known;
  std::vector<bool> IsConstant;
  std::vector<Range> Ranges;
  std::vector<SharedRange> SharedRanges;
  /// Their numbers, by steps and quotients.
  std::map<std::vector<std::vector<unsigned>>, unsigned> KnownShared;
  /// The places of coordinates, by their steps: those of several counts share
  /// them.
  std::map<std::pair<std::string, int64_t>, std::vector<unsigned>> Coordinates;
  std::vector<Product> Products;
  std::vector<ConstantSum> ConstantSums;
  /// Their numbers.
  std::map<std::pair<unsigned, unsigned>, unsigned> KnownProducts;
  std::map<std::vector<std::pair<unsigned, WideInteger>>, unsigned> KnownSums;
  /// Floors of parameters alone: quotient, place in W.
  std::vector<std::pair<unsigned, unsigned>> Floors;
  /// The values in W: parameters, then steps that are none, coordinates,
  /// floors, moments.
  unsigned NumValues = 0;
  std::vector<Multiple> Multiples;

  unsigned productOf(const std::vector<unsigned> &Factors);
  unsigned constantSum(const std::vector<Term> &Terms, const Piece &Of);
  unsigned coordinate(const LatticeStep &S, llvm::ArrayRef<unsigned> Taken);
  void share(Range &R, const Piece &Of);
  template <typename Number>
  LinearQuotient linear(unsigned Q, unsigned Counter, unsigned CounterStep,
                        const State<Number> &S) const;
  template <typename Number> void fixShared(unsigned R, State<Number> &S) const;
  template <typename Number>
  void restrictToShared(const Piece &P, int64_t &First, int64_t &Last,
                        State<Number> &S) const;
  template <typename Number>
  void tabulate(unsigned R, int64_t First, int64_t Last,
                State<Number> &S) const;
  template <typename Number>
  bool addTabulated(const Piece &P, int64_t First, int64_t Last,
                    State<Number> &S) const;
  template <typename Number>
  bool setShared(unsigned R, int64_t Counter, State<Number> &S) const;
  template <typename Number>
  int64_t knownQuotient(unsigned Q, State<Number> &S) const;
  template <typename Number>
  bool knownRange(unsigned R, State<Number> &S) const;
  template <typename Number>
  void computeProduct(unsigned P, State<Number> &S) const;
  template <typename Number>
  void computeSum(unsigned C, State<Number> &S) const;
  template <typename Number>
  std::pair<int64_t, int64_t> boundsOf(const Range &R, State<Number> &S) const;
  template <typename Number>
  void setMoments(const Range &R, int64_t First, int64_t Last,
                  State<Number> &S) const;
  template <typename Number> void fix(const Piece &P, State<Number> &S) const;
  template <typename Number>
  void fixFactors(const Piece &P, State<Number> &S) const;
  template <typename Number>
  int64_t quotient(unsigned Q, const State<Number> &S) const;
  template <typename Number>
  bool runPiece(const Piece &P, unsigned Depth, State<Number> &S) const;
  template <typename Number>
  bool setInner(const Piece &P, int64_t Counter, unsigned Without,
                State<Number> &S) const;
  template <typename Number>
  void addTerms(const Piece &P, int64_t Counter, State<Number> &S) const;
  template <typename Number>
  FoldedTerm<Number> foldedTerm(const Piece &P, const TermGroup &G,
                                const State<Number> &S) const;
  template <typename Number>
  void addFolded(const Piece &P, int64_t First, int64_t Last,
                 State<Number> &S) const;
  template <typename Number>
  double effortOf(const std::vector<Piece> &Way, State<Number> &S) const;
  template <typename Number>
  bool addWay(const std::vector<Piece> &Way, State<Number> &S,
              WideInteger &Total) const;
  template <typename Number>
  bool addAlternatives(const Alternatives &A, State<Number> &S,
                       WideInteger &Total) const;
  template <typename Number>
  bool prepare(llvm::ArrayRef<int64_t> Values, State<Number> &S) const;
  template <typename Number>
  std::optional<int64_t> evaluate(const Result &R, State<Number> &S) const;
  template <typename Number>
  bool evaluateAs(llvm::ArrayRef<int64_t> Values, State<Number> &S,
                  std::vector<std::optional<int64_t>> &Found) const;
};

/// Evaluates sums at one vector of values after the other, of which each
/// changes few: what does not depend on these is not computed anew, nor is a
/// sum that nobody asks for.
class CountEvaluator {
public:
  explicit CountEvaluator(CompiledCounts Sums);
  CountEvaluator(CountEvaluator &&);
  CountEvaluator &operator=(CountEvaluator &&);
  ~CountEvaluator();

  const CompiledCounts &sums() const;
  /// From the next values on, loops over numbers of tiles that are executed
  /// take \p Breadth steps at most beside the first one and the last one, each
  /// for as many: sums are estimates. There are none where those of one sum
  /// take more than \p MostSteps together.
  void setBreadth(int64_t Breadth, uint64_t MostSteps);
  /// Gives the parameters the values \p Values, in their order.
  void set(llvm::ArrayRef<int64_t> Values);
  /// Sum number \p Index; see CompiledCounts::evaluate().
  std::optional<int64_t> sum(unsigned Index);
  /// The terms that were evaluated up to now.
  uint64_t work() const;

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace stevedore

#endif // STEVEDORE_COUNTING_COMPILEDCOUNTS_H
