//===- SumLimits.cpp - Types that hold polynomials ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Subscripts.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// The largest number that all of \p Types and `long long` hold.
static llvm::APSInt largestOf(ASTContext &AST, llvm::ArrayRef<QualType> Types) {
  llvm::APSInt Result = typeRange(AST, AST.LongLongTy).second;
  for (QualType T : Types) {
    llvm::APSInt Max = typeRange(AST, T).second;
    if (llvm::APSInt::compareValues(Max, Result) < 0)
      Result = Max;
  }
  return Result;
}

bool stevedore::limitSum(RegionState &R, const Nest &N, const TermSum &S,
                         llvm::ArrayRef<QualType> Types) {
  isl::set Domain = N.Domain.intersect_params(R.Model.Program.Context);
  if (R.Point.IsTrial || Domain.is_empty().is_true())
    return true;
  auto Number = [&](int64_t Of) {
    return isl::pw_aff(Domain.universe(Domain.space()),
                       isl::val(R.Ctx, long(Of)));
  };
  TermSum Rest = S;
  llvm::erase_if(Rest, [&](const SubscriptTerm &Term) {
    isl::set NotZero = Term.Coefficient.ne_set(Number(0)).intersect(Domain);
    return NotZero.is_empty().is_true();
  });
  int64_t Share =
      largestOf(R.AST, Types).getExtValue() / std::max<int64_t>(1, Rest.size());
  return llvm::all_of(Rest, [&](const SubscriptTerm &Term) {
    const isl::pw_aff &V = Term.Coefficient;
    isl::set Negative = V.lt_set(Number(0)).intersect(Domain);
    isl::set Above = V.gt_set(Number(Share)).intersect(Domain);
    if (!R.exclude(Negative, Domain, true))
      return false;
    if (Term.Factors.empty())
      return R.exclude(Above, Domain, false);
    std::vector<isl::pw_aff> Sizes;
    for (const std::string &Key : Term.Factors)
      Sizes.push_back(R.Notes.Factors[Key].Value);
    isl::set Values = isl::map::from_pw_aff(V.intersect_domain(Domain)).range();
    return R.limitProduct(Values.dim_max(0), Sizes, llvm::APSInt::get(Share));
  });
}
