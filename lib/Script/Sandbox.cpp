//===- Sandbox.cpp - A closed Lua state -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sandbox.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include <cstdlib>
#include <cstring>

using namespace stevedore;

void *Sandbox::allocate(void *Self, void *Block, size_t Old, size_t New) {
  Sandbox &S = *static_cast<Sandbox *>(Self);
  size_t Had = Block ? Old : 0;
  if (New == 0) {
    std::free(Block);
    S.Bytes -= Had;
    return nullptr;
  }
  if (!S.IsUnlimited && New > Had && S.Bytes - Had + New > limits::ScriptBytes)
    return nullptr;
  void *Result = std::realloc(Block, New);
  if (Result)
    S.Bytes += New - Had;
  return Result;
}

/// Past the limit every further instruction is an error, so that a script
/// cannot go on by catching it.
void Sandbox::count(lua_State *L, lua_Debug *) {
  Sandbox &S = **static_cast<Sandbox **>(lua_getextraspace(L));
  S.Instructions += limits::ScriptCheckEvery;
  bool IsTooLong = S.Instructions > limits::ScriptInstructions;
  if (!IsTooLong && !Budget::isTimeOver())
    return;
  lua_sethook(L, count, LUA_MASKCOUNT, 1);
  luaL_where(L, 0);
  lua_pushstring(L, IsTooLong ? "the script executes too many instructions"
                              : "the time for the region is over");
  lua_concat(L, 2);
  lua_error(L);
}

/// Writes its arguments to the standard error output.
static int printArguments(lua_State *L) {
  int N = lua_gettop(L);
  for (int I = 1; I <= N; ++I) {
    size_t Length;
    const char *Text = luaL_tolstring(L, I, &Length);
    if (I > 1)
      std::fputc('\t', stderr);
    std::fwrite(Text, 1, Length, stderr);
    lua_pop(L, 1);
  }
  std::fputc('\n', stderr);
  return 0;
}

/// Opens a library and leaves of it no functions but those of \p Kept.
template <size_t N>
static void openPart(lua_State *L, const char *Name, lua_CFunction Open,
                     const char *const (&Kept)[N]) {
  luaL_requiref(L, Name, Open, 1);
  lua_newtable(L);
  for (const char *Function : Kept) {
    lua_getfield(L, -2, Function);
    lua_setfield(L, -2, Function);
  }
  lua_pushnil(L);
  while (lua_next(L, -3)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    bool IsKept = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (IsKept)
      continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, -5);
  }
  lua_pop(L, 2);
}

void Sandbox::openLibraries() {
  static const char *const Base[] = {"assert", "error",  "ipairs",   "next",
                                     "pairs",  "pcall",  "select",   "rawequal",
                                     "rawget", "rawlen", "tonumber", "tostring",
                                     "type",   "xpcall", "_VERSION"};
  static const char *const Table[] = {"concat", "insert", "pack",
                                      "remove", "sort",   "unpack"};
  static const char *const String[] = {"byte",  "char",    "format", "len",
                                       "lower", "reverse", "sub",    "upper"};
  static const char *const Math[] = {
      "abs", "ceil",       "floor", "fmod", "huge",      "max",  "maxinteger",
      "min", "mininteger", "modf",  "sqrt", "tointeger", "type", "ult"};
  openPart(L, LUA_GNAME, luaopen_base, Base);
  openPart(L, LUA_TABLIBNAME, luaopen_table, Table);
  openPart(L, LUA_STRLIBNAME, luaopen_string, String);
  openPart(L, LUA_MATHLIBNAME, luaopen_math, Math);
  lua_pushcfunction(L, printArguments);
  lua_setglobal(L, "print");
}

Sandbox::Sandbox() : L(lua_newstate(allocate, this)) {
  if (!L)
    return;
  *static_cast<Sandbox **>(lua_getextraspace(L)) = this;
  openLibraries();
  lua_sethook(L, count, LUA_MASKCOUNT, limits::ScriptCheckEvery);
}

Sandbox::~Sandbox() {
  IsUnlimited = true;
  if (L)
    lua_close(L);
}
