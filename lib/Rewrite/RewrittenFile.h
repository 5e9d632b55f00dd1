//===- RewrittenFile.h - A file with new regions ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The new text of a file, region by region, and what a compiler says of it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_REWRITTENFILE_H
#define STEVEDORE_LIB_REWRITE_REWRITTENFILE_H

#include "TextEdits.h"
#include "stevedore/Emit/C.h"
#include "clang/Frontend/CompilerInstance.h"
#include <optional>

namespace stevedore {

/// The new text of one region. Offsets are into the main file.
struct RewrittenRegion {
  unsigned Begin = 0, End = 0;
  /// Text in place of [Begin, End).
  std::string Text;
  /// The same with line directives (EmitOptions::NumbersLines).
  std::string Numbered;
  /// The macros before the function, and their place.
  std::string Macros;
  unsigned Place = 0;
  /// The places of pragmas and of memory that go.
  std::vector<std::pair<unsigned, unsigned>> Removed;
};

/// An error in the new text.
struct NewError {
  std::string Message;
  /// In the new text; none if it is in no place of the file.
  std::optional<unsigned> Offset;
};

/// The first error of \p Text in place of the main file of \p CI, compiled with
/// the same flags; none if it compiles. Warnings that flags make errors are
/// none: they are for the text of the user.
std::optional<NewError> firstError(clang::CompilerInstance &CI,
                                   llvm::StringRef Text);

/// The regions of a file with new text, of which those stay that compile.
class RewrittenFile {
public:
  explicit RewrittenFile(llvm::StringRef Buffer) : Buffer(Buffer) {}

  /// Adds \p Region; \p Code is for the preamble, and the same for all but for
  /// UsesHeaders: one region that cannot have headers is enough.
  void add(RewrittenRegion Region, const EmitOptions &Code);

  /// A region that is taken back, by its number among those added, and why.
  struct Dropped {
    size_t Region;
    std::string Message;
  };
  /// Takes regions back until the text compiles: does without headers where
  /// that helps, else without the region that an error is in, or, where
  /// it is in none, without the last one before it; without all if there is
  /// none.
  std::vector<Dropped> settle(clang::CompilerInstance &CI);

  TextEdits edits() const;

private:
  std::vector<size_t> suspects(unsigned Offset) const;

  llvm::StringRef Buffer;
  std::vector<RewrittenRegion> Regions;
  /// Numbers of the regions that stay.
  std::vector<size_t> Kept;
  EmitOptions Preamble;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_REWRITTENFILE_H
