//===- Pipeline.cpp - The phases in order ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Pipeline.h"
#include "Folding.h"
#include "Phases.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Schedule/ParallelLoops.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <cmath>
#include <set>

using namespace stevedore;
using namespace llvm;

char ProofError::ID;

namespace {

/// Runs the phases on one region. A phase that fails ends the run with its
/// error; what was found before stays in Result.
class Runner : private Phases {
public:
  Runner(const Options &O, const GivenInput &Given, RegionResult &Result)
      : Phases(O, Result), Given(Given) {}

  Error run();
  Error generate(CodeGenOptions Code);

private:
  const GivenInput &Given;
  /// The arrays that a tile of some band loads or stores.
  std::set<unsigned> Moved;

  Error order();
  Error schedule();
  Error planBand(const Band &B);
  bool collapsePrivates();
  Error share();
  bool needsRemoteHome(unsigned Array) const;
  template <typename Work> Error parallelLoops(Work W);
};

} // namespace

/// Runs \p W under limits::ParallelOperations where there are parallel loops;
/// that it does not end in time is no error.
template <typename Work> Error Runner::parallelLoops(Work W) {
  if (Result.Program.ParallelLoops.empty() && Given.Parallel.empty())
    return Error::success();
  Error Failed = timed("parallel loops", [&]() -> Error {
    return limited(Result.Program.Context.ctx(), limits::ParallelOperations,
                   "parallel loops", W);
  });
  takeOverBudget(Failed);
  return Failed;
}

/// The schedule that the text gives: one band over the whole domain.
static Schedule givenSchedule(const Scop &S, const GivenInput &Given) {
  Schedule Order;
  Order.Theta = Given.Theta;
  Band B;
  B.Domain = S.domain();
  B.Theta = Given.Theta;
  B.Outer = Given.Outer;
  B.Size = Given.Size;
  Order.Bands = {B};
  isl::union_set Times = Given.Theta.range();
  Order.Skeleton = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  Times.foreach_set([&](isl::set Points) -> isl::stat {
    unsigned Dims = countOf(Points.tuple_dim());
    isl::set Outer = Points.project_out(isl::dim::set, B.Outer, Dims - B.Outer);
    isl::map Self = Outer.identity().set_tuple_id(
        isl::dim::in, isl::id::alloc(Points.ctx(), "Band0", nullptr));
    Order.Skeleton = Order.Skeleton.unite(isl::union_map(Self));
    return isl::stat::ok();
  });
  return Order;
}

Error Runner::schedule() {
  auto D =
      timed("dependences", [&] { return computeDependences(Result.Program); });
  if (!D)
    return D.takeError();
  Result.Deps = *D;
  if (wants(Phase::Dependences)) {
    auto OS = printTo();
    print(OS, *D);
  }
  if (Given.HasBand) {
    Result.Plan.Order = givenSchedule(Result.Program, Given);
  } else {
    auto Order = timed("schedule", [&] {
      return computeSchedule(Result.Program, *D, O.Scheduler);
    });
    if (!Order)
      return Order.takeError();
    Result.Plan.Order = *Order;
  }
  if (wants(Phase::Schedule)) {
    auto OS = printTo();
    print(OS, Result.Plan.Order);
  }
  return asProof(timed("verify schedule", [&] {
    return verifySchedule(Result.Program, *D, Result.Plan.Order);
  }));
}

Error Runner::planBand(const Band &B) {
  const Scop &S = Result.Program;
  TiledBand Planned;
  Planned.B = B;
  if (Error E = parallelLoops([&] {
        return findParallelPoints(S, Result.Deps, Given.Parallel, Planned.B,
                                  Planned.Loops);
      }))
    return E;
  Result.LiveTogether.emplace_back();
  Result.ModularBounds.emplace_back();
  auto Tiles = timed("tiling", [&] {
    return computeTileSpace(S, B, O.Reuse, Given.Assumptions);
  });
  if (!Tiles)
    return Tiles.takeError();
  Planned.Tiles = *Tiles;
  if (wants(Phase::Tiling)) {
    auto OS = printTo();
    print(OS, *Tiles);
  }
  auto Transfers = timed("transfers", [&] {
    return computeTransfers(S, Result.Deps, B, Planned.Tiles, O.Transfers);
  });
  if (!Transfers)
    return Transfers.takeError();
  bool HasBuffers = O.Allocation != AllocationKind::None;
  if (HasBuffers)
    for (ArrayTransfers &A : *Transfers)
      if (Error E = proveTransfers(O, Result, Planned, A))
        return E;
  if (wants(Phase::Transfers)) {
    auto OS = printTo();
    print(OS, S, *Transfers);
  }
  for (const ArrayTransfers &A : *Transfers)
    if (!A.Load.is_empty().is_true() || !A.Store.is_empty().is_true())
      Moved.insert(A.Array);
  if (HasBuffers)
    for (ArrayTransfers &A : *Transfers)
      if (Error E = foldArray(O, Result, Planned, std::move(A)))
        return E;
  Result.Plan.Bands.push_back(std::move(Planned));
  return Error::success();
}

/// True if the private array number \p Array cannot live in local memory alone:
/// it is used in several bands or outside of them, or some tile loads or stores
/// it.
bool Runner::needsRemoteHome(unsigned Array) const {
  isl::union_set Users =
      isl::manage(isl_union_set_empty_ctx(Result.Program.ctx()));
  for (const Statement &Stmt : Result.Program.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        Users = Users.unite(isl::union_set(Stmt.Domain));
  bool IsLocal = O.Allocation != AllocationKind::None && !Moved.count(Array) &&
                 llvm::any_of(Result.Plan.Bands, [&](const TiledBand &T) {
                   return Users.is_subset(T.B.Domain).is_true();
                 });
  return !Users.is_empty().is_true() && !IsLocal;
}

/// Gives a remote home to the private arrays that need one; true if there were
/// any, so that the phases have to run again.
bool Runner::collapsePrivates() {
  std::vector<unsigned> Homeless;
  for (unsigned A = 0; A < Result.Program.Arrays.size(); ++A)
    if (Result.Program.Arrays[A].Private && needsRemoteHome(A))
      Homeless.push_back(A);
  for (unsigned A : Homeless)
    collapsePrivate(Result.Program, A);
  return !Homeless.empty();
}

/// Schedule and plan of every band, once.
Error Runner::order() {
  Result.Plan = RegionPlan();
  Result.LiveTogether.clear();
  Result.ModularBounds.clear();
  Result.Plan.Program = std::make_shared<const Scop>(Result.Program);
  Result.Printed.clear();
  Moved.clear();
  if (Error E = schedule())
    return E;
  if (Error E = parallelLoops([&] {
        return assign(Result.Plan.SkeletonLoops,
                      findParallelOutside(Result.Program, Result.Deps,
                                          Result.Plan.Order));
      }))
    return E;
  Result.NumTiles = 0;
  for (const Band &B : Result.Plan.Order.Bands) {
    if (Error E = planBand(B))
      return E;
    Result.NumTiles += Result.Plan.Bands.back().Tiles.SizeNames.size();
  }
  return Error::success();
}

/// Lets arrays share buffers where that can be found out and proved; where it
/// cannot, each keeps its own, and Reason tells of a proof that failed.
Error Runner::share() {
  separateBuffers(Result.Plan);
  if (!O.ShareBuffers)
    return Error::success();
  isl::ctx Ctx = Result.Program.Context.ctx();
  Error Failed = timed("sharing", [&] {
    return limited(Ctx, limits::SharingOperations, "shared buffers", [&] {
      return shareBuffers(Result.Plan, O.TileSizes, O.Order);
    });
  });
  if (!Failed)
    Failed = timed("verify sharing", [&] {
      return limited(Ctx, limits::SharingOperations,
                     "the proof of shared buffers",
                     [&] { return verifySharing(Result.Plan, O.Order); });
    });
  if (Failed)
    separateBuffers(Result.Plan);
  Error Rest = handleErrors(std::move(Failed), [&](const IslError &I) {
    if (I.kind() == IslError::Budget)
      return;
    raw_string_ostream OS(Result.Reason);
    I.log(OS);
  });
  if (wants(Phase::Allocation)) {
    auto OS = printTo();
    printSharing(OS, Result.Plan);
  }
  return Rest;
}

Error Runner::run() {
  if (Error E = order())
    return E;
  if (Error E = parallelLoops([&] {
        return assign(Result.DependentLoops,
                      findDependentLoops(Result.Program, Result.Deps));
      }))
    return E;
  while (collapsePrivates())
    if (Error E = order())
      return E;
  if (Error E = share())
    return E;
  if (Result.Plan.Bands.empty())
    return createStringError(inconvertibleErrorCode(),
                             "the region has no loop that can be tiled");
  return Error::success();
}

Error Runner::generate(CodeGenOptions Code) {
  auto Text =
      timed("codegen", [&] { return generateRegion(Result.Plan, Code); });
  if (!Text)
    return Text.takeError();
  Result.Text = *Text;
  if (wants(Phase::Ast))
    Result.Printed = *Text;
  return Error::success();
}

namespace {

/// One step of the ladder: options, and what it may spend. The operations
/// decide first, so that the answer does not depend on the machine; the time is
/// for the regions on which isl's operations are slow.
struct Rung {
  Options O;
  BudgetLimits Limits;
};

} // namespace

/// That share of \p Limits; no limit stays none.
static BudgetLimits share(BudgetLimits Limits, double Share) {
  return {Limits.Seconds * Share,
          static_cast<unsigned long>(std::ceil(Limits.Operations * Share))};
}

/// What to try in turn: what was asked for, then coarser answers for a region
/// on which isl spends too much.
static std::vector<Rung> ladder(const Options &O) {
  Options Coarser = O;
  Coarser.Reuse = ReuseKind::None;
  if (O.Allocation != AllocationKind::None)
    Coarser.Allocation = AllocationKind::Box;
  Coarser.Transfers = TransferKind::Hull;
  BudgetLimits First = share(O.Limits, limits::FirstAnswerShare);
  if (!First.Operations || First.Operations > limits::ExactAnswerOperations)
    First.Operations = limits::ExactAnswerOperations;
  return {{O, First}, {Coarser, share(O.Limits, 1 - limits::FirstAnswerShare)}};
}

/// True if the options ask for C text and there is a source that it replaces.
static bool needsCode(const Options &O, const CodeGenOptions &Code) {
  bool IsAsked =
      (O.Print == Phase::None && O.Evaluate.empty()) || O.Print == Phase::Ast;
  return IsAsked && !Code.OriginalText.empty();
}

/// \p Code with the sizes and the order of \p O.
static CodeGenOptions withOptions(CodeGenOptions Code, const Options &O) {
  Code.ConstantSizes = O.TileSizes;
  Code.AssumeNoAlias = O.AssumeNoAlias;
  Code.Order = O.Order;
  return Code;
}

/// Runs one rung of the ladder within its limits.
static Error runRung(const Rung &Step, const CodeGenOptions &Code,
                     const GivenInput &Given, RegionResult &Result) {
  const Options &O = Step.O;
  Budget Limit(Result.Program.Context.ctx(), Step.Limits);
  Runner R(O, Given, Result);
  if (Error E = within(Limit, R.run(), "the plan of a region"))
    return E;
  if (!needsCode(O, Code))
    return Error::success();
  return within(Limit, R.generate(Code), "the text of a region");
}

RegionResult stevedore::runPipeline(const Scop &Program, const Options &O,
                                    CodeGenOptions Code,
                                    const GivenInput &Given) {
  RegionResult Result;
  Result.Program = Program;
  Code = withOptions(std::move(Code), O);
  if (O.Print == Phase::Scop) {
    raw_string_ostream OS(Result.Printed);
    print(OS, Program, Code.Source->directives(Program));
    Result.Transformed = true;
    return Result;
  }
  for (const Rung &Step : ladder(O)) {
    Error E = runRung(Step, Code, Given, Result);
    if (!E) {
      Result.Transformed = true;
      return Result;
    }
    bool OverBudget = false;
    Result.Reason.clear();
    handleAllErrors(
        std::move(E),
        [&](const IslError &I) {
          OverBudget = I.kind() == IslError::Budget;
          Result.Internal = !OverBudget;
          Result.Reason.clear();
          raw_string_ostream OS(Result.Reason);
          I.log(OS);
        },
        [&](const ProofError &P) {
          Result.Internal = true;
          raw_string_ostream OS(Result.Reason);
          P.log(OS);
        },
        [&](const ErrorInfoBase &Other) { Result.Reason = Other.message(); });
    if (!OverBudget)
      return Result;
    Result.Program = Program;
  }
  return Result;
}

void stevedore::regenerateCode(RegionResult &R, const Options &O,
                               CodeGenOptions Code) {
  if (!R.Transformed || !needsCode(O, Code))
    return;
  std::vector<PhaseCost> Costs = R.Costs;
  Budget Limit(R.Program.Context.ctx(), O.Limits);
  Error E = within(Limit,
                   Runner(O, {}, R).generate(withOptions(std::move(Code), O)),
                   "the text of a region");
  R.Costs = std::move(Costs);
  if (!E)
    return;
  R.Transformed = false;
  R.Reason = toString(std::move(E));
}
