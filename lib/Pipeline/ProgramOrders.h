//===- ProgramOrders.h - Orders of programs ---------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The order of a region, for each program that is made of that of the source.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_PROGRAMORDERS_H
#define STEVEDORE_LIB_PIPELINE_PROGRAMORDERS_H

#include "Stages.h"
#include <map>
#include <set>

namespace stevedore {

/// What is made of the program of the source.
struct ProgramForm {
  /// The names of private arrays that get a home in remote memory, by
  /// collapsePrivate().
  std::set<std::string> WithRemote;
  /// It is for these parameters alone, { : ... }; null: for all.
  isl::set Assumed;
};

/// A program with its order.
struct OrderedProgram {
  /// In the layout that a script gives it.
  std::shared_ptr<const Scop> Program;
  Dependences Deps;
  /// What was wanted, with what a script sets instead.
  Decisions Decided;
  Schedule Order;
  /// What of it does not fit the order; empty: nothing.
  std::string Misfit;
  std::vector<Remark> Remarks;
};

/// Finds the dependences, what nobody needs of the program, what the script
/// makes of the rest, and the order. Programs, their dependences and what a
/// script leaves of them are kept.
class ProgramOrders {
public:
  /// \p Wanted is coarser than what the user asked for if \p IsCoarser.
  ProgramOrders(const Driver &D, const Decisions &Wanted, bool IsCoarser,
                const Machine &M, const TiledInput &In)
      : D(D), Wanted(Wanted), IsCoarser(IsCoarser), Target(M), In(In) {}

  /// The program of \p Form in the layout of the source.
  std::shared_ptr<const Scop> program(const ProgramForm &Form);

  /// The program of \p Form with its order. Errors: a stage that failed.
  llvm::Expected<OrderedProgram> of(const ProgramForm &Form);

  /// \p Form for the parameters alone for which all loops run, where more loops
  /// than in \p Found, its program with its order, can be tiled for these; \p
  /// Form itself elsewhere, and where the budget does not suffice to tell.
  ProgramForm worthAssuming(const ProgramForm &Form,
                            const OrderedProgram &Found);

private:
  /// Forms with the same private arrays, of all parameters or of those that are
  /// assumed, of which there is one set.
  using Key = std::pair<std::set<std::string>, bool>;
  /// A program in the layout of the source, and what is known of it.
  struct Known {
    std::shared_ptr<const Scop> Program;
    std::optional<Dependences> Deps;
    std::optional<Transformation> Transformed;
    std::vector<Remark> Remarks;
  };

  const Driver &D;
  const Decisions &Wanted;
  bool IsCoarser;
  const Machine &Target;
  const TiledInput &In;
  std::map<Key, Known> Programs;
  /// The program of the source without what nobody needs; null until that is
  /// known.
  std::shared_ptr<const Scop> Needed;

  Known &known(const ProgramForm &Form);
  void restrictDependences(Known &K, const ProgramForm &Form);
  llvm::Error findDependences(Known &K, const ProgramForm &Form);
  llvm::Error leaveOutDead(Known &K);
  llvm::Expected<isl::schedule> transform(Known &K, const ProgramForm &Form,
                                          OrderedProgram &Result);
  OrderRequest orderWanted(const Decisions &Decided) const;
  llvm::Error findOrder(OrderedProgram &Result, isl::schedule Given);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_PROGRAMORDERS_H
