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
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Regex.h"

using namespace stevedore;
using namespace llvm;

isl::set Assumption::set(isl::ctx Ctx) const {
  std::string Element = Array.empty() ? "" : "[" + Array + "]";
  isl::set Result(Ctx, "[" + join(Words, ", ") + "] -> { " + Element + " : " +
                           Condition + " }");
  for (size_t I = 0; I < Words.size() && !Result.is_null(); ++I)
    if (!isMember(Parameters[I]))
      Result = isl::manage(isl_set_set_dim_name(Result.release(), isl_dim_param,
                                                I, Parameters[I].c_str()));
  return Result;
}

Assumption stevedore::withNames(Assumption A, const SourceText &Source) {
  for (std::string &Text : A.Parameters)
    if (isMember(Text))
      for (const auto &[Name, Value] : Source.Parameters)
        if (Value == Text) {
          Text = Name;
          break;
        }
  return A;
}

/// \p Text with words in place of the members in it, which get these.
static std::string withoutMembers(StringRef Text,
                                  StringMap<std::string> &Members) {
  const Regex Path("[A-Za-z_][A-Za-z_0-9]*([[:space:]]*(->|\\.)[[:space:]]*"
                   "[A-Za-z_][A-Za-z_0-9]*)+");
  std::string Result;
  SmallVector<StringRef, 3> Match;
  while (Path.match(Text, &Match)) {
    std::string Member = Match[0].str();
    erase_if(Member, isSpace);
    std::string Word = identifier(Member);
    Members[Word] = Member;
    Result += Text.take_front(Match[0].begin() - Text.begin());
    Result += Word;
    Text = Text.drop_front(Match[0].end() - Text.begin());
  }
  return Result + Text.str();
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
  if (Regex("[0-9]{16}").match(Text))
    return createStringError("numbers of at most 15 digits");
  Assumption Result;
  Result.Text = Text.str();
  StringMap<std::string> Members;
  std::string Plain = withoutMembers(Text, Members);
  bool IsUnclear = any_of(namesIn(Text), [&](const std::string &Name) {
    return Members.contains(Name);
  });
  Text = Plain;
  SmallVector<StringRef, 3> Match;
  while (Element.match(Text, &Match)) {
    if (!Result.Array.empty() && Result.Array != Match[1])
      return createStringError("a condition on elements of one array");
    Result.Array = Match[1].str();
    Result.Condition += Text.take_front(Match[1].end() - Text.begin());
    Text = Text.drop_front(Match[0].end() - Text.begin());
  }
  Result.Condition += Text;
  Result.Words = namesIn(Result.Condition);
  erase(Result.Words, Result.Array);
  for (const std::string &Word : Result.Words)
    Result.Parameters.push_back(Members.contains(Word) ? Members[Word] : Word);
  bool IsOfMembers = Members.contains(Result.Array);
  IslContext Ctx;
  if (IsUnclear || IsOfMembers || Result.set(Ctx).is_null())
    return createStringError(Result.Array.empty()
                                 ? "a condition on parameters"
                                 : "a condition on parameters and elements '" +
                                       Result.Array + "[]'");
  return Result;
}
