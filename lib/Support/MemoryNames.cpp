//===- MemoryNames.cpp - Names of memories --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/MemoryNames.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace stevedore;
using llvm::StringRef;

std::string MemoryNames::of(unsigned Memory) const {
  return Memory < Names.size() && !Names[Memory].empty() ? Names[Memory]
                                                         : memoryName(Memory);
}

std::string MemoryNames::shown(StringRef Text) const {
  std::string Result;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isPartOfName);
    if (Word.empty()) {
      Result += Text.front();
      Text = Text.drop_front();
      continue;
    }
    Text = Text.drop_front(Word.size());
    unsigned Memory = 0;
    if (roleInText(Word) != Role::Structure) {
      std::string Name = Word.str();
      Memory = rolesInText(llvm::ArrayRef(Name)).memoryOf(Name);
    }
    Result += Memory == 0 ? Word.str()
                          : of(Memory) + Word.substr(Word.rfind('_')).str();
  }
  return Result;
}

std::string MemoryNames::inRelations(StringRef Name) const {
  for (unsigned Memory = 1; Memory < Names.size(); ++Memory) {
    StringRef Rest = Name;
    if (!Rest.consume_front(of(Memory) + "_"))
      continue;
    std::string Inside = memoryName(Memory) + "_" + Rest.str();
    if (roleInText(Rest) != Role::Structure && !Rest.contains('_'))
      return Inside;
  }
  return Name.str();
}

std::string MemoryNames::whyNot(unsigned Count) const {
  std::set<std::string> Seen;
  for (unsigned Memory = 0; Memory < Count; ++Memory) {
    std::string Name = of(Memory);
    StringRef Text = Name;
    if (!llvm::isAlpha(Text.front()) || !llvm::all_of(Text, isPartOfName) ||
        Text.ends_with("_") || Text.contains("__"))
      return "the memory '" + Name +
             "' needs another name: macros and variables in C are called by "
             "it, so that it is letters, digits and single underscores";
    if (!Seen.insert(Name).second)
      return "two memories are called '" + Name + "'";
  }
  return "";
}
