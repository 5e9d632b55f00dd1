//===- UnknownNames.cpp - Names that are in no region ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnknownNames.h"
#include "stevedore/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

std::string UnknownName::message() const {
  bool IsParameter = Option == "evaluate";
  std::string Text = "'--" + Option + "=" + Name + "': no region has " +
                     (IsParameter ? "a parameter '" : "an array '") + Name +
                     "'";
  return Nearest.empty() ? Text : Text + "; did you mean '" + Nearest + "'?";
}

void KnownNames::add(const Scop &Region) {
  HasRegion = true;
  for (const Array &A : Region.Arrays)
    Arrays.push_back(A.Name);
  for (const Parameter &P : Region.Parameters)
    Parameters.push_back(P.Name);
}

void KnownNames::check(llvm::StringRef Option, llvm::StringRef Name,
                       const std::vector<std::string> &Known,
                       std::vector<UnknownName> &Result) const {
  if (!llvm::is_contained(Known, Name) && !Variables.contains(Name))
    Result.push_back({Option.str(), Name.str(), nearestName(Name, Known)});
}

std::vector<UnknownName> KnownNames::unknown(const Options &O) const {
  std::vector<UnknownName> Result;
  if (!HasRegion)
    return Result;
  for (const std::string &Name : O.LiveOut)
    check("live-out", Name, Arrays, Result);
  for (const std::string &Name : O.Local)
    check("local", Name, Arrays, Result);
  for (const Assumption &A : O.Assumptions)
    if (!A.Array.empty())
      check("assume", A.Array, Arrays, Result);
  if (O.Buffers)
    for (const std::string &Name : *O.Buffers)
      check("buffers", Name, Arrays, Result);
  for (const auto &[Name, Value] : O.Evaluate)
    if (roleInText(Name) != Role::TileSize)
      check("evaluate", Name, Parameters, Result);
  return Result;
}
