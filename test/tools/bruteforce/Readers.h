//===- test/tools/bruteforce/Readers.h - Who sees what is written -*- C++ -*-
//===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Which instances see what others wrote, found by executing the original
/// program on paper.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_BRUTEFORCE_READERS_H
#define STEVEDORE_TEST_BRUTEFORCE_READERS_H

#include "Trace.h"
#include <set>

namespace bruteforce {

/// The accesses of the original program to each element, in its order.
class Readers {
public:
  /// Errors: a parameter without a value, or an infinite set.
  static llvm::Expected<Readers> make(const stevedore::Scop &S,
                                      const Values &V);

  /// Whether an instance that is not in \p Scope reads what \p Writer left in
  /// the element, or it is there after the program and observed. A write that
  /// may not happen leaves what was there, and so sees it.
  bool seeOutside(unsigned Array, const Point &Element, const Instance &Writer,
                  const std::set<Instance> &Scope) const;

private:
  const stevedore::Scop *S = nullptr;
  std::map<std::pair<unsigned, Point>, std::vector<Event>> Accesses;
};

} // namespace bruteforce

#endif // STEVEDORE_TEST_BRUTEFORCE_READERS_H
