//===- Products.h - What the plugin leaves ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Rewritten sources under `save=`, the report, and what `print=` and
/// `evaluate=` ask for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_PLUGIN_PRODUCTS_H
#define STEVEDORE_TOOLS_PLUGIN_PRODUCTS_H

#include "PluginOptions.h"
#include "stevedore/Rewrite/Rewrite.h"

namespace stevedore {

/// Where the rewritten text of \p File is kept: under its last component in the
/// directory of `save=`, which is created. Where another file has that name
/// already, a number that stands for its whole path is put in: the answer is the
/// same each time.
std::string savedPath(const PluginSettings &Settings, llvm::StringRef File);

/// "#line 1 "Path"" and a line break.
std::string lineDirective(llvm::StringRef Path);

/// Writes everything that \p Settings asks for. Files appear whole or not at
/// all. Reports what fails and returns false then.
bool writeProducts(clang::DiagnosticsEngine &Diagnostics, llvm::StringRef File,
                   const PluginSettings &Settings, const RewriteResult &Result);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_PLUGIN_PRODUCTS_H
