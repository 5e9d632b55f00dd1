//===- stevedore/Transform/Validity.h - Legal programs ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Whether a transformed program does what the original one did, and steps that
/// are taken back where it does not.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFORM_VALIDITY_H
#define STEVEDORE_TRANSFORM_VALIDITY_H

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Transform/Representation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>
#include <tuple>

namespace stevedore {

/// The distances of dependences along one loop; a bound is none where there is
/// no constant that is one.
struct DistanceRange {
  std::optional<int64_t> Least;
  std::optional<int64_t> Most;
};

/// The validity prerequisites of U 2.5, decided by isl on the dependences of
/// the original program. An answer is remembered for what it depends on, so
/// that a step costs no more than what it changes.
class Validity {
public:
  Validity(const Scop &S, const Dependences &D);

  /// Errors: an instance of the original that \p R executes twice; a dependence
  /// whose sink would not run after its source; budget. Copies that the program
  /// does not have are passed over, and so are instances that \p R does not
  /// execute: \p Missing becomes these. With \p OrdersAny, no dependence is
  /// looked at.
  llvm::Error check(const Representation &R, isl::union_set &Missing,
                    bool OrdersAny = false);

  /// Whether the loop of statement number \p P of \p R at \p Level, from 1,
  /// carries no dependence between statements that are in it. Errors: budget.
  llvm::Expected<bool> isParallel(const Representation &R, unsigned P,
                                  unsigned Level);

  /// The distances of the dependences from statement number \p P of \p R to
  /// number \p Q along each loop that both are in; none where there is no
  /// dependence. Errors: budget.
  llvm::Expected<std::optional<std::vector<DistanceRange>>>
  distances(const Representation &R, unsigned P, unsigned Q);

private:
  /// The dependences from one statement to another, { S[i] -> T[j] }.
  struct StatementPair {
    unsigned Source;
    unsigned Sink;
    isl::map Relation;
  };
  /// How two statements are placed: components of beta in common, and the sign
  /// of the difference behind them.
  struct Placement {
    unsigned Common;
    int Sign;
  };
  using PairKey = std::tuple<unsigned, unsigned, unsigned, unsigned, int>;

  const Scop &S;
  std::vector<StatementPair> Pairs;
  /// Statements that are known, by all that their times depend on but beta.
  std::map<std::vector<Coefficients>, unsigned> Numbers;
  std::map<std::shared_ptr<const RepresentedStatement>, unsigned> Known;
  std::map<unsigned, isl::map> Times;
  /// What was found valid.
  std::set<PairKey> Ordered;
  std::set<std::vector<unsigned>> Complete;

  unsigned numberOf(const std::shared_ptr<const RepresentedStatement> &P);
  static Placement place(const RepresentedStatement &P,
                         const RepresentedStatement &Q);
  llvm::Error checkComplete(unsigned Original, llvm::ArrayRef<unsigned> Numbers,
                            isl::union_set &Missing);
  llvm::Error checkPair(const StatementPair &Pair,
                        const RepresentedStatement &P, unsigned NumberP,
                        const RepresentedStatement &Q, unsigned NumberQ);
  llvm::Error explain(const StatementPair &Pair, const RepresentedStatement &P,
                      const RepresentedStatement &Q, const isl::map &Broken,
                      unsigned NumberP, unsigned NumberQ, unsigned NumLoops);
};

class OriginalSources;

/// A program under transformation. Steps may be nested: invariants and validity
/// are checked after the outermost one. Instances that it takes away have to be
/// dead (DeadInstances.h): what follows is checked on the program without them.
/// Where the layout of arrays has changed, copies in and out are made anew, the
/// dataflow is compared with that of the original, and what follows is checked
/// on the dependences of the new program.
class TransformedProgram {
public:
  /// \p S and \p D have to outlive this.
  TransformedProgram(const Scop &S, const Dependences &D, Representation R);

  const Representation &representation() const { return Now.R; }
  /// The program that steps began with.
  const Scop &source() const { return S; }
  /// Some step has succeeded.
  bool isChanged() const { return Now.Changed; }
  /// The program with the layout of its arrays and the instances that are left,
  /// and its dependences; null where these are as in the source.
  std::shared_ptr<const Scop> relaid() const { return Now.Relaid.Program; }
  const Dependences &dependences() const {
    return Now.Relaid.Program ? *Now.Relaid.Deps : D;
  }

  /// Runs \p Step; the program stays as it was where that fails. Errors: those
  /// of the step, a violated invariant, a program that is not valid.
  llvm::Error apply(llvm::function_ref<llvm::Error(Representation &)> Step);

  /// Runs \p Step, an outermost one that keeps the layout of arrays. Where it
  /// is not valid, what it leads to is the program that later steps have to
  /// keep, and Scop::Forced of it says why. Errors: those of the step, a
  /// violated invariant, instances that the program does not have.
  llvm::Error force(llvm::function_ref<llvm::Error(Representation &)> Step);

  /// Statement number \p Reader computes what it reads of array number \p A
  /// itself: from then on that is the program to be kept. Errors: those of
  /// apply(); there is no one value.
  llvm::Error forward(unsigned Reader, unsigned A);

  /// Runs \p Step as an outermost one, and takes it back. Errors: those of
  /// apply().
  llvm::Error tryOut(llvm::function_ref<llvm::Error(Representation &)> Step);

  llvm::Expected<bool> isParallel(unsigned P, unsigned Level) {
    return Now.Rules->isParallel(Now.R, P, Level);
  }
  llvm::Expected<std::optional<std::vector<DistanceRange>>>
  distances(unsigned P, unsigned Q) {
    return Now.Rules->distances(Now.R, P, Q);
  }

private:
  /// A program with its dependences.
  struct Known {
    std::shared_ptr<const Scop> Program;
    std::shared_ptr<const Dependences> Deps;
  };
  struct State {
    Representation R;
    /// What is to be kept, in the layout of the source; null where it is the
    /// source.
    Known Base;
    /// The dataflow of that.
    std::shared_ptr<OriginalSources> Sources;
    Known Relaid;
    std::shared_ptr<Validity> Rules;
    bool Changed = false;
  };
  const Scop &S;
  const Dependences &D;
  State Now;
  unsigned Depth = 0;

  const Scop &base() const { return Now.Base.Program ? *Now.Base.Program : S; }
  const Dependences &baseDependences() const {
    return Now.Base.Program ? *Now.Base.Deps : D;
  }
  /// \p Program with its dependences.
  llvm::Expected<Known> known(Scop Program) const;
  /// Runs \p Step, and after the outermost one \p Check; the program stays as
  /// it was where one fails.
  llvm::Error run(llvm::function_ref<llvm::Error(Representation &)> Step,
                  llvm::function_ref<llvm::Error()> Check);
  llvm::Error rebase(Scop Program);
  llvm::Expected<bool> isWhole(Validity &Rules);
  llvm::Error check();
  llvm::Error checkForced();
  llvm::Error relay();
};

} // namespace stevedore

#endif // STEVEDORE_TRANSFORM_VALIDITY_H
