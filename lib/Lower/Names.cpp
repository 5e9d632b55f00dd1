//===- Names.cpp - Names of a regions loops -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {
namespace lower {

Names::Names(const Scop &S, const SourceText &Source)
    : Mentioned(mentionedNames(S, Source)), InUse(&Source.InUse) {}

std::string Names::unlike(llvm::StringRef Base, bool IsInner) {
  auto IsInUse = [&](const std::string &Name) {
    return Mentioned.contains(Name) ||
           (InUse && InUse->Macros && InUse->Macros->contains(Name)) ||
           (InUse && !IsInner && InUse->Original.contains(Name));
  };
  std::string Name = identifier(Base);
  std::string Candidate = Name;
  for (unsigned I = 2; IsInUse(Candidate) || !Taken.insert(Candidate).second;
       ++I)
    Candidate = Name + "_" + std::to_string(I);
  return Candidate;
}

std::string Names::fresh(llvm::StringRef Base) { return unlike(Base, false); }
std::string Names::inner(llvm::StringRef Base) { return unlike(Base, true); }

std::string Names::counter(llvm::StringRef Base,
                           llvm::ArrayRef<std::string> Nest) {
  std::vector<std::string> &Known = Counters[Base];
  auto Free = llvm::find_if(Known, [&](const std::string &Name) {
    return !llvm::is_contained(Nest, Name);
  });
  if (Free == Known.end())
    Free = Known.insert(Free, inner(Base));
  return *Free;
}

void Names::bind(llvm::StringRef Id, std::string Name) {
  Bound[Id] = std::move(Name);
}

std::string Names::of(llvm::StringRef Id) const {
  auto It = Bound.find(Id);
  return It == Bound.end() ? Id.str() : It->second;
}

std::optional<int64_t> Names::value(llvm::StringRef Id) const {
  auto It = Fixed.find(Id);
  return It == Fixed.end() ? std::nullopt : std::optional(It->second);
}

} // namespace lower
} // namespace stevedore
