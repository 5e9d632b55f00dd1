//===- OptionValue.cpp - Values of options --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/OptionValue.h"
#include "stevedore/Support/Spelling.h"

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

Error invalidValue(StringRef Name, StringRef Value, const Twine &Expectation) {
  return createStringError("invalid value '" + Value + "' for '" + Name +
                           "': " + Expectation);
}

Error setFlag(bool &Target, StringRef Name, StringRef Value) {
  if (!Value.empty() && Value != "true" && Value != "false")
    return invalidValue(Name, Value, "expected 'true', 'false' or no value");
  Target = Value != "false";
  return Error::success();
}

Error addNames(std::vector<std::string> &Target, StringRef Name,
               StringRef Value) {
  SmallVector<StringRef> Parts;
  if (!Value.empty())
    Value.split(Parts, ',');
  std::vector<std::string> Names;
  for (StringRef Part : Parts) {
    if (Part.trim().empty())
      return invalidValue(Name, Value, "expected names separated by commas");
    Names.push_back(Part.trim().str());
  }
  append_range(Target, Names);
  return Error::success();
}

} // namespace stevedore
