//===- Questions.cpp - Questions of scripts -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

namespace {

Expected<int> runDepth(Call &C) {
  Expected<unsigned> S = C.statement(1, "S");
  if (!S)
    return S.takeError();
  lua_pushinteger(C.L, C.H.Program.representation().Statements[*S]->depth());
  return 1;
}

Expected<int> runBeta(Call &C) {
  Expected<unsigned> S = C.statement(1, "S");
  if (!S)
    return S.takeError();
  pushRow(C.L, C.H.Program.representation().Statements[*S]->Beta);
  return 1;
}

/// The text of --print=representation as it is now.
Expected<int> runRepresentation(Call &C) {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, C.H.Program.representation());
  lua_pushlstring(C.L, Text.data(), Text.size());
  return 1;
}

Expected<int> runParallel(Call &C) {
  Expected<unsigned> S = C.statement(1, "S");
  Expected<int64_t> Level = C.number(2, "o");
  if (Error E = joinErrors(S.takeError(), Level.takeError()))
    return std::move(E);
  unsigned Depth = C.H.Program.representation().Statements[*S]->depth();
  if (*Level < 1 || *Level > Depth)
    return createStringError("o has to be a level from 1 to " + Twine(Depth));
  Expected<bool> Answer = C.H.Program.isParallel(*S, unsigned(*Level));
  if (!Answer)
    return Answer.takeError();
  lua_pushboolean(C.L, *Answer);
  return 1;
}

/// Pushes the integer \p Value; nil where there is none.
void pushOptional(lua_State *L, std::optional<int64_t> Value) {
  if (Value)
    lua_pushinteger(L, *Value);
  else
    lua_pushnil(L);
}

/// A list with an entry for each loop, a number where all distances are the
/// same; nil where there is no dependence.
Expected<int> runDistances(Call &C) {
  Expected<unsigned> S = C.statement(1, "S"), T = C.statement(2, "T");
  if (Error E = joinErrors(S.takeError(), T.takeError()))
    return std::move(E);
  auto Found = C.H.Program.distances(*S, *T);
  if (!Found)
    return Found.takeError();
  lua_State *L = C.L;
  if (!*Found) {
    lua_pushnil(L);
    return 1;
  }
  lua_newtable(L);
  lua_Integer Level = 0;
  for (const DistanceRange &D : **Found) {
    if (D.Least && D.Least == D.Most) {
      lua_pushinteger(L, *D.Least);
    } else {
      lua_newtable(L);
      pushOptional(L, D.Least);
      lua_setfield(L, -2, "min");
      pushOptional(L, D.Most);
      lua_setfield(L, -2, "max");
    }
    lua_rawseti(L, -2, ++Level);
  }
  return 1;
}

/// The names and numbers of the table that argument 1 is.
Expected<std::vector<std::pair<std::string, int64_t>>> valuesOf(Call &C) {
  lua_State *L = C.L;
  if (lua_type(L, 1) != LUA_TTABLE)
    return createStringError("the argument has to be a table of values");
  std::vector<std::pair<std::string, int64_t>> Values;
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      return createStringError("values have to have names");
    std::string Name = lua_tostring(L, -2);
    bool IsKnown = roleInText(Name) == Role::TileSize ||
                   any_of(C.H.S.Parameters,
                          [&](const Parameter &P) { return P.Name == Name; });
    if (!IsKnown)
      return createStringError("the region has no parameter '" + Name + "'");
    Expected<int64_t> Value = C.number(-1, Name.c_str());
    if (!Value)
      return Value.takeError();
    if (roleInText(Name) == Role::TileSize && *Value < 1)
      return createStringError("a tile size has to be at least 1");
    Values.emplace_back(std::move(Name), *Value);
    lua_pop(L, 1);
  }
  for (const Parameter &P : C.H.S.Parameters)
    if (none_of(Values, [&](const auto &V) { return V.first == P.Name; }))
      return createStringError("the parameter '" + P.Name + "' has no value");
  return Values;
}

/// Pushes the figures; those that could not be counted are nil.
void pushFigures(lua_State *L, const ScriptFigures &Figures) {
  auto Set = [&](const char *Name, std::optional<int64_t> Value) {
    pushOptional(L, Value);
    lua_setfield(L, -2, Name);
  };
  auto Add = [](std::optional<int64_t> &Sum, std::optional<int64_t> More) {
    Sum = Sum && More ? std::optional(*Sum + *More) : std::nullopt;
  };
  std::optional<int64_t> Loads = 0, Stores = 0;
  lua_newtable(L);
  Set("tiles", Figures.Tiles);
  Set("strips", Figures.Strips);
  Set("localBytes", Figures.LocalBytes);
  lua_newtable(L);
  for (const ScriptFigures::OfArray &A : Figures.Arrays) {
    Add(Loads, A.Loads);
    Add(Stores, A.Stores);
    lua_newtable(L);
    Set("loads", A.Loads);
    Set("stores", A.Stores);
    Set("cells", A.Cells);
    lua_setfield(L, -2, A.Name.c_str());
  }
  lua_setfield(L, -2, "arrays");
  Set("loads", Loads);
  Set("stores", Stores);
}

/// The figures of the program as it is; or nil and why there are none.
Expected<int> runEvaluate(Call &C) {
  auto Values = valuesOf(C);
  if (!Values)
    return Values.takeError();
  TransformedProgram &Program = C.H.Program;
  if (Error E =
          Program.tryOut([](Representation &) { return Error::success(); }))
    return std::move(E);
  if (Budget::isTimeOver())
    return make_error<IslError>(IslError::Budget,
                                "the time for the region is over");
  auto Figures =
      C.H.Request.Evaluate({Program, C.H.Decided, std::move(*Values)});
  if (Figures) {
    pushFigures(C.L, *Figures);
    return 1;
  }
  Error Failed = Figures.takeError();
  if (Failed.isA<IslError>() && Budget(C.H.S.Context.ctx(), {}).exhausted())
    return std::move(Failed);
  std::string Why = toString(std::move(Failed));
  lua_pushnil(C.L);
  lua_pushlstring(C.L, Why.data(), Why.size());
  return 2;
}

/// A list of the bands of the program as it is.
Expected<int> runBands(Call &C) {
  auto Bands = C.H.Request.Bands({C.H.Program, C.H.Decided, {}});
  if (!Bands)
    return Bands.takeError();
  lua_State *L = C.L;
  lua_newtable(L);
  lua_Integer Number = 0;
  for (const ScriptBand &B : *Bands) {
    lua_newtable(L);
    pushOptional(L, B.Outer);
    lua_setfield(L, -2, "outer");
    lua_newtable(L);
    for (unsigned K = 0; K < B.Size; ++K) {
      lua_pushstring(L, nameOf(Role::TileSize, B.First + K).c_str());
      lua_rawseti(L, -2, lua_Integer(K) + 1);
    }
    lua_setfield(L, -2, "tiles");
    lua_newtable(L);
    lua_Integer Place = 0;
    for (const std::string &Name : B.Statements) {
      lua_pushstring(L, Name.c_str());
      lua_rawseti(L, -2, ++Place);
    }
    lua_setfield(L, -2, "statements");
    lua_rawseti(L, -2, ++Number);
  }
  return 1;
}

} // namespace

ArrayRef<ScriptFunction> stevedore::questionFunctions() {
  static constexpr ScriptFunction Functions[] = {
      {"depth", 1, "depth(S)", runDepth},
      {"beta", 1, "beta(S)", runBeta},
      {"parallel", 2, "parallel(S, o)", runParallel},
      {"distances", 2, "distances(S, T)", runDistances},
      {"bands", 0, "bands()", runBands},
      {"evaluate", 1, "evaluate{name=value, ...}", runEvaluate},
      {"representation", 0, "representation()", runRepresentation},
  };
  return Functions;
}
