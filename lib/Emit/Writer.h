//===- Writer.h - Lines of C ------------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_WRITER_H
#define STEVEDORE_LIB_EMIT_WRITER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace stevedore {

/// C text, line by line.
class Writer {
public:
  /// The columns of a line.
  static constexpr size_t PageWidth = 160;

  explicit Writer(std::string Margin) : Margin(std::move(Margin)) {}
  /// One line at the present indentation, in several where it is too long for a
  /// page.
  void line(const llvm::Twine &Text) { Out += folded(Margin + Text.str()); }
  /// \p Text, a statement of the user, each of its lines indented.
  void lines(llvm::StringRef Text) {
    if (Text.contains("R\""))
      return line(Text);
    for (llvm::StringRef Line : llvm::split(Text, "\n"))
      line(Line);
  }
  /// "Text {" and one level deeper; an empty \p Text opens a bare block.
  void open(llvm::StringRef Text) {
    line(Text.empty() ? "{" : Text + " {");
    indent();
  }
  /// "}" and back.
  void close() {
    dedent();
    line("}");
  }
  /// "} else {".
  void otherwise() {
    dedent();
    open("} else");
  }
  /// The column in which a line begins.
  size_t column() const { return Margin.size(); }
  void indent() { Margin += "  "; }
  void dedent() { Margin.resize(Margin.size() - 2); }
  /// Tells the compiler that the next statement is on line \p Line of the
  /// source; 0: nothing.
  void number(unsigned Line) {
    if (Line != 0)
      Out += "#line " + std::to_string(Line) + "\n";
  }
  /// Lines that are indented already.
  void raw(llvm::StringRef Text) { Out += Text; }
  const std::string &text() const { return Out; }

private:
  static std::string folded(std::string Line);

  std::string Out;
  std::string Margin;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_WRITER_H
