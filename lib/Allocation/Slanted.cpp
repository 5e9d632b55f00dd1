//===- Slanted.cpp - Reuse vectors that depend on parameters --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reuse vector such as (1, T + 1) has no constant direction, so that the
// extrusion along it is no polyhedron. But that s (c . z) + a . z is not 0
// follows from the signs of c . z and of a . z + s, which are affine.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace stevedore;

namespace {

/// Makes one row of the rows Inner and Outer, units both, in the kernel of the
/// other units.
class Slant {
public:
  Slant(Widths &W, unsigned Rank, unsigned Inner, unsigned Outer, int64_t Sign)
      : W(W), Rank(Rank), Inner(Inner), Outer(Outer), Sign(Sign),
        A(unitRow(Rank, Inner)), NegatedA(Rank, 0), C(Rank, 0) {
    NegatedA[Inner] = -1;
    C[Outer] = Sign;
    for (unsigned K = 0; K < Rank; ++K)
      if (K != Inner && K != Outer)
        Others.push_back(unitRow(Rank, K));
  }

  /// Whether there may be fewer cells than \p Most at each large probe.
  bool maySave(std::vector<double> Most) const;
  std::optional<Candidate> candidate() const;

private:
  std::optional<std::vector<Bound>> alongUnits() const;

  Widths &W;
  unsigned Rank, Inner, Outer;
  int64_t Sign;
  /// a, -a and c of SlantedForm.
  Row A, NegatedA, C;
  std::vector<Row> Others;
};

} // namespace

/// The stride times the other cells along the outer row is compared first:
/// where conflicts fill a box, that is the whole box.
bool Slant::maySave(std::vector<double> Most) const {
  for (const Row &R : Others) {
    auto Sizes = W.quickSizes(R);
    if (!Sizes)
      return false;
    for (unsigned I = 0; I < Most.size(); ++I)
      Most[I] /= double((*Sizes)[I]);
  }
  auto Count = W.sizesWhere(Others, C, C, Most);
  if (!Count)
    return false;
  std::vector<double> Left;
  for (unsigned I = 0; I < Most.size(); ++I)
    Left.push_back(Most[I] / std::max(1.0, (*Count)[I] - 1));
  auto Stride = W.sizesWhere(Others, C, NegatedA, Left);
  if (!Stride)
    return false;
  for (unsigned I = 0; I < Most.size(); ++I)
    Left[I] = Most[I] - (*Stride)[I] * ((*Count)[I] - 1);
  return W.sizesWhere(Others, C, A, Left).has_value();
}

/// Widths along the units one after the other, the inner one last.
std::optional<std::vector<Bound>> Slant::alongUnits() const {
  std::vector<Row> Zero, Order = Others;
  Order.push_back(unitRow(Rank, Outer));
  Order.push_back(A);
  std::vector<Bound> Result(Rank);
  for (const Row &R : Order) {
    auto Width = W.width(Zero, R);
    if (!Width)
      return std::nullopt;
    Result[llvm::find(R, 1) - R.begin()] = std::move(*Width);
    Zero.push_back(R);
  }
  return Result;
}

std::optional<Candidate> Slant::candidate() const {
  auto Bounds = alongUnits();
  auto Stride = W.widthWhere(Others, C, NegatedA);
  auto Far = W.widthWhere(Others, C, A);
  if (!Bounds || !Stride || !Far)
    return std::nullopt;
  const Bound &Count = (*Bounds)[Outer], &Along = (*Bounds)[Inner];
  Bound Rest = W.maximum(Along, *Far);
  std::vector<Row> Units;
  for (unsigned K = 0; K < Rank; ++K)
    Units.push_back(unitRow(Rank, K));
  Candidate Result = makeCandidate(W, std::move(Units), *Bounds, "slanted");
  Result.Mapping.Slanted = {
      Inner,           Outer, Sign, W.toExtent(*Stride), W.toExtent(Count),
      W.toExtent(Rest)};
  std::vector<double> OfStride = W.logSizes(*Stride),
                      OfCount = W.logSizes(Count), OfRest = W.logSizes(Rest),
                      OfInner = W.logSizes(Along);
  Result.Cost = 0;
  for (unsigned I = 0; I < Result.LogSizes.size(); ++I) {
    double Cells = std::exp(OfStride[I]) * (std::exp(OfCount[I]) - 1) +
                   std::exp(OfRest[I]);
    Result.LogSizes[I] += std::log(Cells) - OfCount[I] - OfInner[I];
    if (I < W.numLargeProbes())
      Result.Cost += Result.LogSizes[I];
  }
  return Result;
}

/// Whether \p A takes by \p Saving fewer cells than \p B at the probes from
/// \p First to \p Last.
static bool saves(const Candidate &A, const Candidate &B, double Saving,
                  unsigned First, unsigned Last) {
  for (unsigned I = First; I < Last; ++I)
    if (A.LogSizes[I] > B.LogSizes[I] - Saving)
      return false;
  return true;
}

std::optional<Candidate> stevedore::proposeSlanted(Widths &W, unsigned Rank,
                                                   const Candidate &Best) {
  double Saving = 2 * limits::ScatteredSaving;
  unsigned NumLarge = W.numLargeProbes();
  std::vector<double> Most;
  for (unsigned I = 0; I < NumLarge; ++I)
    Most.push_back(std::exp(Best.LogSizes[I] - Saving));
  std::optional<Candidate> Result;
  for (unsigned Inner = Rank; Inner-- > 0;)
    for (unsigned Outer = 0; Outer < Rank; ++Outer)
      for (int64_t Sign : {-1, 1}) {
        if (Inner == Outer || W.outOfBudget())
          continue;
        Slant S(W, Rank, Inner, Outer, Sign);
        if (!S.maySave(Most))
          continue;
        std::optional<Candidate> Next = S.candidate();
        if (Next && saves(*Next, Best, Saving, 0, NumLarge) &&
            (!W.hasTileSizes() || saves(*Next, Best, -limits::EqualWidth,
                                        NumLarge, W.numProbes())) &&
            (!Result || Next->Cost < Result->Cost - limits::EqualCost))
          Result = std::move(Next);
      }
  return Result;
}
