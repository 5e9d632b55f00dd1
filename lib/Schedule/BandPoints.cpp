//===- BandPoints.cpp - The time points of a band -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "polly/Support/ISLTools.h"

using namespace stevedore;

unsigned stevedore::timeDimensions(const Band &B) {
  return polly::getNumScatterDims(B.Theta);
}

isl::map stevedore::pointOrder(const Band &B, isl::space Time) {
  unsigned Dims = countOf(Time.dim(isl::dim::set));
  isl::map Order = isl::map::universe(Time.map_from_domain_and_range(Time));
  for (unsigned D = 0; D < Dims; ++D) {
    bool Permuted = D >= B.Outer && D - B.Outer < B.PointOrder.size();
    unsigned From = Permuted ? B.Outer + B.PointOrder[D - B.Outer] : D;
    Order = isl::manage(
        isl_map_equate(Order.release(), isl_dim_in, From, isl_dim_out, D));
  }
  return Order;
}
