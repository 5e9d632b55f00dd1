//===- Names.cpp - Names for what is in LLVM IR ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "polly/ScopInfo.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace stevedore {

/// Words of isl's language.
static constexpr const char *Keywords[] = {
    "and",  "or",    "not",      "implies", "exists", "mod",    "floor",
    "ceil", "min",   "max",      "true",    "false",  "floord", "ceild",
    "rat",  "infty", "infinity", "NaN",     "lexmin", "lexmax"};

std::string UniqueNames::take(StringRef Wanted) {
  std::string Name;
  for (char C : Wanted)
    Name += isAlnum(C) || C == '_' ? C : '_';
  if (Name.empty() || isDigit(Name.front()))
    Name = "_" + Name;
  if (is_contained(Keywords, Name) || isReservedName(Name))
    Name += "_";
  std::string Result = Name;
  for (unsigned Number = 2; !Taken.insert(Result).second; ++Number)
    Result = Name + "_" + std::to_string(Number);
  return Result;
}

/// The name of the variable whose value is \p V; empty: it has none.
static std::string nameOfValue(Value *V) {
  if (V->hasName())
    return V->getName().str();
  std::string Name;
  for (const DbgVariableRecord *R : findDVRValues(V)) {
    const DILocalVariable *Variable = R->getVariable();
    if (!Variable || Variable->getName().empty())
      continue;
    if (Name.empty() || (isa<Argument>(V) && Variable->isParameter()))
      Name = Variable->getName().str();
  }
  return Name;
}

std::string nameOfParameter(const SCEV *Parameter, StringRef Id) {
  while (auto *Cast = dyn_cast<SCEVCastExpr>(Parameter))
    Parameter = Cast->getOperand();
  auto *Unknown = dyn_cast<SCEVUnknown>(Parameter);
  std::string Name = Unknown ? nameOfValue(Unknown->getValue()) : "";
  return Name.empty() ? Id.str() : Name;
}

std::string nameOfPointer(const polly::ScopArrayInfo &A) {
  Value *Pointer = A.getBasePtr();
  std::string Name = Pointer ? nameOfValue(Pointer) : "";
  return Name.empty() ? A.getName() : Name;
}

} // namespace stevedore
