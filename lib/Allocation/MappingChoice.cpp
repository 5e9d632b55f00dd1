//===- MappingChoice.cpp - Which of the proposed mappings to take ---------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifted.h"
#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/lp.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <numeric>

using namespace stevedore;

namespace {

/// Finds out whether { z in P : M z = 0 mod b } = {0} for the differences z of
/// one set P of pairs, row by row. A row c_k is settled once c_k . z = 0 is
/// known for every such z: because |c_k . z| < b_k wherever the rows settled
/// before vanish (Theorem 1). A row of constant modulus that is not settled
/// still gives c_k . z = b_k q for an integer q (Theorem 3). The order of the
/// rows may differ from one P to the next (section 4.1).
class MappingChoice {
public:
  /// \p Order is the order in which rows are tried; it becomes the order in
  /// which they were settled.
  MappingChoice(isl::basic_set Pairs, bool IsSymmetric, const ModularMapping &M,
                unsigned Rank, std::vector<unsigned> &Order)
      : Pairs(Pairs), IsSymmetric(IsSymmetric), M(M), Rank(Rank), Order(Order) {
  }

  /// Settles rows until no more can be, by rational arithmetic alone, then
  /// with integers.
  llvm::Expected<bool> run();

  llvm::Expected<bool> isSettled(unsigned R, bool Integers) const;
  /// Keeps the differences on which row number \p R vanishes.
  void restrictTo(unsigned R) { Pairs = restrictToKernel(Pairs, M.Matrix[R]); }

private:
  llvm::Expected<bool> settleRows(bool Integers);
  llvm::Expected<bool> onlyZeroLeft() const;
  llvm::Expected<bool> staysBelow(const Row &C, const Extent &E,
                                  bool Integers) const;
  void addCongruences();

  isl::basic_set Pairs;
  bool IsSymmetric;
  const ModularMapping &M;
  unsigned Rank;
  /// The first NumSettled entries are the settled rows.
  std::vector<unsigned> &Order;
  unsigned NumSettled = 0;
};

} // namespace

/// \p Form, over parameters, on the space of \p Set.
static isl::aff parametersOn(const isl::basic_set &Set, const isl::aff &Form) {
  isl_space *Space = isl_basic_set_get_space(Set.get());
  isl_pw_aff *Piecewise = isl_pw_aff_from_aff(Form.copy());
  Piecewise = isl_pw_aff_align_params(Piecewise, isl_space_copy(Space));
  Piecewise = isl_pw_aff_insert_domain(Piecewise, Space);
  return isl::manage(isl_pw_aff_as_aff(Piecewise));
}

/// { s in \p Set : \p Form(s) >= \p Least }
static isl::basic_set whereAtLeast(const isl::basic_set &Set,
                                   const isl::aff &Form, int Least) {
  isl_aff *Shifted = isl_aff_add_constant_si(Form.copy(), -Least);
  return isl::manage(isl_basic_set_add_constraint(
      Set.copy(), isl_inequality_from_aff(Shifted)));
}

/// Whether \p Form is negative on all of \p Set.
static llvm::Expected<bool> isNever(const isl::basic_set &Set,
                                    const isl::aff &Form, bool Integers) {
  isl_ctx *Ctx = Set.ctx().get();
  isl::val Maximum =
      isl::manage(isl_basic_set_max_lp_val(Set.get(), Form.get()));
  if (Maximum.is_null())
    return islError(Ctx, "the largest difference of conflicting elements");
  if (Maximum.is_neg().is_true())
    return true;
  if (!Integers)
    return false;
  isl::basic_set Rest = whereAtLeast(Set, Form, 0);
  return checked(Ctx, isl::manage(isl_basic_set_is_empty(Rest.get())),
                 "whether conflicting elements share a cell");
}

/// Whether \p Difference, on \p Set, is below some alternative of \p E from
/// number \p First on: it would have to reach one form of each of them.
static llvm::Expected<bool> isBelow(const isl::basic_set &Set,
                                    const isl::aff &Difference, const Extent &E,
                                    unsigned First, bool Integers) {
  if (First == E.MaxOfMins.size())
    return false;
  bool IsLast = First + 1 == E.MaxOfMins.size();
  for (const isl::aff &Form : E.MaxOfMins[First]) {
    isl::aff Excess = Difference.sub(parametersOn(Set, Form));
    auto Holds = isNever(Set, Excess, Integers && IsLast);
    if (Holds && !*Holds && !IsLast)
      Holds = isBelow(whereAtLeast(Set, Excess, 0), Difference, E, First + 1,
                      Integers);
    if (!Holds || !*Holds)
      return Holds;
  }
  return true;
}

/// Whether \p C . (x - y) < \p E wherever it is positive.
llvm::Expected<bool> MappingChoice::staysBelow(const Row &C, const Extent &E,
                                               bool Integers) const {
  isl::aff Difference = differenceOn(Pairs, C);
  isl::basic_set Set = whereAtLeast(Pairs, Difference, 1);
  if (Set.is_null())
    return islError(Difference.ctx().get(), "a trial of an allocation");
  std::optional<int64_t> Constant = E.constant();
  if (!Constant)
    return isBelow(Set, Difference, E, 0, Integers);
  isl::aff Excess = isl::manage(isl_aff_add_constant_val(
      Difference.copy(),
      isl_val_int_from_si(Difference.ctx().get(), -*Constant)));
  return isNever(Set, Excess, Integers);
}

/// Whether |c . z| < b for row number \p R.
llvm::Expected<bool> MappingChoice::isSettled(unsigned R, bool Integers) const {
  Row Opposite(M.Matrix[R]);
  for (int64_t &Coefficient : Opposite)
    Coefficient = -Coefficient;
  auto Below = staysBelow(M.Matrix[R], M.Moduli[R], Integers);
  if (!Below || !*Below || IsSymmetric)
    return Below;
  return staysBelow(Opposite, M.Moduli[R], Integers);
}

/// Settles as many rows as possible; true if they determine z = 0. A row that
/// can be settled stays so when others are settled before it, so that no
/// backtracking is needed.
llvm::Expected<bool> MappingChoice::settleRows(bool Integers) {
  for (unsigned Next = NumSettled; Next < Order.size();) {
    auto Holds = isSettled(Order[Next], Integers);
    if (!Holds)
      return Holds;
    if (!*Holds) {
      ++Next;
      continue;
    }
    restrictTo(Order[Next]);
    std::rotate(Order.begin() + NumSettled, Order.begin() + Next,
                Order.begin() + Next + 1);
    Next = ++NumSettled;
  }
  std::vector<Row> Rows;
  for (unsigned K = 0; K < NumSettled; ++K)
    Rows.push_back(M.Matrix[Order[K]]);
  return IntegerMatrix::fromRows(Rows, Rank).rank() == Rank;
}

/// Adds c . (x - y) = b q for each unsettled row of constant modulus b > 1,
/// with a new witness q.
void MappingChoice::addCongruences() {
  for (unsigned K = NumSettled; K < Order.size(); ++K) {
    unsigned R = Order[K];
    std::optional<int64_t> Modulus = M.Moduli[R].constant();
    if (!Modulus || *Modulus < 2)
      continue;
    Pairs = isl::manage(
        isl_basic_set_insert_dims(Pairs.release(), isl_dim_set, 0, 1));
    isl_aff *Multiple = differenceOn(Pairs, M.Matrix[R]).release();
    Multiple = isl_aff_set_coefficient_val(
        Multiple, isl_dim_in, 0,
        isl_val_int_from_si(isl_aff_get_ctx(Multiple), -*Modulus));
    Pairs = isl::manage(isl_basic_set_add_constraint(
        Pairs.release(), isl_equality_from_aff(Multiple)));
  }
}

/// Whether x = y for every pair that is left.
llvm::Expected<bool> MappingChoice::onlyZeroLeft() const {
  for (unsigned D = 0; D < Rank; ++D)
    for (int64_t Sign : {1, -1}) {
      Row Unit(Rank, 0);
      Unit[D] = Sign;
      isl::aff Excess = isl::manage(
          isl_aff_add_constant_si(differenceOn(Pairs, Unit).release(), -1));
      auto Never = isNever(Pairs, Excess, true);
      if (!Never || !*Never)
        return Never;
    }
  return true;
}

llvm::Expected<bool> MappingChoice::run() {
  auto Done = settleRows(false);
  if (!Done || *Done)
    return Done;
  addCongruences();
  Done = settleRows(true);
  if (!Done || *Done)
    return Done;
  return onlyZeroLeft();
}

/// Whether \p M has one modulus for each row, rows of the array's rank, and
/// coefficients that fit isl's machine integers.
static bool canBeTried(unsigned Rank, const ModularMapping &M) {
  if (M.Matrix.size() != M.Moduli.size())
    return false;
  for (const Row &R : M.Matrix)
    if (R.size() != Rank || llvm::any_of(R, [](int64_t Entry) {
          return std::abs(Entry) > limits::MappingCoefficient;
        }))
      return false;
  return llvm::all_of(M.Moduli,
                      [](const Extent &E) { return !E.MaxOfMins.empty(); });
}

llvm::Error stevedore::tryMapping(const LiftedConflicts &Lifted,
                                  llvm::StringRef Array,
                                  const ModularMapping &M) {
  if (!canBeTried(Lifted.Rank, M))
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "an ill-formed modular mapping");
  std::vector<unsigned> Order(M.Matrix.size());
  std::iota(Order.begin(), Order.end(), 0);
  for (unsigned I = 0; I < Lifted.Pairs.size(); ++I) {
    auto Holds = MappingChoice(Lifted.Pairs[I], Lifted.IsSymmetric[I], M,
                               Lifted.Rank, Order)
                     .run();
    if (!Holds)
      return Holds.takeError();
    if (!*Holds)
      return llvm::make_error<IslError>(
          IslError::Invalid, ("the mapping of array '" + Array +
                              "' cannot be proved to keep conflicting "
                              "elements apart")
                                 .str());
  }
  return llvm::Error::success();
}

/// Whether row number \p R is settled in each of \p Proposals.
static llvm::Expected<bool>
isSettledInAll(const std::vector<MappingChoice> &Proposals, unsigned R) {
  for (bool Integers : {false, true}) {
    bool InAll = true;
    for (unsigned I = 0; InAll && I < Proposals.size(); ++I) {
      auto Holds = Proposals[I].isSettled(R, Integers);
      if (!Holds)
        return Holds;
      InAll = *Holds;
    }
    if (InAll)
      return true;
  }
  return false;
}

/// A row that is settled in all trials stays so when others are settled before
/// it: taking any such row next finds an order if there is one.
llvm::Expected<std::optional<std::vector<unsigned>>>
stevedore::commonOrder(const LiftedConflicts &Lifted, const ModularMapping &M) {
  std::optional<std::vector<unsigned>> Result;
  std::vector<unsigned> Rest(M.Matrix.size()), Settled;
  std::iota(Rest.begin(), Rest.end(), 0);
  std::vector<MappingChoice> Proposals;
  for (unsigned I = 0; I < Lifted.Pairs.size(); ++I)
    Proposals.emplace_back(Lifted.Pairs[I], Lifted.IsSymmetric[I], M,
                           Lifted.Rank, Rest);
  for (unsigned Next = 0; Rest.size() > 1 && Next < Rest.size();) {
    auto Holds = isSettledInAll(Proposals, Rest[Next]);
    if (!Holds)
      return Holds.takeError();
    if (!*Holds) {
      ++Next;
      continue;
    }
    for (MappingChoice &P : Proposals)
      P.restrictTo(Rest[Next]);
    Settled.push_back(Rest[Next]);
    Rest.erase(Rest.begin() + Next);
    Next = 0;
  }
  if (Rest.size() > 1)
    return Result;
  Settled.insert(Settled.end(), Rest.begin(), Rest.end());
  Result = std::move(Settled);
  return Result;
}
