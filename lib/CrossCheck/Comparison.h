//===- Comparison.h - Two models of the same loops --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the steps of a comparison share.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CROSSCHECK_COMPARISON_H
#define STEVEDORE_LIB_CROSSCHECK_COMPARISON_H

#include "Compare.h"
#include "LocatedAccess.h"
#include <map>

namespace stevedore {

/// What is accessed, and whether it is written.
using Key = std::pair<Site, bool>;

/// Compares two models in the isl context of that of the source.
class Comparison {
public:
  Comparison(const SourceRegion &Region, llvm::ArrayRef<IrRegion> Regions)
      : Region(Region), Program(Region.Model->Program), Regions(Regions),
        Ctx(Region.Model->Ctx.get()), Context(Program.Context) {}
  void run();

  Opinion Result;

private:
  /// In front of the names of parameters that only LLVM IR has.
  static constexpr llvm::StringLiteral ForeignPrefix = "ir_";

  static bool isForeign(llvm::StringRef Parameter) {
    return Parameter.starts_with(ForeignPrefix);
  }

  void addSource();
  void addIr(const IrRegion &Other);
  isl::map imported(const isl::map &M, const IrRegion &From) const;
  isl::set imported(const isl::set &Points, const IrRegion &From) const;
  isl::set importedContext(const IrRegion &From) const;
  std::string nameHere(const std::string &Parameter,
                       const IrRegion &From) const;
  std::optional<LocatedAccess> numbered(const isl::map &Relation,
                                        const isl::map &Time,
                                        const std::string &Statement,
                                        const Array &Of) const;
  void compare(const Key &At, const std::vector<LocatedAccess> &Here,
               const std::vector<LocatedAccess> &There);
  /// Why two groups do not agree, and whether they contradict each other.
  struct Disagreement {
    std::string Text;
    bool IsContradiction = false;
  };
  std::optional<Disagreement>
  compareGroups(const std::vector<LocatedAccess> &Here,
                const std::vector<LocatedAccess> &There) const;
  const std::vector<LocatedAccess> *
  partnerOf(const std::vector<LocatedAccess> &Group,
            const std::vector<std::vector<LocatedAccess>> &Their,
            std::optional<Disagreement> &Why) const;
  void findArrays(const std::vector<LocatedAccess> &Here,
                  const std::vector<LocatedAccess> &There);
  void learnConstants();
  void findDisjoint();
  void findUnneeded();
  void compareOrder();
  std::string placeOf(const Key &At,
                      const std::vector<LocatedAccess> &Here) const;

  const SourceRegion &Region;
  const Scop &Program;
  llvm::ArrayRef<IrRegion> Regions;
  isl_ctx *Ctx;
  isl::set Context;
  std::map<Key, std::vector<LocatedAccess>> Source, Ir;
  /// Those of Regions that have accesses of the source.
  std::vector<const IrRegion *> Used;
  /// Of each access of the source, with a number or without, whether it is
  /// located, by its array.
  std::map<std::string, std::set<Key>> Places;
  /// The numbers of those of the source that are not found as they are.
  std::set<unsigned> Disagreed;
  /// Which array of LLVM IR each one of the source is, and the other way round.
  std::map<std::string, std::string> Arrays, Owners;
  /// Accesses that are in both, one for each pair of statements.
  std::map<std::pair<std::string, std::string>,
           std::pair<LocatedAccess, LocatedAccess>>
      Both;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_CROSSCHECK_COMPARISON_H
