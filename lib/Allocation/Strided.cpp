//===- Strided.cpp - No cells between those of used elements --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/stride_info.h"
#include <numeric>

using namespace stevedore;

/// The greatest number of which elements that \p Clique, { [w] -> A[m] },
/// relates to one w, and that agree in the dimensions before \p K, differ by a
/// multiple in dimension \p K; 1 where isl does not tell.
static int64_t strideOf(const isl::map &Clique, unsigned K) {
  isl::set Elements =
      Clique
          .project_out(isl::dim::out, K + 1,
                       countOf(Clique.range_tuple_dim()) - K - 1)
          .wrap()
          .flatten();
  int Last = int(countOf(Elements.tuple_dim())) - 1;
  isl_stride_info *Info = isl_set_get_stride_info(Elements.get(), Last);
  isl::val Stride = isl::manage(isl_stride_info_get_stride(Info));
  isl_stride_info_free(Info);
  if (Stride.is_null() || !Stride.is_int().is_true() ||
      isl_val_cmp_si(Stride.get(), limits::StartNumber) >= 0)
    return 1;
  return std::max<int64_t>(1, isl_val_get_num_si(Stride.get()));
}

std::optional<ModularMapping>
stevedore::proposeStrided(const ConflictRelation &C,
                          const ModularMapping &Found,
                          llvm::ArrayRef<unsigned> Unpacked) {
  bool MayHaveStrides = llvm::any_of(
      C.Cliques, [](const isl::map &Clique) { return hasDivisions(Clique); });
  if (!C.Pairs.is_null() || !MayHaveStrides)
    return std::nullopt;
  StridedForm Form;
  for (unsigned R = 0; R < Found.Matrix.size(); ++R) {
    std::optional<unsigned> K = dimensionOf(Found.Matrix[R]);
    int64_t Divisor = 0;
    if (K && !llvm::is_contained(Unpacked, *K) &&
        Found.Moduli[R].constant() != 1)
      for (const isl::map &Clique : C.Cliques)
        Divisor = std::gcd(Divisor, strideOf(Clique, *K));
    Form.Divisors.push_back(std::max<int64_t>(Divisor, 1));
  }
  if (llvm::all_of(Form.Divisors, [](int64_t D) { return D == 1; }))
    return std::nullopt;
  ModularMapping Result = Found;
  Result.Strided = std::move(Form);
  Result.Others.clear();
  Result.Method = "strided";
  return Result;
}
