//===- RegionMessages.h - What is said of regions ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The warnings and remarks about regions of one file.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_REGIONMESSAGES_H
#define STEVEDORE_LIB_REWRITE_REGIONMESSAGES_H

#include "stevedore/CrossCheck/CrossCheck.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Rewrite/Messages.h"
#include "clang/Basic/SourceManager.h"

namespace stevedore {

/// Sends what is to be said of regions.
class RegionMessages {
public:
  /// Both references have to outlive this; \p IsStrict: problems of marked
  /// regions are errors.
  RegionMessages(Messages &Say, const clang::SourceManager &SM, bool IsStrict)
      : Say(Say), SM(SM), IsStrict(IsStrict) {}

  /// Says why a region is left alone: a warning if it \p IsMarked, an error
  /// where what the user asks for is unmet, or it cannot be transformed under
  /// --strict; a remark if it was found by itself. What holds for several
  /// models of one region, which come one after the other, is said once:
  /// returns whether it was.
  bool problem(bool IsMarked, LeftFor Cause, clang::SourceLocation Loc,
               llvm::StringRef Message);
  /// Says of \p Region, which \p R transforms, where a coarser answer was
  /// taken, what was done with its loops and what was found out. Sizes that the
  /// user may set are called by the macros of \p Code.
  void describe(const SourceRegion &Region, const RegionResult &R,
                const EmitOptions &Code);

  /// Says what LLVM IR says of \p Region.
  void compare(const SourceRegion &Region, const Opinion &Other);
  /// Says which tests before the new loops LLVM IR makes needless.
  void weakened(const SourceRegion &Region,
                llvm::ArrayRef<std::string> Untested);

  /// The place \p Offset of the main file.
  clang::SourceLocation locationOf(unsigned Offset) const;

private:
  void warnOrRemark(bool IsWarning, clang::SourceLocation Loc,
                    llvm::StringRef Message);
  clang::SourceLocation line(unsigned Number) const;
  void coarserAnswers(const SourceRegion &Region, const RegionResult &R);
  void dependentLoops(const SourceRegion &Region, const RegionResult &R);
  void hints(const SourceRegion &Region, const RegionResult &R);

  Messages &Say;
  const clang::SourceManager &SM;
  const bool IsStrict;
  /// The last problem.
  std::pair<clang::SourceLocation, std::string> Last;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_REGIONMESSAGES_H
