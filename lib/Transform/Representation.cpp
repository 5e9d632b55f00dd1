//===- Representation.cpp - The unified representation --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transform/Representation.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

bool RepresentedStatement::runsOnce(unsigned I) const {
  return !is_contained(Iterators, I) &&
         all_of(Domain, [&](const Coefficients &Row) { return Row[I] == 0; });
}

std::optional<unsigned> Representation::find(StringRef Name) const {
  for (unsigned I = 0; I < Statements.size(); ++I)
    if (Statements[I]->Name == Name)
      return I;
  return std::nullopt;
}

std::optional<unsigned> Representation::findArray(StringRef Name) const {
  for (unsigned I = 0; I < Arrays.size(); ++I)
    if (Arrays[I].Name == Name)
      return I;
  return std::nullopt;
}

RepresentedStatement &Representation::edit(unsigned I) {
  auto Changed = std::make_shared<RepresentedStatement>(*Statements[I]);
  Statements[I] = Changed;
  return *Changed;
}
