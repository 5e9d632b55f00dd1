//===- PluginOptions.h - -fplugin-arg-stevedore-... -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The plugin's arguments: the rewriter's options without their dashes,
/// `Wno-stevedore` and the like, and `save=DIR`.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_PLUGIN_PLUGINOPTIONS_H
#define STEVEDORE_TOOLS_PLUGIN_PLUGINOPTIONS_H

#include "stevedore/Pipeline/Options.h"
#include "clang/Basic/Diagnostic.h"

namespace stevedore {

struct PluginSettings {
  Options Analysis;
  /// Where rewritten sources are kept; empty: nowhere.
  std::string SaveDirectory;
  /// What is said of options that do nothing beside others.
  std::vector<std::string> Remarks;
  /// Names of flags for the warnings of the plugin, without `-W`, that come
  /// after those of the compiler.
  std::vector<std::string> WarningFlags;
};

/// Reads \p Arguments, each "OPTION=VALUE" or "OPTION", into \p Settings.
/// Reports what is wrong to \p Diagnostics and returns false then.
bool readPluginOptions(clang::DiagnosticsEngine &Diagnostics,
                       llvm::ArrayRef<std::string> Arguments,
                       PluginSettings &Settings);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_PLUGIN_PLUGINOPTIONS_H
