//===- OptionPairs.cpp - What options mean together -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/OptionPairs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace llvm;
using namespace stevedore;

namespace {

enum class PairKind { Combine, Exclude, Yield };
enum class PairWhere { Always, OneArray, OneSize, OneFile };

/// One row of the table.
struct OptionPair {
  const char *First, *Second;
  PairKind Kind;
  PairWhere Where;
  const char *Sentence;
};

constexpr OptionPair Pairs[] = {
#define PAIR(First, Second, Kind, Where, Sentence)                             \
  {First, Second, PairKind::Kind, PairWhere::Where, Sentence},
#include "stevedore/Pipeline/OptionPairs.def"
};

/// An option on one side of a row: its name, and its value if the row has one.
struct Side {
  explicit Side(StringRef Text) {
    IsAbsence = Text.consume_front("!");
    auto [Left, Right] = Text.split('=');
    Name = Left.drop_while([](char C) { return C == '-'; });
    if (Left.size() < Text.size())
      Value = Right;
  }

  /// What is meant is given, or not given if that is meant.
  bool holds(const Options &O) const {
    auto Found = O.Given.find(Name);
    bool IsGiven = Found != O.Given.end() && (!Value || isIn(Found->second));
    return IsGiven != IsAbsence;
  }

  /// Whether \p Given is the value, or has it for one of several memories.
  bool isIn(StringRef Given) const {
    SmallVector<StringRef> Parts;
    Given.split(Parts, ':');
    return is_contained(Parts, *Value);
  }

  /// As the user of a tool writes it.
  std::string text(StringRef Dashes) const {
    std::string Result = (Name.size() == 1 ? "-" : Dashes).str() + Name.str();
    return Value ? Result + "=" + Value->str() : Result;
  }

  StringRef Name;
  std::optional<StringRef> Value;
  bool IsAbsence = false;
};

} // namespace

static bool holds(PairWhere Where, const Side &A, const Side &B,
                  const Options &O) {
  switch (Where) {
  case PairWhere::Always:
    return true;
  case PairWhere::OneArray:
    return any_of(O.User.LiveOut,
                  [&](const std::string &N) { return is_contained(O.User.Local, N); });
  case PairWhere::OneSize:
    return !O.Decided.Transformation && any_of(O.Run.Evaluate, [&](const auto &Value) {
      if (roleInText(Value.first) != Role::TileSize)
        return false;
      Roles Known = rolesInText(ArrayRef(Value.first));
      return O.Decided.TileSizes
                 .of(Known.numberOf(Value.first), Known.memoryOf(Value.first))
                 .value_or(Value.second) != Value.second;
    });
  case PairWhere::OneFile:
    return O.Given.lookup(A.Name) == O.Given.lookup(B.Name);
  }
  llvm_unreachable("a kind of condition");
}

/// Whether the script of \p O may choose another value for the option of \p B.
static bool mayBeChosen(const Side &B, const Options &O) {
  return O.Decided.Transformation &&
         is_contained({"allocation", "linearize", "order"}, B.Name);
}

/// "'--channels=2' does nothing without '--order=pipelined': ...".
static std::string yieldText(const Side &A, const Side &B, StringRef Dashes,
                             StringRef Sentence) {
  return ("'" + A.text(Dashes) + "' does nothing " +
          (B.IsAbsence ? "without" : "with") + " '" + B.text(Dashes) +
          "': " + Sentence)
      .str();
}

static SmallVector<Side> sidesOf(const char *Text) {
  SmallVector<StringRef> Parts;
  StringRef(Text).split(Parts, '|');
  return SmallVector<Side>(map_range(Parts, [](StringRef T) { return Side(T); }));
}

Expected<std::vector<std::string>>
stevedore::checkOptionPairs(const Options &O, StringRef Dashes) {
  std::vector<std::string> Result;
  std::set<StringRef> HasYielded;
  for (const OptionPair &Pair : Pairs)
    for (const Side &A : sidesOf(Pair.First))
      for (const Side &B : sidesOf(Pair.Second)) {
        if (!A.holds(O) || !B.holds(O) || !holds(Pair.Where, A, B, O))
          continue;
        if (Pair.Kind == PairKind::Exclude)
          return createStringError("'" + A.text(Dashes) + "' and '" +
                                   B.text(Dashes) +
                                   "' cannot be used together: " + Pair.Sentence);
        bool Yields = Pair.Kind == PairKind::Yield && !mayBeChosen(B, O);
        if (Yields && HasYielded.insert(A.Name).second)
          Result.push_back(yieldText(A, B, Dashes, Pair.Sentence));
      }
  return Result;
}
