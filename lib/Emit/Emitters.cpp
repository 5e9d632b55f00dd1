//===- Emitters.cpp - The dialects ----------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/Emitter.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace stevedore;

namespace {

class CEmitter : public Emitter {
public:
  llvm::StringRef name() const override { return "c"; }
  looptree::Block legalized(const LoweredRegion &R) const override {
    return legalLoops(R.Loops, *R.Program, R.Code);
  }
  llvm::Expected<std::string> emit(const LoweredRegion &R) const override {
    return printRegion(R.Loops, *R.Program, R.Code) + "\n";
  }
};

class TreeEmitter : public Emitter {
public:
  llvm::StringRef name() const override { return "tree"; }
  llvm::Expected<std::string> emit(const LoweredRegion &R) const override {
    return treeText(R);
  }
};

class CTreeEmitter : public CEmitter {
public:
  llvm::StringRef name() const override { return "c-tree"; }
  llvm::Expected<std::string> emit(const LoweredRegion &R) const override {
    return treeText(R);
  }
};

} // namespace

EmitterTable stevedore::builtinEmitters() {
  EmitterTable Result;
  Result.add(std::make_unique<CEmitter>());
  Result.add(std::make_unique<CTreeEmitter>());
  Result.add(std::make_unique<TreeEmitter>());
  return Result;
}

void EmitterTable::add(std::unique_ptr<Emitter> E) {
  for (std::unique_ptr<Emitter> &Known : All)
    if (Known->name() == E->name()) {
      Known = std::move(E);
      return;
    }
  All.push_back(std::move(E));
}

llvm::Expected<const Emitter &>
EmitterTable::find(llvm::StringRef Name) const {
  std::string Known;
  for (const std::unique_ptr<Emitter> &E : All) {
    if (E->name() == Name)
      return *E;
    Known += (Known.empty() ? "'" : ", '") + E->name().str() + "'";
  }
  return llvm::createStringError("no dialect '" + Name + "'; there are " +
                                 Known + ", and those of '--load=FILE'");
}

llvm::Error stevedore::loadEmitters(const std::string &File,
                                    EmitterTable &Table) {
  std::string Why;
  auto Library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(File.c_str(), &Why);
  if (!Library.isValid())
    return llvm::createStringError("cannot load '" + File + "': " + Why);
  auto *Add = reinterpret_cast<void (*)(EmitterTable &)>(
      Library.getAddressOfSymbol("stevedoreAddEmitters"));
  if (!Add)
    return llvm::createStringError("'" + File +
                                   "' has no dialect: it does not define "
                                   "stevedoreAddEmitters()");
  Add(Table);
  return llvm::Error::success();
}
