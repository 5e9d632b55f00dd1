//===- SizeCosts.h - What sizes of tiles cost -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What tile sizes cost at fixed values of the parameters; see Choose.h.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_SIZECOSTS_H
#define STEVEDORE_LIB_PIPELINE_SIZECOSTS_H

#include "CostFormulas.h"
#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Support/Limits.h"
#include <limits>
#include <map>
#include <memory>

namespace stevedore {

/// The costs of one plan on one machine.
class SizeCosts {
public:
  /// Errors: a missing value, or what cannot be counted at all.
  static llvm::Expected<SizeCosts> create(const RegionPlan &Plan,
                                          const RegionCounts &Counts,
                                          const EvaluationValues &Values,
                                          const Machine &M);

  const std::vector<std::string> &names() const { return Costs->C.Sizes; }
  /// For each size one from which on a single tile reaches over the band.
  const std::vector<int64_t> &largest() const { return Largest; }
  /// No size is larger than \p Most from now on.
  void limitSizes(int64_t Most) {
    for (int64_t &Size : Largest)
      Size = std::min(Size, Most);
  }
  /// A measure of what all evaluations took, the same in every run.
  uint64_t work() const { return Sums.work() + limits::LineWork * NumSteps; }
  /// From now on counts are estimates, where counting points or adding terms
  /// takes many steps at \p Sizes.
  void estimate(llvm::ArrayRef<int64_t> Sizes);
  bool areEstimates() const {
    return Breadth != std::numeric_limits<int64_t>::max();
  }
  /// elementsAt() and complete() from points that are counted even so; none:
  /// there are too many.
  std::optional<SizeChoice> countedAt(llvm::ArrayRef<int64_t> Sizes);
  /// The number of the nearest memory that its buffers do not fit into; none:
  /// they fit.
  std::optional<unsigned> tooSmall(llvm::ArrayRef<int64_t> Sizes) const;
  /// The bytes of the buffers in memory number \p Memory.
  double bytesIn(unsigned Memory, llvm::ArrayRef<int64_t> Sizes) const;
  /// Without transfers, and with the cycles that there are at least. None where
  /// a number does not fit.
  std::optional<SizeChoice> elementsAt(llvm::ArrayRef<int64_t> Sizes);
  /// Adds what elementsAt() leaves out; false where a number does not fit.
  bool complete(SizeChoice &C);
  /// The elements that are loaded from remote memory and stored there where one
  /// tile is the whole band; none where there are several tiles all the same,
  /// or more is loaded than it needs.
  std::optional<int64_t> leastMoved();
  /// The loops of the original program on a machine with a cache; see
  /// SizeChooser::Loops.
  std::vector<int> loops() const { return Costs->C.loops(); }
  /// The cycles of the original program, which moves what tiles of \p Sizes do.
  std::optional<double> originalAt(llvm::ArrayRef<int64_t> Sizes);
  /// Those of accesses across rows in tiles.
  double cyclesAcrossRows() const {
    return Costs->V->real(Costs->AcrossRows) / double(Costs->C.scale());
  }
  /// The iterations of statement number \p Index; none: not known.
  std::optional<int64_t> iterations(unsigned Index) const;

private:
  SizeCosts(const RegionPlan &Plan, const Machine &M);

  /// In the order of CostFormulas::Traffic.
  enum class Unit { Bytes, Runs, Tiles, Ends };
  /// A sum of elements, with the bytes of each, of runs, tiles or strips:
  /// number Sum of the sums, or of the lines where there is no closed form.
  struct Moved {
    unsigned Sum;
    int64_t ElementBytes;
    Unit Of;
    unsigned Band, Memory;
    bool IsLine = false;
  };
  struct CountedLines {
    LatticeCounter Counter;
    /// Where the values of its parameters stand.
    std::vector<unsigned> Places;
    std::vector<LatticeStep> Steps;
    /// Those of steps that are no numbers.
    std::vector<unsigned> StepPlaces;
    /// What was counted last, and at which values.
    std::vector<int64_t> LastValues, LastSteps;
    std::optional<int64_t> Last;
  };
  /// What sizes cost, and the values of that.
  struct Formulas {
    Formulas(const RegionPlan &Plan, const Machine &M)
        : C(Plan, M, rowCosts(Plan, M)) {}
    llvm::Error write(const RegionPlan &Plan, const RegionCounts &Counts);

    CostFormulas C;
    std::vector<unsigned> Largest;
    /// Of each memory.
    std::vector<unsigned> Bytes;
    std::vector<FormulaOrder> BytesOrder;
    /// All cycles but those across rows; those of the original program, and
    /// those across rows.
    unsigned Cycles = 0, Original = 0, AcrossRows = 0;
    std::optional<FormulaOrder> Order;
    std::optional<FormulaValues> V;
  };

  const RegionPlan &Plan;
  std::unique_ptr<Formulas> Costs;
  std::vector<int64_t> Largest;
  CountEvaluator Sums = CountEvaluator(CompiledCounts({}));
  std::vector<Moved> Parts;
  std::vector<CountedLines> Lines;
  uint64_t NumSteps = 0;
  /// What LatticeCounter::count() looks at.
  uint64_t MostSteps = limits::LineSteps;
  int64_t Breadth = std::numeric_limits<int64_t>::max();
  bool HasTransfers = true;
  /// Values of the parameters of Sums, and where the sizes stand in them.
  std::vector<int64_t> Base;
  std::vector<std::optional<unsigned>> Places;
  std::map<unsigned, std::optional<int64_t>> Iterations;

  llvm::Error takeValues(const RegionCounts &Counts,
                         const EvaluationValues &Values);
  llvm::Error takeSums(const RegionCounts &Counts);
  void forgetLines() {
    for (CountedLines &L : Lines)
      L.LastValues.clear(), L.LastSteps.clear(), L.Last.reset();
  }
  void setBreadth(int64_t Most);
  isl::set atValues(isl::set Points) const;
  llvm::Error takeLines(const RegionCount &C, int64_t ElementBytes, Unit Of);
  std::optional<int64_t> numberOf(const Moved &Part,
                                  llvm::ArrayRef<int64_t> Values);
  /// Values of the costs' formulas: sizes, and what was counted last.
  std::vector<int64_t> Given;
  int64_t &given(Unit Of, unsigned Band, unsigned Memory) {
    return Given[Costs->C.trafficAt(Band, Memory) + unsigned(Of)];
  }
  /// Counts what tiles of \p Sizes move, without transfers, and as in many
  /// tiles, unless \p IsComplete; false where a number does not fit.
  bool count(llvm::ArrayRef<int64_t> Sizes, bool IsComplete);
  /// What was counted for memory number \p Memory in all bands.
  std::optional<int64_t> totalOf(Unit Of, unsigned Memory);
  /// The cycles \p Formula of what was counted.
  double cyclesOf(unsigned Formula);
  llvm::Error takeIterations(const RegionCounts &Counts);
  void setParameters(const EvaluationValues &Values);
  /// Those of valuesAt().
  mutable std::vector<int64_t> Current;

  llvm::ArrayRef<int64_t> valuesAt(llvm::ArrayRef<int64_t> Sizes) const;
};

/// Statements whose instances are points of one space, at which all of them
/// access the same.
struct UniformStatements {
  std::vector<const Statement *> Members;
  /// References of which each leaves out another coordinate, by these: one of
  /// each member, in their order.
  std::map<unsigned, std::vector<const Access *>> References;
  /// Of all members.
  double Iterations = 0;
};

/// How the instances of a statement project to elements.
struct Projections {
  /// Numbers of references; those of different groups touch different elements.
  std::vector<unsigned> Groups;
  /// Instances that this leaves out, and elements that it moves besides.
  double LeftOut = 0, Charge = 0;
};

/// Elements that any order of the iterations of \p Plan must move between a
/// memory of \p Cells elements and the remote one, at least: what it reads from
/// outside and leaves behind; and for statements over d loops of which d
/// references leave out one each, what their instances load: C (U / d)^(d / (d
/// - 1)) of them have no more than U elements, C the product of g^(g / (d - 1))
/// over groups of g of these references (Loomis and Whitney, An inequality
/// related to the isoperimetric inequality; Irony, Toledo and Tiskin,
/// Communication lower bounds for distributed-memory matrix multiplication).
/// That is some (d - 1) V / (C Cells^(1 / (d - 1))) for V instances. The
/// references to an array are a group, or those of projectionsByValue() are. \p
/// Stores come to loads. \p Cells: none, as many as it takes.
std::optional<int64_t> leastTraffic(const RegionPlan &Plan, SizeCosts &Costs,
                                    const EvaluationValues &Values,
                                    std::optional<double> Cells,
                                    int64_t Stores);

/// The projections of \p U where of its references to one array the one that it
/// overwrites is a group, and those of the others that read common values. A
/// value that others read gets a name of its own, under which it is loaded:
/// that is one load more where an instance makes it, and one where an instance
/// makes the next value of the element (as inputs are tagged by Elango et al.,
/// On characterizing the data movement complexity of computational DAGs for
/// parallel execution). Instances of which the overwritten value is one of
/// these are left out. None: there is nothing to tell apart, or that takes too
/// long.
std::optional<Projections> projectionsByValue(const Scop &S,
                                              const UniformStatements &U,
                                              const Roles &Known,
                                              const EvaluationValues &Values);

/// The points of \p Some, over the parameters of \p S, at \p Values; none past
/// the budget.
std::optional<int64_t> elementsIn(const isl::union_set &Some, const Scop &S,
                                  const Roles &Known,
                                  const EvaluationValues &Values);

struct CompulsoryTraffic {
  int64_t Loads = 0, Stores = 0;
  int64_t moved() const { return Loads + Stores; }
};

/// Elements that any program which computes the same moves at least, at \p
/// Values: those that are read and that no statement writes, and those that are
/// written for sure and seen afterwards. None: counting them takes too long.
std::optional<CompulsoryTraffic>
compulsoryTraffic(const RegionPlan &Plan, const EvaluationValues &Values);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_SIZECOSTS_H
