//===- WholeRows.cpp - Rows as in the array -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/WholeRows.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"

using namespace stevedore;

/// \p C in the dimensions but the last \p Count: these conflict where any of
/// their elements do.
static ConflictRelation withoutRows(ConflictRelation C, unsigned Count) {
  C.Rank -= Count;
  auto drop = [&](isl::map M, isl_dim_type Side) {
    isl_id *Name = isl_map_get_tuple_id(M.get(), Side);
    isl_map *Less = isl_map_project_out(M.release(), Side, C.Rank, Count);
    return isl::manage(isl_map_set_tuple_id(Less, Side, Name));
  };
  for (isl::map &Clique : C.Cliques)
    Clique = drop(Clique, isl_dim_out);
  for (ConflictCase &Case : C.Cases)
    for (isl::map &Clique : Case.Cliques)
      Clique = drop(Clique, isl_dim_out);
  if (!C.Pairs.is_null())
    C.Pairs = drop(drop(C.Pairs, isl_dim_in), isl_dim_out);
  return C;
}

/// Adds dimensions of the lengths \p Lengths to \p M, a mapping of the others
/// of \p C. Elements with others in these are apart by \p M, and those of one
/// row are where they are in the array.
static void addRows(const ConflictRelation &C, llvm::ArrayRef<isl::aff> Lengths,
                    ModularMapping &M) {
  for (std::vector<int64_t> &Row : M.Matrix)
    Row.resize(C.Rank);
  for (auto [Number, Size] : llvm::enumerate(Lengths)) {
    std::vector<int64_t> Unit(C.Rank);
    Unit[C.Rank - Lengths.size() + Number] = 1;
    M.Matrix.push_back(std::move(Unit));
    Extent Length;
    Length.MaxOfMins = {{Size}};
    Length.AtLeastOne = isAtLeastOne(Length, C.Context);
    M.Moduli.push_back(Length);
    for (OtherModuli &Other : M.Others)
      Other.Moduli.push_back(Length);
  }
}

llvm::Expected<ModularMapping>
stevedore::allocateInRows(const ConflictRelation &C,
                          llvm::ArrayRef<isl::aff> Lengths, AllocationKind Kind,
                          ModuloKind Modulo, AllocationLimits Limits) {
  if (Lengths.empty())
    return allocate(C, Kind, Modulo, Limits);
  Limits.MaySlant = false;
  auto M = allocate(withoutRows(C, Lengths.size()), Kind, Modulo, Limits);
  if (M)
    addRows(C, Lengths, *M);
  return M;
}
