//===- Multiples.cpp - Moduli below the distances of conflicts ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Successive moduli (Heuristic 1) with c_k . z = 0 modulo b_k in the place of
// c_k . z = 0: let v_1, ..., v_n be the columns of the inverse of the rows, and
//   b_k = 1 + sup { mu : mu v_k + sum_{j < k} q_j b_j v_j is in K for
//                        integers q_1, ..., q_{k-1} }.
// Then no z != 0 of K has M z = 0 modulo b: the last q_k that is not 0 would be
// at most sup / b_k < 1. Where b_1 is the width of K along c_1, q_1 is 0 and
// these are the widths of successive kernels; with a smaller b_1 translates of
// a slanted body lie closer, as far as b_k is no less than a fraction of the
// width along c_k, which leaves few q_k.
//
//===----------------------------------------------------------------------===//

#include "Basis.h"
#include "Candidates.h"
#include "LargestSize.h"
#include "Programs.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace stevedore;

namespace {

/// Rows that are units but for that of dimension Slanted, to which multiples of
/// the others are added, in the order in which moduli are chosen; each but the
/// last in this order has a modulus of at least its width over Parts.
struct Rows {
  std::vector<unsigned> Order;
  unsigned Slanted;
  std::vector<int64_t> Slopes;
  std::vector<int64_t> Parts;
  double Cost = 0;

  Row row(unsigned K) const {
    return K == Slanted ? Row(Slopes) : unitRow(Slopes.size(), K);
  }
  std::vector<Row> matrix() const {
    std::vector<Row> Result;
    for (unsigned K = 0; K < Slopes.size(); ++K)
      Result.push_back(row(K));
    return Result;
  }
  /// The column of the inverse for dimension \p K.
  Row column(unsigned K) const {
    Row Result = unitRow(Slopes.size(), K);
    if (K != Slanted)
      Result[Slanted] = -Slopes[K];
    return Result;
  }
  /// Whether elements along the last dimension are contiguous.
  bool areContiguous() const {
    return Slanted + 1 == Slopes.size() || Slopes.back() == 0;
  }
  /// Whether the last dimension has a row and a modulus of its own, as it has
  /// without slopes and parts: innermost loops wrap no more often.
  bool keepLast() const {
    return Slanted + 1 != Slopes.size() && Slopes.back() == 0 &&
           (Parts.empty() || Parts.back() == 1);
  }
};

/// Looks for the rows for which the moduli take the fewest cells at the first
/// probe, where tiles have similar sizes, for K as the polytope of its widths
/// along short vectors.
class MultiplesSearch {
public:
  MultiplesSearch(Widths &W, unsigned Rank, bool KeepsLast)
      : W(W), Rank(Rank), KeepsLast(KeepsLast) {}

  /// The rows that may cost less than \p Most, cheapest first.
  std::vector<Rows> below(double Most);
  /// Their moduli less 1, by dimension; none where one is unbounded.
  std::optional<std::vector<Bound>> moduliOf(const Rows &Of);

private:
  /// |Along . z| < Size for z in K.
  struct Width {
    Row Along;
    int64_t Size;
  };

  bool readWidths();
  Bound formsOf(const Bound &B) const;
  double costOf(const Rows &Of) const;
  int64_t sizeAlong(const Row &Along) const;
  int64_t farthest(const Row &From, const Row &Along) const;
  void addSlopes(Rows Of, unsigned K, double &Most,
                 std::vector<Rows> &Found) const;
  void addParts(Rows Of, double &Most, std::vector<Rows> &Found) const;

  Widths &W;
  unsigned Rank;
  /// Only rows that keep the last dimension.
  bool KeepsLast;
  std::vector<Width> Known;
};

} // namespace

static int64_t slopeFor(unsigned Rank) {
  return Rank == 2 ? limits::MultiplesSlopeOfTwo : limits::MultiplesSlope;
}

bool MultiplesSearch::readWidths() {
  for (Row &Along : primitiveVectors(Rank, slopeFor(Rank))) {
    auto Sizes = W.quickSizes(Along);
    if (!Sizes || W.outOfBudget())
      return false;
    Known.push_back({std::move(Along), Sizes->front()});
  }
  return true;
}

/// The width along \p Along or its opposite, if it is known.
int64_t MultiplesSearch::sizeAlong(const Row &Along) const {
  for (const Width &Each : Known)
    if (Each.Along == Along || Each.Along == negated(Along))
      return Each.Size;
  return 1;
}

/// The greatest mu >= 0 for which \p From + mu \p Along is in K; 0 if there is
/// none.
int64_t MultiplesSearch::farthest(const Row &From, const Row &Along) const {
  int64_t Least = 0, Most = std::numeric_limits<int64_t>::max();
  for (const auto &[Of, Size] : Known) {
    int64_t At = dotProduct(Of, From), Step = dotProduct(Of, Along),
            Reach = Size - 1;
    if (Step < 0) {
      At = -At;
      Step = -Step;
    }
    if (Step == 0 && std::abs(At) > Reach)
      return 0;
    if (Step == 0)
      continue;
    Most = std::min(Most, llvm::divideFloorSigned(Reach - At, Step));
    Least = std::max(Least, llvm::divideCeilSigned(-Reach - At, Step));
  }
  return Most < Least ? 0 : Most;
}

/// The logarithm of the number of cells, with what elements that are not
/// contiguous have to save.
double MultiplesSearch::costOf(const Rows &Of) const {
  std::vector<Row> Multiples = {Row(Rank, 0)};
  double Result = Of.areContiguous() ? 0 : limits::ScatteredSaving;
  for (unsigned K : Of.Order) {
    Row Along = Of.column(K);
    int64_t Modulus = 1;
    if (K != Of.Order.back())
      Modulus = llvm::divideCeilSigned(sizeAlong(Of.row(K)), Of.Parts[K]);
    for (const Row &From : Multiples)
      Modulus = std::max(Modulus, 1 + farthest(From, Along));
    Result += std::log(double(Modulus));
    std::vector<Row> Next;
    for (const Row &From : Multiples)
      for (int64_t Q = 1 - Of.Parts[K]; Q < Of.Parts[K]; ++Q) {
        Next.push_back(From);
        for (unsigned D = 0; D < Rank; ++D)
          Next.back()[D] += Q * Modulus * Along[D];
      }
    Multiples = std::move(Next);
  }
  return Result;
}

/// Adds to \p Found what takes least of \p Of with all numbers of parts.
void MultiplesSearch::addParts(Rows Of, double &Most,
                               std::vector<Rows> &Found) const {
  std::vector<int64_t> &Parts = Of.Parts;
  for (Parts.assign(Rank, 1);;) {
    unsigned K = 0;
    for (; K + 1 < Rank && Parts[Of.Order[K]] == limits::ModulusMultiples; ++K)
      Parts[Of.Order[K]] = 1;
    if (K + 1 == Rank)
      return;
    ++Parts[Of.Order[K]];
    if (KeepsLast && !Of.keepLast())
      continue;
    Of.Cost = costOf(Of);
    if (Of.Cost >= Most - limits::EqualCost)
      continue;
    Most = Of.Cost;
    Found.push_back(Of);
  }
}

/// Adds to \p Found what takes least of \p Of with all slopes along dimensions
/// from number \p K on.
void MultiplesSearch::addSlopes(Rows Of, unsigned K, double &Most,
                                std::vector<Rows> &Found) const {
  if (K == Rank && KeepsLast && !Of.keepLast())
    return;
  if (K == Rank)
    return addParts(std::move(Of), Most, Found);
  if (K == Of.Slanted)
    return addSlopes(std::move(Of), K + 1, Most, Found);
  for (int64_t Slope = -slopeFor(Rank); Slope <= slopeFor(Rank); ++Slope) {
    Of.Slopes[K] = Slope;
    addSlopes(Of, K + 1, Most, Found);
  }
}

std::vector<Rows> MultiplesSearch::below(double Most) {
  std::vector<Rows> Found;
  if (!readWidths())
    return Found;
  std::vector<unsigned> Order(Rank);
  std::iota(Order.begin(), Order.end(), 0);
  do
    for (unsigned Slanted = 0; Slanted < Rank; ++Slanted)
      addSlopes({Order, Slanted, unitRow(Rank, Slanted), {}}, 0, Most, Found);
  while (std::next_permutation(Order.begin(), Order.end()));
  std::reverse(Found.begin(), Found.end());
  return Found;
}

/// \p Width by \p Parts.
static Bound partOf(Bound Width, int64_t Parts) {
  for (std::vector<Form> &Forms : Width)
    for (Form &F : Forms)
      F.Denominator *= Parts;
  return Width;
}

/// \p Along . z = q b for b = floor(\p F) + 1 and q \p Q, at least where these
/// are whole numbers.
static std::vector<Widths::HalfSpace> multiple(const Row &Along, const Form &F,
                                               int64_t Q) {
  Row Opposite = negated(Along);
  Form Least(F), Most(F);
  for (int64_t &Coefficient : Least.Coefficients)
    Coefficient *= std::abs(Q);
  for (int64_t &Coefficient : Most.Coefficients)
    Coefficient *= -std::abs(Q);
  Least.Constant = std::abs(Q) * (F.Constant + 1) - 1;
  Most.Constant = -std::abs(Q) * (F.Constant + F.Denominator) - 1;
  return {{Q < 0 ? Opposite : Along, std::move(Least)},
          {Q < 0 ? Along : Opposite, std::move(Most)}};
}

/// Adds \p Along . z = q b to each of \p Cases, for q below \p Parts and
/// b = floor(f) + 1 for each form f of \p Width.
static std::vector<std::vector<Widths::HalfSpace>>
withMultiplesOf(const std::vector<std::vector<Widths::HalfSpace>> &Cases,
                const Row &Along, const Bound &Width, int64_t Parts) {
  std::vector<std::vector<Widths::HalfSpace>> Result;
  for (const std::vector<Widths::HalfSpace> &Case : Cases)
    for (int64_t Q = 1 - Parts; Q < Parts; ++Q)
      for (unsigned A = 0; A < (Q == 0 ? 1 : Width.size()); ++A) {
        Result.push_back(Case);
        llvm::append_range(Result.back(), multiple(Along, Width[A].front(), Q));
      }
  return Result;
}

/// Of each alternative of \p B the form that is least where the problem is
/// large.
Bound MultiplesSearch::formsOf(const Bound &B) const {
  Bound Result;
  for (const std::vector<Form> &Forms : B)
    Result.push_back({W.formOf({Forms})});
  return Result;
}

std::optional<std::vector<Bound>> MultiplesSearch::moduliOf(const Rows &Of) {
  std::vector<Bound> Result(Rank);
  std::vector<std::vector<Widths::HalfSpace>> Cases(1);
  for (unsigned K = 0; K < Rank; ++K) {
    std::vector<Row> Zero;
    for (unsigned After = K + 1; After < Rank; ++After)
      Zero.push_back(Of.row(Of.Order[After]));
    unsigned D = Of.Order[K];
    auto Width = W.widthInCases(Zero, Cases, Of.row(D));
    if (!Width || W.outOfBudget())
      return std::nullopt;
    Bound Most = formsOf(*Width);
    auto Whole = W.width({}, Of.row(D));
    if (!Whole)
      return std::nullopt;
    if (K + 1 < Rank)
      llvm::append_range(Most, formsOf(partOf(*Whole, Of.Parts[D])));
    for (std::vector<Form> &F : Most)
      Result[D] = Result[D].empty() ? Bound{F} : W.maximum(Result[D], {F});
    Cases = withMultiplesOf(Cases, Of.row(D), Result[D], Of.Parts[D]);
  }
  return Result;
}

/// Successive moduli less 1 along the rows \p Of in \p Order, by dimension;
/// none where one is unbounded.
static std::optional<std::vector<Bound>>
widthsAlong(Widths &W, const Rows &Of, llvm::ArrayRef<unsigned> Order) {
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
leastWidths(Widths &W, const Rows &Of, llvm::ArrayRef<double> Most) {
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
  std::optional<ModularMapping> with(const Rows &Of, AllocationLimits Limits);

private:
  std::optional<std::vector<Extent>> moduliOf(const Rows &Of);

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

std::optional<std::vector<Extent>> OthersByMultiples::moduliOf(const Rows &Of) {
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

std::optional<ModularMapping> OthersByMultiples::with(const Rows &Of,
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
  std::vector<Rows> Proposed =
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
  for (const Rows &Of : Proposed) {
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
