//===- ExecutionOrders.cpp - Regions under any order ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/ExecutionOrders.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Support/Size.h"

using namespace stevedore;
using namespace llvm;

/// The order as the text gives it.
static Expected<ExecutionOrder> givenOrder(const TextInput &In) {
  isl::union_set Domain = In.Program->domain();
  if (!In.HappensBefore.is_null())
    return orderOfRelation(Domain, In.HappensBefore);
  return orderOfSchedule(Domain, In.Theta,
                         In.Parallel.value_or(std::vector<unsigned>()),
                         In.Semantics);
}

Expected<ExecutionOrder> stevedore::orderOf(const TextInput &In,
                                            LivenessMethod Method) {
  Expected<ExecutionOrder> Order = givenOrder(In);
  isl::union_set Domain = In.Program->domain();
  if (Order && Method == LivenessMethod::PartialOrder)
    Order =
        partialOrder(Domain, *Order, In.Always.is_null() ? Domain : In.Always);
  if (Order && !In.Critical.is_null())
    Order->Sections = In.Critical.intersect_domain(Domain);
  return Order;
}

/// Whether all statements have times of the same number of dimensions.
static bool isUniform(const isl::union_map &Theta) {
  std::optional<unsigned> Dims;
  bool Result = true;
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    unsigned Own = countOf(M.range_tuple_dim());
    Result &= Dims.value_or(Own) == Own;
    Dims = Own;
    return isl::stat::ok();
  });
  return Result;
}

Expected<std::string> stevedore::whyNotTiled(const TextInput &In) {
  const Scop &S = *In.Program;
  if (!isUniform(In.Theta))
    return std::string("the statements have different numbers of schedule "
                       "dimensions");
  auto D = computeDependences(S);
  if (!D)
    return D.takeError();
  auto Loops = findLoopDimensions(S, D->all(), In.Theta);
  if (!Loops)
    return Loops.takeError();
  for (unsigned P : *In.Parallel)
    if (P < Loops->size() && !(*Loops)[P].Carried.empty()) {
      const auto &[Source, Sink] = *(*Loops)[P].Carried.begin();
      return "iterations of parallel dimension " + std::to_string(P) +
             " depend on each other, " + Sink + " on " + Source;
    }
  return std::string();
}
