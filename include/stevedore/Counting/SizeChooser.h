//===- stevedore/Counting/SizeChooser.h - Sizes at run time -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The choice of tile sizes in bounded time, where parameters have no values
/// before the program runs: one algorithm, executed here and in emitted code.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_SIZECHOOSER_H
#define STEVEDORE_COUNTING_SIZECHOOSER_H

#include "stevedore/Counting/Formula.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stevedore {

/// What a search for tile sizes goes by.
struct SizeChooser {
  FormulaTable Formulas;
  /// The structure parameters of the region, in its order, and the sizes that
  /// are chosen: parameters and tile sizes of Formulas by their numbers.
  std::vector<std::string> Parameters, Sizes;
  /// Those with larger magnitudes count as this one, so that nothing overflows.
  int64_t LargestParameter = 0;
  /// For each size one from which on a single tile reaches over the band.
  std::vector<unsigned> Largest;
  /// Bytes of all buffers, and how many there may be.
  unsigned LocalBytes = 0;
  int64_t MostLocalBytes = 0;
  /// What is least, then the next where that is the same: the sum of all costs,
  /// that of all bytes that are moved, transfers. Each size is one of a part,
  /// and changes the costs and bytes of that alone.
  struct Part {
    unsigned Cost, Bytes;
  };
  std::vector<Part> Parts;
  std::vector<unsigned> PartOfSize;
  unsigned Transfers = 0;
  /// For a cache: the sizes by their numbers, the one of the innermost loop of
  /// the original program first, with -1 behind those of each band. Tiles whose
  /// inner sizes are as large as these loops, as far as they fit, cost what the
  /// original order does. Empty: tiles always pay.
  std::vector<int> Loops;
  /// What the parts do not have of the original program and of the new one,
  /// which no size changes.
  unsigned Before = 0, After = 0;

  /// What choosing evaluates once.
  FormulaOrder largestOrder() const {
    std::vector<unsigned> All = Largest;
    if (!Loops.empty())
      All.insert(All.end(), {Before, After});
    return {Formulas, All};
  }
  /// The formulas that it evaluates for each vector of sizes.
  FormulaOrder localOrder() const { return {Formulas, LocalBytes}; }
  FormulaOrder costOrder(const Part &P) const {
    return {Formulas, {P.Cost, P.Bytes}};
  }
  /// Those for vectors of sizes that are as good as the best one otherwise.
  FormulaOrder transferOrder() const { return {Formulas, Transfers}; }
};

/// The largest magnitude of parameters up to which \p Table fits, a power of
/// two; none where that is less than limits::EntryParameter.
std::optional<int64_t> largestParameter(const FormulaTable &Table);

/// The sizes that \p Chooser takes where its parameters have the values \p At,
/// the best that it finds within limits::EntryOperations; zeros where these
/// cost more than the original program over limits::LeastGain.
std::vector<int64_t> chooseAtEntry(const SizeChooser &Chooser,
                                   llvm::ArrayRef<int64_t> At);

/// The search of chooseAtEntry() as C99 and C++, on one line: the functions
/// stevedore_..., of which the last one is
///
///   void stevedore_search(struct stevedore_search_state *s)
llvm::StringRef searchText();

/// What it does behind it where SizeChooser::Loops are known:
///
///   void stevedore_weigh(struct stevedore_search_state *s, const int *loops,
///                        int count, double before, double after, double gain,
///                        long long most)
llvm::StringRef weighText();

} // namespace stevedore

#endif // STEVEDORE_COUNTING_SIZECHOOSER_H
