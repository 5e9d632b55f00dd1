//===- PluginOptions.cpp - -fplugin-arg-stevedore-... ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginOptions.h"
#include "stevedore/Pipeline/OptionPairs.h"
#include "stevedore/Rewrite/Messages.h"

using namespace clang;

namespace stevedore {
namespace {

llvm::Error setPluginOption(PluginSettings &Settings,
                            llvm::StringRef Argument) {
  llvm::StringRef Flag = Argument;
  if (Flag.consume_front("W") && isOwnWarningFlag(Flag)) {
    Settings.WarningFlags.push_back(Flag.str());
    return llvm::Error::success();
  }
  auto [Name, Value] = Argument.split('=');
  if (Name != "save")
    return setOption(Settings.Analysis, Name, Value);
  if (Value.empty())
    return llvm::createStringError("'save' needs the name of a directory");
  Settings.SaveDirectory = Value.str();
  Settings.Analysis.Given[Name] = Value.str();
  return llvm::Error::success();
}

} // namespace

bool readPluginOptions(DiagnosticsEngine &Diagnostics,
                       llvm::ArrayRef<std::string> Arguments,
                       PluginSettings &Settings) {
  for (llvm::StringRef Argument : Arguments) {
    if (llvm::Error Problem = setPluginOption(Settings, Argument)) {
      unsigned ID = Diagnostics.getCustomDiagID(
          DiagnosticsEngine::Error, "-fplugin-arg-stevedore-%0: %1");
      Diagnostics.Report(ID) << Argument << llvm::toString(std::move(Problem));
      return false;
    }
  }
  auto Remarks =
      checkOptionPairs(Settings.Analysis, "-fplugin-arg-stevedore-");
  if (Remarks) {
    Settings.Remarks = std::move(*Remarks);
    return true;
  }
  Diagnostics.Report(
      Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "stevedore: %0"))
      << llvm::toString(Remarks.takeError());
  return false;
}

} // namespace stevedore
