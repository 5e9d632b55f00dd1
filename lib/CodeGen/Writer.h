//===- Writer.h - Indented C text -------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A growing piece of C text with indentation, and the names in it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CODEGEN_WRITER_H
#define STEVEDORE_LIB_CODEGEN_WRITER_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stevedore {
namespace codegen {

/// C text, line by line.
class Writer {
public:
  explicit Writer(std::string Indent = "") : Margin(std::move(Indent)) {}
  /// One line at the present indentation.
  void line(const llvm::Twine &Text);
  /// "Text {" and one level deeper; an empty \p Text opens a bare block.
  void open(const llvm::Twine &Text);
  /// "}" and back.
  void close();
  /// "} else {".
  void otherwise();
  /// Lines that are indented already.
  void raw(llvm::StringRef Text) { Out += Text; }
  /// Lines without indentation of their own, at the present one.
  void paste(llvm::StringRef Text);
  /// An empty writer at the same indentation.
  Writer sibling() const { return Writer(Margin); }
  const std::string &text() const { return Out; }
  const std::string &margin() const { return Margin; }

private:
  std::string Out;
  std::string Margin;
};

/// Adds \p Text, at the indentation of \p W, as a block of its own where its
/// declarations would clash with those around it.
void addBlock(Writer &W, llvm::StringRef Text);

/// \p Text one level deeper.
std::string deeper(llvm::StringRef Text);

/// Whether the identifier \p Name occurs in \p Text.
bool mentions(llvm::StringRef Text, llvm::StringRef Name);

/// Whether the statements of \p Text never read the variable \p Name: each
/// line that mentions it assigns to it, or to an element of it.
bool isOnlyAssigned(llvm::StringRef Text, llvm::StringRef Name);

/// \p Text in parentheses unless it is one identifier, number, or call.
std::string parenthesize(llvm::StringRef Text);

/// \p Name with everything that may not stand in a C identifier replaced.
std::string identifier(llvm::StringRef Name);

/// The C names of one region: all start with the prefix, no two are equal.
class Names {
public:
  explicit Names(std::string Prefix) : Prefix(std::move(Prefix)) {}
  /// A name that begins with the prefix and \p Base and was not given out.
  std::string fresh(llvm::StringRef Base);
  /// Gives the isl name \p Id the C text \p Text.
  void bind(llvm::StringRef Id, std::string Text);
  /// The C text of the isl name \p Id; \p Id itself when it is not bound.
  std::string of(llvm::StringRef Id) const;
  /// Makes the isl name \p Id stand for \p Value.
  void fix(llvm::StringRef Id, int64_t Value) { Fixed[Id] = Value; }
  /// The value of \p Id when it is fixed.
  std::optional<int64_t> value(llvm::StringRef Id) const;

  const std::string Prefix;

private:
  llvm::StringMap<std::string> Bound;
  llvm::StringMap<int64_t> Fixed;
  llvm::StringSet<> Taken;
};

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_WRITER_H
