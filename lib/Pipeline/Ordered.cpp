//===- Ordered.cpp - Regions under any order ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Ordered.h"
#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Pipeline/Bare.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

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
  if (!Order || Method != LivenessMethod::PartialOrder)
    return Order;
  isl::union_set Domain = In.Program->domain();
  return partialOrder(Domain, *Order, In.Always.is_null() ? Domain : In.Always);
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

/// An error if \p O asks for something that a region without tiles lacks, or
/// evaluates with a parameter of \p S left open.
static Error checkOptions(const Scop &S, const Options &O) {
  if (O.Print != Phase::None && O.Print != Phase::Scop &&
      O.Print != Phase::Conflicts && O.Print != Phase::Allocation)
    return createStringError(
        "a region whose order is given is not tiled: '--print' shows its scop, "
        "conflicts or allocation");
  if (!O.Report.empty())
    return createStringError(
        "a region whose order is given is not tiled: there is no '--report' "
        "on it");
  std::vector<std::string> Names;
  for (const Parameter &P : S.Parameters)
    Names.push_back(P.Name);
  return checkValues(O, Names);
}

namespace {

/// Conflicts and allocations of one region, array by array.
class OrderedRunner {
public:
  OrderedRunner(const TextInput &In, const Options &O, LivenessMethod Method)
      : In(In), S(*In.Program), O(O), Method(Method), OS(Result.Text) {}

  Expected<OrderedResult> run();

private:
  const TextInput &In;
  const Scop &S;
  const Options &O;
  LivenessMethod Method;
  OrderedResult Result;
  raw_string_ostream OS;
  json::Array Numbers;
  std::optional<ExecutionOrder> Order;

  Expected<ConflictRelation> exactConflicts(unsigned Array);
  Expected<ConflictRelation> conflicts(unsigned Array, const Budget &Share);
  void printOrder();
  Error allocateArray(const ConflictRelation &C);
};

} // namespace

Expected<ConflictRelation> OrderedRunner::exactConflicts(unsigned Array) {
  if (!Order) {
    auto Found = orderOf(In, Method);
    if (!Found)
      return Found.takeError();
    Order = std::move(*Found);
  }
  return computeConflicts(S, Array, *Order, Method);
}

/// The conflicts of array number \p Array within
/// limits::OrderedConflictOperations, or the coarsest ones past them. Half of
/// what is left of \p Share is a second limit, for small budgets and slow
/// machines.
Expected<ConflictRelation> OrderedRunner::conflicts(unsigned Array,
                                                    const Budget &Share) {
  Expected<ConflictRelation> C = [&] {
    Budget Limit(S.Context.ctx(), {std::max(Share.secondsLeft() / 2, 1e-3),
                                   limits::OrderedConflictOperations});
    return exactConflicts(Array);
  }();
  if (C)
    return C;
  Error Failed = C.takeError();
  if (!takeOverBudget(Failed))
    return std::move(Failed);
  Result.Remark = "the conflicts of array '" + S.Arrays[Array].Name +
                  "' went over the budget: all its elements conflict";
  return allConflicts(S, Array);
}

Error OrderedRunner::allocateArray(const ConflictRelation &C) {
  Expected<ModularMapping> M = allocateFor(C, O);
  if (!M)
    return M.takeError();
  if (Error E = verifyMapping(C, *M))
    return E;
  if (O.Print == Phase::Allocation)
    print(OS, C, *M);
  std::optional<int64_t> Bound;
  if (!O.Evaluate.empty())
    Bound = countLiveTogether(
        C, nullptr, [&](StringRef Name) { return evaluationValue(O, Name); });
  Numbers.push_back(numbersOf(C.Array, *M, O, Bound));
  return Error::success();
}

/// The order in the text form, after the region.
void OrderedRunner::printOrder() {
  if (!In.HappensBefore.is_null()) {
    OS << "order:       \"" << toText(In.HappensBefore) << "\"\n";
    if (!In.Always.is_null())
      OS << "always:      \"" << toText(In.Always) << "\"\n";
    return;
  }
  OS << "parallel:    [";
  interleaveComma(In.Parallel.value_or(std::vector<unsigned>()), OS);
  OS << "]\nparallelSemantics: "
     << (In.Semantics == ParallelSemantics::Forall ? "forall" : "general")
     << "\n";
}

Expected<OrderedResult> OrderedRunner::run() {
  if (Error E = checkOptions(S, O))
    return std::move(E);
  if (O.Print == Phase::Scop) {
    print(OS, S);
    printOrder();
    return Result;
  }
  Budget Whole(S.Context.ctx(), O.Limits);
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    Expected<ConflictRelation> C = conflicts(A, Whole);
    if (!C)
      return C.takeError();
    if (O.Print == Phase::Conflicts)
      print(OS, *C);
    else if (Error E = allocateArray(*C))
      return std::move(E);
  }
  if (!O.Evaluate.empty() && O.Print != Phase::Conflicts)
    OS << json::Value(json::Object{{"arrays", std::move(Numbers)}}) << "\n";
  return Result;
}

Expected<OrderedResult> stevedore::runOrdered(const TextInput &In,
                                              const Options &O,
                                              LivenessMethod Method) {
  return OrderedRunner(In, O, Method).run();
}
