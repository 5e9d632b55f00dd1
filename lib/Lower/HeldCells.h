//===- HeldCells.h - Cells that scalars stand for ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The cells that the instances in an innermost loop access, and which of them
/// a variable can stand for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_HELDCELLS_H
#define STEVEDORE_LIB_LOWER_HELDCELLS_H

#include "PointNest.h"

namespace stevedore {
namespace lower {

/// A cell, and what is done with it.
struct UsedCell {
  looptree::Element Of;
  /// The first access reads, for sure.
  bool IsReadFirst = false;
  bool IsWritten = false;
  /// All accesses are certain.
  bool IsCertain = true;
  /// The instances that access it.
  unsigned Uses = 0;
  const looptree::InstanceNode *Last = nullptr;
};

/// Those of \p Body, instances alone, in the order of their first use.
std::vector<UsedCell> cellsOf(const Block &Body, const CellKnowledge &Cells);

/// Whether the cell \p E is the same in all iterations of a loop with
/// \p Counter.
bool staysIn(const looptree::Element &E, const std::string &Counter);

/// Lets variables stand for cells.
class CellHolder {
public:
  CellHolder(const BandFrame &B, const CellKnowledge &Cells)
      : B(B), Cells(Cells) {}

  /// \p F, an innermost loop that runs at least once, with variables for cells
  /// of a register's size that stay in it, and in its body for those that are
  /// used more than once;
  /// \p Known is what holds inside of it.
  NodeRef hold(looptree::ForNode F, const isl::set &Known) const;

private:
  bool isAlone(const UsedCell &X, llvm::ArrayRef<UsedCell> All,
               const isl::set &Known) const;
  std::string nameFor(const UsedCell &C, std::vector<std::string> &Taken) const;

  const BandFrame &B;
  const CellKnowledge &Cells;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_HELDCELLS_H
