//===- ProgramOrders.cpp - Orders of programs -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramOrders.h"
#include "Assumptions.h"
#include "Candidates.h"
#include "Choices.h"
#include "InputSchedule.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

/// \p S with a home for those of its private arrays that \p Names has.
static std::shared_ptr<const Scop>
withRemoteArrays(std::shared_ptr<const Scop> S,
                 const std::set<std::string> &Names) {
  std::shared_ptr<Scop> Result;
  for (unsigned A = 0; A < S->Arrays.size(); ++A) {
    if (!S->Arrays[A].Private || !Names.count(S->Arrays[A].Name))
      continue;
    if (!Result)
      Result = std::make_shared<Scop>(*S);
    collapsePrivate(*Result, A);
  }
  return Result ? Result : S;
}

ProgramOrders::Known &ProgramOrders::known(const ProgramForm &Form) {
  Key K = {{}, !Form.Assumed.is_null()};
  for (const Array &A : In.Program->Arrays)
    if (Form.WithRemote.count(A.Name))
      K.first.insert(A.Name);
  Known &Result = Programs[K];
  if (Result.Program)
    return Result;
  Result.Program = withRemoteArrays(Needed ? Needed : In.Program, K.first);
  if (K.second)
    Result.Program =
        std::make_shared<const Scop>(restricted(*Result.Program, Form.Assumed));
  return Result;
}

std::shared_ptr<const Scop> ProgramOrders::program(const ProgramForm &Form) {
  return known(Form).Program;
}

/// The dependences of \p K, whose \p Form is restricted, as far as those of the
/// whole are known.
void ProgramOrders::restrictDependences(Known &K, const ProgramForm &Form) {
  const Known &Whole = known({Form.WithRemote, isl::set()});
  if (Whole.Deps)
    K.Deps = dependencesIn(*Whole.Deps, Form.Assumed);
  K.Remarks = Whole.Remarks;
}

/// The dependences, memory-based ones where others take too long; those of all
/// parameters are also those of fewer.
Error ProgramOrders::findDependences(Known &K, const ProgramForm &Form) {
  if (!K.Deps && !Form.Assumed.is_null())
    restrictDependences(K, Form);
  if (K.Deps)
    return D.accept(DependencesStage, *K.Deps, *K.Program, Wanted.Dependences)
        .takeError();
  auto Found = D.run(DependencesStage, *K.Program, Wanted.Dependences);
  if (!Found && Wanted.Dependences != DependenceKind::Memory) {
    Error Failed = Found.takeError();
    if (!takeOverBudget(Failed))
      return Failed;
    K.Remarks.push_back(
        {false,
         "memory-based dependences are taken, and tiles load all that they "
         "read: computing the dataflow went over the budget"});
    Found = D.run(DependencesStage, *K.Program, DependenceKind::Memory);
  }
  if (!Found)
    return Found.takeError();
  K.Deps = std::move(*Found);
  bool IsSource = Form.WithRemote.empty() && Form.Assumed.is_null();
  if (Needed || !IsSource || In.Given.HasBand)
    return Error::success();
  if (Error E = leaveOutDead(K))
    return E;
  return K.Deps ? Error::success() : findDependences(K, Form);
}

/// Takes what nobody needs out of \p K, the program of the source; its
/// dependences have to be found again then.
Error ProgramOrders::leaveOutDead(Known &K) {
  Needed = K.Program;
  auto Dead = valueOr(D.run(DeadStage, *K.Program, *K.Deps),
                      isl::union_set::empty(D.context()));
  if (!Dead)
    return Dead.takeError();
  if (Dead->is_empty().is_true())
    return Error::success();
  Needed = std::make_shared<const Scop>(withoutInstances(*K.Program, *Dead));
  K.Program = Needed;
  K.Deps.reset();
  D.restart();
  return Error::success();
}

/// The order that the script of the user gives the region; null where there is
/// none, or where it leaves the region as it is. A region that a script changes
/// is not restricted to parameters for which others would do.
Expected<isl::schedule> ProgramOrders::transform(Known &K,
                                                 const ProgramForm &Form,
                                                 OrderedProgram &Result) {
  if (!Wanted.Transformation && !D.goal().HasRepresentation)
    return isl::schedule();
  const Scop &S = *K.Program;
  ScriptRequest Request = {Wanted, In.Place,
                           [&](const ScriptCandidate &Candidate) {
                             return figuresOf(D, S, In.Given, Target, Candidate,
                                              IsCoarser);
                           },
                           [&](const ScriptCandidate &Candidate) {
                             return bandsOf(D, S, Candidate);
                           }};
  auto Found = K.Transformed ? D.accept(RepresentationStage, *K.Transformed, S,
                                        *K.Deps, Request)
                             : D.run(RepresentationStage, S, *K.Deps, Request);
  if (!Found)
    return Found.takeError();
  K.Transformed = *Found;
  Result.Decided = Found->Decided;
  if (!Found->IsChanged)
    return isl::schedule();
  if (In.Given.HasBand)
    return createStringError("the text gives the order: no script changes it");
  Result.Decided.MayRestrict = false;
  Result.Decided.Profitable = Result.Decided.Profitable.value_or(false);
  if (Found->Relaid) {
    Result.Program = withRemoteArrays(Found->Relaid, Form.WithRemote);
    Result.Deps = Found->Deps;
  }
  return orderOf(*Result.Program, Found->Program);
}

/// The order of loops and the shape of tiles that \p Decided asks for.
OrderRequest ProgramOrders::orderWanted(const Decisions &Decided) const {
  return {Decided.Scheduler, tilingWanted(In.Given, Decided, D.context()),
          Decided.OrdersPoints};
}

/// The tiled order of \p Result, which is \p Given if that is not null.
Error ProgramOrders::findOrder(OrderedProgram &Result, isl::schedule Given) {
  Scop S = *Result.Program;
  Decisions &Decided = Result.Decided;
  OrderRequest Request = orderWanted(Decided);
  if (!Given.is_null()) {
    S.Order = Given;
    Request.Kind = ScheduleKind::Source;
  }
  auto Order =
      In.Given.HasBand
          ? D.accept(ScheduleStage,
                     tiledInput(S, In.Given, Result.Deps, Request.Tiling), S,
                     Result.Deps, Request)
          : D.run(ScheduleStage, S, Result.Deps, Request);
  if (!Order)
    return Order.takeError();
  if (std::string Why = whyBoxes(*Order, S, Request.Tiling); !Why.empty())
    Result.Remarks.push_back({false, "tiles are boxes: " + Why});
  ConstantSizes Sizes = withNumberedTiles(*Order, Decided.TileSizes);
  if (std::string Why = unlikeTiles(*Order, Sizes); !Why.empty())
    Result.Remarks.push_back({false, Why});
  Result.Misfit = misfitOf(Decided, *Order);
  if (Result.Misfit.empty())
    if (Error E = setPointOrders(*Order, Result.Deps, Decided)
                      .moveInto(Result.Misfit))
      return E;
  Result.Order = std::move(*Order);
  return Error::success();
}

Expected<OrderedProgram> ProgramOrders::of(const ProgramForm &Form) {
  Known &K = known(Form);
  if (Error E = findDependences(K, Form))
    return std::move(E);
  OrderedProgram Result;
  Result.Program = K.Program;
  Result.Deps = *K.Deps;
  Result.Decided = Wanted;
  Result.Remarks = K.Remarks;
  auto Given = transform(K, Form, Result);
  if (!Given)
    return Given.takeError();
  if (IsCoarser)
    Result.Decided = coarser(Result.Decided);
  D.show(ScopStage, [&](raw_ostream &OS) { print(OS, *Result.Program); });
  if (Error E = findOrder(Result, *Given))
    return std::move(E);
  return std::move(Result);
}

/// What finding the order of loops that run may take.
static constexpr StageLimit AssumptionLimit = {limits::AssumptionOperations,
                                               "the order of loops that run"};

ProgramForm ProgramOrders::worthAssuming(const ProgramForm &Form,
                                         const OrderedProgram &Found) {
  isl::set Running = whereMoreIsTiled(*Found.Program, Found.Order);
  if (Running.is_null() || Found.Decided.Scheduler != ScheduleKind::Isl)
    return Form;
  ProgramForm Restricted = {Form.WithRemote, Running};
  Known &K = known(Restricted);
  restrictDependences(K, Restricted);
  StageInstrumentation Quiet;
  Driver Trial(D, D.goal(), Quiet);
  auto Order = Trial.limited(AssumptionLimit, [&] {
    return Trial.run(ScheduleStage, *K.Program, *K.Deps,
                     orderWanted(Found.Decided));
  });
  if (Order && tilesAll(*K.Program, *Order))
    return Restricted;
  consumeError(Order.takeError());
  return Form;
}
