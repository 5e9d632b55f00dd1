//===- PointCount.cpp - Counting the points of a set ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/PointCount.h"
#include "PointLoops.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

using namespace stevedore;

llvm::Expected<uint64_t> stevedore::countPoints(isl::set Points,
                                                uint64_t MostSteps) {
  if (Points.is_empty().is_true())
    return 0;
  Question Q(Points.ctx(), "points");
  Q.about(Points);
  if (auto Known = knownAnswer<uint64_t>(Q))
    return *Known;
  auto IsBounded = checked(Points.ctx().get(), Points.is_bounded(),
                           "whether a set is bounded");
  if (!IsBounded)
    return IsBounded.takeError();
  if (!*IsBounded)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the set has infinitely many points");
  auto Loops = PointLoops::create(Points);
  if (!Loops)
    return Loops.takeError();
  Loops->setStepLimit(MostSteps);
  uint64_t Count = Loops->count();
  if (Loops->isOverLimit())
    return llvm::make_error<IslError>(
        IslError::Budget, "counting the points of a set went over the budget");
  learnAnswer(Q, Count);
  return Count;
}

/// The name of argument number \p K, which no counter of isl's has.
static std::string argumentName(unsigned K) {
  return "argument" + std::to_string(K);
}

/// The images of one argument, { [m] }, with the argument as parameters.
static isl::set imagesOfOne(const isl::map &Images, unsigned NumArguments) {
  isl_map *Map = isl_map_move_dims(Images.copy(), isl_dim_param, 0, isl_dim_in,
                                   0, NumArguments);
  for (unsigned K = 0; K < NumArguments; ++K)
    Map = isl_map_set_dim_name(Map, isl_dim_param, K, argumentName(K).c_str());
  return isl::manage(isl_map_range(Map));
}

/// \p Point as one number, the same number of bits for each coordinate; none
/// where they do not suffice.
static std::optional<uint64_t> packed(llvm::ArrayRef<int64_t> Point) {
  uint64_t Result = 0;
  unsigned Bits = 64 / std::max<size_t>(Point.size(), 1);
  if (Bits == 64)
    return uint64_t(Point.empty() ? 0 : Point[0]);
  for (int64_t At : Point) {
    if (At < -(int64_t(1) << (Bits - 1)) || At >= int64_t(1) << (Bits - 1))
      return std::nullopt;
    Result = (Result << Bits) | (uint64_t(At) & ((uint64_t(1) << Bits) - 1));
  }
  return Result;
}

namespace {

/// Counts the images of one argument after the other.
class ImageCounter {
public:
  explicit ImageCounter(isl::map Images)
      : Images(Images), NumArguments(countOf(Images.domain_tuple_dim())) {}

  /// Generates the loops that scan the images of any argument. Where that is
  /// too much, those of each argument will be generated anew.
  void prepare();

  /// The number of images of \p Argument, or a lower one past the limits.
  uint64_t count(llvm::ArrayRef<int64_t> Argument);
  bool isOverLimit() const { return Steps >= limits::CountingSteps; }

private:
  isl::map Images;
  unsigned NumArguments;
  std::optional<PointLoops> Loops;
  uint64_t Steps = 0;

  isl::set imagesOf(llvm::ArrayRef<int64_t> Argument) const;
  bool addPoints(const isl::set &Piece, std::vector<uint64_t> &Points);
  uint64_t countByPieces(const isl::set &Own);
  uint64_t countBy(PointLoops &Scan, uint64_t MostSteps);
};

} // namespace

void ImageCounter::prepare() {
  Budget Limit(Images.ctx(), {0, limits::CountingOperations});
  auto Found = within(
      Limit, PointLoops::create(imagesOfOne(coalesced(Images), NumArguments)),
      "the loops over some images");
  if (!Found)
    return llvm::consumeError(Found.takeError());
  Loops = std::move(*Found);
}

/// The images of \p Argument alone.
isl::set ImageCounter::imagesOf(llvm::ArrayRef<int64_t> Argument) const {
  isl::map One = Images;
  for (unsigned K = 0; K < NumArguments; ++K)
    One = fixedAt(One, isl_dim_in, K, Argument[K]);
  return coalesced(One.range());
}

/// Adds the points of \p Piece to \p Points, packed; false where these are too
/// many.
bool ImageCounter::addPoints(const isl::set &Piece,
                             std::vector<uint64_t> &Points) {
  auto Scan = PointLoops::create(Piece);
  if (!Scan) {
    llvm::consumeError(Scan.takeError());
    return false;
  }
  bool All = Scan->visitSome(std::numeric_limits<unsigned>::max(),
                             [&](llvm::ArrayRef<int64_t> Point) {
                               std::optional<uint64_t> Code = packed(Point);
                               if (Code)
                                 Points.push_back(*Code);
                               return Code &&
                                      Points.size() < limits::ImageSteps;
                             });
  Steps += Scan->numSteps();
  return All;
}

/// Loops over a union of many overlapping pieces take isl long, those over each
/// of them do not: their points are listed, and counted once each. Many are
/// counted piece by piece instead, without those of the pieces before.
uint64_t ImageCounter::countByPieces(const isl::set &Own) {
  std::vector<uint64_t> Points;
  isl::stat Listed = Own.foreach_basic_set([&](isl::basic_set Piece) {
    return addPoints(isl::set(Piece), Points) ? isl::stat::ok()
                                              : isl::stat::error();
  });
  llvm::sort(Points);
  uint64_t Count = std::unique(Points.begin(), Points.end()) - Points.begin();
  if (!Listed.is_error())
    return Count;
  uint64_t Disjoint = 0;
  isl::set Before = isl::set::empty(Own.get_space());
  Own.foreach_basic_set([&](isl::basic_set Piece) {
    auto Scan = PointLoops::create(isl::set(Piece).subtract(Before));
    Before = Before.unite(isl::set(Piece));
    if (Scan)
      Disjoint += countBy(*Scan, limits::CountingSteps);
    llvm::consumeError(Scan.takeError());
    return isl::stat::ok();
  });
  return std::max(Count, Disjoint);
}

/// The points that \p Scan finds in \p MostSteps steps.
uint64_t ImageCounter::countBy(PointLoops &Scan, uint64_t MostSteps) {
  uint64_t Before = Scan.numSteps();
  Scan.setStepLimit(Before + MostSteps);
  uint64_t Count = Scan.count();
  Steps += Scan.numSteps() - Before;
  return Count;
}

/// Pieces that make rows short for all arguments together may be one for a
/// single argument.
uint64_t ImageCounter::count(llvm::ArrayRef<int64_t> Argument) {
  if (!Loops)
    return countByPieces(imagesOf(Argument));
  for (unsigned K = 0; K < NumArguments; ++K)
    Loops->setParameter(K, Argument[K]);
  uint64_t Count = countBy(*Loops, limits::ImageSteps);
  if (!Loops->isOverLimit())
    return Count;
  auto Own = PointLoops::create(imagesOf(Argument));
  if (Own)
    return std::max(Count, countBy(*Own, limits::CountingSteps));
  llvm::consumeError(Own.takeError());
  return Count;
}

/// Few arguments first, spread over all of them, then more and more, until all
/// have been looked at or the limits are reached.
llvm::Expected<uint64_t> stevedore::largestImage(isl::map Images,
                                                 isl::set Arguments) {
  isl::ctx Ctx = Images.ctx();
  Arguments = Arguments.intersect(
      isl::set(isl::manage(isl_set_simple_hull(Images.domain().release()))));
  if (!Arguments.is_bounded().is_true() ||
      !Images.range().is_bounded().is_true())
    return islError(Ctx.get(), "the largest of unbounded sets");
  auto Loops = PointLoops::create(Arguments);
  if (!Loops)
    return Loops.takeError();
  ImageCounter Counter(Images);
  Counter.prepare();
  Budget Limit(Ctx, {0, limits::CountingOperations});
  uint64_t Largest = 0;
  auto Look = [&](llvm::ArrayRef<int64_t> Argument) {
    Largest = std::max(Largest, Counter.count(Argument));
    return !Counter.isOverLimit() && Loops->numSteps() < limits::CountingSteps;
  };
  for (unsigned Breadth = 1; Breadth <= limits::CountingBreadth;
       Breadth = 2 * Breadth + 1)
    if (Loops->visitSome(Breadth, Look))
      return Largest;
  if (Largest == 0)
    return llvm::make_error<IslError>(
        IslError::Budget, "too many steps to count the largest of some sets");
  return Largest;
}

llvm::Expected<std::vector<int64_t>> stevedore::middlePoint(isl::set Points) {
  Question Q(Points.ctx(), "point");
  Q.about(Points);
  if (auto Known = knownAnswer<std::vector<int64_t>>(Q))
    return std::move(*Known);
  auto Loops = PointLoops::create(Points);
  if (!Loops)
    return Loops.takeError();
  std::vector<int64_t> Result;
  auto Take = [&](llvm::ArrayRef<int64_t> Point) {
    Result = Point.vec();
    return false;
  };
  for (unsigned Breadth = 1;
       Result.empty() && Breadth <= limits::CountingBreadth;
       Breadth = 2 * Breadth + 1)
    Loops->visitSome(Breadth, Take);
  learnAnswer(Q, Result);
  return std::move(Result);
}
