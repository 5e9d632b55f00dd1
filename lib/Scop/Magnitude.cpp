//===- Magnitude.cpp - How large the numbers of a program are -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Scop/Scop.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/val.h"
#include <algorithm>
#include <cmath>

using namespace stevedore;

namespace {

/// The least K such that no number is beyond 2^K.
struct Magnitudes {
  unsigned Factor = 0;
  unsigned Constant = 0;
};

} // namespace

static unsigned magnitude(__isl_take isl_val *V) {
  double Number = std::fabs(isl_val_get_d(V));
  isl_val_free(V);
  int Below = Number <= 1 ? 0 : std::ilogb(Number);
  return Number > std::ldexp(1, Below) ? Below + 1 : Below;
}

static void measure(const isl::basic_map &M, Magnitudes &Most) {
  isl_constraint_list *List = isl_basic_map_get_constraint_list(M.get());
  for (int I = 0, E = isl_constraint_list_size(List); I < E; ++I) {
    isl_constraint *C = isl_constraint_list_get_at(List, I);
    for (isl_dim_type Type :
         {isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div})
      for (int K = 0, Count = isl_constraint_dim(C, Type); K < Count; ++K)
        Most.Factor =
            std::max(Most.Factor,
                     magnitude(isl_constraint_get_coefficient_val(C, Type, K)));
    Most.Constant =
        std::max(Most.Constant, magnitude(isl_constraint_get_constant_val(C)));
    isl_constraint_free(C);
  }
  isl_constraint_list_free(List);
}

int stevedore::roomForParameters(const Scop &Program, unsigned Width) {
  Magnitudes Most;
  auto Measure = [&](const isl::map &M) {
    M.foreach_basic_map([&](const isl::basic_map &Piece) -> isl::stat {
      measure(Piece, Most);
      return isl::stat::ok();
    });
  };
  for (const Statement &S : Program.Statements) {
    Measure(isl::map::from_range(S.Domain));
    for (const Access &A : S.Accesses)
      Measure(A.Relation);
  }
  // Sums have a few terms, and where a counter is eliminated, two factors are
  // multiplied.
  int Left = int(Width) - 4 - int(Most.Factor);
  return int(Most.Constant) > Left ? -1 : Left - int(Most.Factor);
}
