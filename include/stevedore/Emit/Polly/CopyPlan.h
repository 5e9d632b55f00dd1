//===- stevedore/Emit/Polly/CopyPlan.h - Plans for Polly --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on CopyPlan: a plan of constant tile sizes as a flat order of
/// statements and copies. Polly makes loops of LLVM IR from it, with its own
/// run-time checks. Sizes are constants, since the number of a tile times a
/// size that is a parameter is not affine.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_EMIT_POLLY_COPYPLAN_H
#define STEVEDORE_EMIT_POLLY_COPYPLAN_H

#include "stevedore/Frontend/Polly/Model.h"
#include "stevedore/Plan/RegionPlan.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class BranchInst;
class CallInst;
class Instruction;
class RegionInfo;
class Value;
} // namespace llvm

namespace stevedore {

/// Where elements are in local arrays.
enum class BufferPlaces {
  /// Where the plan's mapping says.
  Modular,
  /// The same; where that folds by a modulus that grows with the parameters,
  /// each element that any tile holds has a place of its own.
  Whole,
};

/// That the buffer of an array folds by what Polly cannot express.
class BufferError : public llvm::ErrorInfo<BufferError> {
public:
  static char ID;
  /// \p How: "by ...".
  BufferError(llvm::StringRef Array, const llvm::Twine &How)
      : Text(("the buffer of array '" + Array + "' folds " + How).str()) {}
  void log(llvm::raw_ostream &OS) const override { OS << Text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Text;
};

/// A local array.
struct LocalBuffer {
  /// Number of the array whose elements it holds.
  unsigned Array = 0;
  /// Its own: Polly knows arrays by their names.
  std::string Name;
  /// Affine in the parameters of the program. Along dimensions where it is not
  /// constant no two elements share a cell.
  std::vector<Extent> Extents;
  /// { A[m] -> [c] }
  isl::map Cell;
  /// Whether a row of the mapping adds up several subscripts.
  bool IsSlanted = false;
  /// Whether it has a place for each element that any tile holds.
  bool IsWhole = false;
};

/// A part of the load or the store phases of a local array.
struct CopyPhase {
  /// Number of the local array.
  unsigned Buffer = 0;
  bool IsLoad = false;
  /// { C[o, k, m] -> A[m] }: the elements m that the tile number k moves.
  isl::map Element;
  /// { C[o, k, m] -> [t] }
  isl::map Time;
};

/// Statements and copies in the order of a plan.
struct CopyPlan {
  std::vector<LocalBuffer> Buffers;
  std::vector<CopyPhase> Copies;
  /// { S[i] -> [t] }, with as many dimensions as the times of copies.
  isl::union_map Times;
  /// How many of them, from the first on, are the order of whole tiles.
  unsigned TileDimensions = 0;
  /// Of each statement and its accesses, the number of the local array that it
  /// takes its elements from; none: those of the program.
  std::vector<std::vector<std::optional<unsigned>>> Redirected;
};

/// The order of \p Plan, whose tile sizes have to be constants. Errors: what
/// cannot be expressed, a BufferError where it is a buffer, or the budget of
/// \p Seconds and a limit of operations.
llvm::Expected<CopyPlan> planCopies(const RegionPlan &Plan, BufferPlaces Places,
                                    double Seconds);

/// That Polly makes loops of \p Plan for \p S, which \p Region is a model of,
/// within \p Seconds and a limit of operations, which it does not keep itself.
/// Errors: it does not, a BufferError where that is for the subscripts of a
/// local array. \p S is as it was.
llvm::Error tryLoops(polly::Scop &S, const PollyRegion &Region,
                     const CopyPlan &Plan, double Seconds);

/// While alive, loads and stores that \p Plan sends to local arrays claim no
/// more alignment than any element has: Polly copies what they claim.
class LocalAlignments {
public:
  LocalAlignments(const PollyRegion &Region, const CopyPlan &Plan);
  LocalAlignments(const LocalAlignments &) = delete;
  LocalAlignments &operator=(const LocalAlignments &) = delete;
  ~LocalAlignments();

private:
  std::vector<std::pair<llvm::Instruction *, llvm::Align>> Before;
};

/// The memory of local arrays that are not on the stack, allocated before the
/// region.
struct LocalMemory {
  std::vector<llvm::CallInst *> Pointers;
  /// Whether all local arrays are small enough; null: no size is to be known
  /// at run time.
  llvm::Value *Fits = nullptr;
};

/// Bytes that local arrays may take.
struct LocalLimits {
  /// All arrays of a region; none: as many as there are.
  std::optional<int64_t> Region;
  /// Those on the stack of a function.
  int64_t Stack = 0;
};

/// Gives \p S, which \p Region is a model of, the order and the local arrays of
/// \p Plan, so that Polly's code generation makes its loops. What it takes of
/// the stack is taken from \p Most; other arrays, and those whose size is not
/// constant, are on the heap. Errors: arrays of constant size take more than
/// \p Most bytes, or there is no place for the memory of others; \p S is as it
/// was then.
llvm::Expected<LocalMemory> handOver(polly::Scop &S, const PollyRegion &Region,
                                     const CopyPlan &Plan, llvm::RegionInfo &RI,
                                     LocalLimits &Most);

/// The branch to Polly's loops or to the original ones of \p S, once it has
/// made some; null: there is none.
llvm::BranchInst *choiceBefore(const polly::Scop &S);

/// Asks for \p Memory only where Polly's checks let the loops run that it made
/// of \p S, since sizes mean nothing elsewhere, and frees it behind them; where
/// there is none to be had, or arrays are too large, the original loops run.
void releaseMemory(polly::Scop &S, const LocalMemory &Memory);

/// Takes \p Memory back where Polly made no loops.
void withdrawMemory(const LocalMemory &Memory);

} // namespace stevedore

#endif // STEVEDORE_EMIT_POLLY_COPYPLAN_H
