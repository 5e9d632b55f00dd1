//===- Fact.cpp - What a model believes -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Source/Fact.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {

FactKind Fact::kind() const {
  static constexpr FactKind Kinds[] = {
#define FACT_REASON(Name, Kind, Sentence) FactKind::Kind,
#include "stevedore/Source/FactReasons.def"
  };
  return Kinds[static_cast<unsigned>(Why)];
}

llvm::StringRef sentenceOf(FactReason Why) {
  static constexpr const char *Sentences[] = {
#define FACT_REASON(Name, Kind, Sentence) Sentence,
#include "stevedore/Source/FactReasons.def"
  };
  return Sentences[static_cast<unsigned>(Why)];
}

llvm::StringRef wordOf(FactKind K) {
  static constexpr const char *Words[] = {"apart",  "unseen",    "unchanged",
                                          "range",  "exists",    "no effect",
                                          "holds"};
  return Words[static_cast<unsigned>(K)];
}

std::string Fact::text() const {
  std::string First = "'" + Of.front() + "'";
  switch (kind()) {
  case FactKind::Apart:
    return First + " and '" + Of.back() + "' do not overlap";
  case FactKind::Unseen:
    return First + " is not read after the region";
  case FactKind::Unchanged:
    return First + " does not change in the region";
  case FactKind::InRange:
  case FactKind::Holds:
    return First + " is true";
  case FactKind::Exists:
    return First + (Why == FactReason::WithinArray
                        ? " has all elements between those that are accessed"
                        : " has the elements of its declaration");
  case FactKind::NoEffect:
    return First + " changes nothing";
  }
  return First;
}

void FactList::add(Fact New) {
  if (Known.insert({New.Why, New.Of}).second)
    Facts.push_back(std::move(New));
}

std::string toText(const FactList &Facts) {
  std::string Result;
  for (const Fact &F : Facts.all()) {
    Result += wordOf(F.kind()).str() + ": " + F.text();
    if (F.Line)
      Result += " (line " + std::to_string(F.Line) + ")";
    Result += "\n  " + sentenceOf(F.Why).str() + "\n";
  }
  return Result;
}

std::vector<llvm::StringRef> hindranceWords() {
  return {
#define FACT_HINDRANCE(Name, Kind, Word, Sentence) Word,
#include "stevedore/Source/Hindrances.def"
  };
}

std::optional<Hindrance> hindranceOf(llvm::StringRef Word) {
  std::vector<llvm::StringRef> Words = hindranceWords();
  auto Found = llvm::find(Words, Word);
  if (Found == Words.end())
    return std::nullopt;
  return static_cast<Hindrance>(Found - Words.begin());
}

} // namespace stevedore
