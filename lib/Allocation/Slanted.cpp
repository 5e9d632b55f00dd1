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
        A(unitRow(Rank, Inner)), NegatedA(Rank, 0) {
    NegatedA[Inner] = -1;
    Far = {Row(Rank, 0), W.formOf(W.constantBound(0))};
    Far.Along[Outer] = Sign;
    for (unsigned K = 0; K < Rank; ++K)
      if (K != Inner && K != Outer)
        Others.push_back(unitRow(Rank, K));
  }

  /// Looks for the steps that may take fewer cells than \p Most at each large
  /// probe. Whether there are any.
  bool maySave(std::vector<double> Most);
  std::optional<Candidate> candidate() const;
  /// What a tile as large as the problem may take more, as a logarithm: steps
  /// are rows that such a tile does not need.
  double mayLose() const {
    return HasSteps ? 4 * limits::ScatteredSaving : limits::EqualWidth;
  }

private:
  bool areFewer(llvm::ArrayRef<double> Most,
                llvm::ArrayRef<double> Count) const;
  std::optional<std::vector<Bound>> alongUnits() const;
  /// What c . z is at most where it is below h.
  Bound steps() const { return {{Far.Above}}; }

  Widths &W;
  unsigned Rank, Inner, Outer;
  int64_t Sign;
  /// a and -a of SlantedForm.
  Row A, NegatedA;
  /// c . z >= h of the steps h, or c . z >= 1.
  Widths::HalfSpace Far;
  bool HasSteps = false;
  std::vector<Row> Others;
};

} // namespace

/// Whether the cells are below \p Most at the large probes, for the steps of
/// Far, where the outer row takes \p Count. The stride times the other cells
/// along the outer row is compared first: where conflicts fill a box, that is
/// the whole box.
bool Slant::areFewer(llvm::ArrayRef<double> Most,
                     llvm::ArrayRef<double> Count) const {
  std::vector<double> Left;
  for (unsigned I = 0; I < Most.size(); ++I)
    Left.push_back(Most[I] / std::max(1.0, Count[I] - 1));
  auto Stride = W.sizesWhere(Others, Far, NegatedA, Left);
  if (!Stride)
    return false;
  std::vector<double> Steps = W.logSizes(steps());
  for (unsigned I = 0; I < Most.size(); ++I) {
    Steps[I] = std::round(std::exp(Steps[I]));
    Left[I] = Most[I] / Steps[I] -
              std::ceil((*Stride)[I] / Steps[I]) * (Count[I] - 1);
  }
  auto Rest = W.sizesWhere(Others, Far, A, Left);
  return Rest.has_value();
}

/// Steps are as many as those of the pairs that reach farther than a stride
/// may.
bool Slant::maySave(std::vector<double> Most) {
  for (const Row &R : Others) {
    auto Sizes = W.quickSizes(R);
    if (!Sizes)
      return false;
    for (unsigned I = 0; I < Most.size(); ++I)
      Most[I] /= double((*Sizes)[I]);
  }
  auto Count = W.sizesWhere(Others, Far, Far.Along, Most);
  if (!Count)
    return false;
  if (areFewer(Most, *Count))
    return true;
  std::vector<double> Reach;
  for (unsigned I = 0; I < Most.size(); ++I)
    Reach.push_back(Most[I] / std::max(1.0, (*Count)[I] - 1));
  auto Near = W.widthWhereFar(Others, Far, NegatedA, Reach, Far.Along);
  if (!Near)
    return false;
  Far.Above = W.formOf(*Near);
  HasSteps = true;
  return areFewer(Most, *Count);
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
  auto Stride = W.widthWhere(Others, Far, NegatedA);
  auto Ahead = W.widthWhere(Others, Far, A);
  if (!Bounds || !Stride || !Ahead)
    return std::nullopt;
  const Bound &Count = (*Bounds)[Outer], &Along = (*Bounds)[Inner];
  Bound Rest = W.maximum(Along, *Ahead);
  std::vector<Row> Units;
  for (unsigned K = 0; K < Rank; ++K)
    Units.push_back(unitRow(Rank, K));
  Candidate Result = makeCandidate(W, std::move(Units), *Bounds, "slanted");
  Result.Mapping.Slanted = {Inner,
                            Outer,
                            Sign,
                            W.toExtent(*Stride),
                            W.toExtent(Count),
                            W.toExtent(Rest),
                            HasSteps ? W.toExtent(steps()) : Extent()};
  std::vector<double> OfStride = W.logSizes(*Stride),
                      OfCount = W.logSizes(Count), OfRest = W.logSizes(Rest),
                      OfInner = W.logSizes(Along), OfStep = W.logSizes(steps());
  Result.Cost = 0;
  for (unsigned I = 0; I < Result.LogSizes.size(); ++I) {
    double Step = std::exp(OfStep[I]);
    double Cells = std::ceil(std::exp(OfStride[I]) / Step - limits::EqualCost) *
                       (std::exp(OfCount[I]) - 1) +
                   std::exp(OfRest[I]);
    Result.LogSizes[I] += std::log(Step * Cells) - OfCount[I] - OfInner[I];
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
            (!W.hasTileSizes() ||
             saves(*Next, Best, -S.mayLose(), NumLarge, W.numProbes())) &&
            (!Result || Next->Cost < Result->Cost - limits::EqualCost))
          Result = std::move(Next);
      }
  return Result;
}
