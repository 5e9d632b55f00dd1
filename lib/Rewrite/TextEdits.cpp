//===- TextEdits.cpp --------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

void TextEdits::replace(unsigned Begin, unsigned End, std::string Text) {
  Edits.push_back({Begin, End, std::move(Text)});
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

std::string TextEdits::apply(llvm::StringRef Buffer) const {
  std::vector<Edit> Sorted = Edits;
  llvm::stable_sort(Sorted, [](const Edit &A, const Edit &B) {
    return A.Begin != B.Begin ? A.Begin < B.Begin : A.End < B.End;
  });
  std::string Result;
  unsigned Position = 0;
  for (const Edit &E : Sorted) {
    if (E.Begin < Position)
      continue;
    Result += Buffer.slice(Position, E.Begin);
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
