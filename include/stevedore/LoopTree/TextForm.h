//===- stevedore/LoopTree/TextForm.h - Loop trees as text -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The text of a loop tree, in which nothing of it is lost. One description of
/// the fields of a value serves both ways: a TextForm that writes puts them
/// down, one that reads expects them. llvm::yaml::IO works like that, too, but
/// has no place for expressions, and a line for each field would be hard to
/// read.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LOOPTREE_TEXTFORM_H
#define STEVEDORE_LOOPTREE_TEXTFORM_H

#include "stevedore/LoopTree/LoopTree.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace stevedore {
namespace looptree {

/// What the numbers in a tree stand for.
struct ProgramNames {
  std::vector<std::string> Arrays, Statements, Parameters;
};

/// Writes text, or reads it, depending on who made it. What it is given is
/// written; when reading, it is replaced. Once something could not be read,
/// nothing is read any more.
class TextForm {
public:
  virtual ~TextForm() = default;
  virtual bool isReading() const = 0;

  /// A word or sign that always stands here.
  virtual void word(llvm::StringRef Word) = 0;
  /// Whether \p Word stands here, which \p IsThere says when writing.
  virtual bool option(llvm::StringRef Word, bool IsThere) = 0;
  /// The same for what ends a list; so do errors. An empty \p Sign is the end of
  /// the text.
  virtual bool ends(llvm::StringRef Sign, bool IsEnd) = 0;
  /// One of \p Words, the number of which it returns.
  virtual size_t choice(size_t Number, llvm::ArrayRef<const char *> Words) = 0;
  virtual void name(std::string &Name) = 0;
  /// Any text, in quotation marks.
  virtual void text(std::string &Text) = 0;
  virtual void number(int64_t &Number) = 0;
  virtual void expr(Expr &E) = 0;
  /// The name that stands for the number \p Index, one of \p Known.
  virtual void entry(unsigned &Index, const std::vector<std::string> &Known,
                     const char *What) = 0;
  /// A line begins, on which stands a \p What, written as \p Usage says.
  virtual void line(const char *What, const char *Usage) = 0;
  /// What has been read last cannot be: \p Why.
  virtual void fail(const llvm::Twine &Why) = 0;
  /// What stands next is none of \p Expected.
  virtual void failNext(const llvm::Twine &Expected) = 0;

  void flag(llvm::StringRef Word, bool &Flag) { Flag = option(Word, Flag); }
  void optional(llvm::StringRef Word, std::optional<Expr> &E);
  /// Of any integer type that holds what is written.
  template <typename T> void count(T &Number) {
    int64_t Value = int64_t(Number);
    number(Value);
    Number = T(Value);
    if (int64_t(Number) != Value || (Value < 0) != (Number < T(0)))
      fail("the number is too large here");
  }
  /// \p Items behind \p Open, with commas between them, until \p Close.
  template <typename List, typename Function>
  void list(llvm::StringRef Open, List &Items, llvm::StringRef Close,
            Function Item) {
    word(Open);
    for (size_t I = 0; !ends(Close, I == Items.size()); ++I) {
      if (I > 0)
        word(",");
      if (isReading())
        Items.emplace_back();
      Item(Items[I]);
    }
  }
  /// Lines, each of which begins with \p Word; Item gives each its rest.
  template <typename List, typename Function>
  void lines(const char *Word, const char *Usage, List &Items, Function Item) {
    for (size_t I = 0; begins(Word, Usage, I < Items.size()); ++I) {
      if (isReading())
        Items.emplace_back();
      Item(Items[I]);
    }
  }
  /// Whether a line with \p Word in front stands here.
  bool begins(const char *Word, const char *Usage, bool IsThere);

  ProgramNames Names;
  /// The arrays that buffers which have been declared hold.
  llvm::StringMap<unsigned> BufferArrays;
};

/// The nodes of \p B between braces.
void describe(TextForm &X, Block &B);

/// A node's kind in the text, and how one is written.
struct NodeForm {
  const char *Word;
  const char *Usage;
};
/// Those of all nodes.
std::vector<NodeForm> nodeForms();

/// What \p Describe writes.
std::string written(llvm::function_ref<void(TextForm &)> Describe);

/// Lets \p Describe read \p Text, where `#` begins a comment, up to its end.
/// Errors: `name:line:column: error: ...`, and what is to be written there.
llvm::Error readInto(llvm::MemoryBufferRef Text,
                     llvm::function_ref<void(TextForm &)> Describe);

} // namespace looptree
} // namespace stevedore

#endif // STEVEDORE_LOOPTREE_TEXTFORM_H
