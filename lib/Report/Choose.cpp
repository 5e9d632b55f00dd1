//===- Choose.cpp - Sizes that are best as JSON ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Report/Report.h"
#include <chrono>

using namespace stevedore;
using namespace llvm;

static json::Object choiceObject(const ChosenSizes &Chosen,
                                 const SizeChoice &C) {
  json::Object Tiles;
  for (unsigned K = 0; K < Chosen.Names.size(); ++K)
    Tiles[Chosen.Names[K]] = C.Sizes[K];
  json::Object Result{{"tiles", std::move(Tiles)},
                      {"bytes", C.Bytes},
                      {"transfers", nullptr},
                      {"localBytes", C.LocalBytes},
                      {"cycles", C.Cycles}};
  if (C.Transfers)
    Result["transfers"] = *C.Transfers;
  return Result;
}

Expected<json::Object>
stevedore::chooseForRegion(const RegionResult &R,
                           const EvaluationValues &Values, const Machine &M,
                           const EmitOptions &Code) {
  auto Begin = std::chrono::steady_clock::now();
  if (!R.Counts)
    return createStringError(
        "what tiles move is not counted within the budget");
  auto Chosen = chooseSizes(R.Plan, *R.Counts, Values, M);
  if (!Chosen)
    return Chosen.takeError();
  json::Array Front;
  for (const SizeChoice &C : Chosen->Pareto)
    Front.push_back(choiceObject(*Chosen, C));
  std::chrono::duration<double> Time = std::chrono::steady_clock::now() - Begin;
  json::Object Result{{"function", Code.Function},
                      {"best", choiceObject(*Chosen, Chosen->Best)},
                      {"pareto", std::move(Front)},
                      {"bound", nullptr},
                      {"evaluated", int64_t(Chosen->Evaluated)},
                      {"seconds", Time.count()}};
  if (Chosen->AtEntry)
    Result["atEntry"] = choiceObject(*Chosen, *Chosen->AtEntry);
  if (Chosen->Bound)
    Result["bound"] = *Chosen->Bound;
  return Result;
}
