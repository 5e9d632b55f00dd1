//===- Loader.cpp - The compiler that loads the plugin --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Refuses to be loaded by another Clang than the one it was built for, before
/// the two can misunderstand each other's data; loads the part that needs Clang
/// where there is one, and hands out the passes.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Passes/Passes.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Plugins/PassPlugin.h"
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

/// clang::getClangFullVersion() of the process; empty: it has no Clang.
std::string hostVersion() {
  void *Symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  if (!Symbol)
    return "";
  return reinterpret_cast<std::string (*)()>(Symbol)();
}

/// Releases that differ in their last number only have one interface.
bool isSameRelease(llvm::StringRef Host) {
  auto [Vendor, Number] = Host.split("version ");
  unsigned Major, Minor;
  return !Number.consumeInteger(10, Major) && Number.consume_front(".") &&
         !Number.consumeInteger(10, Minor) && Major == CLANG_VERSION_MAJOR &&
         Minor == CLANG_VERSION_MINOR;
}

[[noreturn]] void fail(const std::string &Message) {
  std::fprintf(stderr, "error: %s\n", Message.c_str());
  std::_Exit(1);
}

/// The file beside this one that registers itself with Clang.
std::string clangPart() {
  Dl_info Own;
  char Path[PATH_MAX];
  if (!dladdr(reinterpret_cast<void *>(clangPart), &Own) ||
      !realpath(Own.dli_fname, Path))
    return "StevedoreClang.so";
  llvm::StringRef Directory = llvm::StringRef(Path).rsplit('/').first;
  return (Directory + "/StevedoreClang.so").str();
}

void *ClangPart = nullptr;

/// Nothing of the host can be used when it is another release.
__attribute__((constructor(101))) void loadClangPart() {
  std::string Host = hostVersion();
  if (Host.empty())
    return;
  if (!isSameRelease(Host))
    fail("Stevedore.so was built for clang version " CLANG_VERSION_STRING
         " and cannot be loaded by " +
         Host);
  ClangPart = dlopen(clangPart().c_str(), RTLD_NOW);
  if (!ClangPart)
    fail(std::string("Stevedore.so needs the file StevedoreClang.so beside "
                     "it: ") +
         dlerror());
}

} // namespace

/// LLVM calls this when it loads the library for its passes: a program that
/// Clang compiles is not to be rewritten as C, too.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  if (void *Told =
          ClangPart ? dlsym(ClangPart, "stevedoreRunsAsPass") : nullptr)
    reinterpret_cast<void (*)()>(Told)();
  return {LLVM_PLUGIN_API_VERSION, "Stevedore", "0.1",
          stevedore::registerPasses};
}
