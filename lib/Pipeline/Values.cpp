//===- Values.cpp - Extents at given parameter values ------------------------ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "isl/aff.h"
#include "polly/Support/ISLTools.h"
#include "llvm/Support/MathExtras.h"

using namespace stevedore;
using namespace llvm;

int64_t stevedore::evaluate(const Extent &E,
                            const std::map<std::string, int64_t> &Values) {
  int64_t Result = 1;
  for (const std::vector<isl::aff> &Alternative : E.MaxOfMins) {
    int64_t Smallest = INT64_MAX;
    for (isl::aff Form : Alternative) {
      isl::val V = Form.get_constant_val();
      for (unsigned P = 0; P < unsignedFromIslSize(Form.dim(isl::dim::param));
           ++P) {
        const char *Name = isl_aff_get_dim_name(Form.get(), isl_dim_param, P);
        isl::val Factor = isl::manage(
            isl_aff_get_coefficient_val(Form.get(), isl_dim_param, P));
        auto It = Values.find(Name);
        long Value = It == Values.end() ? 0 : It->second;
        V = V.add(Factor.mul(isl::val(Form.ctx(), Value)));
      }
      Smallest = std::min<int64_t>(Smallest, V.floor().get_num_si());
    }
    Result = std::max(Result, Smallest);
  }
  return E.RoundUpToPowerOfTwo ? PowerOf2Ceil(Result) : Result;
}
