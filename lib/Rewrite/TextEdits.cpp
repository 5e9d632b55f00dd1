//===- TextEdits.cpp - Edits of one file ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;

void TextEdits::replace(unsigned Begin, unsigned End, std::string Text,
                        std::string Numbered) {
  Edits.push_back({Begin, End, std::move(Text), std::move(Numbered)});
}

/// \p Text with the line ends of \p Buffer, as far as its first line shows them.
static std::string withLineEnds(const std::string &Text,
                                llvm::StringRef Buffer) {
  if (!Buffer.take_until([](char C) { return C == '\n'; }).ends_with("\r"))
    return Text;
  std::string Result;
  for (char C : Text) {
    if (C == '\n' && !llvm::StringRef(Result).ends_with("\r"))
      Result += '\r';
    Result += C;
  }
  return Result;
}

static unsigned lineNumber(llvm::StringRef Buffer, size_t Offset) {
  return 1 + Buffer.take_front(Offset).count('\n');
}

/// Appends `#line Number`, on a line of its own.
static void addDirective(unsigned Number, std::string &Result) {
  if (!Result.empty() && Result.back() != '\n')
    Result += '\n';
  Result += "#line " + std::to_string(Number) + "\n";
}

/// True if \p Line ends a statement, a block or the head of one.
static bool endsStatement(llvm::StringRef Line) {
  Line = Line.rtrim();
  return Line.ends_with(";") || Line.ends_with("{") || Line.ends_with("}") ||
         Line.ends_with(")");
}

/// Appends each line of \p Text as line \p Number, but for statements after a
/// directive with another one.
static void addLines(llvm::StringRef Text, unsigned Number,
                     std::string &Result) {
  bool IsContinued = false;
  unsigned Own = 0;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
    llvm::StringRef Line = Text.take_front(Length);
    Text = Text.drop_front(Length);
    llvm::StringRef Directive = Line;
    if (Directive.consume_front("#line ") &&
        !Directive.rtrim().getAsInteger(10, Own))
      continue;
    if (!IsContinued && !Line.trim().empty())
      addDirective(Own != 0 ? Own : Number, Result);
    Result += Line;
    IsContinued = Line.rtrim("\r\n").ends_with("\\");
    if (endsStatement(Line))
      Own = 0;
  }
}

void TextEdits::addNumbered(const Edit &E, llvm::StringRef Buffer,
                            std::string &Result) {
  unsigned Number = lineNumber(Buffer, E.Begin);
  llvm::StringRef Text = E.Numbered.empty() ? E.Text : E.Numbered;
  llvm::StringRef Replaced = Buffer.slice(E.Begin, E.End).ltrim(" \t");
  size_t At = Replaced.empty() ? llvm::StringRef::npos : Text.find(Replaced);
  addLines(Text.take_front(At), Number, Result);
  if (At != llvm::StringRef::npos) {
    addDirective(Number, Result);
    Result += Replaced;
    addLines(Text.drop_front(At + Replaced.size()), Number, Result);
  }
  addDirective(lineNumber(Buffer, E.End), Result);
}

/// True if \p Buffer numbers its lines itself.
static bool hasLineDirectives(llvm::StringRef Buffer) {
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  Buffer.split(Lines, '\n');
  return llvm::any_of(Lines, [](llvm::StringRef Line) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      return false;
    Line = Line.ltrim();
    return Line.starts_with("line") ||
           (!Line.empty() && llvm::isDigit(Line.front()));
  });
}

std::string TextEdits::apply(llvm::StringRef Buffer) const {
  return apply(Buffer, false);
}

std::string TextEdits::applyNumbered(llvm::StringRef Buffer) const {
  return apply(Buffer, !hasLineDirectives(Buffer));
}

std::vector<TextEdits::Edit> TextEdits::sorted() const {
  std::vector<Edit> Result = Edits;
  llvm::stable_sort(Result, [](const Edit &A, const Edit &B) {
    return A.Begin != B.Begin ? A.Begin < B.Begin : A.End < B.End;
  });
  unsigned Position = 0;
  llvm::erase_if(Result, [&](const Edit &E) {
    bool Overlaps = E.Begin < Position;
    Position = Overlaps ? Position : E.End;
    return Overlaps;
  });
  return Result;
}

unsigned TextEdits::originalOffset(llvm::StringRef Buffer,
                                   unsigned Offset) const {
  unsigned Position = 0, Before = 0;
  for (const Edit &E : sorted()) {
    unsigned Start = Before + (E.Begin - Position);
    if (Offset < Start)
      break;
    Before = Start + withLineEnds(E.Text, Buffer).size();
    Position = E.End;
    if (Offset < Before)
      return E.Begin;
  }
  return Position + (Offset - Before);
}

std::string TextEdits::apply(llvm::StringRef Buffer, bool IsNumbered) const {
  std::string Result;
  unsigned Position = 0;
  for (const Edit &E : sorted()) {
    Result += Buffer.slice(Position, E.Begin);
    if (IsNumbered)
      addNumbered(E, Buffer, Result);
    else
      Result += withLineEnds(E.Text, Buffer);
    Position = E.End;
  }
  return Result + Buffer.substr(Position).str();
}

unsigned stevedore::lineStart(llvm::StringRef Buffer, unsigned Offset) {
  while (Offset > 0 && Buffer[Offset - 1] != '\n')
    --Offset;
  return Offset;
}

unsigned stevedore::lineEnd(llvm::StringRef Buffer, unsigned Offset) {
  size_t End = Buffer.find('\n', Offset);
  if (End == llvm::StringRef::npos)
    return Buffer.size();
  bool IsContinued = Buffer.slice(Offset, End).rtrim('\r').ends_with("\\");
  return IsContinued ? lineEnd(Buffer, End + 1) : End + 1;
}

unsigned stevedore::aboveComments(llvm::StringRef Buffer, unsigned Offset) {
  unsigned Start = lineStart(Buffer, Offset);
  if (!Buffer.slice(Start, Offset).trim().empty())
    return Offset;
  while (Start > 0) {
    unsigned Previous = lineStart(Buffer, Start - 1);
    llvm::StringRef Line = Buffer.slice(Previous, Start).trim();
    if (Line.starts_with("//")) {
      Start = Previous;
      continue;
    }
    if (!Line.ends_with("*/"))
      break;
    size_t Open = Buffer.substr(0, Start).rfind("/*");
    if (Open == llvm::StringRef::npos)
      break;
    unsigned OpenLine = lineStart(Buffer, Open);
    if (!Buffer.slice(OpenLine, Open).trim().empty())
      break;
    Start = OpenLine;
  }
  return Start;
}
