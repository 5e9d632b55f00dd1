//===- Region.cpp - The region as a table ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// The metatable of objects, in the registry.
const char *const ObjectType = "stevedore.object";

/// The text of an object is its name.
int textOfObject(lua_State *L) {
  lua_settop(L, 1);
  lua_pushstring(L, "name");
  lua_rawget(L, 1);
  return 1;
}

void setText(lua_State *L, const char *Field, const std::string &Text) {
  lua_pushstring(L, Field);
  lua_pushlstring(L, Text.data(), Text.size());
  lua_rawset(L, -3);
}

void setNumber(lua_State *L, const char *Field, lua_Integer Number) {
  lua_pushstring(L, Field);
  lua_pushinteger(L, Number);
  lua_rawset(L, -3);
}

/// Pushes a table with \p Name that prints as it.
void pushObject(lua_State *L, const std::string &Name) {
  lua_newtable(L);
  setText(L, "name", Name);
  luaL_setmetatable(L, ObjectType);
}

/// Appends the value on the top of the stack to the list below it.
void append(lua_State *L) {
  lua_rawseti(L, -2, lua_Integer(lua_rawlen(L, -2)) + 1);
}

/// Pushes a list of the sizes: a row for each dimension, false where that is
/// not known.
void pushSizes(lua_State *L, const ArrayShape &A) {
  lua_newtable(L);
  for (const std::optional<Coefficients> &Row : A.Sigma) {
    if (Row)
      pushRow(L, *Row);
    else
      lua_pushboolean(L, false);
    append(L);
  }
}

/// All that is shown of \p R, as text.
std::string summaryOf(const Representation &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const auto &P : R.Statements)
    OS << P->Name << ' ' << P->Original << '\n';
  for (const ArrayShape &A : R.Arrays) {
    OS << A.Name;
    for (const std::optional<Coefficients> &Row : A.Sigma) {
      OS << (Row ? ';' : '?');
      for (int64_t Entry : Row.value_or(Coefficients()))
        OS << Entry << ',';
    }
    OS << '\n';
  }
  return Text;
}

} // namespace

void stevedore::pushRow(lua_State *L, ArrayRef<int64_t> Row) {
  lua_newtable(L);
  for (int64_t Entry : Row) {
    lua_pushinteger(L, Entry);
    append(L);
  }
}

void stevedore::showRegion(Host &H, lua_State *L) {
  const Representation &R = H.Program.representation();
  std::string Summary = summaryOf(R);
  if (Summary == H.Shown || !lua_checkstack(L, 10))
    return;
  int Top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushstring(L, "region");
  if (lua_rawget(L, -2) == LUA_TTABLE) {
    lua_pushstring(L, "statements");
    lua_newtable(L);
    for (const auto &P : R.Statements) {
      pushObject(L, P->Name);
      setNumber(L, "line", P->Line);
      append(L);
    }
    lua_rawset(L, -3);
    lua_pushstring(L, "arrays");
    lua_newtable(L);
    for (const ArrayShape &A : R.Arrays) {
      pushObject(L, A.Name);
      lua_pushstring(L, "sizes");
      pushSizes(L, A);
      lua_rawset(L, -3);
      append(L);
    }
    lua_rawset(L, -3);
  }
  lua_settop(L, Top);
  H.Shown = std::move(Summary);
}

void stevedore::openRegion(Host &H, lua_State *L) {
  luaL_newmetatable(L, ObjectType);
  lua_pushcfunction(L, textOfObject);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
  const ScriptRegion &Place = H.Request.Place;
  pushObject(L, Place.Name);
  setNumber(L, "line", Place.Line);
  if (!Place.Label.empty())
    setText(L, "label", Place.Label);
  lua_pushstring(L, "parameters");
  lua_newtable(L);
  for (const Parameter &P : H.S.Parameters) {
    lua_pushlstring(L, P.Name.data(), P.Name.size());
    append(L);
  }
  lua_rawset(L, -3);
  lua_setglobal(L, "region");
  showRegion(H, L);
}
