//===- Tiled.h - Regions that are tiled -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The stages of a region that is tiled, in order.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_TILED_H
#define STEVEDORE_LIB_PIPELINE_TILED_H

#include "Ladder.h"
#include "ProgramOrders.h"
#include "Stages.h"
#include <set>

namespace stevedore {

/// The stages of one region, from its program to its plan. A stage that fails
/// ends them with its error; what was found before stays in the result.
class TiledRegion {
public:
  /// Plans with \p Wanted, or with what its script chooses instead; coarsely if
  /// \p IsCoarser.
  TiledRegion(const Driver &D, const Decisions &Wanted, bool IsCoarser,
              const Machine &M, const TiledInput &In, RegionResult &Result)
      : D(D), Wanted(Wanted), Target(M), In(In), Given(In.Given),
        Result(Result), Plan(Result.Plan), Orders(D, Wanted, IsCoarser, M, In),
        NumSaid(Result.Remarks.size()) {}

  /// Plans the program of the result.
  llvm::Error run();

private:
  const Driver &D;
  const Decisions &Wanted;
  const Machine &Target;
  const TiledInput &In;
  const ScheduleInput &Given;
  RegionResult &Result;
  RegionPlan &Plan;
  ProgramOrders Orders;
  /// What is made of the program of the source.
  ProgramForm Form;
  /// The program of the plan with its order; none before there is one.
  std::optional<OrderedProgram> Ordered;
  /// The arrays that a tile of some band loads or stores.
  std::set<unsigned> Moved;
  /// Where the region is not tiled, the arrays that take fewer cells in it, as
  /// far as is known; none: nobody has looked.
  std::optional<std::vector<std::string>> Contracted;
  /// Loops may be assumed to run, where that is allowed.
  bool MayAssume = true;
  /// The remarks of before, which planning anew keeps.
  size_t NumSaid;

  llvm::Error planOnce();
  llvm::Error takeOrder();
  void setTileSizes(const Schedule &Order);
  llvm::Expected<bool> planOneTile();
  bool leavesInPlace();
  llvm::Error planBands();
  llvm::Error untile(llvm::Expected<Schedule> Order);
  llvm::Expected<bool> planBand(const Band &B);
  llvm::Error planBandWithin(const Band &B, const Decisions &As);
  llvm::Error planBandAs(Band B, const Decisions &As);
  isl::set assumptionsOf(const Band &B) const;
  llvm::Error findParallelPoints(Level &Planned);
  llvm::Error countMemories();
  llvm::Expected<std::set<unsigned>>
  planLevel(Level &Planned, const Decisions &As, const TileSpace *Around,
            std::vector<ArrayTransfers> Farther);
  llvm::Error planInside(Level &Planned, const Decisions &As,
                         std::vector<ArrayTransfers> &Transfers);
  static bool isMoved(const ArrayTransfers &A);
  llvm::Expected<std::vector<ArrayTransfers>>
  transfersOf(Level &Planned, const Decisions &As,
              std::vector<ArrayTransfers> Farther);
  void finish(LocalArray &L, const Level &Planned, const Decisions &As) const;
  llvm::Expected<bool> movesBetweenSides(const Level &Planned,
                                         const Decisions &As,
                                         const ArrayTransfers &A) const;
  llvm::Error allocateArrays(Level &Planned, const Decisions &As,
                             std::vector<ArrayTransfers> Transfers);
  bool mustPay(const Decisions &Decided) const;
  llvm::Error judge();
  llvm::Error share();
  llvm::Error overlap();
  void useConstantModuli();
  llvm::Error shareOut();
  llvm::Error shareOut(unsigned Number);
  void explainOrder();
  void explainSizes();
  void emitScript();
  bool isInPlace(unsigned Array) const;
  std::set<std::string> withoutRemote() const;
  bool hasPrivates() const;
  bool needsRemoteArray(unsigned Array) const;
  template <typename Value, typename... Inputs>
  llvm::Error findLoops(std::vector<Value> &Loops,
                        const StageOf<std::vector<Value>, Inputs...> &P,
                        const Inputs &...In);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_TILED_H
