//===- stevedore/lib/Schedule/Print.cpp - Dependences and schedules as text
//===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/Schedule.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace stevedore {

/// The maps of \p Relation as isl text, in an order that depends on nothing but
/// their names.
static std::vector<std::string> sortedMaps(const isl::union_map &Relation) {
  std::vector<std::string> Lines;
  Relation.foreach_map([&](isl::map M) {
    Lines.push_back(toText(M));
    return isl::stat::ok();
  });
  std::sort(Lines.begin(), Lines.end());
  return Lines;
}

static void printRelation(raw_ostream &OS, StringRef Title,
                          const isl::union_map &Relation) {
  OS << Title << ":";
  std::vector<std::string> Lines = sortedMaps(Relation);
  if (Lines.empty())
    OS << " { }";
  OS << "\n";
  for (const std::string &Line : Lines)
    OS << "  " << Line << "\n";
}

void print(raw_ostream &OS, const Dependences &D) {
  printRelation(OS, "flow", D.Flow);
  printRelation(OS, "anti", D.Anti);
  printRelation(OS, "output", D.Output);
}

/// "b1, b3, b2", counted from 1.
static std::string listed(ArrayRef<unsigned> Dimensions) {
  std::string Text;
  for (unsigned D : Dimensions)
    Text += (Text.empty() ? "b" : ", b") + std::to_string(D + 1);
  return Text;
}

void print(raw_ostream &OS, const Schedule &Order) {
  printRelation(OS, "schedule", Order.Theta);
  for (unsigned I = 0; I < Order.Bands.size(); ++I) {
    const Band &B = Order.Bands[I];
    std::string Title = "band " + std::to_string(I) + " (" +
                        std::to_string(B.Outer) + " outer, " +
                        std::to_string(B.Size) +
                        (B.TileNumbers == 0
                             ? " tiled, T"
                             : " tiled, " + std::to_string(B.TileNumbers) +
                                   " numbered, T") +
                        std::to_string(B.FirstTile + 1) + "...T" +
                        std::to_string(B.FirstTile + B.Size) + ")";
    printRelation(OS, Title, B.Theta);
    if (!B.PointOrder.empty())
      OS << "points of band " << I << ": [" << listed(B.PointOrder) << "]\n";
  }
  printRelation(OS, "outer order", Order.OuterOrder);
}

} // namespace stevedore
