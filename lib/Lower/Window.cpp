//===- Window.cpp - Where a tile's window begins --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Window.h"

namespace stevedore {
namespace lower {

namespace {
/// A lower bound of a window: Factor * e >= Form.
struct LowerBound {
  int64_t Factor;
  QuasiAffineForm Form;
};
} // namespace

/// Makes \p Row subtract max(\p Starts), as a form when it is one.
static void startAt(BufferRow &Row, const std::vector<LowerBound> &Starts,
                    const std::string &BaseName, const BandFrame &B) {
  if (Starts.size() == 1) {
    Row.Base.At = B.affine(Starts.front().Form);
    return;
  }
  std::vector<Expr> Values;
  for (const LowerBound &Start : Starts)
    Values.push_back(B.affine(Start.Form).expr());
  Row.Base.Name = B.N.inner(BaseName);
  Row.Base.Value = Expr::make(Expr::Max, std::move(Values));
  Row.Base.At = Affine::name(Row.Base.Name);
}

/// Makes \p Row subtract the largest multiple of b that is not above any of
/// the bounds \p Bounds; bounds with a factor only where there is no other.
static void alignTo(BufferRow &Row, const std::vector<LowerBound> &Bounds,
                    const std::string &BaseName, const BandFrame &B) {
  std::vector<Expr> Values;
  for (const LowerBound &Bound : Bounds)
    if (Bound.Factor == 1)
      Values.push_back(B.affine(Bound.Form).expr());
  for (const LowerBound &Bound : Bounds)
    if (Bound.Factor != 1 && Values.empty())
      Values.push_back(Expr::make(
          Expr::FloorDiv, {B.affine(Bound.Form).expr(), Bound.Factor}));
  if (Values.empty())
    return;
  Expr Lowest = Expr::make(Expr::Max, std::move(Values));
  if (Lowest.kind() == Expr::Integer && Lowest.value() == 0)
    return;
  Row.Base.Name = B.N.inner(BaseName);
  Row.Base.Value =
      Expr::make(Expr::Mul, {Expr::make(Expr::FloorDiv, {Lowest, Row.Modulus}),
                             Row.Modulus});
  Row.Base.At = Affine::name(Row.Base.Name);
}

/// \p Bounds as the forms of \p B; empty where one cannot be read.
static std::vector<LowerBound>
readBounds(const BandFrame &B, llvm::ArrayRef<RowWindow::Bound> Bounds) {
  std::vector<LowerBound> Result;
  for (const RowWindow::Bound &Bound : Bounds) {
    std::optional<QuasiAffineForm> Form = B.form(Bound.Form);
    if (!Form)
      return {};
    Result.push_back({Bound.Factor, std::move(*Form)});
  }
  return Result;
}

void placeRow(const BandFrame &B, const RowWindow &W,
              const std::string &BaseName, BufferRow &Row) {
  std::vector<LowerBound> Bounds = readBounds(B, W.Bounds);
  Row.Static = !Bounds.empty() && (W.IsStatic || W.IsAligned);
  if (!W.IsStatic || Bounds.empty())
    return alignTo(Row, Bounds, BaseName, B);
  startAt(Row, Bounds, BaseName, B);
}

} // namespace lower
} // namespace stevedore
