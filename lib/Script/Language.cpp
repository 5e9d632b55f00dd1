//===- Language.cpp - Steps of one's own ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

using namespace stevedore;
using namespace llvm;

namespace {

Expected<int> runLazy(Call &C) {
  if (lua_type(C.L, 1) != LUA_TFUNCTION)
    return createStringError("the argument has to be a function");
  int Before = lua_gettop(C.L) - 1;
  if (Error E = C.step([&](Representation &) { return C.callBack(0); }))
    return std::move(E);
  return lua_gettop(C.L) - Before;
}

Expected<int> runForce(Call &C) {
  if (lua_type(C.L, 1) != LUA_TFUNCTION)
    return createStringError("the argument has to be a function");
  int Before = lua_gettop(C.L) - 1;
  Decisions Decided = C.H.Decided;
  if (Error E =
          C.H.Program.force([&](Representation &) { return C.callBack(0); })) {
    C.H.Decided = std::move(Decided);
    return std::move(E);
  }
  return lua_gettop(C.L) - Before;
}

/// True, or false and why not.
Expected<int> runLegal(Call &C) {
  if (lua_type(C.L, 1) != LUA_TFUNCTION)
    return createStringError("the argument has to be a function");
  Decisions Before = C.H.Decided;
  Error Failed =
      C.H.Program.tryOut([&](Representation &) { return C.callBack(0); });
  C.H.Decided = std::move(Before);
  lua_pushboolean(C.L, !Failed);
  if (!Failed)
    return 1;
  if (Failed.isA<IslError>())
    return std::move(Failed);
  std::string Why = toString(std::move(Failed));
  if (C.IsRaised)
    lua_pushvalue(C.L, -2);
  else
    lua_pushlstring(C.L, Why.data(), Why.size());
  C.IsRaised = false;
  return 2;
}

/// Pushes field \p Name of the table at \p Index; its type.
int fieldOf(lua_State *L, int Index, const char *Name) {
  Index = lua_absindex(L, Index);
  lua_pushstring(L, Name);
  return lua_rawget(L, Index);
}

} // namespace

/// The entry point of functions that `define` made.
static int enterDefined(lua_State *L) {
  return returnOrRaise(L, runDefined(L));
}

/// Makes the global function that the table describes.
static Expected<int> runDefine(Call &C) {
  lua_State *L = C.L;
  if (lua_type(L, 1) != LUA_TTABLE)
    return createStringError(
        "the argument has to be a table with name, params, "
        "prereq and effect");
  if (fieldOf(L, 1, "name") != LUA_TSTRING)
    return createStringError("name has to be a string");
  std::string Name = lua_tostring(L, -1);
  if (fieldOf(L, 1, "effect") != LUA_TFUNCTION)
    return createStringError("effect has to be a function");
  for (const auto &[Field, Type] :
       {std::pair("prereq", LUA_TFUNCTION), std::pair("params", LUA_TTABLE)}) {
    int Found = fieldOf(L, 1, Field);
    if (Found != LUA_TNIL && Found != Type)
      return createStringError(Twine(Field) + " has to be a " +
                               lua_typename(L, Type));
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  if (fieldOf(L, -1, Name.c_str()) != LUA_TNIL)
    return createStringError("there is something called '" + Name +
                             "' already");
  lua_pop(L, 1);
  lua_pushstring(L, Name.c_str());
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, enterDefined, 2);
  lua_rawset(L, -3);
  return 0;
}

/// Calls field \p Field of the description with the \p N arguments.
static Error callField(Call &C, const char *Field, int N) {
  fieldOf(C.L, lua_upvalueindex(2), Field);
  for (int I = 1; I <= N; ++I)
    lua_pushvalue(C.L, I);
  return C.callBack(N);
}

/// Checks the number of arguments and `prereq`, then runs `effect` as one step.
static Expected<int> applyDefined(Call &C, int N) {
  lua_State *L = C.L;
  if (fieldOf(L, lua_upvalueindex(2), "params") == LUA_TTABLE &&
      lua_rawlen(L, -1) != lua_Unsigned(N)) {
    auto Count = unsigned(lua_rawlen(L, -1));
    return createStringError("expected " + Twine(Count) + " arguments");
  }
  lua_settop(L, N);
  int Type = fieldOf(L, lua_upvalueindex(2), "prereq");
  lua_settop(L, N);
  if (Type == LUA_TFUNCTION) {
    if (Error E = callField(C, "prereq", N))
      return std::move(E);
    bool IsText = lua_gettop(L) > N && lua_type(L, N + 1) == LUA_TSTRING;
    if (IsText)
      return createStringError(Twine(lua_tostring(L, N + 1)));
    if (lua_gettop(L) == N || !lua_toboolean(L, N + 1))
      return createStringError("the prerequisite is not fulfilled");
    lua_settop(L, N);
  }
  if (Error E =
          C.step([&](Representation &) { return callField(C, "effect", N); }))
    return std::move(E);
  return lua_gettop(L) - N;
}

static Expected<int> runDescribed(Call &C) {
  return applyDefined(C, lua_gettop(C.L));
}

int stevedore::runDefined(lua_State *L) {
  int N = lua_gettop(L);
  fieldOf(L, lua_upvalueindex(2), "name");
  const char *Name = lua_tostring(L, -1);
  lua_settop(L, N);
  return runFunction(L, {Name ? Name : "define", N, "", runDescribed});
}

ArrayRef<ScriptFunction> stevedore::languageFunctions() {
  static constexpr ScriptFunction Functions[] = {
      {"lazy", 1, "lazy(function)", runLazy},
      {"force", 1, "force(function)", runForce},
      {"legal", 1, "legal(function)", runLegal},
      {"define", 1, "define{name=, params=, prereq=, effect=}", runDefine},
      {"include", 1, "include(file)", runInclude},
  };
  return Functions;
}
