//===- Tiled.h - Regions that are tiled -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The phases of a region that is tiled, in order.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_TILED_H
#define STEVEDORE_LIB_PIPELINE_TILED_H

#include "Ladder.h"
#include "Phases.h"
#include <set>

namespace stevedore {

/// The phases of one region, from its program to its plan. A phase that fails
/// ends them with its error; what was found before stays in the result.
class TiledRegion {
public:
  /// Plans with \p Wanted, or with what its script chooses instead; coarsely if
  /// \p IsCoarser.
  TiledRegion(const Driver &D, ScriptChoices Wanted, bool IsCoarser,
              const Machine &M, const TiledInput &In, RegionResult &Result)
      : D(D), Wanted(std::move(Wanted)), IsCoarser(IsCoarser), Target(M),
        Given(In.Given), Place(In.Place), IsMarked(In.IsMarked),
        Source(In.Program), Result(Result), Plan(Result.Plan),
        Chosen(this->Wanted), NumSaid(Result.Remarks.size()) {}

  /// Plans the program of the result.
  llvm::Error run();

private:
  const Driver &D;
  const ScriptChoices Wanted;
  bool IsCoarser;
  const Machine &Target;
  const GivenInput &Given;
  const ScriptRegion &Place;
  bool IsMarked;
  /// The program before it was restricted, or arrays given a remote home.
  std::shared_ptr<const Scop> Source;
  /// A script changed the order.
  bool IsTransformed = false;
  RegionResult &Result;
  RegionPlan &Plan;
  /// Wanted, with what a script chooses instead.
  ScriptChoices Chosen;
  /// What of it does not fit the order; empty: nothing.
  std::string Misfit;
  /// The arrays that a tile of some band loads or stores.
  std::set<unsigned> Moved;
  /// Loops may be assumed to run, where that is allowed.
  bool MayAssume = true;
  /// The remarks of before, which planning anew keeps.
  size_t NumSaid;
  /// The program of the source, where a script has changed the layout of arrays.
  std::shared_ptr<const Scop> Unlaid;
  /// What the script made of the program, once it has run.
  std::optional<Transformation> Transformed;
  /// The arrays that it made which need remote memory.
  std::set<std::string> Homes;

  llvm::Error planOnce();
  llvm::Expected<Dependences> dependences();
  void setTileSizes(const Schedule &Order);
  llvm::Expected<isl::schedule> transformedOrder();
  void takeLayout(const Transformation &T);
  llvm::Error schedule();
  bool assumesThatLoopsRun();
  /// Takes all parameters again where more tiled loops would cost a private
  /// array its place in local memory; the plan has to be made anew.
  bool withdrawAssumption();
  llvm::Error planBands();
  llvm::Expected<bool> planBand(const Band &B);
  llvm::Error planBandWithin(const Band &B, const Decisions &As);
  llvm::Error planBandAs(Band B, const Decisions &As);
  llvm::Error findParallelPoints(TiledBand &Planned);
  llvm::Error planTransfers(TiledBand &Planned, const Decisions &As);
  llvm::Error judge();
  llvm::Error share();
  void explainOrder();
  void emitScript();
  bool isInPlace(unsigned Array) const;
  bool collapsePrivates();
  bool hasPrivates() const;
  bool needsRemoteHome(unsigned Array) const;
  template <typename Value, typename... Inputs>
  llvm::Error findLoops(std::vector<Value> &Loops,
                        const PhaseOf<std::vector<Value>, Inputs...> &P,
                        const Inputs &...In);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_TILED_H
