//===- Choices.cpp - What a script chooses --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

/// { [b] -> [p] } by the coefficients \p Rows.
static isl::map formsOf(isl::ctx Ctx, ArrayRef<std::vector<int64_t>> Rows) {
  std::string Names, Forms;
  for (unsigned K = 0; K < Rows.size(); ++K) {
    Names += (K ? ", b" : "b") + std::to_string(K);
    Forms += K ? ", 0" : "0";
    for (unsigned D = 0; D < Rows.size(); ++D)
      Forms += " + " + std::to_string(Rows[K][D]) + "b" + std::to_string(D);
  }
  return isl::map(Ctx, "{ [" + Names + "] -> [" + Forms + "] }");
}

/// Why \p Wanted is for no band of \p Order.
static std::string misfitOf(const PointOrder &Wanted,
                            const Schedule &Order) {
  std::string Where = Wanted.Where + "pointorder: ";
  if (Wanted.Band > Order.Bands.size())
    return Where + "the region has no band number " +
           std::to_string(Wanted.Band) + ": it has " +
           std::to_string(Order.Bands.size());
  const Band &B = Order.Bands[Wanted.Band - 1];
  if (!Wanted.Rows.empty() && B.HasCoordinates)
    return Where + "the tiles of the band are no boxes";
  if (!Wanted.Rows.empty())
    return IntegerMatrix::isUnimodular(Wanted.Rows, B.Size)
               ? ""
               : Where + "the matrix has to have " + std::to_string(B.Size) +
                     " rows and columns, one for each tiled loop of the band, "
                     "and the determinant 1 or -1";
  unsigned Size = B.Size, Count = Wanted.Loops.size();
  bool FitsAll = Count >= Size && Count <= timeDimensions(B) - B.Outer;
  for (unsigned K = 1; K <= Count; ++K)
    FitsAll &= is_contained(Wanted.Loops, K);
  if (FitsAll)
    return "";
  return Where + "each number from 1 to " + std::to_string(Size) +
         " has to be there once, for the tiled loops of the band";
}

std::string stevedore::misfitOf(const Decisions &D,
                                const Schedule &Order) {
  unsigned Count = 0;
  for (const Band &B : Order.Bands)
    Count += B.Size;
  for (const auto &[Number, Where] : D.ScriptSizes)
    if (Number > Count)
      return Where + "tilesizes: the region has no tile size " +
             nameOf(Role::TileSize, Number) + ": " +
             std::to_string(Count) + " of its loops are tiled";
  for (const PointOrder &Wanted : D.PointOrders) {
    std::string Misfit = ::misfitOf(Wanted, Order);
    if (!Misfit.empty())
      return Misfit;
  }
  return "";
}

/// \p B with the order of points that is \p Wanted.
static Band withPoints(Band B, const PointOrder &Wanted) {
  if (!Wanted.Rows.empty())
    return pointsAlong(B, formsOf(B.Theta.ctx(), Wanted.Rows));
  B.PointOrder.clear();
  for (unsigned Number : Wanted.Loops)
    B.PointOrder.push_back(Number - 1);
  return B;
}

Expected<std::string> stevedore::setPointOrders(Schedule &Order,
                                                const Dependences &Deps,
                                                const Decisions &D) {
  for (const PointOrder &Wanted : D.PointOrders) {
    Band &B = Order.Bands[Wanted.Band - 1];
    B = withPoints(B, Wanted);
    auto Example = misorderedPoints(B, Deps);
    if (!Example)
      return Example.takeError();
    if (!Example->empty())
      return Wanted.Where +
             "pointorder: a dependence goes back in this order, such as " +
             *Example;
  }
  return "";
}
