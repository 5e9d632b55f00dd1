//===- MultiplesSearch.cpp - Rows that lie closer -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MultiplesSearch.h"
#include "Basis.h"
#include "Programs.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace stevedore;

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
double MultiplesSearch::costOf(const SlantedRows &Of) const {
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
void MultiplesSearch::addParts(SlantedRows Of, double &Most,
                               std::vector<SlantedRows> &Found) const {
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
void MultiplesSearch::addSlopes(SlantedRows Of, unsigned K, double &Most,
                                std::vector<SlantedRows> &Found) const {
  if (K == Rank)
    return addParts(std::move(Of), Most, Found);
  if (K == Of.Slanted)
    return addSlopes(std::move(Of), K + 1, Most, Found);
  for (int64_t Slope = -slopeFor(Rank); Slope <= slopeFor(Rank); ++Slope) {
    Of.Slopes[K] = Slope;
    addSlopes(Of, K + 1, Most, Found);
  }
}

std::vector<SlantedRows> MultiplesSearch::below(double Most) {
  std::vector<SlantedRows> Found;
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

std::optional<std::vector<Bound>>
MultiplesSearch::moduliOf(const SlantedRows &Of) {
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
