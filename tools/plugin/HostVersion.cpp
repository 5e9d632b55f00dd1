//===- HostVersion.cpp - The compiler that loads the plugin ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Refuses to be loaded by another Clang than the one it was built for, before
/// the two can misunderstand each other's data.
//
//===----------------------------------------------------------------------===//

#include "clang/Basic/Version.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

/// clang::getClangFullVersion() of the process. It is looked up by name: a
/// call would reach the library that came along with the plugin, not the
/// compiler that loads it.
std::string hostVersion() {
  void *Symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  if (!Symbol)
    return "a program without Clang's version";
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

/// Runs before the plugin registers itself; nothing of the host can be used
/// when it is another release.
__attribute__((constructor(101))) void checkHostVersion() {
  std::string Host = hostVersion();
  if (isSameRelease(Host))
    return;
  std::fprintf(stderr,
               "error: Stevedore.so was built for clang version %s and cannot "
               "be loaded by %s\n",
               CLANG_VERSION_STRING, Host.c_str());
  std::_Exit(1);
}

} // namespace
