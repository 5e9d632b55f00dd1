//===- stevedore/Source/Fact.h - What a model believes ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the model of a region takes from the code around it, as values: what is
/// believed, of what, by which sentence of the language or of a manual, and
/// which place of the source shows it. And the other side: what stands in the
/// way of believing it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SOURCE_FACT_H
#define STEVEDORE_SOURCE_FACT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stevedore {

enum class FactKind {
  /// Two arrays have no byte in common where one of them is written.
  Apart,
  /// Nobody reads an array after the region before it is written again.
  Unseen,
  /// A value stays as it is while the region runs.
  Unchanged,
  /// Values lie between bounds.
  InRange,
  /// The elements of an array are those of its declaration.
  Exists,
  /// A call changes nothing, and reads what is known.
  NoEffect,
  /// A condition is true where the region is entered.
  Holds
};

/// Why something may be believed.
enum class FactReason {
#define FACT_REASON(Name, Kind, Sentence) Name,
#include "stevedore/Source/FactReasons.def"
};

/// One thing that a model believes.
struct Fact {
  FactReason Why;
  /// Names of arrays, or C text.
  std::vector<std::string> Of;
  /// The place that shows it, in the file of the region; 0: an option.
  unsigned Line = 0, Column = 0;

  FactKind kind() const;
  /// "'a' and 'b' do not overlap"
  std::string text() const;
};

/// "apart", ...
llvm::StringRef wordOf(FactKind K);
/// The sentence that allows to believe it, and where that stands.
llvm::StringRef sentenceOf(FactReason Why);

/// The facts of a region, each once, in the order in which it needs them.
class FactList {
public:
  void add(Fact New);
  llvm::ArrayRef<Fact> all() const { return Facts; }

private:
  std::vector<Fact> Facts;
  std::set<std::pair<FactReason, std::vector<std::string>>> Known;
};

/// Two lines for each fact, as `--print=facts` shows them.
std::string toText(const FactList &Facts);

/// What stands in the way of a fact.
enum class Hindrance {
#define FACT_HINDRANCE(Name, Kind, Word, Sentence) Name,
#include "stevedore/Source/Hindrances.def"
};

/// The hindrance with the word \p Word; nothing if there is none.
std::optional<Hindrance> hindranceOf(llvm::StringRef Word);
/// All words, in their order.
std::vector<llvm::StringRef> hindranceWords();

/// Decides which hindrances count: all, but for one where a test takes facts
/// without their reasons to see that it finds that.
struct HindranceRules {
  std::optional<Hindrance> Forgotten;
  /// Whether \p H, which is there if \p IsThere, stands in the way.
  bool stops(Hindrance H, bool IsThere = true) const {
    return IsThere && Forgotten != H;
  }
};

} // namespace stevedore

#endif // STEVEDORE_SOURCE_FACT_H
