//===- Emitted.h - Loop trees to be executed --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The loops that are printed, as a program for the machine.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_EMITTED_H
#define STEVEDORE_LIB_REPLAY_EMITTED_H

#include "Machine.h"
#include "Smaller.h"
#include "stevedore/LoopTree/LoopTree.h"
#include <functional>

namespace stevedore {
namespace replay {

/// A loop tree whose expressions are formulas over the slots of a machine.
class Emitted {
public:
  /// \p Numbers replaces those of \p Loops, which \p S does not have; null:
  /// they are the same.
  Emitted(const looptree::Block &Loops, const Scop &S, const Original &Program,
          const SmallerConstants *Numbers);
  Emitted(const Emitted &) = delete;

  /// The run-time tile sizes by name, in the order of their names.
  const std::vector<std::string> &tileSizes() const { return Sizes; }
  /// Whether transfers are started before they are waited for, or loops are
  /// parallel, so that there are several orders of execution.
  bool isAsynchronous() const { return StartsTransfers; }
  bool isParallel() const { return HasParallel; }
  /// Whether there may be several workers; the only number of them that the
  /// loops are for, if there is one.
  bool hasWorkers() const { return HasWorkers; }
  std::optional<unsigned> onlyWorkers() const { return OnlyWorkers; }

  /// Executes the loops on \p M.
  void run(llvm::ArrayRef<int64_t> Parameters,
           llvm::ArrayRef<int64_t> TileSizes, Machine &M) const;

private:
  using Action = std::function<void(Machine &)>;
  /// An element of a buffer, or of an array where there is none.
  struct Place {
    std::optional<unsigned> Buffer;
    unsigned Array;
    bool IsFlat;
    std::vector<Formula> Subscripts;
  };
  /// A subscript that an instance chooses: where it is found, the dimension,
  /// and what it lies between.
  struct Choice {
    unsigned Slot, Dimension;
    Formula First, Last;
  };

  const Scop &S;
  const Original &Program;
  const SmallerConstants *Numbers;
  Slots Names;
  llvm::StringMap<unsigned> Buffers;
  std::vector<std::string> Sizes;
  std::vector<unsigned> ParameterSlots, SizeSlots;
  bool StartsTransfers = false, HasParallel = false, HasWorkers = false;
  std::optional<unsigned> OnlyWorkers;
  Action Loops;

  Formula formula(const looptree::Expr &E);
  std::vector<Formula> formulas(llvm::ArrayRef<looptree::Expr> Exprs);
  unsigned buffer(llvm::StringRef Name) {
    return Buffers.try_emplace(Name, Buffers.size()).first->second;
  }
  Place place(const looptree::Element &E);
  static Value *find(const Place &P, bool Writes, Machine &M);
  Action block(const looptree::Block &B);
  Action node(const looptree::Node &N);
  Action loop(const looptree::ForNode &F);
  Formula condition(const looptree::InstanceNode &I, unsigned Access);
  std::vector<Choice> choices(const looptree::InstanceNode &I, unsigned Access);
  looptree::Expr atInstance(looptree::Expr E,
                            const looptree::InstanceNode &I) const;
  Action instance(const looptree::InstanceNode &I);
  Action transfer(const looptree::TransferNode &T);
  Action move(const looptree::MoveNode &N);
  Action allocate(const looptree::AllocateNode &A);
  Action range(const looptree::RangeNode &R);
  Action choice(const looptree::IfNode &I);
  Action let(const looptree::LetNode &L);
  Action assign(const looptree::AssignNode &A);
  Action alias(const looptree::AliasNode &A);
  Action hold(const looptree::HoldNode &H);
  Action guard(const looptree::GuardNode &G);
  Action agree(const looptree::AgreeNode &A);
  void findWorkers(const looptree::Expr &E);
};

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_EMITTED_H
