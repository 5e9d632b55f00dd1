//===- Writer.cpp - Indented C text ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {
namespace codegen {

void Writer::line(const llvm::Twine &Text) {
  std::string Line = Text.str();
  Out += Margin + Line + "\n";
}

void Writer::open(const llvm::Twine &Text) {
  std::string Head = Text.str();
  line(Head.empty() ? "{" : Head + " {");
  Margin += "  ";
}

void Writer::close() {
  Margin.resize(Margin.size() - 2);
  line("}");
}

void Writer::otherwise() {
  Margin.resize(Margin.size() - 2);
  open("} else");
}

void Writer::paste(llvm::StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    line(Line);
    Text = Rest;
  }
}

std::string deeper(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result += "  " + Line.str() + "\n";
    Text = Rest;
  }
  return Result;
}

void addBlock(Writer &W, llvm::StringRef Text) {
  if (!Text.starts_with(W.margin() + "const ")) {
    W.raw(Text);
    return;
  }
  W.open("");
  W.raw(deeper(Text));
  W.close();
}

static bool isWordCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

bool mentions(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
       At = Text.find(Name, At + 1)) {
    size_t End = At + Name.size();
    bool Begins = At == 0 || !isWordCharacter(Text[At - 1]);
    bool Ends = End == Text.size() || !isWordCharacter(Text[End]);
    if (Begins && Ends)
      return true;
  }
  return false;
}

bool isOnlyAssigned(llvm::StringRef Text, llvm::StringRef Name) {
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  Text.split(Lines, '\n');
  return llvm::all_of(Lines, [&](llvm::StringRef Line) {
    Line = Line.ltrim();
    bool IsTarget = Line.starts_with((Name + "[").str()) ||
                    Line.starts_with((Name + " = ").str());
    return !mentions(IsTarget ? Line.drop_front(Name.size()) : Line, Name);
  });
}

/// Whether \p Text, which starts with an identifier, is a single call: its
/// first parenthesis is closed by its last character.
static bool isCall(llvm::StringRef Text) {
  size_t Open = Text.find('(');
  if (Open == llvm::StringRef::npos || Open == 0 ||
      !llvm::all_of(Text.take_front(Open), isWordCharacter))
    return false;
  int Depth = 0;
  for (size_t I = Open; I < Text.size(); ++I) {
    Depth += (Text[I] == '(') - (Text[I] == ')');
    if (Depth == 0)
      return I + 1 == Text.size();
  }
  return false;
}

std::string parenthesize(llvm::StringRef Text) {
  if (llvm::all_of(Text, isWordCharacter) || isCall(Text))
    return Text.str();
  return "(" + Text.str() + ")";
}

std::string identifier(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!isWordCharacter(C))
      C = '_';
  return Result;
}

std::string Names::fresh(llvm::StringRef Base) {
  std::string Name = Prefix + identifier(Base);
  std::string Candidate = Name;
  for (unsigned I = 2; !Taken.insert(Candidate).second; ++I)
    Candidate = Name + "_" + std::to_string(I);
  return Candidate;
}

void Names::bind(llvm::StringRef Id, std::string Text) {
  Bound[Id] = std::move(Text);
}

std::string Names::of(llvm::StringRef Id) const {
  auto It = Bound.find(Id);
  return It == Bound.end() ? Id.str() : It->second;
}

std::optional<int64_t> Names::value(llvm::StringRef Id) const {
  auto It = Fixed.find(Id);
  return It == Fixed.end() ? std::nullopt : std::optional(It->second);
}

} // namespace codegen
} // namespace stevedore
