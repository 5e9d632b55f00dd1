//===- Widths.h - How far conflicts reach along a direction -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// F*(c) = sup { c . z : z in K, c_j . z = 0 for the rows c_j chosen before }
/// as a bound over the parameters (Darte, Isoard and Yuki, Heuristic 1).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_WIDTHS_H
#define STEVEDORE_LIB_ALLOCATION_WIDTHS_H

#include "Probes.h"
#include "Programs.h"
#include "stevedore/Allocation/Allocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace stevedore {

/// The sum of the logarithms of numbers of cells.
double sumOfLogarithms(llvm::ArrayRef<int64_t> NumCells);

/// Proposes the widths of one conflict relation. By weak duality each optimal
/// dual solution at a probe bounds the width of its pair at all parameter
/// values; the shortest combination of these that is tight at all probes is
/// the answer.
class Widths {
public:
  /// Widths that are asked for when linear programs have taken \p MaxEffort, or
  /// \p B is exhausted, come back as unbounded.
  static llvm::Expected<Widths> create(const LiftedConflicts &C,
                                       const Budget &B, uint64_t MaxEffort);

  /// F*(\p C) within the kernel of the rows \p Zero, from above. None if it is
  /// unbounded.
  std::optional<Bound> width(llvm::ArrayRef<Row> Zero, const Row &C);

  /// The same within the set of pairs number \p Piece and its opposite alone.
  std::optional<Bound> widthOfPiece(unsigned Piece, llvm::ArrayRef<Row> Zero,
                                    const Row &C) const;

  /// z with Along . z > Above, for integers.
  struct HalfSpace {
    Row Along;
    Form Above;
  };

  /// sup { \p C . z : z in K and in \p Where } within the kernel of the rows
  /// \p Zero, from above. None if it is unbounded.
  std::optional<Bound> widthWhere(llvm::ArrayRef<Row> Zero,
                                  const HalfSpace &Where, const Row &C) const;

  /// The greatest of the same over \p Cases, each the half spaces in which z
  /// is.
  std::optional<Bound>
  widthInCases(llvm::ArrayRef<Row> Zero,
               llvm::ArrayRef<std::vector<HalfSpace>> Cases,
               const Row &C) const;

  /// The same plus 1 at the large probes; none if one is unbounded or not below
  /// that of \p LessThan, which are as many.
  std::optional<std::vector<double>>
  sizesWhere(llvm::ArrayRef<Row> Zero, const HalfSpace &Where, const Row &C,
             llvm::ArrayRef<double> LessThan) const;

  /// widthWhere() over those sets of pairs alone in which, in \p Where,
  /// \p Far . z reaches \p Reach at a large probe.
  std::optional<Bound> widthWhereFar(llvm::ArrayRef<Row> Zero,
                                     const HalfSpace &Where, const Row &Far,
                                     llvm::ArrayRef<double> Reach,
                                     const Row &C) const;

  /// The maximum of two bounds; one of them where it is the greater one at all
  /// probes.
  Bound maximum(const Bound &A, const Bound &B) const;

  /// The logarithm of the width plus 1, as cost() sums them up, at the large
  /// probes only; infinity when unbounded or not below \p LessThan. Much
  /// cheaper than width().
  double quickCost(llvm::ArrayRef<Row> Zero, const Row &C, double LessThan);

  /// The widths plus 1 whose logarithms quickCost() sums up, without rows
  /// before. None when unbounded.
  std::optional<std::vector<int64_t>> quickSizes(const Row &C);

  /// sup { mu : mu a in K + span(\p Span), for any parameters of the context },
  /// that is, 1 / F(a) of Heuristic 2 for the star-shaped extension of K
  /// extruded along Span, all parameters projected out. None if it is not below
  /// \p LessThan.
  std::optional<Rational> reach(llvm::ArrayRef<Row> Span, const Row &A,
                                int64_t LessThan);

  /// The form of \p B that is its value at the first large probe.
  Form formOf(const Bound &B) const;

  /// The width \p Value everywhere.
  Bound constantBound(int64_t Value) const;

  const LiftedConflicts &conflicts() const { return C; }
  llvm::ArrayRef<PairSystem> systems() const { return Systems; }
  unsigned numPairs() const { return Systems.size(); }
  unsigned numProbes() const { return P.Points.size(); }
  unsigned numLargeProbes() const { return P.NumLarge; }
  bool hasTileSizes() const;
  bool outOfBudget() const { return *Effort >= MaxEffort || B.exhausted(); }
  /// Whether what comes next has to be left half of what may be spent.
  bool halfSpent() const { return *Effort >= MaxEffort / 2 || B.exhausted(); }

  /// The number of cells that \p Width asks for, as an extent.
  Extent toExtent(const Bound &Width) const;

  /// The value of the parameter \p Name at probe number \p Probe; none of what
  /// is no parameter.
  std::optional<int64_t> valueAt(unsigned Probe, llvm::StringRef Name) const;

  /// The logarithm of the number of cells of \p M at each probe.
  std::vector<double> logSizes(const ModularMapping &M) const;

  /// The logarithm of the number of cells at each probe.
  std::vector<double> logSizes(llvm::ArrayRef<Bound> Widths) const;

  /// The sum of logSizes() over the large probes.
  double cost(llvm::ArrayRef<Bound> Widths) const;
  /// That of a constant number of cells.
  double constantCost(int64_t NumCells) const;

private:
  Widths(const LiftedConflicts &C, const Budget &B, uint64_t MaxEffort)
      : C(C), B(B), MaxEffort(MaxEffort),
        Effort(std::make_unique<uint64_t>(0)) {}

  const LiftedConflicts &C;
  const Budget &B;
  uint64_t MaxEffort;
  /// What linear programs have taken so far (LinearSystem::countEffort()).
  std::unique_ptr<uint64_t> Effort;
  Probes P;
  std::vector<PairSystem> Systems;
  /// The number of the one for which reach() gave up last.
  unsigned Farthest = 0;
  std::map<std::pair<std::vector<Row>, Row>, std::optional<Bound>> Memo;

  /// Programs over each set of pairs in the kernel of Zero, at each large
  /// probe, with the optimum along the last direction: that along the next one
  /// is found from there. Empty of a set without any; none where it has no
  /// pairs there.
  struct LastOptima {
    std::vector<Row> Zero;
    std::vector<std::vector<std::optional<DualSimplex>>> OfPairs;
  };
  LastOptima Last;

  bool startOptima(unsigned Pairs, const std::vector<int64_t> &Objective,
                   std::vector<int64_t> &Sizes);
  bool raiseSizes(unsigned Pairs, const std::vector<int64_t> &Objective,
                  std::vector<int64_t> &Sizes);
  std::optional<std::vector<int64_t>> sizesBelow(llvm::ArrayRef<Row> Zero,
                                                 const Row &C, double LessThan);
  std::optional<Bound> compute(const std::vector<Program> &Programs) const;
  Bound greatestForm(const std::vector<Envelope> &Family) const;
  std::vector<Program> programs(llvm::ArrayRef<PairSystem> Pairs,
                                llvm::ArrayRef<Row> Zero, const Row &C,
                                llvm::ArrayRef<HalfSpace> Where = {}) const;
  std::optional<Rational> reachOf(const PairSystem &S, llvm::ArrayRef<Row> Span,
                                  const Row &A, int64_t LessThan) const;
  LinearSystem along(const PairSystem &S, llvm::ArrayRef<Row> Span,
                     const Row &A) const;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_WIDTHS_H
