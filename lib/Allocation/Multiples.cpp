//===- Multiples.cpp - Moduli below the distances of conflicts ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "LargestSize.h"
#include "MultiplesSearch.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace stevedore;

/// Successive moduli less 1 along the rows \p Of in \p Order, by dimension;
/// none where one is unbounded.
static std::optional<std::vector<Bound>>
widthsAlong(Widths &W, const SlantedRows &Of, llvm::ArrayRef<unsigned> Order) {
  std::vector<Bound> Result(Order.size());
  std::vector<Row> Zero;
  for (unsigned K : Order) {
    auto Width = W.width(Zero, Of.row(K));
    if (!Width)
      return std::nullopt;
    Result[K] = std::move(*Width);
    Zero.push_back(Of.row(K));
  }
  return Result;
}

/// By how much the logarithms \p Sizes are above \p Others where most so.
static double excessOf(llvm::ArrayRef<double> Sizes,
                       llvm::ArrayRef<double> Others) {
  double Most = -std::numeric_limits<double>::infinity();
  for (unsigned I = 0; I < Sizes.size(); ++I)
    Most = std::max(Most, Sizes[I] - Others[I]);
  return Most;
}

/// Those of widthsAlong() in the order for which there is no probe, or the one
/// where it matters least, where they take more than the logarithms \p Most.
static std::optional<std::vector<Bound>>
leastWidths(Widths &W, const SlantedRows &Of, llvm::ArrayRef<double> Most) {
  std::optional<std::vector<Bound>> Best;
  double Least = std::numeric_limits<double>::infinity();
  std::vector<unsigned> Order(Of.Order.size());
  std::iota(Order.begin(), Order.end(), 0);
  do {
    auto Next = widthsAlong(W, Of, Order);
    if (!Next)
      return std::nullopt;
    double Excess = excessOf(W.logSizes(*Next), Most);
    if (Excess > Least - limits::EqualWidth)
      continue;
    Least = Excess;
    Best = std::move(Next);
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Best;
}

namespace {

/// Other moduli for a mapping along the dimensions of an array.
class OthersByMultiples {
public:
  OthersByMultiples(const ConflictRelation &C, const ModularMapping &Found,
                    Widths &Own, Widths &Alike, MultiplesSearch &Search,
                    llvm::ArrayRef<std::string> Sizes)
      : C(C), Found(Found), Own(Own), Alike(Alike), Search(Search),
        Sizes(Sizes) {}

  /// \p Found with the rows \p Of. None where that may take more cells, far
  /// more by several choices.
  std::optional<ModularMapping> with(const SlantedRows &Of,
                                     AllocationLimits Limits);

private:
  std::optional<std::vector<Extent>> moduliOf(const SlantedRows &Of);

  const ConflictRelation &C;
  const ModularMapping &Found;
  Widths &Own, &Alike;
  MultiplesSearch &Search;
  llvm::ArrayRef<std::string> Sizes;
};

} // namespace

/// The logarithm of the number of cells of \p M at the first probe of \p Alike,
/// where all of \p Sizes are the same.
static double sizeOf(const ModularMapping &M, const Widths &Alike,
                     llvm::ArrayRef<std::string> Sizes) {
  double Result = 0;
  for (int64_t E : extentsAt(M, [&](llvm::StringRef Name) {
         bool IsAlike = llvm::is_contained(Sizes, Name);
         return Alike.valueAt(0, IsAlike ? llvm::StringRef(LargestSize) : Name);
       }))
    Result += std::log(double(E));
  return Result;
}

std::optional<std::vector<Extent>>
OthersByMultiples::moduliOf(const SlantedRows &Of) {
  auto Bounds = Search.moduliOf(Of);
  if (!Bounds)
    return std::nullopt;
  std::vector<Extent> Result;
  for (const Bound &B : *Bounds) {
    Result.push_back(Alike.toExtent(B));
    if (!Sizes.empty())
      Result.back() = forSizes(Result.back(), Sizes, C.Context.get_space());
  }
  return Result;
}

std::optional<ModularMapping> OthersByMultiples::with(const SlantedRows &Of,
                                                      AllocationLimits Limits) {
  ModularMapping Result = Found;
  std::vector<double> Before = Own.logSizes(Found);
  if (Of.matrix() != Found.Matrix) {
    auto Plain = leastWidths(Own, Of, Before);
    if (!Plain)
      return std::nullopt;
    Result.Matrix = Of.matrix();
    Result.Moduli.clear();
    Result.Others.clear();
    for (const Bound &B : *Plain)
      Result.Moduli.push_back(Own.toExtent(B));
  }
  auto Moduli = moduliOf(Of);
  if (!Moduli)
    return std::nullopt;
  ModularMapping Other = Result;
  Other.Others.clear();
  Other.Moduli = *Moduli;
  finish(Result, Own.conflicts().Context, ModuloKind::Exact);
  finish(Other, Own.conflicts().Context, ModuloKind::Exact);
  double Size = sizeOf(Result, Alike, Sizes),
         OtherSize = sizeOf(Other, Alike, Sizes);
  if (std::min(Size, OtherSize) >
      sizeOf(Found, Alike, Sizes) - limits::ChoiceSaving)
    return std::nullopt;
  if (OtherSize < Size - limits::ChoiceSaving) {
    if (!Result.Others.empty() && Result.Others.size() + 1 >= Limits.Choices)
      Result.Others.pop_back();
    Result.Others.push_back({std::move(Other.Moduli), {}, true});
  }
  if (excessOf(Own.logSizes(Result), Before) >
      (Limits.Choices == 1 ? limits::EqualWidth : 4 * limits::ScatteredSaving))
    return std::nullopt;
  return Result;
}

/// Whether \p M may have other moduli: its rows are the dimensions of the
/// array, and some modulus is no constant; where the last one is to be kept,
/// there are two others.
static bool mayHaveMultiples(const ConflictRelation &C, const ModularMapping &M,
                             bool KeepsLast) {
  if (M.Linear || M.Slanted || M.Packed || M.Strided || !M.Offsets.empty() ||
      M.Matrix.size() != C.Rank || C.Rank < (KeepsLast ? 3 : 2) || C.Rank > 3)
    return false;
  for (unsigned K = 0; K < C.Rank; ++K)
    if (M.Matrix[K] != unitRow(C.Rank, K))
      return false;
  return llvm::any_of(M.Moduli, [](const Extent &E) { return !E.constant(); });
}

/// withMultiples() within \p Limit, for tiles of which all \p Sizes are alike.
static llvm::Expected<ModularMapping>
withMultiplesOf(const ConflictRelation &C, const ModularMapping &Found,
                llvm::ArrayRef<std::string> Sizes, const Budget &Limit,
                AllocationLimits Limits) {
  auto Alike = lift(Sizes.empty() ? C : upToLargest(C, Sizes), Precision::Few);
  if (!Alike)
    return Alike.takeError();
  auto OfAlike = Widths::create(*Alike, Limit, Limits.Effort);
  if (!OfAlike)
    return OfAlike.takeError();
  bool KeepsLast = Limits.Choices == 1;
  MultiplesSearch Search(*OfAlike, C.Rank, KeepsLast);
  std::vector<SlantedRows> Proposed =
      Search.below(sizeOf(Found, *OfAlike, Sizes) -
                   (KeepsLast ? limits::ScatteredSaving : limits::CaseSaving));
  if (Proposed.empty())
    return Found;
  auto Lifted = lift(C, Precision::Few);
  if (!Lifted)
    return Lifted.takeError();
  auto Own = Widths::create(*Lifted, Limit, Limits.Effort);
  if (!Own)
    return Own.takeError();
  OthersByMultiples Others(C, Found, *Own, *OfAlike, Search, Sizes);
  for (const SlantedRows &Of : Proposed) {
    auto Next = Others.with(Of, Limits);
    if (Next && isProved(C, *Next, Limits))
      return std::move(*Next);
  }
  return Found;
}

ModularMapping stevedore::withMultiples(const ConflictRelation &C,
                                        ModularMapping Found,
                                        AllocationLimits Limits) {
  if (!mayHaveMultiples(C, Found, Limits.Choices == 1) || !C.Pairs.is_null())
    return Found;
  isl::ctx Ctx = C.Context.ctx();
  Budget Limit(
      Ctx, {secondsFor(Ctx, AllocationKind::Lattice), Limits.ProofOperations});
  auto Result = withMultiplesOf(C, Found, sizesOf(C), Limit, Limits);
  if (Result)
    return std::move(*Result);
  llvm::consumeError(Result.takeError());
  return Found;
}
