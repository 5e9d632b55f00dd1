//===- Questions.cpp - Questions of scripts -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
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
  print(OS, C.H.S, C.H.Program.representation());
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

} // namespace

ArrayRef<ScriptFunction> stevedore::questionFunctions() {
  static constexpr ScriptFunction Functions[] = {
      {"depth", 1, "depth(S)", runDepth},
      {"beta", 1, "beta(S)", runBeta},
      {"parallel", 2, "parallel(S, o)", runParallel},
      {"distances", 2, "distances(S, T)", runDistances},
      {"representation", 0, "representation()", runRepresentation},
  };
  return Functions;
}
