//===- Memo.h - Values of phases that are known -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What phases have found, with what they took: a phase runs again only when
/// some of that has changed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_MEMO_H
#define STEVEDORE_LIB_PIPELINE_MEMO_H

#include "Unchanged.h"
#include <deque>
#include <memory>

namespace stevedore {

/// The values that phases have found for one region, proved. Whatever else a
/// phase looks at beside its inputs is the same for all of the region.
class PhaseMemo {
public:
  /// Whether values with these inputs are kept.
  template <typename... Inputs> static constexpr bool keeps() {
    return ((HasFields<Inputs>::value || std::is_enum_v<Inputs> ||
             std::is_same_v<Inputs, isl::set>)&&...);
  }

  /// The value of the phase at \p Phase for \p In; null where it is not known.
  template <typename Value, typename... Inputs>
  const Value *find(const void *Phase, const Inputs &...In) const {
    for (const Entry &E : Entries) {
      if (E.Phase != Phase)
        continue;
      auto *R = static_cast<const Run<Value, Inputs...> *>(E.Found.get());
      if (areSame(R->In, std::tie(In...), std::index_sequence_for<Inputs...>()))
        return &R->Result;
    }
    return nullptr;
  }

  template <typename Value, typename... Inputs>
  void add(const void *Phase, const Value &Result, const Inputs &...In) {
    if (Entries.size() == MostEntries)
      Entries.pop_back();
    Entries.push_front({Phase, std::make_shared<const Run<Value, Inputs...>>(
                                   Run<Value, Inputs...>{{In...}, Result})});
  }

private:
  /// More than the phases of one plan of many arrays run, few enough to hold
  /// the plans of a search by a script.
  static constexpr size_t MostEntries = 256;

  template <typename Value, typename... Inputs> struct Run {
    std::tuple<Inputs...> In;
    Value Result;
  };
  struct Entry {
    const void *Phase;
    std::shared_ptr<const void> Found;
  };
  /// The last one first.
  std::deque<Entry> Entries;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_MEMO_H
