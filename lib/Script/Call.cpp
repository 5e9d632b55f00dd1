//===- Call.cpp - Arguments of scripts ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <limits>

using namespace stevedore;
using namespace llvm;

namespace {

/// The integer at \p Index of the stack, of 32 bits.
std::optional<int64_t> integerAt(lua_State *L, int Index) {
  int IsInteger = 0;
  if (lua_type(L, Index) != LUA_TNUMBER)
    return std::nullopt;
  lua_Integer Value = lua_tointegerx(L, Index, &IsInteger);
  if (!IsInteger || Value < std::numeric_limits<int32_t>::min() ||
      Value > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return Value;
}

/// The list of integers at \p Index.
std::optional<Coefficients> rowAt(lua_State *L, int Index) {
  if (lua_type(L, Index) != LUA_TTABLE)
    return std::nullopt;
  Index = lua_absindex(L, Index);
  Coefficients Row;
  for (lua_Unsigned I = 1, N = lua_rawlen(L, Index); I <= N; ++I) {
    lua_rawgeti(L, Index, lua_Integer(I));
    std::optional<int64_t> Entry = integerAt(L, -1);
    lua_pop(L, 1);
    if (!Entry)
      return std::nullopt;
    Row.push_back(*Entry);
  }
  return Row;
}

} // namespace

/// A wrong argument called \p Name.
static Error expected(const char *Name, const char *What) {
  return createStringError(Twine(Name) + " has to be " + What);
}

Expected<int64_t> Call::number(int I, const char *Name) {
  if (std::optional<int64_t> Value = integerAt(L, I))
    return *Value;
  return expected(Name, "an integer of 32 bits");
}

Expected<Coefficients> Call::row(int I, const char *Name) {
  if (std::optional<Coefficients> Row = rowAt(L, I))
    return std::move(*Row);
  return expected(Name, "a table of integers of 32 bits");
}

Expected<CoefficientMatrix> Call::matrix(int I, const char *Name) {
  if (lua_type(L, I) != LUA_TTABLE)
    return expected(Name, "a table of rows");
  CoefficientMatrix Result;
  for (lua_Unsigned R = 1, N = lua_rawlen(L, I); R <= N; ++R) {
    lua_rawgeti(L, I, lua_Integer(R));
    std::optional<Coefficients> Row = rowAt(L, -1);
    lua_pop(L, 1);
    if (!Row)
      return expected(Name, "a table of rows, tables of integers of 32 bits");
    Result.push_back(std::move(*Row));
  }
  return Result;
}

std::string Call::nameAt(int Index) {
  if (lua_type(L, Index) == LUA_TSTRING)
    return lua_tostring(L, Index);
  std::string Result;
  if (lua_type(L, Index) != LUA_TTABLE)
    return Result;
  lua_pushstring(L, "name");
  lua_rawget(L, Index < 0 ? Index - 1 : Index);
  if (lua_type(L, -1) == LUA_TSTRING)
    Result = lua_tostring(L, -1);
  lua_pop(L, 1);
  return Result;
}

static Error unknownStatement(const std::string &Name) {
  if (Name.empty())
    return createStringError("S has to be a statement, its name, a list of "
                             "these, or a prefix of beta");
  return createStringError("the region has no statement '" + Name + "'");
}

Expected<unsigned> Call::statement(int I, const char *Name) {
  std::string Found = nameAt(I);
  if (Found.empty())
    return expected(Name, "a statement or its name");
  if (auto Number = H.Program.representation().find(Found))
    return *Number;
  return unknownStatement(Found);
}

unsigned stevedore::levelOf(int64_t Value) {
  return unsigned(Value < 0 ? INT32_MAX : Value);
}

Expected<unsigned> Call::array(int I) {
  std::string Name = nameAt(I);
  if (Name.empty())
    return createStringError("A has to be an array or its name");
  if (auto Found = H.Program.representation().findArray(Name))
    return *Found;
  return createStringError("the region has no array '" + Name + "'");
}

Expected<std::vector<std::string>> Call::names(int I) {
  std::vector<std::string> Result;
  std::string Name = nameAt(I);
  const Representation &R = H.Program.representation();
  if (!Name.empty() || lua_type(L, I) != LUA_TTABLE) {
    Result.push_back(Name);
  } else if (std::optional<Coefficients> Prefix = rowAt(L, I)) {
    for (const auto &P : R.Statements)
      if (ArrayRef<int64_t>(P->Beta).take_front(Prefix->size()) ==
          ArrayRef<int64_t>(*Prefix))
        Result.push_back(P->Name);
    if (Result.empty())
      return createStringError("no statement has this prefix of beta");
  } else {
    for (lua_Unsigned K = 1, N = lua_rawlen(L, I); K <= N; ++K) {
      lua_rawgeti(L, I, lua_Integer(K));
      Result.push_back(nameAt(-1));
      lua_pop(L, 1);
    }
  }
  for (const std::string &One : Result)
    if (!R.find(One))
      return unknownStatement(One);
  return Result;
}

Error Call::step(function_ref<Error(Representation &)> Step) {
  Decisions Before = H.Decided;
  Error Failed = H.Program.apply(Step);
  if (Failed)
    H.Decided = std::move(Before);
  return Failed;
}

std::string Call::where() {
  luaL_where(L, 1);
  std::string Result = lua_tostring(L, -1);
  lua_pop(L, 1);
  return Result;
}

Error Call::each(function_ref<Error(Representation &, unsigned)> Effect) {
  auto Names = names(1);
  if (!Names)
    return Names.takeError();
  return H.Program.apply([&](Representation &R) -> Error {
    for (const std::string &Name : *Names) {
      std::optional<unsigned> Found = R.find(Name);
      if (!Found)
        return unknownStatement(Name);
      if (Error E = Effect(R, *Found))
        return createStringError("statement '" + Name +
                                 "': " + toString(std::move(E)));
    }
    return Error::success();
  });
}

Error Call::callBack(int NumArguments) {
  Sandbox::Unlimited Limited(H.Lua, /*IsUnlimited=*/false);
  IsRaised = lua_pcall(L, NumArguments, LUA_MULTRET, 0) != LUA_OK;
  return IsRaised ? createStringError("the function failed") : Error::success();
}

int stevedore::runFunction(lua_State *L, const ScriptFunction &F) {
  Host &H = *static_cast<Host *>(lua_touserdata(L, lua_upvalueindex(1)));
  Sandbox::Unlimited Unlimited(H.Lua);
  Call C(H, L);
  Expected<int> Results = 0;
  if (!lua_checkstack(L, 20))
    Results = createStringError("too many values on the stack");
  else if (lua_gettop(L) != F.NumArguments)
    Results = createStringError("expected " + Twine(F.NumArguments) +
                                " arguments: " + F.Usage);
  else
    Results = F.Run(C);
  showRegion(H, L);
  if (Results)
    return *Results;
  Error Failed = Results.takeError();
  if (Failed.isA<IslError>())
    H.OverBudget = F.Name;
  std::string Message =
      std::string(F.Name) + ": " + toString(std::move(Failed));
  if (C.IsRaised)
    return -2;
  lua_pushlstring(L, Message.data(), Message.size());
  return -1;
}
