//===- Instances.cpp - Small sizes to execute loops at --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instances.h"
#include "Machine.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"

namespace stevedore {
namespace replay {

/// How far parameters are above their least value, in the order in which they
/// are tried.
static const unsigned Sizes[] = {5,  1,  8,  0,  3,  2,  11, 4,  6,  7, 9,
                                 10, 13, 16, 17, 19, 23, 29, 37, 53, 71};

llvm::Expected<ParameterChoice> ParameterChoice::make(const Scop &S) {
  auto Context = Predicate::make(S.Context);
  if (!Context)
    return Context.takeError();
  return ParameterChoice(S, std::move(*Context));
}

bool ParameterChoice::isAdmitted(llvm::ArrayRef<int64_t> Parameters) const {
  return Context.holds([&](llvm::StringRef Name) -> std::optional<int64_t> {
    for (size_t P = 0; P < Parameters.size(); ++P)
      if (S.Parameters[P].Name == Name)
        return Parameters[P];
    return std::nullopt;
  });
}

ParameterChoice::ParameterChoice(const Scop &S, Predicate Context)
    : S(S), Context(std::move(Context)) {
  for (const Parameter &P : S.Parameters) {
    isl_set *Values = S.Context.copy();
    int At = isl_set_find_dim_by_name(Values, isl_dim_param, P.Name.c_str());
    Least.emplace_back();
    if (At >= 0) {
      Values = isl_set_move_dims(Values, isl_dim_set, 0, isl_dim_param, At, 1);
      isl::val Min = isl::manage(isl_set_dim_min_val(Values, 0));
      if (Min.is_int().is_true())
        Least.back() = Min.get_num_si();
    } else {
      isl_set_free(Values);
    }
  }
}

/// Parameters without a least value may be negative, too.
std::vector<int64_t> ParameterChoice::candidate(unsigned Size,
                                                unsigned Variant) const {
  std::vector<int64_t> Result;
  for (size_t P = 0; P < Least.size(); ++P) {
    uint64_t Random = mix(mix(Size, Variant), P);
    int64_t Offset = Variant == 0 ? Size : Random % (Size + 1);
    if (!Least[P] && Variant > 0 && Random >> 62 == 0)
      Offset = -Offset;
    Result.push_back(Least[P].value_or(0) + Offset);
  }
  return Result;
}

std::optional<std::vector<int64_t>> ParameterChoice::next() {
  unsigned NumVariants = Least.size() < 2 ? 1 : limits::ReplayVariants;
  while (Round < std::size(Sizes) * NumVariants) {
    std::vector<int64_t> Result =
        candidate(Sizes[Round / NumVariants], Round % NumVariants);
    ++Round;
    if (llvm::is_contained(Seen, Result) || !isAdmitted(Result))
      continue;
    Seen.push_back(Result);
    return Result;
  }
  return std::nullopt;
}

std::vector<int64_t> tileSizes(unsigned Count, unsigned Size, unsigned Number) {
  std::vector<int64_t> Result;
  for (unsigned T = 0; T < Count; ++T) {
    uint64_t Random = mix(mix(Number, Size), T);
    switch (Number % limits::ReplayTilings) {
    case 0:
      Result.push_back(1 + Random % 3);
      break;
    case 1:
      Result.push_back(2 + Random % 3);
      break;
    case 2:
      Result.push_back(1 + Random % (Size + 2));
      break;
    case 3:
      Result.push_back(1);
      break;
    default:
      Result.push_back(Size + 3 + Random % 5);
      break;
    }
  }
  return Result;
}

} // namespace replay
} // namespace stevedore
