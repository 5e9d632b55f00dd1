//===- stevedore/Pipeline/OptionNames.h - Names in options --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Finds names in the options that stand for nothing.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_OPTIONNAMES_H
#define STEVEDORE_PIPELINE_OPTIONNAMES_H

#include "stevedore/Pipeline/Options.h"
#include "stevedore/Scop/Scop.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {

/// A name in an option that no region knows.
struct UnknownName {
  std::string Option;
  std::string Name;
  /// What there is none of: "no region has an array".
  std::string Lack;
  /// The nearest name that is known; empty if none is near.
  std::string Nearest;
  /// What else helps.
  std::string Note = "";
  /// Nothing was meant by it: one list of tile sizes may be for many regions.
  bool IsHarmless = false;

  /// "'--local=tpm': no region has an array 'tpm'; did you mean 'tmp'?"
  std::string message() const;
};

/// The names of regions, of their file, and of what became of them.
class KnownNames {
public:
  /// \p Variables of the file may belong to a region that has no model, and
  /// \p Functions have these names.
  explicit KnownNames(llvm::StringSet<> Variables = {})
      : Variables(std::move(Variables)) {}

  void add(const Scop &Region);
  void addParameter(const std::string &Name);
  /// A region has tile sizes T1 to T\p Count.
  void addTiles(unsigned Count);

  bool hasParameters() const { return !Parameters.empty(); }
  /// Some region was added.
  bool any() const { return HasRegion; }
  /// The names in \p O that stand for nothing; tile sizes are known, whatever
  /// their number, where no region is tiled, and all names where there is none.
  std::vector<UnknownName> unknown(const Options &O) const;

private:
  void check(llvm::StringRef Option, llvm::StringRef Name, bool IsArray,
             std::vector<UnknownName> &Result) const;
  void checkTile(llvm::StringRef Option, unsigned Number,
                 std::vector<UnknownName> &Result) const;

  llvm::StringSet<> Variables;
  std::vector<std::string> Arrays, Parameters;
  /// The most tile sizes of a region.
  std::optional<unsigned> Tiles;
  bool HasRegion = false;
};

/// What `--functions=` of \p O finds none of \p Names with; none if it does.
std::optional<UnknownName>
unknownFunction(const Options &O, llvm::ArrayRef<std::string> Names);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_OPTIONNAMES_H
