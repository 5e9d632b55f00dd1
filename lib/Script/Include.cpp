//===- Include.cpp - Files in scripts -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace stevedore;
using namespace llvm;

/// The directory of the file that the calling function of the script is in.
static std::string directoryOfCaller(lua_State *L) {
  lua_Debug Frame;
  for (int Level = 1; lua_getstack(L, Level, &Frame); ++Level)
    if (lua_getinfo(L, "S", &Frame) && Frame.source[0] == '@')
      return sys::path::parent_path(Frame.source + 1).str();
  return "";
}

/// The first file called \p Name in \p Directories.
static Expected<std::string> findFile(StringRef Name,
                                      ArrayRef<std::string> Directories) {
  for (const std::string &Directory : Directories) {
    SmallString<0> Path(Directory);
    sys::path::append(Path, Name);
    if (sys::fs::exists(Path))
      return std::string(Path);
  }
  std::vector<std::string> Texts;
  for (const std::string &Directory : Directories)
    Texts.push_back("'" + (Directory.empty() ? "." : Directory) + "'");
  return createStringError("there is no file '" + Name + "' in " +
                           join(Texts, ", "));
}

/// \p File without links; itself where it is not there.
static std::string realPath(StringRef File) {
  SmallString<0> Path;
  return sys::fs::real_path(File, Path) ? File.str() : std::string(Path);
}

/// Runs \p Code; its results are on the top of the stack.
static Error runCode(Call &C, const Script &Code) {
  std::string Chunk = "@" + Code.File;
  {
    Sandbox::Unlimited Limited(C.H.Lua, /*IsUnlimited=*/false);
    C.IsRaised = luaL_loadbufferx(C.L, Code.Text.data(), Code.Text.size(),
                                  Chunk.c_str(), "t") != LUA_OK;
  }
  if (C.IsRaised)
    return createStringError("'" + Code.File + "' is no script");
  return C.callBack(0);
}

Expected<int> stevedore::runInclude(Call &C) {
  Host &H = C.H;
  if (lua_type(C.L, 1) != LUA_TSTRING)
    return createStringError("the argument has to be the name of a file");
  std::string Name = lua_tostring(C.L, 1);
  if (Name.empty())
    return createStringError("the argument has to be the name of a file");
  if (++H.NumIncluded > limits::ScriptIncludes)
    return createStringError("more than " + Twine(limits::ScriptIncludes) +
                             " files are included");
  std::vector<std::string> Directories = {""};
  if (!sys::path::is_absolute(Name)) {
    Directories = {directoryOfCaller(C.L)};
    append_range(Directories, H.Request.Decided.ScriptPath);
  }
  Expected<std::string> File = findFile(Name, Directories);
  if (!File)
    return File.takeError();
  if (H.Including.empty())
    H.Including.push_back(realPath(H.Request.Decided.Transformation->File));
  std::string Real = realPath(*File);
  if (is_contained(H.Including, Real))
    return createStringError("'" + *File + "' includes itself");
  Expected<Script> Code = readScript(*File);
  if (!Code)
    return Code.takeError();
  int Before = lua_gettop(C.L);
  H.Including.push_back(std::move(Real));
  Error Failed = runCode(C, *Code);
  H.Including.pop_back();
  if (Failed)
    return std::move(Failed);
  return lua_gettop(C.L) - Before;
}
