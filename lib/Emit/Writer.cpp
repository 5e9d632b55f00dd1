//===- Writer.cpp - Lines of C --------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "llvm/ADT/StringRef.h"

namespace stevedore {

/// Where \p Line can be cut such that at most \p Width columns stay: a space
/// behind \p Margin that is in no literal, the last one behind `&&` or `||`, or
/// where there is none in the second half, the last one; npos if there is none.
static size_t placeToCut(llvm::StringRef Line, size_t Margin, size_t Width) {
  size_t Last = llvm::StringRef::npos, Logical = 0;
  char Quote = 0;
  for (size_t I = 0; I < Line.size() && I < Width; ++I) {
    char C = Line[I];
    if (Quote && C == '\\')
      ++I;
    else if (Quote)
      Quote = C == Quote ? 0 : Quote;
    else if (C == '"' || C == '\'')
      Quote = C;
    else if (C == ' ' && I > Margin) {
      Last = I;
      llvm::StringRef Before = Line.take_front(I);
      if (Before.ends_with("&&") || Before.ends_with("||"))
        Logical = I;
    }
  }
  return Logical > Width / 2 ? Logical : Last;
}

/// \p Line with the end of the line. Text of the user that has lines or comments
/// of its own stays as it is, and so do directives.
std::string Writer::folded(std::string Line) {
  llvm::StringRef Text = Line;
  bool IsFixed = Text.contains('\n') || Text.contains("//") ||
                 Text.contains("R\"") || Text.ltrim().starts_with("#");
  if (Text.size() <= PageWidth || IsFixed)
    return Line + "\n";
  std::string Margin = Text.take_while([](char C) { return C == ' '; }).str();
  std::string Result, More = Margin + "    ";
  size_t Indented = Margin.size();
  while (Line.size() > PageWidth) {
    size_t Cut = placeToCut(Line, Indented, PageWidth + 1);
    if (Cut == llvm::StringRef::npos)
      break;
    Result += Line.substr(0, Cut) + "\n";
    Line = More + Line.substr(Cut + 1);
    Indented = More.size();
  }
  return Result + Line + "\n";
}

} // namespace stevedore
