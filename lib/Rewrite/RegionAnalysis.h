//===- RegionAnalysis.h - Regions at a time, in order -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Takes the regions of a file through the pipeline, several at a time, and
/// hands them over in the order of the text.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_REGIONANALYSIS_H
#define STEVEDORE_LIB_REWRITE_REGIONANALYSIS_H

#include "stevedore/CrossCheck/CrossCheck.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "stevedore/Pipeline/OptionNames.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Report/Report.h"
#include "stevedore/Support/JobPool.h"

namespace stevedore {

/// A region and the answer for it. The region's isl context goes last.
struct RegionAnalysis {
  SourceRegion Region;
  /// Of LLVM IR, where --cross-check or --guards=llvm asks for it.
  std::optional<Opinion> Other;
  /// What need not be tested because of that, in words.
  std::vector<std::string> Untested;
  EmitOptions Code;
  RegionResult Result;
  /// Whether the next one models the same region, for other numbers.
  bool HasNext = false;
  /// The numbers of --evaluate=, or the reason why there are none.
  llvm::json::Object Numbers;
  std::string WhyNoNumbers;
};

/// What of \p O is about reading regions.
ExtractOptions extractOptions(const Options &O);

/// Appends \p Region to \p Regions behind those of its variants: what comes
/// last is tested first.
void addVariants(SourceRegion Region,
                 std::vector<std::unique_ptr<RegionAnalysis>> &Regions);

/// Asks LLVM IR of what \p CI has parsed about \p Regions. Under --cross-check
/// and --strict those lose their model about which it says something else;
/// under
/// --guards=llvm they lose tests that it makes needless.
void crossCheck(clang::CompilerInstance &CI,
                llvm::ArrayRef<std::unique_ptr<RegionAnalysis>> Regions,
                const Options &O);

/// Adds to the facts of \p Region what \p O says about its parameters.
void addPromises(SourceRegion &Region, const Options &O);

/// Adds the names to \p Names that options may have for what \p Region has.
void addNames(const SourceRegion &Region, KnownNames &Names);

/// The facts of a region, for the report.
llvm::json::Array reportFacts(const FactList &Facts);

/// The part of the report that says what LLVM IR says of a region.
llvm::json::Object reportOpinion(const Opinion &Other);

/// Analyses \p Regions and calls \p Done for each of them on this thread, in
/// their order; each is freed then. Regions without a model need no analysis.
/// With \p Pool this is a job of it and starts one for each region, else the
/// regions are analysed here, one after the other: the answers are the same.
/// The models of one region share its budget.
///
/// Sets Code.RegionInFunction, which counts the regions of a function that are
/// transformed.
void analyseInOrder(std::vector<std::unique_ptr<RegionAnalysis>> Regions,
                    const Options &O, JobPool *Pool,
                    llvm::function_ref<void(RegionAnalysis &)> Done);

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_REGIONANALYSIS_H
