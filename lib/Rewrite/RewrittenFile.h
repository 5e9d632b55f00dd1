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

#include "Placement.h"
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
  /// What has to be included for the macros.
  std::string Headers;
  /// The macros before the function, and their place.
  std::string Macros;
  unsigned Place = 0;
  /// SourceRegion::Granted, and its place.
  std::string Granted;
  unsigned GrantedPlace = 0;
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
  /// \p Fragment: where headers of a module unit are included.
  RewrittenFile(llvm::StringRef Buffer, std::optional<GlobalFragment> Fragment)
      : Buffer(Buffer), Fragment(Fragment) {}

  /// Adds \p Region; \p Code is for the preamble, and the same for all but for
  /// UsesHeaders: one region that cannot have headers is enough. False if the
  /// region that was added last has the same place: then \p Region, whose text
  /// has that of the other one in it, takes its number.
  bool add(RewrittenRegion Region, const EmitOptions &Code);
  /// The region that was added last if it has the place of \p Region; else
  /// null.
  const RewrittenRegion *lastAt(const RewrittenRegion &Region) const;

  /// A region that is taken back, by its number among those added, and why.
  struct Dropped {
    size_t Region;
    std::string Message;
  };
  /// Takes regions back until the text compiles: does without headers where
  /// that helps, else without the region that an error is in, or, where
  /// it is in none, without each that does not compile beside those before it.
  std::vector<Dropped> settle(clang::CompilerInstance &CI);

  TextEdits edits() const;

private:
  /// An error, and where it is in the original text.
  struct Mistake {
    std::string Message;
    unsigned Offset;
  };
  std::optional<Mistake> mistake(clang::CompilerInstance &CI);
  void insert(unsigned Place, std::string Text, TextEdits &To) const;
  void tryEach(clang::CompilerInstance &CI, std::vector<Dropped> &Result);

  llvm::StringRef Buffer;
  std::optional<GlobalFragment> Fragment;
  std::vector<RewrittenRegion> Regions;
  /// Numbers of the regions that stay.
  std::vector<size_t> Kept;
  EmitOptions Preamble;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_REWRITTENFILE_H
