//===- OptionText.cpp - Options as they are written -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionText.h"
#include "stevedore/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace stevedore {

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

std::string impliedOrders(const Machine &M) {
  std::vector<std::string> Orders;
  for (const Memory &Of : llvm::reverse(M.Memories))
    Orders.push_back(Of.Engine.IsAsynchronous ? "pipelined" : "sequential");
  if (!is_contained(Orders, "pipelined"))
    return "";
  return all_equal(Orders) ? Orders.front() : join(Orders, ":");
}

} // namespace stevedore
