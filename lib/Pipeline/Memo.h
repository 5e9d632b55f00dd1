//===- Memo.h - Values of stages that are known -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What stages have found, with what they took: a stage runs again only when
/// some of that has changed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_MEMO_H
#define STEVEDORE_LIB_PIPELINE_MEMO_H

#include "Unchanged.h"
#include <deque>
#include <memory>

namespace stevedore {

/// The values that stages have found for one region, proved. Whatever else a
/// stage looks at beside its inputs is the same for all of the region.
class StageMemo {
public:
  /// Whether values with these inputs are kept.
  template <typename... Inputs> static constexpr bool keeps() {
    return ((HasFields<Inputs>::value || std::is_enum_v<Inputs> ||
             std::is_same_v<Inputs, isl::set>)&&...);
  }

  /// The value of the stage at \p Stage for \p In; null where it is not known.
  template <typename Value, typename... Inputs>
  const Value *find(const void *Stage, const Inputs &...In) const {
    for (const Entry &E : Entries) {
      if (E.Stage != Stage)
        continue;
      auto *R = static_cast<const Run<Value, Inputs...> *>(E.Found.get());
      if (areSame(R->In, std::tie(In...), std::index_sequence_for<Inputs...>()))
        return &R->Result;
    }
    return nullptr;
  }

  template <typename Value, typename... Inputs>
  void add(const void *Stage, const Value &Result, const Inputs &...In) {
    if (Entries.size() == MostEntries)
      Entries.pop_back();
    Entries.push_front({Stage, std::make_shared<const Run<Value, Inputs...>>(
                                   Run<Value, Inputs...>{{In...}, Result})});
  }

private:
  /// More than the stages of one plan of many arrays run, few enough to hold
  /// the plans of a search by a script.
  static constexpr size_t MostEntries = 256;

  template <typename Value, typename... Inputs> struct Run {
    std::tuple<Inputs...> In;
    Value Result;
  };
  struct Entry {
    const void *Stage;
    std::shared_ptr<const void> Found;
  };
  /// The last one first.
  std::deque<Entry> Entries;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_MEMO_H
