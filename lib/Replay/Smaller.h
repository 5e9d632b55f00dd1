//===- Smaller.h - Small numbers in place of large constants ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Programs whose loops are too long to be executed because of constants, and
/// the loops that they became, with smaller constants in both alike. Each
/// number of either is taken for a sum of multiples of such constants, or a
/// product of two, and something small. That is a guess: where it is wrong,
/// loops and program may differ though those with the constants do not.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_SMALLER_H
#define STEVEDORE_LIB_REPLAY_SMALLER_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Scop/Scop.h"
#include <optional>
#include <set>

namespace stevedore {
namespace replay {

/// Replaces large constants in a program and in its loops.
class SmallerConstants {
public:
  /// \p TileSizes are those that are constants of \p Loops. Errors: there is no
  /// large constant, or a number stems from none; isl.
  static llvm::Expected<SmallerConstants>
  make(const looptree::Block &Loops, const Scop &S,
       llvm::ArrayRef<int64_t> TileSizes);

  llvm::ArrayRef<int64_t> constants() const { return Constants; }
  /// Gives each constant a small value, a larger one for a larger \p Size and
  /// the least for 0. False if there is none.
  bool choose(unsigned Size);
  /// "5 in place of 1000".
  std::string text() const;

  /// The program, an expression and a number of the loops with these values.
  llvm::Expected<Scop> program() const;
  looptree::Expr expression(const looptree::Expr &E) const;
  int64_t valueOf(int64_t Number) const;

private:
  /// A number: the sum of Factors times the constants and Rest.
  struct Sum {
    std::vector<int64_t> Factors;
    int64_t Rest = 0;

    /// How simple the sum is: the less, the simpler.
    std::pair<int64_t, int64_t> weight() const;
  };

  /// A number: the product of two and Rest.
  struct Product {
    Sum Rows, Length;
    int64_t Rest;
  };

  SmallerConstants(const Scop &S, llvm::ArrayRef<int64_t> TileSizes)
      : S(&S), TileSizes(TileSizes) {}

  const Scop *S;
  std::vector<int64_t> TileSizes;
  /// In ascending order.
  std::vector<int64_t> Constants;
  /// Of each constant.
  std::vector<int64_t> Values;
  /// How far a number may be from a sum of constants: what filters and
  /// distances of the program come to.
  int64_t Slack = 0;
  /// The largest number that is no constant.
  int64_t Least = 0;
  /// Sizes, and numbers of the loops that stem from them otherwise, as halves.
  std::set<int64_t> Sizes;
  /// All numbers without their signs.
  std::set<int64_t> Numbers;
  /// Those that are no products, in their order.
  std::vector<Sum> Sums;
  /// Factors in the program that stem from sizes, and those that do not, as
  /// strides.
  std::set<int64_t> RowLengths, Strides;

  llvm::Error collect();
  void chooseConstants();
  std::optional<int64_t> unknown(const looptree::Block &Loops);
  llvm::Error extend(const looptree::Block &Loops);
  bool isPlain(int64_t Number) const;
  bool isNear(int64_t Rest, int64_t Count) const;
  bool isOrigin(int64_t Number, int64_t Rest) const;
  int64_t period() const;
  int64_t congruent(int64_t Value, size_t I, int64_t Period) const;
  bool choose(unsigned Size, int64_t Period);
  std::optional<Sum> sumOf(int64_t Number) const;
  std::optional<Product> productOf(int64_t Number) const;
  bool isMonotone() const;
  bool isKnown(int64_t Number) const;
  int64_t valueOf(const Sum &Of) const;
  llvm::Error replace(isl::set &Set) const;
  llvm::Error replace(isl::map &Map) const;
};

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_SMALLER_H
