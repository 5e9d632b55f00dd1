//===- Validity.cpp - Dependences under new times -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transform/Validity.h"
#include "Steps.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/val.h"
#include <cstdlib>
#include <utility>

using namespace stevedore;
using namespace llvm;

Validity::Validity(const Scop &S, const Dependences &D) : S(S) {
  auto NumberOf = [&](const isl::space &Space, isl_dim_type Type) {
    StringRef Name = isl_space_get_tuple_name(Space.get(), Type);
    const Statement *Found = S.findStatement(Name);
    return unsigned(Found - S.Statements.data());
  };
  coalesced(D.all()).foreach_map([&](isl::map M) {
    isl::space Space = M.get_space();
    Pairs.push_back({NumberOf(Space, isl_dim_in), NumberOf(Space, isl_dim_out),
                     M.intersect_params(S.Context)});
    return isl::stat::ok();
  });
}

std::string stevedore::nameWithLine(const std::string &Name, unsigned Line) {
  return "'" + Name + "'" + (Line ? " of line " + std::to_string(Line) : "");
}

unsigned
Validity::numberOf(const std::shared_ptr<const RepresentedStatement> &P) {
  auto Seen = Known.find(P);
  if (Seen != Known.end())
    return Seen->second;
  std::vector<Coefficients> Key = {
      {P->Original, P->NumLocals, int64_t(P->Domain.size())}};
  Key.emplace_back(P->Iterators.begin(), P->Iterators.end());
  for (const CoefficientMatrix *M : {&P->Domain, &P->A, &P->Gamma})
    Key.insert(Key.end(), M->begin(), M->end());
  auto [It, IsNew] = Numbers.emplace(std::move(Key), Numbers.size());
  if (IsNew)
    Times[It->second] = timesOf(S, *P);
  Known.emplace(P, It->second);
  return It->second;
}

Validity::Placement Validity::place(const RepresentedStatement &P,
                                    const RepresentedStatement &Q) {
  size_t Least = std::min(P.Beta.size(), Q.Beta.size());
  unsigned Common = 0;
  while (Common < Least && P.Beta[Common] == Q.Beta[Common])
    ++Common;
  if (Common == Least)
    return {Common, 0};
  return {Common, P.Beta[Common] < Q.Beta[Common] ? 1 : -1};
}

/// The loops that both of two statements with that many components of beta in
/// common are in.
static unsigned loopsInCommon(unsigned Common, const RepresentedStatement &P,
                              const RepresentedStatement &Q) {
  return std::min({Common, P.depth(), Q.depth()});
}

using Comparison = isl_map *(*)(isl_map *, isl_dim_type, int, isl_dim_type,
                                int);

/// The pairs of \p M whose component \p K compares by \p Compare.
static isl::map compared(const isl::map &M, unsigned K, Comparison Compare) {
  return isl::manage(
      Compare(M.copy(), isl_dim_in, int(K), isl_dim_out, int(K)));
}

/// The pairs of times of \p M, { [t] -> [u] }, where u does not follow t: the
/// first \p NumLoops components decide, and then \p Sign.
static isl::map notForward(isl::map M, unsigned NumLoops, int Sign) {
  isl::map Result = isl::manage(isl_map_empty(M.get_space().release()));
  for (unsigned K = 0; K < NumLoops; ++K) {
    Result = Result.unite(compared(M, K, isl_map_order_gt));
    M = compared(M, K, isl_map_equate);
  }
  return Sign > 0 ? Result : Result.unite(M);
}

static std::string textOf(const isl::val &Value) {
  char *Text = isl_val_to_str(Value.get());
  std::string Result = Text ? Text : "?";
  std::free(Text);
  return Result;
}

/// A point of \p Where as numbers, parameters first; none where there is none.
static std::vector<std::string> exampleOf(const isl::set &Where) {
  isl::point Point = Where.sample_point();
  std::vector<std::string> Result;
  for (isl_dim_type Type : {isl_dim_param, isl_dim_set})
    for (unsigned I = 0; I < countOf(isl_set_dim(Where.get(), Type)); ++I) {
      isl::val V =
          isl::manage(isl_point_get_coordinate_val(Point.get(), Type, int(I)));
      Result.push_back(textOf(V));
    }
  return Result;
}

static std::string listOf(ArrayRef<std::string> Values) {
  std::string Text = "(";
  for (size_t I = 0; I < Values.size(); ++I)
    Text += (I ? ", " : "") + Values[I];
  return Text + ")";
}

/// " with N = 3, M = 4", or nothing.
static std::string parametersText(const isl::set &Where,
                                  ArrayRef<std::string> Example) {
  std::string Text;
  for (unsigned I = 0; I < countOf(isl_set_dim(Where.get(), isl_dim_param));
       ++I)
    Text += (I ? ", " : " with ") +
            std::string(isl_set_get_dim_name(Where.get(), isl_dim_param, I)) +
            " = " + Example[I];
  return Text;
}

std::string stevedore::instanceIn(const Statement &Stmt,
                                  const isl::set &Where) {
  std::vector<std::string> Example = exampleOf(Where);
  unsigned NumParameters = countOf(isl_set_dim(Where.get(), isl_dim_param));
  return nameWithLine(Stmt.Name, Stmt.Line) + " at " +
         listOf(ArrayRef<std::string>(Example).drop_front(NumParameters)) +
         parametersText(Where, Example);
}

/// "'S1' of line 7 at (0, 0) depends on 'S0' of line 5 at (0, 4) ..."
Error Validity::explain(const StatementPair &Pair,
                        const RepresentedStatement &P,
                        const RepresentedStatement &Q, const isl::map &Broken,
                        unsigned NumberP, unsigned NumberQ, unsigned NumLoops) {
  const isl::map &From = Times[NumberP], &To = Times[NumberQ];
  isl::map Instances = Pair.Relation.intersect(
      From.apply_range(Broken).apply_range(To.reverse()));
  isl::set Pairs = Instances.wrap();
  std::vector<std::string> Example = exampleOf(Pairs);
  ArrayRef<std::string> Values(Example);
  unsigned NumParameters = countOf(isl_set_dim(Pairs.get(), isl_dim_param));
  unsigned Depth = S.Statements[Pair.Source].Domain.is_null()
                       ? 0
                       : countOf(S.Statements[Pair.Source].Domain.tuple_dim());
  ArrayRef<std::string> Source = Values.slice(NumParameters, Depth);
  ArrayRef<std::string> Sink = Values.drop_front(NumParameters + Depth);
  isl::set One(Pairs.sample_point());
  isl::map Distances = One.unwrap().apply_domain(From).apply_range(To);
  unsigned Dim = countOf(isl_map_dim(Distances.get(), isl_dim_in));
  std::vector<std::string> Distance;
  std::vector<std::string> Both = exampleOf(Distances.wrap());
  for (unsigned K = 0; K < NumLoops; ++K) {
    isl::val Before(S.Context.ctx(), Both[NumParameters + K]);
    isl::val After(S.Context.ctx(), Both[NumParameters + Dim + K]);
    Distance.push_back(textOf(After.sub(Before)));
  }
  if (Pairs.is_null() || One.is_null() || Distances.is_null())
    return islError(S.ctx(), "an example of a violated dependence");
  std::string How = NumLoops ? "its distance would be " + listOf(Distance)
                             : "it would run before";
  return createStringError(
      "it breaks a dependence: " + nameWithLine(Q.Name, Q.Line) + " at " +
      listOf(Sink) + " has to run after " + nameWithLine(P.Name, P.Line) +
      " at " + listOf(Source) + parametersText(Pairs, Values) + ", but " + How);
}

Error Validity::checkPair(const StatementPair &Pair,
                          const RepresentedStatement &P, unsigned NumberP,
                          const RepresentedStatement &Q, unsigned NumberQ) {
  Placement Where = place(P, Q);
  unsigned NumLoops = loopsInCommon(Where.Common, P, Q);
  isl::map Between =
      Pair.Relation.apply_domain(Times[NumberP]).apply_range(Times[NumberQ]);
  isl::map Broken = notForward(Between, NumLoops, Where.Sign);
  Expected<bool> Forward =
      checked(S.ctx(), Broken.is_empty(), "the validity of a transformation");
  if (!Forward)
    return Forward.takeError();
  if (*Forward)
    return Error::success();
  return explain(Pair, P, Q, Broken, NumberP, NumberQ, NumLoops);
}

/// Each instance of \p Original is executed by one instance of the statements
/// \p Numbers, or by none and added to \p Missing.
Error Validity::checkComplete(unsigned Original, ArrayRef<unsigned> Numbers,
                              isl::union_set &Missing) {
  const Statement &Stmt = S.Statements[Original];
  isl::set All = Stmt.Domain.intersect_params(S.Context);
  isl::set Once = isl::manage(isl_set_empty(All.get_space().release()));
  isl::set Twice = Once;
  for (unsigned N : Numbers) {
    isl::map Time = Times[N].intersect_params(S.Context);
    isl::set Domain = Time.domain();
    Expected<bool> Single = checked(S.ctx(), Time.is_single_valued(),
                                    "the instances of a statement");
    if (!Single)
      return Single.takeError();
    if (!*Single)
      return createStringError("an iterator that was added to '" + Stmt.Name +
                               "' has several values at one instance of it");
    Twice = Twice.unite(Once.intersect(Domain));
    Once = Once.unite(Domain);
  }
  for (const auto &[Wrong, How] :
       {std::pair(Twice, "is executed more than once"),
        std::pair(Once.subtract(All), "is not in the original program")}) {
    Expected<bool> None =
        checked(S.ctx(), Wrong.is_empty(), "the instances of a statement");
    if (!None)
      return None.takeError();
    if (*None)
      continue;
    return createStringError(instanceIn(Stmt, Wrong) + " " + How);
  }
  Missing = Missing.unite(isl::union_set(All.subtract(Once)));
  return Error::success();
}

Error Validity::check(const Representation &R, isl::union_set &Missing,
                      bool OrdersAny) {
  Missing = isl::union_set::empty(S.Context.ctx());
  std::vector<std::vector<unsigned>> PiecesOf(S.Statements.size());
  std::vector<unsigned> Number;
  for (unsigned I = 0; I < R.Statements.size(); ++I) {
    if (R.Statements[I]->Original < PiecesOf.size())
      PiecesOf[R.Statements[I]->Original].push_back(I);
    Number.push_back(numberOf(R.Statements[I]));
  }
  for (unsigned O = 0; O < PiecesOf.size(); ++O) {
    std::vector<unsigned> Key = {O};
    for (unsigned I : PiecesOf[O])
      Key.push_back(Number[I]);
    llvm::sort(Key.begin() + 1, Key.end());
    if (Complete.count(Key))
      continue;
    isl::union_set Left = Missing;
    if (Error E = checkComplete(O, ArrayRef<unsigned>(Key).drop_front(), Left))
      return E;
    if (Left.is_empty().is_true())
      Complete.insert(std::move(Key));
    Missing = Left;
  }
  if (OrdersAny)
    return Error::success();
  for (unsigned K = 0; K < Pairs.size(); ++K)
    for (unsigned I : PiecesOf[Pairs[K].Source])
      for (unsigned J : PiecesOf[Pairs[K].Sink]) {
        const RepresentedStatement &P = *R.Statements[I], &Q = *R.Statements[J];
        Placement Where = place(P, Q);
        PairKey Key = {K, Number[I], Number[J],
                       loopsInCommon(Where.Common, P, Q), Where.Sign};
        if (Ordered.count(Key))
          continue;
        if (Error E = checkPair(Pairs[K], P, Number[I], Q, Number[J]))
          return E;
        Ordered.insert(Key);
      }
  return Error::success();
}

Expected<bool> Validity::isParallel(const Representation &R, unsigned P,
                                    unsigned Level) {
  ArrayRef<int64_t> Loop =
      ArrayRef<int64_t>(R.Statements[P]->Beta).take_front(Level);
  auto IsInside = [&](const RepresentedStatement &Q) {
    return ArrayRef<int64_t>(Q.Beta).take_front(Level) == Loop;
  };
  for (const StatementPair &Pair : Pairs)
    for (const auto &From : R.Statements)
      for (const auto &To : R.Statements) {
        if (From->Original != Pair.Source || To->Original != Pair.Sink ||
            !IsInside(*From) || !IsInside(*To))
          continue;
        isl::map M = Pair.Relation.apply_domain(Times[numberOf(From)])
                         .apply_range(Times[numberOf(To)]);
        for (unsigned K = 0; K + 1 < Level; ++K)
          M = compared(M, K, isl_map_equate);
        isl::map Carried = compared(M, Level - 1, isl_map_order_lt)
                               .unite(compared(M, Level - 1, isl_map_order_gt));
        Expected<bool> None =
            checked(S.ctx(), Carried.is_empty(), "the dependences of a loop");
        if (!None || !*None)
          return None;
      }
  return true;
}
