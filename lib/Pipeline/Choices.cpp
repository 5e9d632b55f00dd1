//===- Choices.cpp - What a script chooses --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

/// The options that follow the order of a region and precede its code.
static constexpr StringRef Choosable[] = {
    "reuse",        "transfers", "order",     "channels",  "allocation",
    "buffers",      "modulo",    "moduli",    "linearize", "share-buffers",
    "split-arrays", "max-local", "profitable"};

Error stevedore::checkSetting(const ScriptSetting &Setting) {
  if (!is_contained(Choosable, Setting.Option)) {
    std::string Names;
    for (StringRef Name : Choosable)
      Names += (Names.empty() ? "'" : ", '") + Name.str() + "'";
    return createStringError("'" + Setting.Option +
                             "' is nothing that a script chooses: these are " +
                             Names);
  }
  Options Tried;
  return setOption(Tried, Setting.Option, Setting.Value);
}

Options stevedore::withChoices(Options O, const ScriptChoices &Choices) {
  for (const ScriptTileSize &Size : Choices.TileSizes)
    O.TileSizes.set(Size.Number, Size.Size);
  for (const ScriptSetting &Setting : Choices.Settings)
    cantFail(setOption(O, Setting.Option, Setting.Value));
  return O;
}

bool stevedore::chooses(const ScriptChoices &Choices, StringRef Option) {
  return any_of(Choices.Settings, [&](const ScriptSetting &Setting) {
    return Setting.Option == Option;
  });
}

Error stevedore::checkTileSizes(const ScriptChoices &Choices, unsigned Count) {
  for (const ScriptTileSize &Size : Choices.TileSizes)
    if (Size.Number > Count)
      return make_error<ScriptError>(
          Size.Where + "tilesizes: the region has no tile size " +
          nameOf(Role::TileSize, Size.Number) + ": " + std::to_string(Count) +
          " of its loops are tiled");
  return Error::success();
}
