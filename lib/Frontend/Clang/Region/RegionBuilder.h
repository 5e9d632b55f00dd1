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

/// What became of one sequence of statements.
struct RegionModel {
  std::optional<Scop> Program;
  std::shared_ptr<const SourceText> Source;
  std::optional<Rejection> Why;
  std::string Epilogue, Prologue, Kept;
  std::string Mentions;
  /// See SourceRegion.
  std::map<std::string, SourceRegion::Places> Storage;
  std::vector<TestedCondition> Tested;
  FactList Facts;
};

/// Models \p R.Region.
RegionModel buildRegion(RegionState &R, const ExtractOptions &Options);

/// A region in its function.
struct RegionCode {
  clang::ASTContext &AST;
  const clang::FunctionDecl *Function;
  const FunctionFacts &Facts;
  llvm::ArrayRef<const clang::Stmt *> Statements;
  /// From the outermost.
  llvm::ArrayRef<const clang::Stmt *> LoopsAround;
  const ScopPragmas &Pragmas;
};

/// The model of \p Code, whose place \p At has; each walk over it begins with
/// what the ones before have decided. Where it has none in the end, the reason
/// is why something has none as it is, and why it has none with that decided.
RegionModel modelRegion(const RegionCode &Code, const SourceRegion &At,
                        const ExtractOptions &Options, isl::ctx Ctx);

/// C statements that give the iterators of the loops in \p Statements which
/// are declared outside, and may be read after the region, their final values.
std::string finalIteratorValues(const RegionState &R,
                                llvm::ArrayRef<const clang::Stmt *> Statements);

/// True if the iterators that are read after the region can have their final
/// values. These are computed by the text of loop headers and conditions, where
/// index variables no longer have theirs.
bool checkControl(RegionState &R);

/// C statements that mention the other iterators of these loops that are
/// declared outside, "(void)i; (void)j;".
std::string
iteratorMentions(const RegionState &R,
                 llvm::ArrayRef<const clang::Stmt *> Statements);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONBUILDER_H
