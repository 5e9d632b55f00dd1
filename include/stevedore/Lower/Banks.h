//===- stevedore/Lower/Banks.h - Buffers in banks ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on BufferBanks: buffers that consist of several memories, each of
/// which serves one cell at a time. A mapping into banks is a modular one, m to
/// (f . m) mod N, that keeps apart what one iteration accesses at once, as that
/// into cells keeps apart what is live at once (Darte, Isoard and Yuki,
/// Extended Lattice-Based Memory Allocation, section 2).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LOWER_BANKS_H
#define STEVEDORE_LOWER_BANKS_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Source/SourceText.h"
#include "stevedore/Support/Isl.h"

namespace stevedore {

/// The banks of a buffer with the cells [p], a position along each of its
/// dimensions with more than one cell.
struct BufferBanks {
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  /// Number of its LocalArray among those of all levels of the plan, in the
  /// order of RegionPlan::allLevels().
  unsigned Local = 0;
  std::string Buffer;
  /// N; 1 where there are none, for the reason Conflict.
  int64_t Count = 1;
  /// f: cell [p] is in bank (f . p) mod N. None is negative or above N - 1.
  std::vector<int64_t> Form;
  /// The dimension r with f_r = 1 that is divided: the cell has the address
  /// [p_1, ..., floor(p_r / N), ...] in its bank.
  unsigned Row = 0;
  /// f is zero but for f_r: the buffer stays as it is, and p_r tells the bank.
  bool KeepsShape = false;
  std::string Conflict;
};

/// "(i + 2*j) mod 5 of cell [i, j]"
std::string bankText(const BufferBanks &B);

/// Prints
///   buffer b_local
///     banks: 5
///     bank: (i + 2*j) mod 5 of cell [i, j]
void print(llvm::raw_ostream &OS, const BufferBanks &B);

/// Whether a hint of \p Source tells high-level synthesis to begin an iteration
/// of \p F before the last one has ended, and to unroll the loops inside.
bool isPipelined(const looptree::ForNode &F, const SourceText &Source);

/// Proof obligation: no two cells of one buffer that an iteration accesses are
/// in one bank of it (Buffer::Banks), for the pipelined and the innermost loops
/// of the compute phases of \p Loops, with all iterations of the loops inside
/// of them, and for phases without loops. Takes the loops as they
/// are: how banks were found is not trusted. Positions are taken not to be
/// negative, which replay holds. Errors: two cells that may share a bank, or
/// budget.
llvm::Error verifyBanks(isl::ctx Ctx, const looptree::Block &Loops,
                        const SourceText &Source);

} // namespace stevedore

#endif // STEVEDORE_LOWER_BANKS_H
