//===- SegmentProof.h - The proof of segments -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The proof that no access wraps inside of a segment (Segments.h).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_SEGMENTPROOF_H
#define STEVEDORE_LIB_LOWER_SEGMENTPROOF_H

#include "Expression.h"
#include "llvm/Support/Error.h"

namespace stevedore {
namespace lower {

/// Accesses along one row of a buffer in a segment from s on.
struct SegmentRow {
  /// The name of the position g of the first of them at s, in [0, b).
  std::string Start;
  /// b
  Expr Modulus;
  /// The positions at the counter c are g + Factor * (c - s) + Offset.
  int64_t Factor;
  std::vector<int64_t> Offsets;
};

/// One segment of a loop, whose counter goes from s to s + r.
struct Segment {
  /// The names of s and of the last value e of the loop's counter.
  std::string At, Last;
  /// r
  Expr Run;
  /// Whether r is negative where a segment has no iteration; it never is
  /// otherwise.
  bool MayBeEmpty;
  std::vector<SegmentRow> Rows;
};

/// Proof obligation, for all integers that the variables of \p S may stand for
/// where s <= e and each 0 <= g < b:
///
///   s + r <= e; and r >= 0 unless the segment may be empty;
///
///   0 <= g + Factor * d + Offset < b for 0 <= d <= r and each access.
///
/// \p Ctx is where isl computes. Errors: the claim that cannot be proved, or
/// budget.
llvm::Error verifySegment(isl::ctx Ctx, const Segment &S);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_SEGMENTPROOF_H
