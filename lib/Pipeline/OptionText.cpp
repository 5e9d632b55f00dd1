//===- OptionText.cpp - Options as they are written -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionText.h"
#include "stevedore/Support/Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace stevedore {

std::string alternatives(StringRef Value, ArrayRef<StringRef> Names) {
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I) {
    if (I != 0)
      Text += I + 1 == Names.size() ? " or " : ", ";
    Text += ("'" + Names[I] + "'").str();
  }
  return Text + didYouMean(nearestName(
                    Value, std::vector<std::string>(Names.begin(), Names.end())));
}

Error unknownOption(StringRef Name) {
  std::vector<std::string> Known;
  for (const OptionInfo &Info : optionTable())
    if (StringRef(Info.Name).size() > 2)
      Known.push_back(Info.Name);
  return createStringError("unknown option '" + Name + "'" +
                           didYouMean(nearestName(Name, Known)));
}

static bool isShort(const OptionInfo &Info) {
  return StringRef(Info.Name).size() == 1;
}

std::string flagText(const OptionInfo &Info) {
  return std::string(isShort(Info) ? "-" : "--") + Info.Name;
}

std::string usageText(const OptionInfo &Info) {
  if (!*Info.ValueName)
    return flagText(Info);
  return flagText(Info) + (isShort(Info) ? " <" : "=<") + Info.ValueName + ">";
}

std::optional<StringRef> jobsValue(StringRef Argument) {
  bool IsJoined = Argument.consume_front("-j") && !Argument.empty() &&
                  isDigit(Argument.front());
  return IsJoined ? std::optional<StringRef>(Argument) : std::nullopt;
}

} // namespace stevedore
