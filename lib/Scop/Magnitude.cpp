//===- Magnitude.cpp - How large the numbers of a program are -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Scop/Scop.h"
#include "llvm/Support/MathExtras.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/val.h"
#include <algorithm>
#include <numeric>
#include <set>

using namespace stevedore;

namespace {

/// The numbers of constraints, without their signs.
struct Numbers {
  std::set<uint64_t> Factors = {1};
  uint64_t Constant = 0;
};

} // namespace

/// \p V without its sign; numbers of 63 bits and more are the same.
static uint64_t absolute(__isl_take isl_val *V) {
  const uint64_t Most = uint64_t(1) << 62;
  uint64_t Number = Most;
  // isl_val_get_d() of LLVM 22 takes the digits of large numbers in the wrong
  // order.
  if (isl_val_n_abs_num_chunks(V, sizeof(Number)) <= 1)
    isl_val_get_abs_num_chunks(V, sizeof(Number), &Number);
  isl_val_free(V);
  return std::min(Number, Most);
}

static void collect(const isl::basic_map &M, Numbers &Of) {
  isl_constraint_list *List = isl_basic_map_get_constraint_list(M.get());
  for (int I = 0, E = isl_constraint_list_size(List); I < E; ++I) {
    isl_constraint *C = isl_constraint_list_get_at(List, I);
    for (isl_dim_type Type :
         {isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div})
      for (int K = 0, Count = isl_constraint_dim(C, Type); K < Count; ++K)
        if (uint64_t Factor =
                absolute(isl_constraint_get_coefficient_val(C, Type, K)))
          Of.Factors.insert(Factor);
    Of.Constant =
        std::max(Of.Constant, absolute(isl_constraint_get_constant_val(C)));
    isl_constraint_free(C);
  }
  isl_constraint_list_free(List);
}

/// The bits of the largest factor that the elimination of one counter leaves:
/// it multiplies two until they are the same.
static int bitsOfFactors(const std::set<uint64_t> &Factors) {
  int Most = 0;
  for (uint64_t A : Factors)
    for (uint64_t B : Factors)
      Most = std::max(Most, int(llvm::Log2_64_Ceil(A) +
                                llvm::Log2_64_Ceil(B / std::gcd(A, B))));
  return Most;
}

int stevedore::roomForParameters(const Scop &Program, unsigned Width) {
  Numbers All;
  auto Collect = [&](const isl::map &M) {
    M.foreach_basic_map([&](const isl::basic_map &Piece) -> isl::stat {
      collect(Piece, All);
      return isl::stat::ok();
    });
  };
  for (const Statement &S : Program.Statements) {
    Collect(isl::map::from_range(S.Domain));
    for (const Access &A : S.Accesses)
      Collect(A.Relation);
  }
  // Sums have a few terms.
  int Left = int(Width) - 4;
  int OfConstant = llvm::Log2_64_Ceil(All.Constant + 1) +
                   llvm::Log2_64_Ceil(*All.Factors.rbegin());
  return OfConstant > Left ? -1 : Left - bitsOfFactors(All.Factors);
}
