//===- Assumption.cpp - What the user promises ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Source/Assumption.h"
#include "stevedore/Source/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace stevedore;
using namespace llvm;

isl::set Assumption::set(isl::ctx Ctx) const {
  std::string Element = Array.empty() ? "" : "[" + Array + "]";
  return isl::set(Ctx, "[" + join(Parameters, ", ") + "] -> { " + Element +
                           " : " + Condition + " }");
}

/// The names in \p Text, which are not words of isl's language.
static std::vector<std::string> namesIn(StringRef Text) {
  std::vector<std::string> Result;
  forEachIdentifier(Text, [&](StringRef Word) {
    bool IsOfIsl = is_contained({"and", "or", "not", "mod", "floor", "min",
                                 "max", "implies", "true", "false"},
                                Word);
    if (!IsOfIsl && !is_contained(Result, Word))
      Result.push_back(Word.str());
  });
  return Result;
}

Expected<Assumption> stevedore::parseAssumption(StringRef Text) {
  const Regex Element(
      "([A-Za-z_][A-Za-z_0-9]*)([[:space:]]*\\[[[:space:]]*\\])+");
  Assumption Result;
  Result.Text = Text.str();
  SmallVector<StringRef, 3> Match;
  while (Element.match(Text, &Match)) {
    if (!Result.Array.empty() && Result.Array != Match[1])
      return createStringError("a condition on elements of one array");
    Result.Array = Match[1].str();
    Result.Condition += Text.take_front(Match[1].end() - Text.begin());
    Text = Text.drop_front(Match[0].end() - Text.begin());
  }
  Result.Condition += Text;
  Result.Parameters = namesIn(Result.Condition);
  erase(Result.Parameters, Result.Array);
  IslContext Ctx;
  if (Result.set(Ctx).is_null())
    return createStringError(Result.Array.empty()
                                 ? "a condition on parameters"
                                 : "a condition on parameters and elements '" +
                                       Result.Array + "[]'");
  return Result;
}
