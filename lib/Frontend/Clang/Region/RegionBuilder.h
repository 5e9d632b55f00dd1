//===- RegionBuilder.h ---------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Models a sequence of statements as a Scop.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONBUILDER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONBUILDER_H

#include "State/RegionState.h"

namespace stevedore {

/// The model of the region of \p R, or a rejection.
llvm::Expected<RegionModel> buildRegion(RegionState &R,
                                        const ExtractOptions &Options);

/// For which numbers of which parameters a region has models.
struct Specialization {
  /// Those of the model; empty: it is for all.
  ParameterNumbers Numbers;
  /// Those of others.
  std::vector<ParameterNumbers> Others;
  /// What looking for them has taken, for several regions in turn, and the
  /// numbers with which that has come farthest.
  double Seconds = 0;
  ParameterNumbers Known;
};

/// The model of \p Code; each walk over it begins with what the ones before
/// have decided. Where it has none in the end, the reason is why something has
/// none as it is, and why it has none with that decided. A region that has no
/// model, but would have one if some parameters were numbers, is modelled for
/// numbers that occur, as \p For says then.
llvm::Expected<RegionModel> modelRegion(const RegionCode &Code,
                                        const ExtractOptions &Options,
                                        isl::ctx Ctx, Specialization &For);

/// The model of \p Code for \p Numbers alone.
llvm::Expected<RegionModel> modelRegionFor(const ParameterNumbers &Numbers,
                                           const RegionCode &Code,
                                           const ExtractOptions &Options,
                                           isl::ctx Ctx);

/// C statements that give the iterators of the loops in \p Statements which
/// are declared outside, and may be read after the region, their final values.
std::string finalIteratorValues(const RegionState &R,
                                llvm::ArrayRef<const clang::Stmt *> Statements);

/// An error unless the iterators that are read after the region can have their
/// final values. These are computed by the text of loop headers and conditions,
/// where index variables no longer have theirs.
llvm::Error checkControl(RegionState &R);

/// C statements that mention the other iterators of these loops that are
/// declared outside, "(void)i; (void)j;".
std::string iteratorMentions(const RegionState &R,
                             llvm::ArrayRef<const clang::Stmt *> Statements);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONBUILDER_H
