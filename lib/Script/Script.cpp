//===- Script.cpp - Running a script --------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Script/Script.h"
#include "Call.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

char ScriptError::ID;

void ScriptError::log(raw_ostream &OS) const { OS << Message; }

std::error_code ScriptError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Expected<Script> stevedore::readScript(StringRef File) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status))
    return createStringError("cannot read '" + File + "': " + EC.message());
  if (Status.type() != sys::fs::file_type::regular_file)
    return createStringError("cannot read '" + File + "': it is no file");
  if (Status.getSize() > limits::ScriptFileBytes)
    return createStringError("cannot read '" + File + "': it has more than " +
                             Twine(limits::ScriptFileBytes) + " bytes");
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File +
                             "': " + Buffer.getError().message());
  return Script{File.str(), (*Buffer)->getBuffer().str()};
}

int stevedore::returnOrRaise(lua_State *L, int Results) {
  if (Results >= 0)
    return Results;
  if (Results == -1) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

/// The entry point of every function; its description is the second upvalue.
static int enter(lua_State *L) {
  auto *F = static_cast<const ScriptFunction *>(
      lua_touserdata(L, lua_upvalueindex(2)));
  return returnOrRaise(L, runFunction(L, *F));
}

/// Makes the global functions and the table `region`.
static void openHost(Host &H, lua_State *L) {
  for (ArrayRef<ScriptFunction> Table :
       {primitiveFunctions(), layoutFunctions(), questionFunctions(),
        choiceFunctions(), languageFunctions()})
    for (const ScriptFunction &F : Table) {
      lua_pushlightuserdata(L, &H);
      lua_pushlightuserdata(L, const_cast<ScriptFunction *>(&F));
      lua_pushcclosure(L, enter, 2);
      lua_setglobal(L, F.Name);
    }
  openRegion(H, L);
}

Expected<Decisions> stevedore::runScript(const ScriptRequest &Request,
                                         const Scop &S,
                                         TransformedProgram &Program) {
  const Script &Code = *Request.Decided.Transformation;
  Sandbox Lua;
  lua_State *L = Lua.state();
  if (!L)
    return createStringError("no memory for Lua");
  Host H = {Lua, S, Program, Request, Request.Decided};
  H.Decided.Profitable.reset();
  openHost(H, L);
  Sandbox::Unlimited Limited(Lua, /*IsUnlimited=*/false);
  std::string Chunk = "@" + Code.File;
  int Failed = luaL_loadbufferx(L, Code.Text.data(), Code.Text.size(),
                                Chunk.c_str(), "t");
  if (!Failed)
    Failed = lua_pcall(L, 0, 0, 0);
  if (!H.OverBudget.empty())
    return make_error<IslError>(IslError::Budget, "the script's " +
                                                      H.OverBudget +
                                                      " went over the budget");
  if (!Failed) {
    if (!H.Decided.Profitable && !Program.isChanged())
      H.Decided.Profitable = Request.Decided.Profitable;
    return std::move(H.Decided);
  }
  if (Budget::isTimeOver())
    return make_error<IslError>(IslError::Budget,
                                "the script went over the budget");
  size_t Length = 0;
  const char *Text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &Length) : nullptr;
  std::string Message = Text ? std::string(Text, Length)
                             : Code.File + ": an error without a message";
  if (Failed == LUA_ERRMEM)
    Message = Code.File + ": the script takes more than " +
              std::to_string(limits::ScriptBytes) + " bytes of memory";
  return make_error<ScriptError>(std::move(Message));
}
