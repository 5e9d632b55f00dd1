//===- Banks.h - Buffers in banks -------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Buffers that consist of several memories, so that one iteration may access
/// several cells at once.
///
/// The iterations are those of the loops as they are, jammed ones with all of
/// their copies. Candidates for the form are compared with the distances
/// between cells that are constants; whether one holds is what isl says of the
/// loops that it leads to.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_BANKS_H
#define STEVEDORE_LIB_LOWER_BANKS_H

#include "Tiles.h"

namespace stevedore {
namespace lower {

/// Whether the buffers of \p Plan are to have banks. Cells are told apart by
/// their positions then, and elements move one by one.
inline bool wantsBanks(const RegionPlan &Plan) {
  return Plan.Decided.Banks > 1;
}

/// \p Loops with the buffers of \p Bands in at most Decisions::Banks banks,
/// those in the nearest memory of which an iteration accesses several cells:
/// an element is local[(f . p) mod N][p_1]...[floor(p_r / N)], or local[p]
/// where f has one coefficient and the buffer is a plain array. \p Bands get
/// what was found, and LoweringOptions::Banked.
Block inBanks(const RegionPlan &Plan, const LoweringOptions &Options,
              std::vector<BandCode> &Bands, Names &N, Block Loops);

/// The positions of cell [\p P] of a buffer with the banks \p B.
std::vector<Expr> positionsIn(const BufferBanks &B, llvm::ArrayRef<Expr> P);
/// The number of cells along each dimension, of \p Cells.
std::vector<Expr> cellsIn(const BufferBanks &B, llvm::ArrayRef<Expr> Cells);

/// \p Loops with the elements of the buffer \p B.Buffer, of \p Rank
/// dimensions, in banks, those of transfers one by one in a loop over \p
/// Counter.
Block withElementsIn(const BufferBanks &B, const Block &Loops,
                     const std::string &Counter);

/// verifyBanks() of the buffers \p Banked alone, by their names.
llvm::Error
verifyBanksOf(isl::ctx Ctx, const Block &Loops, const SourceText &Source,
              const std::map<std::string, looptree::Buffer> &Banked);

/// Proof obligation: the cells of a buffer with \p Cells cells along each
/// dimension have positions of their own in the banks \p B, all of which the
/// buffer has. Errors: they have not, or budget.
llvm::Error verifyPositions(isl::ctx Ctx, const BufferBanks &B,
                            llvm::ArrayRef<Expr> Cells);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_BANKS_H
