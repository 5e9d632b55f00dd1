//===- TextEdits.h - Edits of one file --------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Replacements and insertions in the text of one file. clang::Rewriter, which
/// makes them too, writes no line directives.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_TEXTEDITS_H
#define STEVEDORE_LIB_REWRITE_TEXTEDITS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stevedore {

/// A list of edits that do not overlap, applied at once.
class TextEdits {
public:
  /// Replaces [Begin, End) by \p Text; insertions have Begin == End.
  /// \p Numbered is the same text with line directives for some of its lines,
  /// where there are some.
  void replace(unsigned Begin, unsigned End, std::string Text,
               std::string Numbered = "");
  bool empty() const { return Edits.empty(); }
  /// \p Buffer with all edits; of insertions at one place the first added
  /// comes first.
  std::string apply(llvm::StringRef Buffer) const;
  /// The same text with `#line` directives: what is left of \p Buffer keeps its
  /// line numbers, and so does text that a replacement repeats. Every other
  /// line of new text has the number that it asks for, or that of the line that
  /// it replaces the beginning of.
  std::string applyNumbered(llvm::StringRef Buffer) const;

  /// The offset in \p Buffer of what stands at \p Offset of apply(); the
  /// beginning of what it replaces for new text.
  unsigned originalOffset(llvm::StringRef Buffer, unsigned Offset) const;

private:
  struct Edit {
    unsigned Begin, End;
    std::string Text, Numbered;
  };
  std::string apply(llvm::StringRef Buffer, bool IsNumbered) const;
  /// The edits that are made, in the order of the text: of two that overlap the
  /// first one.
  std::vector<Edit> sorted() const;
  static void addNumbered(const Edit &E, llvm::StringRef Buffer,
                          std::string &Result);
  std::vector<Edit> Edits;
};

/// The offset of the first character of the line that \p Offset is on.
unsigned lineStart(llvm::StringRef Buffer, unsigned Offset);
/// One past the line break of the line that \p Offset is on; a backslash at
/// its end joins the next line.
unsigned lineEnd(llvm::StringRef Buffer, unsigned Offset);
/// The offset where something may be inserted before the code at \p Offset:
/// the start of its line, or of the comments directly above.
unsigned aboveComments(llvm::StringRef Buffer, unsigned Offset);

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_TEXTEDITS_H
