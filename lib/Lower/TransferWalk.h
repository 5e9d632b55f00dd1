//===- TransferWalk.h - The transfers of one array --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The loops around the transfers of one array, each of which moves a run, or
/// rows at constant distances (Boxes.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_TRANSFERWALK_H
#define STEVEDORE_LIB_LOWER_TRANSFERWALK_H

#include "Phases.h"
#include "Scan.h"
#include "Slice.h"
#include "Walk.h"
#include <optional>

namespace stevedore {
namespace lower {

struct BoxLoop;
struct BoxLoops;
struct BoxTransfer;

/// Prints the transfers of one array, slice by slice.
class TransferWalk : public Walk {
public:
  TransferWalk(const BandFrame &B, const Slice &Moved, const Channel &C,
               Builder &W)
      : Walk(B, W), Moved(Moved), Home(Moved.home()), C(C) {}
  /// Lowers \p Piece without \p Cut, which may be null, to loops; false if
  /// there are none for it.
  llvm::Expected<bool> piece(const isl::basic_set &Piece,
                             const isl::basic_set &Cut,
                             const isl::basic_set &Context);

private:
  void leaf(const Leaf &L) override;
  std::vector<Reference> references(const Leaf &L) const override {
    std::vector<Affine> First = Moved.first(L.Coordinates);
    std::vector<Reference> Result = {{&Home, Home.ArrayNumber, First}};
    if (C.Far)
      Result.push_back({C.Far, Home.ArrayNumber, First});
    return Result;
  }
  /// The element \p Subscripts on the other side.
  looptree::Element far(const std::vector<Affine> &Subscripts) const {
    return element({C.Far, Home.ArrayNumber, Subscripts});
  }
  /// The row along which the cells of the buffer there follow each other; null
  /// where there is one cell.
  const BufferRow *farRow() const {
    return C.Far->Rows.empty() ? nullptr : &C.Far->Rows.back();
  }
  static bool isContiguous(const Buffer &B, const BufferRow *Along,
                           const std::vector<Affine> &Coordinates,
                           const std::string &Counter);
  bool innermost(const Loop &L) override;
  bool isRun(const Loop &L, const Leaf &Element) const;
  bool isPositive(const Affine &Length) const;
  bool emitRun(const Loop &L, const Leaf &Element, bool IsNeverEmpty);
  void lowerIf(const std::vector<Expr> &Conditions,
               llvm::function_ref<void()> Lower);
  void scanLevel(const Scan &S, size_t At, const Leaf &Element);
  void scanInside(const Scan &S, size_t At, const Leaf &Element);
  void scanLoop(const Scan &S, size_t At, const Leaf &Element);
  void singleRun(const Loop &L, Leaf Element, bool IsNeverEmpty);
  void wrappingRun(const Loop &L, Leaf Element);
  /// One GET or PUT of \p Count slices, and that as often as \p Repetitions
  /// say; an empty \p Count means one.
  void transfer(looptree::Element Local, looptree::Element Remote,
                std::optional<Expr> Count,
                std::vector<looptree::Repetition> Repetitions = {});
  /// The loop over the values of \p Level.
  static Loop loopOf(const ScanLevel &Level);
  bool box(const Scan &S, size_t At, const Leaf &Element);
  void boxInside(const BoxLoops &Loops, size_t At, const Leaf &Element);
  void addLoop(const BoxLoop &Box, BoxTransfer &T);
  void limitSegment(const BoxTransfer &T, unsigned K, looptree::Element &Local);
  void boxItself(const BoxLoops &Loops, const Leaf &Element);

  const Slice &Moved;
  const Buffer &Home;
  const Channel &C;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_TRANSFERWALK_H
