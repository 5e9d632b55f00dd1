//===- SegmentProof.cpp - The proof of segments ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentProof.h"
#include "Values.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

namespace stevedore {
namespace lower {

/// Whether \p Claim, conditions that must never hold, has no values in
/// \p Known.
static llvm::Error never(const isl::set &Known, const isl::set &Claim,
                         const char *Why) {
  auto IsNever =
      checked(Known.ctx().get(), Known.is_disjoint(Claim), "a segment");
  if (!IsNever)
    return IsNever.takeError();
  if (*IsNever)
    return llvm::Error::success();
  return llvm::make_error<IslError>(IslError::Invalid,
                                    std::string("a segment of a loop ") + Why);
}

/// verifySegment() without a budget of its own. The distance d, at most r, is
/// at most each operand of the minimum that r is; its name no variable can
/// have.
static llvm::Error prove(isl::ctx Ctx, const Segment &S) {
  Values V(Ctx);
  isl::pw_aff At = V.variable(S.At), Last = V.variable(S.Last);
  isl::pw_aff Zero = V.number(0), Distance = V.variable("d ");
  isl::set Known = At.le_set(Last), Inside = Known;
  for (const SegmentRow &Row : S.Rows) {
    isl::pw_aff Start = V.variable(Row.Start);
    Known = Known.intersect(Zero.le_set(Start))
                .intersect(Start.lt_set(V.of(Row.Modulus)));
  }
  for (const Expr &Operand : operandsOf(Expr::Min, S.Run)) {
    isl::pw_aff Limit = V.of(Operand);
    Inside = Inside.intersect(Distance.le_set(Limit));
    if (!S.MayBeEmpty)
      if (llvm::Error E = never(Known, Limit.lt_set(Zero), "has no iteration"))
        return E;
  }
  if (llvm::Error E = never(Inside, At.add(Distance).gt_set(Last),
                            "goes on after the last iteration"))
    return E;
  Inside = Inside.intersect(Known).intersect(Zero.le_set(Distance));
  for (const SegmentRow &Row : S.Rows)
    for (int64_t Offset : Row.Offsets) {
      isl::pw_aff Position = isl::manage(isl_pw_aff_scale_val(
          Distance.copy(), isl::val(Ctx, Row.Factor).release()));
      Position = Position.add(V.variable(Row.Start)).add(V.number(Offset));
      isl::set Outside =
          Position.lt_set(Zero).unite(Position.ge_set(V.of(Row.Modulus)));
      if (llvm::Error E = never(Inside, Outside, "wraps"))
        return E;
    }
  return llvm::Error::success();
}

llvm::Error verifySegment(isl::ctx Ctx, const Segment &S) {
  Budget Limit(Ctx, {0, limits::SegmentOperations});
  return within(Limit, prove(Ctx, S), "the proof of a segment");
}

} // namespace lower
} // namespace stevedore
