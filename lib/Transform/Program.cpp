//===- Program.cpp - Programs under transformation ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dataflow.h"
#include "Forward.h"
#include "Layout.h"
#include "Steps.h"
#include "stevedore/Transform/DeadInstances.h"
#include "stevedore/Transform/Validity.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace stevedore;
using namespace llvm;

TransformedProgram::TransformedProgram(const Scop &S, const Dependences &D,
                                       Representation R)
    : S(S), D(D) {
  Now.R = std::move(R);
  Now.Sources = std::make_shared<OriginalSources>(S);
  Now.Rules = std::make_shared<Validity>(S, D);
}

Expected<TransformedProgram::Known>
TransformedProgram::known(Scop Program) const {
  Expected<Dependences> Deps = computeDependences(Program, D.Kind);
  if (!Deps)
    return Deps.takeError();
  return Known{std::make_shared<const Scop>(std::move(Program)),
               std::make_shared<const Dependences>(std::move(*Deps))};
}

/// \p Program is to be kept from now on.
Error TransformedProgram::rebase(Scop Program) {
  if (Error E = known(std::move(Program)).moveInto(Now.Base))
    return E;
  Now.Sources = std::make_shared<OriginalSources>(*Now.Base.Program);
  if (!familiesOf(Now.R).empty()) {
    Now.R.Unsettled = familiesOf(Now.R);
    return Error::success();
  }
  Now.Relaid = Now.Base;
  Now.Rules = std::make_shared<Validity>(*Now.Base.Program, *Now.Base.Deps);
  return Error::success();
}

/// Whether the representation executes all that \p Rules is about; else the
/// rest is dead, and gone from what is to be kept.
Expected<bool> TransformedProgram::isWhole(Validity &Rules) {
  isl::union_set Missing;
  if (Error E = Rules.check(Now.R, Missing, /*OrdersAny=*/true))
    return std::move(E);
  Expected<bool> IsWhole =
      checked(S.ctx(), Missing.is_empty(), "the instances of the program");
  if (!IsWhole || *IsWhole)
    return IsWhole;
  isl::union_set Copies = Missing.subtract(base().domain());
  if (!Copies.is_empty().is_true())
    return createStringError("a copy of elements is not executed any more");
  if (Error E = verifyDead(base(), baseDependences(), Missing))
    return std::move(E);
  if (Error E = rebase(withoutInstances(base(), Missing)))
    return std::move(E);
  return false;
}

/// \p S with the references to all arrays but \p Arrays.
static Scop withoutArrays(Scop S, const std::set<unsigned> &Arrays) {
  for (Statement &Stmt : S.Statements)
    erase_if(Stmt.Accesses,
             [&](const Access &A) { return Arrays.count(A.Array) != 0; });
  return S;
}

/// Finds the program that the representation with its new layout is. Of arrays
/// whose layout is that of the source, the dependences there decide; of others
/// the dataflow.
Error TransformedProgram::relay() {
  Representation &R = Now.R;
  const Scop &S = base();
  OriginalSources &Sources = *Now.Sources;
  Expected<Dependences> Others =
      computeDependences(withoutArrays(S, familiesOf(R)), D.Kind);
  if (!Others)
    return Others.takeError();
  Validity OfOthers(S, *Others);
  Expected<bool> IsWhole = isWhole(OfOthers);
  if (!IsWhole)
    return IsWhole.takeError();
  if (!*IsWhole)
    return relay();
  isl::union_set Missing;
  if (Error E = OfOthers.check(R, Missing))
    return E;
  if (Error E = settleCopies(S, R, Sources))
    return E;
  if (Error E = checkInvariants(R))
    return E;
  Expected<Scop> Program = programOf(S, R);
  if (!Program)
    return Program.takeError();
  if (Error E = checkDataflow(S, R, *Program, Sources))
    return E;
  if (Error E = known(std::move(*Program)).moveInto(Now.Relaid))
    return E;
  Now.Rules = std::make_shared<Validity>(*Now.Relaid.Program, *Now.Relaid.Deps);
  return Now.Rules->check(R, Missing);
}

Error TransformedProgram::check() {
  if (Error E = checkInvariants(Now.R))
    return E;
  if (!Now.R.Unsettled.empty())
    return relay();
  std::shared_ptr<Validity> Rules = Now.Rules;
  Expected<bool> IsWhole = isWhole(*Rules);
  if (!IsWhole)
    return IsWhole.takeError();
  if (!*IsWhole)
    return check();
  isl::union_set Missing;
  return Rules->check(Now.R, Missing);
}

/// Finds out whether the representation is valid; where it is not, it becomes
/// what is to be kept.
Error TransformedProgram::checkForced() {
  State Stepped = Now;
  Error Failed = check();
  if (!Failed || Failed.isA<IslError>())
    return Failed;
  std::string Why = toString(std::move(Failed));
  Now = std::move(Stepped);
  if (Error E = checkInvariants(Now.R))
    return E;
  if (!familiesOf(Now.R).empty())
    return unmet("no step can be forced where arrays have another layout: " +
                 Why);
  isl::union_set Missing;
  if (Error E = Now.Rules->check(Now.R, Missing, /*OrdersAny=*/true))
    return E;
  Scop Program = withoutInstances(base(), Missing);
  Expected<isl::schedule> Order = orderOf(Program, Now.R);
  if (!Order)
    return Order.takeError();
  Program.Order = std::move(*Order);
  Program.Forced.push_back(Why);
  if (Error E = rebase(std::move(Program)))
    return E;
  return check();
}

Error TransformedProgram::run(function_ref<Error(Representation &)> Step,
                              function_ref<Error()> Check) {
  State Before = Now;
  ++Depth;
  Error Failed = Step(Now.R);
  --Depth;
  if (!Failed && Depth == 0)
    Failed = Check();
  if (Failed)
    Now = std::move(Before);
  else
    Now.Changed = true;
  return Failed;
}

Error TransformedProgram::force(function_ref<Error(Representation &)> Step) {
  if (Depth != 0)
    return unmet("it has to be no part of another step");
  return run(Step, [&] { return checkForced(); });
}

Error TransformedProgram::apply(function_ref<Error(Representation &)> Step) {
  return run(Step, [&] { return check(); });
}

Error TransformedProgram::forward(unsigned Reader, unsigned A) {
  return apply([&](Representation &R) -> Error {
    unsigned Original = R.Statements[Reader]->Original;
    if (!familiesOf(R).empty() || Original >= base().Statements.size())
      return unmet("it has to come before steps that make arrays");
    Expected<Scop> Program = forwardValues(base(), Original, A);
    if (!Program)
      return Program.takeError();
    for (unsigned I = 0; I < R.Statements.size(); ++I) {
      if (R.Statements[I]->Original != Original)
        continue;
      RepresentedStatement &P = R.edit(I);
      isl::set Domain = timesOf(base(), P).domain();
      P.Accesses.clear();
      for (const Access &New : Program->Statements[Original].Accesses)
        P.Accesses.push_back(functionOf(base(), New, P, Domain));
    }
    return rebase(std::move(*Program));
  });
}

Error TransformedProgram::tryOut(function_ref<Error(Representation &)> Step) {
  State Before = Now;
  unsigned DepthBefore = std::exchange(Depth, 0);
  Error Failed = apply(Step);
  Now = std::move(Before);
  Depth = DepthBefore;
  return Failed;
}
