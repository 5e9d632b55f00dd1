//===- Roles.cpp - What parameters stand for ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;
using llvm::StringRef;

/// The letter with which names of the role \p R begin.
static StringRef letterOf(Role R) {
  switch (R) {
  case Role::Structure:
    return "";
  case Role::TileSize:
    return "T";
  case Role::CutSize:
    return "Tc";
  case Role::OuterCounter:
    return "O";
  case Role::TileOrigin:
    return "I";
  }
  return "";
}

/// Whether \p Name is \p Prefix and a number.
static bool isNumbered(StringRef Name, StringRef Prefix) {
  return Name.consume_front(Prefix) && !Name.empty() &&
         llvm::all_of(Name, [](char C) { return llvm::isDigit(C); });
}

/// What the names of tiles of \p Memory begin with: nothing in the nearest,
/// "L2_" in the one behind it.
static std::string prefixOf(unsigned Memory) {
  return Memory == 0 ? "" : memoryName(Memory) + "_";
}

/// Takes prefixOf() a memory from the front of \p Name. Returns the memory.
static unsigned takePrefix(StringRef &Name) {
  auto [Prefix, Rest] = Name.split('_');
  unsigned Number;
  if (!isNumbered(Prefix, "L") ||
      Prefix.drop_front().getAsInteger(10, Number) || Number < 2 ||
      prefixOf(Number - 1) != (Prefix + "_").str())
    return 0;
  Name = Rest;
  return Number - 1;
}

std::string stevedore::memoryName(unsigned Number) {
  return "L" + std::to_string(Number + 1);
}

std::string stevedore::nameOf(Role R, unsigned Number, unsigned Memory) {
  return prefixOf(Memory) + letterOf(R).str() + std::to_string(Number);
}

Role stevedore::roleInText(StringRef Name) {
  takePrefix(Name);
  for (Role R :
       {Role::TileSize, Role::CutSize, Role::OuterCounter, Role::TileOrigin})
    if (isNumbered(Name, letterOf(R)))
      return R;
  return Role::Structure;
}

/// With which names of bands begin.
static constexpr char BandPrefix[] = "Band";

std::string stevedore::bandName(unsigned Number) {
  return BandPrefix + std::to_string(Number);
}

std::optional<unsigned> stevedore::bandNumber(StringRef Name) {
  unsigned Number;
  if (Name.consume_front(BandPrefix) && !Name.getAsInteger(10, Number))
    return Number;
  return std::nullopt;
}

bool stevedore::isReservedName(StringRef Name) {
  return roleInText(Name) != Role::Structure || isNumbered(Name, "S") ||
         isNumbered(Name, BandPrefix);
}

std::string Roles::add(Role R, unsigned Number, unsigned Memory) {
  std::string Name = nameOf(R, Number, Memory);
  set(Name, R, Number, Memory);
  return Name;
}

void Roles::set(StringRef Name, Role R, unsigned Number, unsigned Memory) {
  Entries[Name.str()] = {R, Number, Memory};
}

void Roles::add(const Roles &Other) {
  Entries.insert(Other.Entries.begin(), Other.Entries.end());
}

Role Roles::of(StringRef Name) const {
  auto It = Entries.find(Name);
  return It == Entries.end() ? Role::Structure : It->second.Kind;
}

unsigned Roles::numberOf(StringRef Name) const {
  auto It = Entries.find(Name);
  return It == Entries.end() ? 0 : It->second.Number;
}

unsigned Roles::memoryOf(StringRef Name) const {
  auto It = Entries.find(Name);
  return It == Entries.end() ? 0 : It->second.Memory;
}

Roles stevedore::rolesInText(llvm::ArrayRef<std::string> Names) {
  Roles Result;
  for (StringRef Name : Names) {
    Role R = roleInText(Name);
    unsigned Number = 0;
    if (R == Role::Structure)
      continue;
    StringRef Own = Name;
    unsigned Memory = takePrefix(Own);
    if (Own.drop_front(letterOf(R).size()).getAsInteger(10, Number))
      Number = 0;
    Result.set(Name, R, Number, Memory);
  }
  return Result;
}

Roles stevedore::rolesInText(const isl::space &Space) {
  std::vector<std::string> Names;
  unsigned Count = countOf(isl_space_dim(Space.get(), isl_dim_param));
  for (unsigned P = 0; P < Count; ++P)
    Names.push_back(isl_space_get_dim_name(Space.get(), isl_dim_param, P));
  return rolesInText(Names);
}
