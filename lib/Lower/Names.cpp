//===- Names.cpp - Names of a regions loops --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "stevedore/Source/SourceText.h"

namespace stevedore {
namespace lower {

std::string Names::fresh(llvm::StringRef Base) {
  std::string Name = identifier(Base);
  std::string Candidate = Name;
  for (unsigned I = 2; !Taken.insert(Candidate).second; ++I)
    Candidate = Name + "_" + std::to_string(I);
  return Candidate;
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
