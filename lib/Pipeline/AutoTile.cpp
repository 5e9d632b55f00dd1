//===- AutoTile.cpp - Sizes that nobody gave ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/AutoTile.h"
#include "Packing.h"
#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Pipeline/EntryChoice.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/FormatVariadic.h"

using namespace stevedore;
using namespace llvm;

/// The values at which sizes are chosen: those of `--typical=`, or without it
/// of `--evaluate=`.
static EvaluationValues valuesOf(const Options &O) {
  const auto &At = O.Decided.Typical.empty() && O.Run.Evaluates
                       ? O.Run.Evaluate
                       : O.Decided.Typical;
  return {O.Decided.TileSizes, At, /*AreWanted=*/true};
}

/// Whether tiles by \p O are in a cache, where nothing else is asked for, nor
/// numbers: these are those of what a tile has in the cache.
static bool isInCache(const Options &O) {
  return O.Target.Memories.front().IsCache && !O.Run.Evaluates &&
         !O.Given.count("allocation") && !O.Given.count("buffers");
}

/// \p O for a plan that is only counted: what a tile would have in buffers is
/// what it has in a cache.
static Options countedOptions(const Options &O) {
  Options Result = O;
  if (O.Decided.Allocation == AllocationKind::None)
    Result.Decided.Allocation = AllocationKind::Lattice;
  if (isInCache(O))
    Result.Decided.Buffers.reset();
  return Result;
}

/// The plan of \p In with counts; no plan where there is none for \p O either.
static Expected<RegionResult>
countedPlan(const TiledInput &In, const Options &O, const EmitOptions *Code) {
  Options Counted = countedOptions(O);
  PipelineRequest Request;
  Request.Limits = O.Run.Limits;
  Request.User = O.User;
  Request.Wanted.HasCounts = true;
  RegionResult R = runPipeline(In, Counted.Decided, O.Target, Request, Code);
  bool IsSame = Counted.Decided.Allocation == O.Decided.Allocation &&
                Counted.Decided.Buffers == O.Decided.Buffers;
  if (!R.Transformed && IsSame)
    return std::move(R);
  if (!R.Transformed || !R.Counts)
    return createStringError(R.Reason.empty()
                                 ? "what tiles move is not counted within the budget"
                                 : R.Reason);
  return std::move(R);
}

/// The region \p In with sizes that are parameters; where there is a reason \p
/// Why they are not chosen, with a remark.
static RegionResult runWithParameters(const TiledInput &In, const Options &O,
                                      const EmitOptions *Code, Error Why) {
  RegionResult Result = runPipeline(In, O, Code);
  std::string Text = toString(std::move(Why));
  if (Result.Transformed && !Text.empty())
    Result.Remarks.push_back({false, "tile sizes stay parameters: " + Text});
  return Result;
}

/// Whether \p O has values for all parameters of \p S.
static bool hasAllValues(const Scop &S, const Options &O) {
  EvaluationValues Values = valuesOf(O);
  return all_of(S.Parameters, [&](const Parameter &P) {
    return Values.of(Roles(), P.Name).has_value();
  });
}

/// The region \p In as it is.
static RegionResult leftAlone(const TiledInput &In, LeftFor Cause,
                              std::string Why) {
  RegionResult Result;
  Result.Cause = Cause;
  Result.Reason = std::move(Why);
  Result.Plan.Program = In.Program;
  return Result;
}

/// \p O with a value for each parameter of \p S that has none.
static Options atTypicalValues(const Scop &S, const Options &O,
                               int64_t Value = limits::ChoiceProblemSize) {
  Options Result = O;
  for (const Parameter &P : S.Parameters)
    if (!valuesOf(O).of(Roles(), P.Name))
      Result.Decided.Typical.emplace_back(P.Name, Value);
  return Result;
}

/// \p O, for tiles in a cache, with buffers for what is worth copying of what
/// the plan of \p Counted counts.
static Options withPacking(const Scop &S, const Options &O,
                           const RegionResult &Counted) {
  if (!isInCache(O))
    return O;
  Options At = atTypicalValues(S, O);
  std::vector<std::string> Packed =
      packedArrays(Counted.Plan, *Counted.Counts, valuesOf(At), O.Target);
  if (Packed.empty())
    return O;
  Options Result = O;
  if (!Result.Decided.Buffers)
    Result.Decided.Buffers.emplace();
  append_range(*Result.Decided.Buffers, Packed);
  Result.Decided.Allocation = AllocationKind::Lattice;
  return Result;
}

/// The region \p In with the sizes that are best for its plan \p R at the
/// values of \p At, which are called \p Where; if there are none, with sizes
/// that are parameters.
static RegionResult runWithSizes(const TiledInput &In, const Options &O,
                                 const Options &At, const EmitOptions *Code,
                                 Expected<RegionResult> R,
                                 const std::string &Where) {
  if (R && !R->Transformed)
    return std::move(*R);
  auto Chosen = R ? chooseSizes(R->Plan, *R->Counts, valuesOf(At), O.Target)
                  : Expected<ChosenSizes>(R.takeError());
  if (!Chosen) {
    Error Why = Chosen.takeError();
    if (!Where.empty() || !Why.isA<SmallMemoryError>())
      return runWithParameters(In, O, Code, std::move(Why));
    return leftAlone(In, LeftFor::UnmetLimit, toString(std::move(Why)));
  }
  if (Chosen->CyclesBefore != 0 &&
      Chosen->CyclesBefore <= limits::LeastGain * Chosen->CyclesAfter)
    return leftAlone(In, LeftFor::NoGain,
                     formatv("tiles do not pay: the original loops take "
                             "{0:F2} times as many cycles{1}",
                             Chosen->CyclesBefore / Chosen->CyclesAfter,
                             Where));
  Options Fixed = withPacking(*In.Program, O, *R);
  std::string Sizes;
  for (unsigned K = 0; K < Chosen->Names.size(); ++K) {
    const std::string &Name = Chosen->Names[K];
    int64_t Size = Chosen->Best.Sizes[K];
    Roles Known = rolesInText(ArrayRef(Name));
    Fixed.Decided.TileSizes.set(Known.numberOf(Name), Size,
                                Known.memoryOf(Name));
    Sizes += (K ? ", " : "") + memoryNames(O.Target).shown(Name) + " = " +
             std::to_string(Size);
  }
  RegionResult Result = runPipeline(In, Fixed, Code);
  Sizes += Where;
  if (Chosen->Best.IsEstimate)
    Sizes += "; what they move is estimated";
  if (Chosen->CyclesBefore != 0)
    Sizes += formatv("; the original loops take {0:F2} times as many cycles",
                     Chosen->CyclesBefore / Chosen->CyclesAfter);
  if (Chosen->OverBound)
    Sizes += formatv("; they move {0:F2} times what has to move",
                     *Chosen->OverBound);
  if (Result.Transformed && !Chosen->Names.empty())
    Result.Remarks.push_back({false, "tile sizes are chosen: " + Sizes});
  return Result;
}

/// Whether \p C, for the parameters of \p S, finds sizes that pay where those
/// without a value are typical ones, or large.
static bool mayPay(const SizeChooser &C, const Scop &S, const Options &O) {
  if (C.Loops.empty())
    return true;
  for (int64_t Value : {limits::ChoiceProblemSize, limits::LargeProblemSize}) {
    EvaluationValues Values = valuesOf(atTypicalValues(S, O, Value));
    std::vector<int64_t> At;
    for (const std::string &Name : C.Parameters)
      At.push_back(Values.of(Roles(), Name).value_or(Value));
    if (chooseAtEntry(C, At).front() != 0)
      return true;
  }
  return false;
}

/// The region \p In with code that chooses sizes; where they cannot be written
/// down for all values, with those that are best at typical ones.
static RegionResult runWithChooser(const TiledInput &In, const Options &O,
                                   const EmitOptions *Code) {
  if (!Code->DeclaresInLoops)
    return runWithParameters(
        In, O, Code, createStringError("code that chooses them is C99"));
  auto R = countedPlan(In, O, Code);
  if (!R)
    return runWithParameters(In, O, Code, R.takeError());
  if (!R->Transformed)
    return std::move(*R);
  auto Chooser = sizeChooserOf(R->Plan, *R->Counts, O.Target);
  if (!Chooser)
    return runWithSizes(In, O, atTypicalValues(*In.Program, O), Code,
                        std::move(R),
                        " at typical values of the parameters, since " +
                            toString(Chooser.takeError()));
  if (!mayPay(*Chooser, *In.Program, O))
    return leftAlone(
        In, LeftFor::NoGain,
        "tiles do not pay: the original loops move little more, whether "
        "parameters are typical or large");
  for (std::string &Name : Chooser->Sizes)
    Name = memoryNames(O.Target).shown(Name);
  RegionResult Result = runPipeline(In, withPacking(*In.Program, O, *R), Code);
  if (Result.Transformed)
    Result.Chooser = std::move(*Chooser);
  return Result;
}

/// \p O for tiles of \p S in a cache. Only private arrays have buffers, so that
/// iterations that use them may change places.
static Options forCache(const Options &O, const Scop &S) {
  Options Result = O;
  if (!isInCache(O))
    return Result;
  std::vector<std::string> Privates;
  for (const Array &A : S.Arrays)
    if (A.Private)
      Privates.push_back(A.Name);
  if (Privates.empty())
    Result.Decided.Allocation = AllocationKind::None;
  else
    Result.Decided.Buffers = std::move(Privates);
  return Result;
}

/// The region \p In in a cache, with the sizes of \p O, or with parameters.
static RegionResult runInCache(const TiledInput &In, const Options &O,
                               const EmitOptions *Code) {
  auto R = countedPlan(In, O, Code);
  if (!R || !R->Transformed) {
    consumeError(R.takeError());
    return runPipeline(In, O, Code);
  }
  return runPipeline(In, withPacking(*In.Program, O, *R), Code);
}

RegionResult stevedore::runWithChosenSizes(const TiledInput &In,
                                           const Options &Asked,
                                           const EmitOptions *Code) {
  Options O = forCache(Asked, *In.Program);
  bool AreGiven = any_of(O.Run.Evaluate, [](const auto &At) {
    return roleInText(At.first) == Role::TileSize;
  });
  bool WritesCode = Code && O.Run.wantsText();
  if (!O.Run.PicksSizes && WritesCode && isInCache(O))
    return runInCache(In, O, Code);
  if (!O.Run.PicksSizes || O.Run.Chooses || AreGiven)
    return runPipeline(In, O, Code);
  if (hasAllValues(*In.Program, O))
    return runWithSizes(In, O, O, Code, countedPlan(In, O, Code), "");
  return WritesCode ? runWithChooser(In, O, Code) : runPipeline(In, O, Code);
}
