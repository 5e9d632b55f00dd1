//===- Choices.cpp - What a script chooses --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

/// Why \p Wanted is for no band of \p Order.
static std::string misfitOf(const PointOrder &Wanted,
                            const Schedule &Order) {
  std::string Where = Wanted.Where + "pointorder: ";
  if (Wanted.Band > Order.Bands.size())
    return Where + "the region has no band number " +
           std::to_string(Wanted.Band) + ": it has " +
           std::to_string(Order.Bands.size());
  const Band &B = Order.Bands[Wanted.Band - 1];
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

void stevedore::setPointOrders(Schedule &Order, const Decisions &D) {
  for (const PointOrder &Wanted : D.PointOrders) {
    std::vector<unsigned> &Nested = Order.Bands[Wanted.Band - 1].PointOrder;
    Nested.clear();
    for (unsigned Number : Wanted.Loops)
      Nested.push_back(Number - 1);
  }
}
