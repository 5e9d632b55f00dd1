//===- TextValue.cpp - Values of the text form ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextValue.h"
#include "llvm/ADT/SmallString.h"

using namespace stevedore;
using namespace llvm;

bool stevedore::readValue(yaml::Node *N, TextValue &V) {
  SmallString<64> Storage;
  if (!N)
    return false;
  V.Where = N->getSourceRange();
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(N)) {
    V.Text = Scalar->getValue(Storage).str();
    return true;
  }
  if (auto *Block = dyn_cast<yaml::BlockScalarNode>(N)) {
    V.Text = Block->getValue().str();
    return true;
  }
  if (auto *List = dyn_cast<yaml::SequenceNode>(N)) {
    V.K = TextValue::Sequence;
    for (yaml::Node &Element : *List) {
      auto *Scalar = dyn_cast<yaml::ScalarNode>(&Element);
      if (!Scalar)
        return false;
      V.List.push_back(Scalar->getValue(Storage).str());
      V.Places.push_back(Scalar->getSourceRange());
    }
    return true;
  }
  auto *Map = dyn_cast<yaml::MappingNode>(N);
  if (!Map)
    return false;
  V.K = TextValue::Mapping;
  for (yaml::KeyValueNode &Entry : *Map) {
    auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Entry.getKey());
    auto *Scalar = dyn_cast_or_null<yaml::ScalarNode>(Entry.getValue());
    if (!Key || !Scalar)
      return false;
    std::string Name = Key->getValue(Storage).str();
    V.Fields.push_back({Name, Scalar->getValue(Storage).str()});
  }
  return true;
}
