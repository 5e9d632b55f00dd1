//===- Program.cpp - Programs under transformation ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dataflow.h"
#include "Layout.h"
#include "stevedore/Transform/Validity.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace stevedore;
using namespace llvm;

TransformedProgram::TransformedProgram(const Scop &S, const Dependences &D,
                                       Representation R)
    : S(S), D(D), Sources(std::make_shared<OriginalSources>(S)) {
  Now.R = std::move(R);
  Now.Rules = std::make_shared<Validity>(S, D);
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
  Expected<Dependences> Others =
      computeDependences(withoutArrays(S, familiesOf(R)), D.Kind);
  if (!Others)
    return Others.takeError();
  if (Error E = Validity(S, *Others).check(R))
    return E;
  if (Error E = settleCopies(S, R, *Sources))
    return E;
  if (Error E = checkInvariants(R))
    return E;
  Expected<Scop> Program = programOf(S, R);
  if (!Program)
    return Program.takeError();
  if (Error E = checkDataflow(S, R, *Program, *Sources))
    return E;
  Expected<Dependences> Deps = computeDependences(*Program, D.Kind);
  if (!Deps)
    return Deps.takeError();
  Now.Relaid = std::make_shared<const Scop>(std::move(*Program));
  Now.Deps = std::make_shared<const Dependences>(std::move(*Deps));
  Now.Rules = std::make_shared<Validity>(*Now.Relaid, *Now.Deps);
  return Now.Rules->check(R);
}

Error TransformedProgram::check() {
  if (Error E = checkInvariants(Now.R))
    return E;
  return Now.R.Unsettled.empty() ? Now.Rules->check(Now.R) : relay();
}

Error TransformedProgram::apply(function_ref<Error(Representation &)> Step) {
  State Before = Now;
  ++Depth;
  Error Failed = Step(Now.R);
  --Depth;
  if (!Failed && Depth == 0)
    Failed = check();
  if (Failed)
    Now = std::move(Before);
  else
    Now.Changed = true;
  return Failed;
}

Error TransformedProgram::tryOut(function_ref<Error(Representation &)> Step) {
  State Before = Now;
  unsigned DepthBefore = std::exchange(Depth, 0);
  Error Failed = apply(Step);
  Now = std::move(Before);
  Depth = DepthBefore;
  return Failed;
}
