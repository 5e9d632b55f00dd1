//===- Processors.cpp - Regions on several processors ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "stevedore/Transfer/Communication.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

static Error print(const TextInput &In, bool AsC) {
  const Scop &S = *In.Program;
  auto C = communicationOf(S, In.Theta, *In.Owners);
  if (!C)
    return C.takeError();
  if (Error E = verifyCommunication(S, In.Theta, *In.Owners, *C))
    return createStringError("internal error: " + toString(std::move(E)));
  if (!AsC) {
    print(outs(), S, *C);
    return Error::success();
  }
  auto Text = processorText(S, In.Theta, *In.Owners, *C);
  if (!Text)
    return Text.takeError();
  outs() << *Text;
  return Error::success();
}

Error stevedore::runProcessors(const TextInput &In, bool AsC,
                               BudgetLimits Limits) {
  if (!In.Program || !In.Owners)
    return createStringError(
        "'--print=communication' is for regions with 'owners' of arrays");
  Budget Limit(In.Program->Context.ctx(), Limits);
  return within(Limit, ::print(In, AsC), "the communication of a region");
}
