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

  /// The formulas that choosing evaluates for each vector of sizes.
  FormulaOrder largestOrder() const { return {Formulas, Largest}; }
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
/// the best that it finds within limits::EntryOperations.
std::vector<int64_t> chooseAtEntry(const SizeChooser &Chooser,
                                   llvm::ArrayRef<int64_t> At);

/// The search of chooseAtEntry() as C99 and C++, on one line: the functions
/// stevedore_..., of which the last one is
///
///   void stevedore_search(struct stevedore_search_state *s)
llvm::StringRef searchText();

} // namespace stevedore

#endif // STEVEDORE_COUNTING_SIZECHOOSER_H
