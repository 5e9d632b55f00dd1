//===- Choices.cpp - What scripts choose ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// The options that follow the order of a region and precede its code.
constexpr StringRef Choosable[] = {
    "reuse",         "transfers",    "order",     "channels",   "overlap",
    "allocation",    "buffers",      "modulo",    "moduli",     "linearize",
    "share-buffers", "split-arrays", "max-local", "profitable", "tiling",
    "tiles",         "registers",    "banks"};

/// Gives the option \p Option of the region the value \p Value.
Expected<int> choose(Call &C, const std::string &Option,
                     const std::string &Value) {
  if (!is_contained(Choosable, Option)) {
    std::string Names;
    for (StringRef Name : Choosable)
      Names += (Names.empty() ? "'" : ", '") + Name.str() + "'";
    return createStringError("'" + Option +
                             "' is nothing that a script chooses: these are " +
                             Names);
  }
  if (Error E = setDecision(C.H.Decided, Option, Value))
    return std::move(E);
  return 0;
}

/// The string or number that argument number \p I is.
Expected<std::string> textAt(Call &C, int I, const char *Name) {
  int Type = lua_type(C.L, I);
  if (Type == LUA_TSTRING)
    return lua_tostring(C.L, I);
  Expected<int64_t> Number = C.number(I, Name);
  if (Number)
    return std::to_string(*Number);
  consumeError(Number.takeError());
  return createStringError(Twine(Name) + " has to be a string or an integer");
}

Expected<int> runChoose(Call &C) {
  if (lua_type(C.L, 1) != LUA_TSTRING)
    return createStringError("option has to be a string");
  Expected<std::string> Value = textAt(C, 2, "value");
  if (!Value)
    return Value.takeError();
  return choose(C, lua_tostring(C.L, 1), *Value);
}

Expected<int> runReuse(Call &C) {
  Expected<std::string> Value = textAt(C, 1, "scope");
  return Value ? choose(C, "reuse", *Value) : Value.takeError();
}

Expected<int> runOrder(Call &C) {
  Expected<std::string> Value = textAt(C, 1, "order");
  return Value ? choose(C, "order", *Value) : Value.takeError();
}

Expected<int> runBuffers(Call &C) {
  if (lua_type(C.L, 1) != LUA_TTABLE)
    return createStringError("the argument has to be a list of arrays");
  std::vector<std::string> Names;
  for (lua_Unsigned I = 1, N = lua_rawlen(C.L, 1); I <= N; ++I) {
    lua_rawgeti(C.L, 1, lua_Integer(I));
    std::string Name = C.nameAt(-1);
    lua_pop(C.L, 1);
    bool IsKnown = C.H.Program.representation().findArray(Name).has_value();
    if (!IsKnown)
      return createStringError(Name.empty()
                                   ? "the argument has to be a list of arrays"
                                   : "the region has no array '" + Name + "'");
    Names.push_back(std::move(Name));
  }
  return choose(C, "buffers", join(Names, ","));
}

/// The tile size that the key at \p Index names: "T2", 2, or "L2_T2".
Expected<ConstantSizes::Entry> tileSizeAt(lua_State *L, int Index) {
  int IsInteger = 0;
  lua_Integer Number = lua_tointegerx(L, Index, &IsInteger);
  if (lua_type(L, Index) == LUA_TNUMBER && IsInteger && Number >= 1 &&
      Number <= UINT32_MAX)
    return ConstantSizes::Entry{0, unsigned(Number)};
  std::string Name =
      lua_type(L, Index) == LUA_TSTRING ? lua_tostring(L, Index) : "";
  Roles Known = rolesInText(ArrayRef(Name));
  if (Known.isTileSize(Name) && Known.memoryOf(Name) < limits::Memories)
    return ConstantSizes::Entry{Known.memoryOf(Name), Known.numberOf(Name)};
  return createStringError("'" + Name + "' is no tile size: these are " +
                           nameOf(Role::TileSize, 1) + ", " +
                           nameOf(Role::TileSize, 2) + ", ...");
}

/// The size at \p Index: a number from 1 on, or none for "param".
Expected<std::optional<int64_t>> sizeAt(lua_State *L, int Index,
                                        unsigned Number) {
  if (lua_type(L, Index) == LUA_TSTRING &&
      StringRef(lua_tostring(L, Index)) == "param")
    return std::nullopt;
  int IsInteger = 0;
  lua_Integer Size = lua_tointegerx(L, Index, &IsInteger);
  if (lua_type(L, Index) == LUA_TNUMBER && IsInteger && Size >= 1 &&
      Size <= INT32_MAX)
    return Size;
  return createStringError(nameOf(Role::TileSize, Number) +
                           " has to be a number from 1 to 2147483647, or "
                           "\"param\"");
}

Expected<int> runTileSizes(Call &C) {
  lua_State *L = C.L;
  if (lua_type(L, 1) != LUA_TTABLE)
    return createStringError("the argument has to be a table of tile sizes");
  std::vector<std::pair<unsigned, std::string>> Set;
  ConstantSizes Sizes = C.H.Decided.TileSizes;
  unsigned Memories = C.H.Decided.Memories;
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    Expected<ConstantSizes::Entry> Of = tileSizeAt(L, -2);
    if (!Of)
      return Of.takeError();
    auto Size = sizeAt(L, -1, Of->Number);
    if (!Size)
      return Size.takeError();
    Set.push_back({Of->Number, C.where()});
    Sizes.set(Of->Number, *Size, Of->Memory);
    if (Of->Memory > 0)
      Memories = std::max(Memories, Of->Memory + 1);
    lua_pop(L, 1);
  }
  C.H.Decided.Memories = Memories;
  append_range(C.H.Decided.ScriptSizes, Set);
  C.H.Decided.TileSizes = std::move(Sizes);
  return 0;
}

/// Whether the first entry of the table at \p Index is a table.
bool isTableOfTables(lua_State *L, int Index) {
  if (lua_type(L, Index) != LUA_TTABLE)
    return false;
  bool Result = lua_rawgeti(L, Index, 1) == LUA_TTABLE;
  lua_pop(L, 1);
  return Result;
}

Expected<int> runPointOrder(Call &C) {
  Expected<int64_t> Band = C.number(1, "band");
  if (!Band)
    return Band.takeError();
  if (*Band < 1)
    return createStringError("bands are numbered from 1 on");
  PointOrder Wanted = {unsigned(*Band), {}, {}, C.where()};
  if (isTableOfTables(C.L, 2)) {
    if (Error E = C.matrix(2, "loops").moveInto(Wanted.Rows))
      return std::move(E);
  } else {
    Expected<Coefficients> Loops = C.row(2, "loops");
    if (!Loops)
      return Loops.takeError();
    if (any_of(*Loops, [](int64_t Number) { return Number < 1; }))
      return createStringError("loops are numbered from 1 on");
    Wanted.Loops.assign(Loops->begin(), Loops->end());
  }
  C.H.Decided.PointOrders.push_back(std::move(Wanted));
  return 0;
}

} // namespace

ArrayRef<ScriptFunction> stevedore::choiceFunctions() {
  static constexpr ScriptFunction Functions[] = {
      {"tilesizes", 1, "tilesizes{T1=, ...}", runTileSizes},
      {"pointorder", 2, "pointorder(band, loops)", runPointOrder},
      {"reuse", 1, "reuse(scope)", runReuse},
      {"order", 1, "order(order)", runOrder},
      {"buffers", 1, "buffers{array, ...}", runBuffers},
      {"choose", 2, "choose(option, value)", runChoose},
  };
  return Functions;
}
