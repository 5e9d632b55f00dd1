//===- Copies.cpp - Copies in and out -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dataflow.h"
#include "Layout.h"
#include "Steps.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/space.h"
#include "isl/union_map.h"
#include <map>

using namespace stevedore;
using namespace llvm;

std::set<unsigned> stevedore::familiesOf(const Representation &R) {
  std::set<unsigned> Result;
  for (unsigned A = 0; A < R.Arrays.size(); ++A)
    if (R.isMade(A))
      Result.insert(R.Arrays[A].Original);
  return Result;
}

std::set<unsigned> stevedore::familyOf(const Representation &R, unsigned Of) {
  std::set<unsigned> Result;
  for (unsigned A = 0; A < R.Arrays.size(); ++A)
    if (R.Arrays[A].Original == Of)
      Result.insert(A);
  return Result;
}

/// A name for a copy that writes array number \p To or reads it.
static std::string copyName(const Scop &S, const Representation &R,
                            const CopyRequest &Request) {
  bool IsIn = R.isMade(Request.To);
  std::string Base =
      R.Arrays[IsIn ? Request.To : Request.From].Name + (IsIn ? "_in" : "_out");
  std::string Name = Base;
  auto IsTaken = [&] {
    return R.find(Name) || S.findStatement(Name) || R.findArray(Name) ||
           any_of(R.Copies,
                  [&](const RepresentedCopy &C) { return C.Name == Name; });
  };
  for (unsigned I = 2; IsTaken(); ++I)
    Name = Base + std::to_string(I);
  return Name;
}

/// The order of the points of \p Domain by their coordinates.
static isl::schedule pointOrder(const isl::set &Domain) {
  isl::schedule Order = isl::schedule::from_domain(isl::union_set(Domain));
  if (countOf(Domain.tuple_dim()) == 0)
    return Order;
  isl::set All = isl::manage(isl_set_universe(Domain.get_space().release()));
  isl::map Times = isl::manage(
      isl_map_reset_tuple_id(All.identity().release(), isl_dim_out));
  isl::multi_union_pw_aff Counters = isl::manage(
      isl_multi_union_pw_aff_from_union_map(isl::union_map(Times).release()));
  return Order.insert_partial_schedule(Counters);
}

Expected<std::vector<unsigned>> stevedore::addCopy(const Scop &S,
                                                   Representation &R,
                                                   const CopyRequest &Request) {
  RepresentedCopy Copy;
  Copy.Kind = Request.Kind;
  Copy.Name = copyName(S, R, Request);
  Copy.Array = R.Arrays[Request.To].Original;
  auto Named = [&](const isl::map &Relation) {
    return isl::manage(
        isl_map_set_tuple_name(Relation.copy(), isl_dim_in, Copy.Name.c_str()));
  };
  Copy.Origin = Named(Request.Origin);
  if (!Request.Users.is_null())
    Copy.Users = Named(Request.Users);
  Copy.Domain = coalesced(Named(Request.Writes).domain());
  Scop Alone;
  Alone.Context = S.Context;
  Alone.Parameters = S.Parameters;
  for (const ArrayShape &Shape : R.Arrays) {
    Array A;
    A.Name = Shape.Name;
    A.Rank = Shape.Sigma.size();
    Alone.Arrays.push_back(std::move(A));
  }
  Statement Stmt;
  Stmt.Name = Copy.Name;
  Stmt.Domain = Copy.Domain;
  Stmt.Accesses.resize(2);
  Stmt.Accesses[0].Array = Request.To;
  Stmt.Accesses[0].Relation = Named(Request.Writes);
  Stmt.Accesses[0].MustWrites = true;
  Stmt.Accesses[1].Array = Request.From;
  Stmt.Accesses[1].Relation = Named(Request.Reads);
  Stmt.Accesses[1].Reads = true;
  Alone.Statements.push_back(std::move(Stmt));
  Alone.Order = pointOrder(Copy.Domain);
  Expected<Representation> Pieces = represent(Alone, Alone.Order);
  if (!Pieces)
    return Pieces.takeError();
  std::vector<unsigned> Numbers;
  for (const auto &P : Pieces->Statements) {
    auto Piece = std::make_shared<RepresentedStatement>(*P);
    Piece->Original = S.Statements.size() + R.Copies.size();
    Numbers.push_back(R.Statements.size());
    R.Statements.push_back(std::move(Piece));
  }
  R.Copies.push_back(std::move(Copy));
  return Numbers;
}

/// Takes copy number \p Number away with its statements.
static void removeCopy(const Scop &S, Representation &R, unsigned Number) {
  unsigned Original = S.Statements.size() + Number;
  for (unsigned I = R.Statements.size(); I-- > 0;)
    if (R.Statements[I]->Original == Original)
      consumeError(deleteStatement(R, I));
  for (unsigned I = 0; I < R.Statements.size(); ++I)
    if (R.Statements[I]->Original > Original)
      --R.edit(I).Original;
  R.Copies.erase(R.Copies.begin() + Number);
}

/// Makes room for the statements \p Added before all others, or puts them
/// behind.
static void placeCopies(Representation &R, ArrayRef<unsigned> Added,
                        bool IsBefore) {
  int64_t Count = 0, Last = -1;
  for (unsigned I = 0; I < R.Statements.size(); ++I) {
    int64_t &Top = is_contained(Added, I) ? Count : Last;
    Top = std::max(Top, R.Statements[I]->Beta.front() + (&Top == &Count));
  }
  for (unsigned I = 0; I < R.Statements.size(); ++I) {
    bool IsAdded = is_contained(Added, I);
    if (IsBefore && !IsAdded)
      R.edit(I).Beta.front() += Count;
    if (!IsBefore && IsAdded)
      R.edit(I).Beta.front() += Last + 1;
  }
}

Error stevedore::forEachReference(const Scop &S, const Representation &R,
                                  const Scop &Program, unsigned Of,
                                  ReferenceVisitor Visit) {
  for (unsigned I = 0; I < Program.Statements.size(); ++I)
    for (unsigned K = 0; K < Program.Statements[I].Accesses.size(); ++K) {
      const Statement &Stmt = Program.Statements[I];
      const Access &A = Stmt.Accesses[K];
      if (R.Arrays[A.Array].Original != Of)
        continue;
      const isl::map &Origin = I < S.Statements.size()
                                   ? S.Statements[I].Accesses[K].Relation
                                   : R.Copies[I - S.Statements.size()].Origin;
      if (Error E = Visit(Stmt, A, Origin.intersect_domain(Stmt.Domain)))
        return E;
    }
  return Error::success();
}

static std::string tupleName(const isl::space &Space) {
  const char *Name = isl_space_get_tuple_name(Space.get(), isl_dim_set);
  return Name ? Name : "";
}

/// The map of \p Union between the tuples of \p Domain and \p Range; null if
/// there is none.
static isl::map extract(const isl::union_map &Union, const std::string &Domain,
                        const std::string &Range) {
  isl::map Result;
  Union.foreach_map([&](isl::map M) {
    if (tupleName(M.get_space().domain()) == Domain &&
        tupleName(M.get_space().range()) == Range)
      Result = M;
    return isl::stat::ok();
  });
  return Result;
}

/// Adds to \p To what \p Part has.
static void add(std::map<unsigned, isl::map> &To, unsigned Array,
                const isl::map &Part) {
  auto [It, IsNew] = To.emplace(Array, Part);
  if (!IsNew)
    It->second = It->second.unite(Part);
}

static Error addCopies(const Scop &S, Representation &R, unsigned Of,
                       const std::map<unsigned, isl::map> &Needed,
                       RepresentedCopy::Role Kind) {
  std::vector<unsigned> Added;
  for (const auto &[Made, Relation] : Needed) {
    isl::map Coalesced = coalesced(Relation);
    Expected<bool> None = checked(S.ctx(), Coalesced.is_empty(), "copies");
    if (!None)
      return None.takeError();
    if (*None)
      continue;
    Expected<bool> Single =
        checked(S.ctx(), Coalesced.is_single_valued(), "copies");
    if (!Single)
      return Single.takeError();
    bool IsIn = Kind == RepresentedCopy::In;
    if (!*Single)
      return createStringError("an element of '" + R.Arrays[Made].Name +
                               "' would have to hold two elements of '" +
                               S.Arrays[Of].Name + "' from before the region");
    isl::map Self = Coalesced.domain().identity();
    CopyRequest Request;
    Request.Kind = Kind;
    Request.To = IsIn ? Made : Of;
    Request.From = IsIn ? Of : Made;
    Request.Writes = Self;
    Request.Reads = Coalesced;
    Request.Origin = IsIn ? Coalesced : Self;
    auto Pieces = addCopy(S, R, Request);
    if (!Pieces)
      return Pieces.takeError();
    if (Added.empty())
      Added = *Pieces;
    else
      for (unsigned P : *Pieces) {
        int64_t Top = 0;
        for (unsigned Before : Added)
          Top = std::max(Top, R.Statements[Before]->Beta.front() + 1);
        R.edit(P).Beta.front() += Top;
        Added.push_back(P);
      }
  }
  if (!Added.empty())
    placeCopies(R, Added, Kind == RepresentedCopy::In);
  return Error::success();
}

/// The dataflow of array number \p Of can be told from instances: each writes
/// at most one element of it, and that for sure.
static Error checkWrites(const Scop &S, unsigned Of) {
  const std::string &Name = S.Arrays[Of].Name;
  if (S.Arrays[Of].Pointers)
    return createStringError("'" + Name + "' is several pointers in turn");
  for (const Statement &Stmt : S.Statements) {
    unsigned NumWrites = 0;
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Of)
        continue;
      NumWrites += A.MustWrites || A.MayWrites;
      if (A.MayWrites && !A.MustWrites)
        return createStringError(nameWithLine(Stmt.Name, Stmt.Line) +
                                 " may or may not write '" + Name + "'");
    }
    if (NumWrites > 1)
      return createStringError(nameWithLine(Stmt.Name, Stmt.Line) +
                               " writes two elements of '" + Name + "'");
  }
  return Error::success();
}

/// The copies into and out of arrays that were made of number \p Of.
static Error settle(const Scop &S, Representation &R, unsigned Of,
                    OriginalSources &Before) {
  if (Error E = checkWrites(S, Of))
    return E;
  for (unsigned C = R.Copies.size(); C-- > 0;)
    if (R.Copies[C].Array == Of && R.Copies[C].Kind != RepresentedCopy::Hoisted)
      removeCopy(S, R, C);
  std::set<unsigned> Family = familyOf(R, Of);
  Expected<Scop> Program = programOf(S, R);
  if (!Program)
    return Program.takeError();
  std::map<unsigned, isl::map> In, Out;
  auto FindIn = [&](const Statement &Stmt, const Access &A,
                    const isl::map &Origin) -> Error {
    if (!A.Reads || !R.isMade(A.Array) || R.Arrays[A.Array].IsHoisted)
      return Error::success();
    auto Sources = sourcesOf(*Program, Program->Order, A.Relation, Family);
    if (!Sources)
      return Sources.takeError();
    auto Source = Before.of(Stmt, A, Origin, Of);
    if (!Source)
      return Source.takeError();
    isl::map Initial =
        extract(Sources->Initial, Stmt.Name, R.Arrays[A.Array].Name);
    isl::map Read = extract(Source->Initial, Stmt.Name, S.Arrays[Of].Name);
    if (!Initial.is_null() && !Read.is_null())
      add(In, A.Array, Initial.reverse().apply_range(Read));
    return Error::success();
  };
  if (Error E = forEachReference(S, R, *Program, Of, FindIn))
    return E;
  if (S.Arrays[Of].LiveOut) {
    auto Last = Before.last(Of);
    if (!Last)
      return Last.takeError();
    auto FindOut = [&](const Statement &Stmt, const Access &A,
                       const isl::map &Origin) -> Error {
      if (!A.MustWrites || !R.isMade(A.Array) || R.Arrays[A.Array].IsHoisted)
        return Error::success();
      isl::map Writer = extract(Last->Writers, "End", Stmt.Name);
      if (Writer.is_null())
        return Error::success();
      Writer = isl::manage(isl_map_set_tuple_name(Writer.release(), isl_dim_in,
                                                  S.Arrays[Of].Name.c_str()));
      isl::map Same = Writer.intersect(Origin.reverse());
      add(Out, A.Array, Same.apply_range(A.Relation));
      return Error::success();
    };
    if (Error E = forEachReference(S, R, *Program, Of, FindOut))
      return E;
  }
  if (Error E = addCopies(S, R, Of, In, RepresentedCopy::In))
    return E;
  return addCopies(S, R, Of, Out, RepresentedCopy::Out);
}

Error stevedore::settleCopies(const Scop &S, Representation &R,
                              OriginalSources &Before) {
  for (unsigned Of : R.Unsettled)
    if (Error E = settle(S, R, Of, Before))
      return E;
  R.Unsettled.clear();
  return Error::success();
}
