//===- Communication.cpp - What processors send ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transfer/Communication.h"
#include "Processors.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Isl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/union_map.h"

namespace stevedore {

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

namespace {

/// Finds what is sent.
class Communicating {
public:
  Communicating(const Scop &S, const isl::union_map &Theta,
                const TextOwners &Owners)
      : S(S), Theta(Theta), Given(Owners),
        P(processorsOf(isl::ctx(S.ctx()), Owners)),
        Known(S.Context.intersect(P.Context)) {}
  Expected<Communication> run();

private:
  Error findExecutes();
  Error checkExecutes() const;
  Error checkNames() const;
  Error checkWrites() const;
  Error checkPhases() const;
  isl::union_map externalReads() const;
  void exchange(const isl::union_map &Read);

  const Scop &S;
  const isl::union_map &Theta;
  const TextOwners &Given;
  const Processors P;
  /// { : what holds }, of parameters and sizes of blocks.
  const isl::set Known;
  Communication Result;
  /// { S[i] -> S'[j] }: both are in one phase.
  isl::union_map Together;
};

} // namespace

/// Who owns all that an instance writes executes it, of the vectors that are
/// processors.
Error Communicating::findExecutes() {
  Result.Executes = Given.Executes;
  if (!Result.Executes.is_null()) {
    Result.Executes = Result.Executes.intersect_domain(S.domain())
                          .intersect_params(Known)
                          .intersect_range(isl::union_set(P.Multiples));
    return Error::success();
  }
  Result.Executes = isl::union_map::empty(isl::ctx(S.ctx()));
  for (const Statement &Stmt : S.Statements) {
    isl::union_map All;
    for (const Access &A : Stmt.Accesses) {
      if (!A.MustWrites)
        continue;
      isl::union_map Owner =
          isl::union_map(A.Relation).apply_range(Given.Elements);
      All = All.is_null() ? Owner : All.intersect(Owner);
    }
    if (All.is_null())
      return createStringError("'" + Stmt.Name +
                               "' writes nothing: 'executes' has to say who "
                               "executes it");
    Result.Executes =
        Result.Executes.unite(All.intersect_domain(isl::union_set(Stmt.Domain))
                                  .intersect_params(Known));
  }
  return Error::success();
}

/// Each instance is executed by one processor: by all vectors that are less
/// than a block behind the first of them, of which one is a processor.
Error Communicating::checkExecutes() const {
  isl::union_map Apart = Result.Executes.reverse()
                             .apply_range(Result.Executes)
                             .intersect(isl::union_map(P.Apart));
  if (!Apart.is_empty().is_true())
    return createStringError(
        "several processors execute one instance: 'executes' has to say who");
  isl::union_map First = Result.Executes.lexmin();
  isl::union_map Block = First.apply_range(isl::union_map(P.Block));
  if (!S.domain()
           .intersect_params(Known)
           .is_subset(Result.Executes.domain())
           .is_true() ||
      !Block.is_subset(Result.Executes).is_true())
    return createStringError("an instance is executed by no processor: blocks "
                             "are as long as those of 'owners', or 'executes' "
                             "has to say who");
  return Error::success();
}

Error Communicating::checkWrites() const {
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      const std::string &Name = S.Arrays[A.Array].Name;
      if (A.MayWrites)
        return createStringError("'" + Stmt.Name + "' may write '" + Name +
                                 "', or may not: its owner cannot tell who "
                                 "sends the value");
      isl::union_set Owned = Given.Elements.domain();
      isl::union_set Elements =
          isl::union_map(A.Relation).range().intersect_params(Known);
      bool IsOwned = Elements.is_subset(Owned).is_true();
      bool IsCopied = Elements.is_disjoint(Owned).is_true() && !A.MustWrites;
      if (!IsOwned && !IsCopied)
        return createStringError("'" + Stmt.Name + "' accesses elements of '" +
                                 Name + "' that nobody owns");
    }
  isl::union_map Several = Given.Elements.reverse()
                               .apply_range(Given.Elements)
                               .intersect(isl::union_map(P.Apart));
  if (!Several.is_empty().is_true())
    return createStringError("an element is owned by several processors");
  return Error::success();
}

/// What processors do at the same time does not depend on each other. Where one
/// executes what several blocks have, these share a memory, so that none may
/// overwrite what another one reads.
Error Communicating::checkPhases() const {
  isl::union_map Reads = S.reads(), Writes = S.mustWrites();
  isl::union_map Others = Result.Executes.apply_range(isl::union_map(P.Apart))
                              .apply_range(Result.Executes.reverse())
                              .intersect(Together);
  isl::union_map Before =
      isl::manage(isl_union_map_lex_lt_union_map(Theta.copy(), Theta.copy()));
  isl::union_map Flow =
      Writes.apply_range(Reads.reverse()).intersect(Before).intersect(Others);
  if (!Flow.is_empty().is_true())
    return createStringError(
        "a processor reads what another one writes in the same phase: 'phases' "
        "has to tell them apart");
  if (!Writes.apply_range(Writes.reverse())
           .intersect(Others)
           .is_empty()
           .is_true())
    return createStringError(
        "two processors write one element in the same phase");
  bool IsShared =
      llvm::any_of(Given.Axes, [](const auto &A) { return A.IsCyclic; });
  if (IsShared && !Writes.apply_range(Reads.reverse())
                       .intersect(Others)
                       .is_empty()
                       .is_true())
    return createStringError(
        "a block overwrites what another one reads in the same phase, which "
        "may be in the same memory under 'cyclic'");
  return Error::success();
}

/// { S[i] -> A[m] }, reads without an earlier write in the same phase.
isl::union_map Communicating::externalReads() const {
  isl::union_map After =
      isl::manage(isl_union_map_lex_gt_union_map(Theta.copy(), Theta.copy()));
  isl::union_map Written =
      After.intersect(Together).apply_range(S.mustWrites());
  return S.reads().subtract(Written);
}

void Communicating::exchange(const isl::union_map &Read) {
  isl::union_map At = isl::manage(isl_union_map_flat_range_product(
      Result.Phase.copy(), Result.Executes.copy()));
  isl::union_map Received = At.reverse().apply_range(Read),
                 Sent = At.reverse().apply_range(S.mustWrites());
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    isl::map Owned = mapOf(Given.Elements.reverse(), S.Arrays[A], P.Space,
                           Given.Axes.size());
    auto from = [&](const isl::union_map &Who, const isl::map &Whom,
                    const isl::map &Owner) {
      isl::map Elements =
          mapOf(Who, S.Arrays[A], P.Space, Given.Phases + Given.Axes.size());
      return coalesced(Whom.apply_range(Elements)
                           .intersect(Owner.apply_range(Owned))
                           .intersect_params(Known));
    };
    ArrayExchange E = {A, from(Received, P.ByReceiver, P.Sender),
                       from(Sent, P.BySender, P.Receiver)};
    if (!E.Before.is_empty().is_true() || !E.After.is_empty().is_true())
      Result.Arrays.push_back(std::move(E));
  }
}

/// Names of coordinates in maps and programs are no parameters and no arrays.
Error Communicating::checkNames() const {
  std::vector<std::string> Names;
  for (const Parameter &Q : S.Parameters)
    Names.push_back(Q.Name);
  for (const TextOwners::Axis &A : Given.Axes)
    Names.push_back(A.Size);
  for (const Array &A : S.Arrays) {
    if (llvm::is_contained(Names, A.Name))
      return createStringError("'" + A.Name +
                               "' is an array and a parameter: give one of "
                               "them another name");
    Names.push_back(A.Name);
  }
  for (llvm::StringRef Name : Names)
    if (llvm::StringRef("cmopqtR").contains(Name.front()) && Name.size() > 1 &&
        llvm::all_of(Name.drop_front(), llvm::isDigit))
      return createStringError("'" + Name +
                               "' needs another name: coordinates of elements, "
                               "phases and processors, and counters of loops "
                               "are called so");
  return Error::success();
}

Expected<Communication> Communicating::run() {
  if (Error E = checkNames())
    return std::move(E);
  Result.Phase = Theta.apply_range(
      isl::union_map(firstDimensions(isl::ctx(S.ctx()), Theta, Given.Phases)));
  Together = Result.Phase.apply_range(Result.Phase.reverse());
  if (Error E = checkWrites())
    return std::move(E);
  if (Error E = findExecutes())
    return std::move(E);
  if (Error E = checkExecutes())
    return std::move(E);
  if (Error E = checkPhases())
    return std::move(E);
  exchange(externalReads());
  return Result;
}

Expected<Communication> communicationOf(const Scop &S,
                                        const isl::union_map &Theta,
                                        const TextOwners &Owners) {
  return Communicating(S, Theta, Owners).run();
}

void print(llvm::raw_ostream &OS, const Scop &S, const Communication &C) {
  auto text = [](const isl::map &Sent) {
    return Sent.is_empty().is_true() ? "{ }" : toText(Sent);
  };
  for (const ArrayExchange &E : C.Arrays)
    OS << "array " << S.Arrays[E.Array].Name << "\n  before: " << text(E.Before)
       << "\n  after: " << text(E.After) << "\n";
}

} // namespace stevedore
