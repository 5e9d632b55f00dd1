//===- Rows.cpp - Coefficients as integers --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/space.h"
#include "isl/val.h"
#include <limits>
#include <numeric>

using namespace stevedore;

bool stevedore::isSmall(int64_t Value) {
  return Value >= std::numeric_limits<int32_t>::min() &&
         Value <= std::numeric_limits<int32_t>::max();
}

std::optional<int64_t> stevedore::smallNumber(const isl::val &Value) {
  if (!Value.is_int().is_true() ||
      isl_val_n_abs_num_chunks(Value.get(), sizeof(uint32_t)) > 1)
    return std::nullopt;
  int64_t Number = Value.get_num_si();
  return isSmall(Number) ? std::optional<int64_t>(Number) : std::nullopt;
}

void stevedore::makePrime(Coefficients &Row) {
  int64_t Divisor = 0;
  for (int64_t Entry : Row)
    Divisor = std::gcd(Divisor, Entry);
  if (Divisor > 1)
    for (int64_t &Entry : Row)
      Entry /= Divisor;
}

/// Whether no integer division has a part in \p Value.
static bool isWithoutDivisions(const isl::aff &Value) {
  for (unsigned D = 0; D < countOf(isl_aff_dim(Value.get(), isl_dim_div)); ++D)
    if (!isl::manage(
             isl_aff_get_coefficient_val(Value.get(), isl_dim_div, int(D)))
             .is_zero()
             .is_true())
      return false;
  return true;
}

static std::optional<Coefficients> rowOf(const Scop &S, const isl::aff &Value) {
  Coefficients Row;
  bool IsSmall = isWithoutDivisions(Value);
  auto Append = [&](isl_val *Coefficient) {
    std::optional<int64_t> Number = smallNumber(isl::manage(Coefficient));
    IsSmall &= Number.has_value();
    Row.push_back(Number.value_or(0));
  };
  for (unsigned I = 0; I < countOf(isl_aff_dim(Value.get(), isl_dim_in)); ++I)
    Append(isl_aff_get_coefficient_val(Value.get(), isl_dim_in, int(I)));
  for (const Parameter &P : S.Parameters) {
    isl::space Space = isl::manage(isl_aff_get_domain_space(Value.get()));
    int At =
        isl_space_find_dim_by_name(Space.get(), isl_dim_param, P.Name.c_str());
    if (At >= 0)
      Append(isl_aff_get_coefficient_val(Value.get(), isl_dim_param, At));
    else
      Row.push_back(0);
  }
  Append(isl_aff_get_constant_val(Value.get()));
  return IsSmall ? std::optional<Coefficients>(Row) : std::nullopt;
}

std::optional<Coefficients> stevedore::rowOf(const Scop &S,
                                             const isl::pw_aff &Value) {
  std::optional<Coefficients> Result;
  bool IsOne = true;
  isl::stat Done = Value.foreach_piece([&](isl::set, isl::aff Piece) {
    std::optional<Coefficients> Row = ::rowOf(S, Piece);
    IsOne &= Row && (!Result || *Result == *Row);
    Result = Row;
    return isl::stat::ok();
  });
  return Done.is_ok() && IsOne ? Result : std::nullopt;
}

bool stevedore::hasShape(const CoefficientMatrix &M, unsigned Rows,
                         unsigned Columns) {
  return M.size() == Rows && llvm::all_of(M, [&](const Coefficients &Row) {
           return Row.size() == Columns;
         });
}
