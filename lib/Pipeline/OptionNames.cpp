//===- OptionNames.cpp - Names in options ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/OptionNames.h"
#include "stevedore/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace stevedore;

std::string UnknownName::message() const {
  std::string Given = Option == "tile" ? "" : "=" + Name;
  return "'--" + Option + Given + "': " + Lack + " '" + Name + "'" +
         didYouMean(Nearest) + Note;
}

void KnownNames::add(const Scop &Region) {
  HasRegion = true;
  for (const Array &A : Region.Arrays)
    Arrays.push_back(A.Name);
  for (const Parameter &P : Region.Parameters)
    Parameters.push_back(P.Name);
}

void KnownNames::addParameter(const std::string &Name) {
  HasRegion = true;
  Parameters.push_back(Name);
}

void KnownNames::addTiles(unsigned Count) {
  Tiles = std::max(Tiles.value_or(0), Count);
}

void KnownNames::check(StringRef Option, StringRef Name, bool IsArray,
                       std::vector<UnknownName> &Result) const {
  const std::vector<std::string> &Known = IsArray ? Arrays : Parameters;
  if (is_contained(Known, Name) || Variables.contains(Name))
    return;
  std::string Lack = IsArray ? "no region has an array"
                             : "no region has a parameter";
  Result.push_back({Option.str(), Name.str(), Lack, nearestName(Name, Known)});
}

void KnownNames::checkTile(StringRef Option, unsigned Number,
                           std::vector<UnknownName> &Result) const {
  if (!Tiles || Number <= *Tiles)
    return;
  std::string Note = *Tiles == 0 ? ""
                                 : "; the last one is '" +
                                       nameOf(Role::TileSize, *Tiles) + "'";
  Result.push_back({Option.str(), nameOf(Role::TileSize, Number),
                    "no region has a tile size", "", Note, Option == "tile"});
}

std::vector<UnknownName> KnownNames::unknown(const Options &O) const {
  std::vector<UnknownName> Result;
  if (!HasRegion)
    return Result;
  for (const std::string &Name : O.User.LiveOut)
    check("live-out", Name, /*IsArray=*/true, Result);
  for (const std::string &Name : O.User.Local)
    check("local", Name, /*IsArray=*/true, Result);
  for (const Assumption &A : O.User.Assumptions) {
    if (!A.Array.empty())
      check("assume", A.Array, /*IsArray=*/true, Result);
    for (const std::string &Name : A.Parameters)
      check("assume", Name, /*IsArray=*/false, Result);
  }
  for (const std::string &Name : O.Decided.Buffers.value_or(std::vector<std::string>()))
    check("buffers", Name, /*IsArray=*/true, Result);
  StringRef Asking = O.Run.Chooses ? "choose" : "evaluate";
  for (const auto &[Name, Value] : O.Run.Evaluate)
    if (roleInText(Name) == Role::TileSize)
      checkTile(Asking, rolesInText(ArrayRef(Name)).numberOf(Name), Result);
    else
      check(Asking, Name, /*IsArray=*/false, Result);
  for (const auto &[Name, Value] : O.Decided.Typical)
    check("typical", Name, /*IsArray=*/false, Result);
  for (const auto &[Of, Size] : O.Decided.TileSizes)
    if (none_of(Result, [](const UnknownName &N) { return N.IsHarmless; }))
      checkTile("tile", Of.Number, Result);
  return Result;
}

std::optional<UnknownName>
stevedore::unknownFunction(const Options &O, ArrayRef<std::string> Names) {
  if (O.Run.Functions.empty())
    return std::nullopt;
  std::string Nearest =
      nearestName(StringRef(O.Run.Functions).trim("^$"), Names);
  return UnknownName{"functions", O.Run.Functions, "no function matches", Nearest};
}
