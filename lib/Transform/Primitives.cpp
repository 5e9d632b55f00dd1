//===- Primitives.cpp - Steps on the representation -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "Steps.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// The number of columns of a row of the domain.
unsigned widthOf(const Representation &R, const RepresentedStatement &P) {
  return P.depth() + P.NumLocals + R.Parameters.size() + 1;
}

std::string sizeText(unsigned Rows, unsigned Columns) {
  return std::to_string(Rows) + " x " + std::to_string(Columns) + " matrix";
}

bool areSmall(const CoefficientMatrix &M) {
  return all_of(M,
                [](const Coefficients &Row) { return all_of(Row, isSmall); });
}

const char *const TooLarge = "an entry would not fit into 32 bits";

/// P \sqsubseteq Beta.
bool beginsWith(ArrayRef<int64_t> Beta, BetaPrefix P) {
  return Beta.take_front(P.size()) == P;
}

/// Q << Beta, or Q \sqsubseteq Beta.
bool isFrom(ArrayRef<int64_t> Beta, BetaPrefix Q) {
  return beginsWith(Beta, Q) ||
         std::lexicographical_compare(Q.begin(), Q.end(), Beta.begin(),
                                      Beta.end());
}

Coefficients with(BetaPrefix P, std::initializer_list<int64_t> More) {
  Coefficients Result(P.begin(), P.end());
  Result.insert(Result.end(), More);
  return Result;
}

std::string prefixText(BetaPrefix P) {
  std::string Text = "(";
  for (size_t I = 0; I < P.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(P[I]);
  return Text + ")";
}

/// Whether statements begin with \p P, all of them in a loop there.
bool isLoop(const Representation &R, BetaPrefix P) {
  bool Any = false;
  for (const auto &S : R.Statements)
    if (beginsWith(S->Beta, P)) {
      if (S->Beta.size() == P.size())
        return false;
      Any = true;
    }
  return Any;
}

/// max { beta_{dim P} | P \sqsubseteq beta }
int64_t lastIn(const Representation &R, BetaPrefix P) {
  int64_t Last = 0;
  for (const auto &S : R.Statements)
    if (S->Beta.size() > P.size() && beginsWith(S->Beta, P))
      Last = std::max(Last, S->Beta[P.size()]);
  return Last;
}

CoefficientMatrix identityOf(unsigned N) {
  CoefficientMatrix I(N, Coefficients(N));
  for (unsigned D = 0; D < N; ++D)
    I[D][D] = 1;
  return I;
}

std::string levelText(const char *Name, unsigned Least, unsigned Most) {
  return std::string(Name) + " has to be a level from " +
         std::to_string(Least) + " to " + std::to_string(Most);
}

} // namespace

Error stevedore::unmet(const Twine &What) { return createStringError(What); }

void stevedore::moveAll(Representation &R, BetaPrefix P, BetaPrefix Q,
                        int64_t O) {
  for (unsigned I = 0; I < R.Statements.size(); ++I) {
    const Coefficients &Beta = R.Statements[I]->Beta;
    if (O && Beta.size() > P.size() && beginsWith(Beta, P) && isFrom(Beta, Q))
      R.edit(I).Beta[P.size()] += O;
  }
}

Error stevedore::unimodular(Representation &R, unsigned S,
                            const CoefficientMatrix &U,
                            const CoefficientMatrix &V) {
  unsigned Depth = R.Statements[S]->depth();
  for (const auto &[Name, M] : {std::pair("U", &U), std::pair("V", &V)})
    if (!IntegerMatrix::isUnimodular(*M, Depth))
      return unmet(Twine(Name) + " has to be a " + sizeText(Depth, Depth) +
                   " of determinant 1 or -1");
  auto Product = (IntegerMatrix::fromRows(U, Depth) *
                  IntegerMatrix::fromRows(R.Statements[S]->A, Depth) *
                  IntegerMatrix::fromRows(V, Depth))
                     .toRows();
  if (!Product || !areSmall(*Product))
    return unmet(TooLarge);
  R.edit(S).A = std::move(*Product);
  return Error::success();
}

Error stevedore::shift(Representation &R, unsigned S,
                       const CoefficientMatrix &M) {
  unsigned Depth = R.Statements[S]->depth(), Width = R.Parameters.size() + 1;
  if (!hasShape(M, Depth, Width))
    return unmet("M has to be a " + sizeText(Depth, Width) +
                 ", with a column for each parameter and for 1");
  CoefficientMatrix Gamma = R.Statements[S]->Gamma;
  for (unsigned K = 0; K < Depth; ++K)
    for (unsigned C = 0; C < Width; ++C)
      Gamma[K][C] += M[K][C];
  if (!areSmall(Gamma))
    return unmet(TooLarge);
  R.edit(S).Gamma = std::move(Gamma);
  return Error::success();
}

Error stevedore::cutDomain(Representation &R, unsigned S, Coefficients C) {
  unsigned Width = widthOf(R, *R.Statements[S]);
  if (C.size() != Width)
    return unmet("c has to have " + Twine(Width) +
                 " entries: iterators, local variables, parameters and 1");
  if (all_of(C, [](int64_t Entry) { return Entry == 0; }))
    return unmet("c has to have an entry other than 0");
  makePrime(C);
  if (!all_of(C, isSmall))
    return unmet(TooLarge);
  CoefficientMatrix &Domain = R.edit(S).Domain;
  Domain.insert(Domain.begin(), std::move(C));
  return Error::success();
}

/// "S" with the first number behind it that makes a new name.
static std::string copyName(const Representation &R, const std::string &Name) {
  for (unsigned Number = 1;; ++Number) {
    std::string Candidate = Name + "_" + std::to_string(Number);
    if (!R.find(Candidate))
      return Candidate;
  }
}

Expected<unsigned> stevedore::insertCopy(Representation &R, unsigned S,
                                         unsigned Level) {
  const RepresentedStatement &Old = *R.Statements[S];
  if (Level > Old.depth())
    return unmet("l has to be a depth from 0 to " + Twine(Old.depth()));
  auto Copy = std::make_shared<RepresentedStatement>(Old);
  Copy->Name = copyName(R, Old.Name);
  std::fill(Copy->Beta.begin() + Level + 1, Copy->Beta.end(), 0);
  Coefficients Place(Old.Beta.begin(), Old.Beta.begin() + Level + 1);
  moveAll(R, BetaPrefix(Place).take_front(Level), Place, 1);
  R.Statements.push_back(std::move(Copy));
  return R.Statements.size() - 1;
}

Error stevedore::deleteStatement(Representation &R, unsigned S) {
  Coefficients Beta = R.Statements[S]->Beta;
  R.Statements.erase(R.Statements.begin() + S);
  BetaPrefix Place = Beta;
  moveAll(R, Place.drop_back(), Place, -1);
  for (Place = Place.drop_back(); !Place.empty(); Place = Place.drop_back()) {
    bool IsUsed = any_of(R.Statements, [&](const auto &Other) {
      return beginsWith(Other->Beta, Place);
    });
    if (IsUsed)
      break;
    moveAll(R, Place.drop_back(), Place, -1);
  }
  return Error::success();
}

Error stevedore::extend(Representation &R, unsigned S, unsigned Level) {
  unsigned Depth = R.Statements[S]->depth();
  if (Level < 1 || Level > Depth + 1)
    return unmet(levelText("l", 1, Depth + 1));
  unsigned At = Level - 1;
  RepresentedStatement &P = R.edit(S);
  auto AddColumn = [&](CoefficientMatrix &M) {
    for (Coefficients &Row : M)
      Row.insert(Row.begin() + At, 0);
  };
  AddColumn(P.Domain);
  AddColumn(P.A);
  for (AccessFunction &A : P.Accesses)
    if (A.F)
      AddColumn(*A.F);
  Coefficients Unit(Depth + 1);
  Unit[At] = 1;
  P.A.insert(P.A.begin() + At, Unit);
  P.Gamma.insert(P.Gamma.begin() + At, Coefficients(R.Parameters.size() + 1));
  P.Beta.insert(P.Beta.begin() + Level, 0);
  for (unsigned &I : P.Iterators)
    I += I >= At;
  return Error::success();
}

Error stevedore::addLocalVariable(Representation &R, unsigned S) {
  RepresentedStatement &P = R.edit(S);
  unsigned At = P.depth() + P.NumLocals;
  ++P.NumLocals;
  for (Coefficients &Row : P.Domain)
    Row.insert(Row.begin() + At, 0);
  for (AccessFunction &A : P.Accesses)
    if (A.F)
      for (Coefficients &Row : *A.F)
        Row.insert(Row.begin() + At, 0);
  return Error::success();
}

Error stevedore::fuse(Representation &R, BetaPrefix P, int64_t O) {
  Coefficients First = with(P, {O}), Second = with(P, {O + 1});
  for (const Coefficients &Prefix : {First, Second})
    if (!isLoop(R, Prefix))
      return unmet("statements with beta prefix " + prefixText(Prefix) +
                   " have to be in a loop there");
  int64_t B = lastIn(R, First) + 1;
  moveAll(R, Second, Second, B);
  moveAll(R, P, Second, -1);
  return Error::success();
}

Error stevedore::split(Representation &R, BetaPrefix P, int64_t O, int64_t B) {
  Coefficients Loop = with(P, {O}), Rest = with(P, {O + 1});
  if (!isLoop(R, Loop))
    return unmet("statements with beta prefix " + prefixText(Loop) +
                 " have to be in a loop there");
  if (lastIn(R, Loop) == 0)
    return unmet("the loop with beta prefix " + prefixText(Loop) +
                 " has to have two parts");
  if (B < 1 || B > lastIn(R, Loop))
    return unmet("b has to be from 1 to " + Twine(lastIn(R, Loop)) +
                 ", so that both parts have statements");
  moveAll(R, P, with(P, {O, B}), 1);
  moveAll(R, Rest, Rest, -B);
  return Error::success();
}

Error stevedore::move(Representation &R, BetaPrefix P, BetaPrefix Q,
                      int64_t O) {
  if (!beginsWith(Q, P))
    return unmet("Q has to begin with P");
  moveAll(R, P, Q, O);
  for (const auto &S : R.Statements)
    if (!all_of(S->Beta, isSmall))
      return unmet(TooLarge);
  return Error::success();
}

Error stevedore::interchange(Representation &R, unsigned S, unsigned Level) {
  unsigned Depth = R.Statements[S]->depth();
  if (Level < 1 || Level >= Depth)
    return Depth < 2 ? unmet("the statement has to be in two loops")
                     : unmet(levelText("o", 1, Depth - 1));
  CoefficientMatrix V = identityOf(Depth);
  std::swap(V[Level - 1], V[Level]);
  return unimodular(R, S, identityOf(Depth), V);
}

Error stevedore::stripmine(Representation &R, unsigned S, unsigned Level,
                           int64_t K) {
  unsigned Depth = R.Statements[S]->depth();
  if (Level < 1 || Level > Depth)
    return Depth == 0 ? unmet("the statement has to be in a loop")
                      : unmet(levelText("o", 1, Depth));
  if (K < 1 || !isSmall(K))
    return unmet("k has to be a number from 1 to 2147483647");
  if (Error E = extend(R, S, Level))
    return E;
  if (Error E = addLocalVariable(R, S))
    return E;
  const RepresentedStatement &P = *R.Statements[S];
  unsigned Block = Level - 1, Inner = Level;
  unsigned Local = P.depth() + P.NumLocals - 1;
  Coefficients Row(widthOf(R, P));
  auto Cut = [&](std::initializer_list<std::pair<unsigned, int64_t>> Entries) {
    Coefficients C = Row;
    for (auto [Column, Value] : Entries)
      C[Column] = Value;
    return cutDomain(R, S, std::move(C));
  };
  unsigned One = Row.size() - 1;
  if (Error E = Cut({{Inner, 1}, {Block, -1}}))
    return E;
  if (Error E = Cut({{Block, 1}, {Inner, -1}, {One, K - 1}}))
    return E;
  if (Error E = Cut({{Block, 1}, {Local, -K}}))
    return E;
  return Cut({{Local, K}, {Block, -1}});
}

Error stevedore::tile(Representation &R, unsigned S, unsigned Level,
                      int64_t K) {
  unsigned Depth = R.Statements[S]->depth();
  if (Level < 1 || Level >= Depth)
    return Depth < 2 ? unmet("the statement has to be in two loops")
                     : unmet(levelText("o", 1, Depth - 1));
  if (Error E = stripmine(R, S, Level, K))
    return E;
  if (Error E = stripmine(R, S, Level + 2, K))
    return E;
  return interchange(R, S, Level + 1);
}

Error stevedore::unrollAndJam(Representation &R, unsigned S, unsigned Level,
                              int64_t K) {
  unsigned Depth = R.Statements[S]->depth();
  if (Level < 1 || Level > Depth)
    return Depth < 2 ? unmet("the statement has to be in two loops")
                     : unmet(levelText("o", 1, Depth));
  CoefficientMatrix Inner = R.Statements[S]->A;
  auto Own = find_if(
      Inner, [&](const Coefficients &Row) { return Row[Level - 1] != 0; });
  if (Own + 1 == Inner.end())
    return unmet("there has to be a loop inside of that of iterator " +
                 Twine(Level));
  unsigned From = unsigned(Own - Inner.begin()) + 1;
  if (Error E = stripmine(R, S, Level, K))
    return E;
  From += From >= Level;
  CoefficientMatrix U = identityOf(Depth + 1);
  std::rotate(U.begin() + From - 1, U.begin() + From, U.end());
  return unimodular(R, S, U, identityOf(Depth + 1));
}

Error stevedore::skew(Representation &R, unsigned S, unsigned Level,
                      unsigned From, int64_t K) {
  unsigned Depth = R.Statements[S]->depth();
  for (auto [Name, L] : {std::pair("o", Level), std::pair("from", From)})
    if (L < 1 || L > Depth)
      return unmet(levelText(Name, 1, Depth));
  if (Level == From)
    return unmet("o and from have to be two levels");
  CoefficientMatrix U = identityOf(Depth);
  U[Level - 1][From - 1] = K;
  return unimodular(R, S, U, identityOf(Depth));
}

Error stevedore::reverse(Representation &R, unsigned S, unsigned Level) {
  unsigned Depth = R.Statements[S]->depth();
  if (Level < 1 || Level > Depth)
    return unmet(levelText("o", 1, Depth));
  CoefficientMatrix U = identityOf(Depth);
  U[Level - 1][Level - 1] = -1;
  return unimodular(R, S, U, identityOf(Depth));
}

/// The row of \p C < 0.
static Coefficients complement(const Coefficients &C) {
  Coefficients Result;
  for (int64_t Entry : C)
    Result.push_back(-Entry);
  if (!Result.empty())
    --Result.back();
  return Result;
}

/// Leaves the instances with \p C . (i, p, 1) >= 0 to statement \p S, and the
/// others to a copy behind it at level \p Level. The number of the copy.
static Expected<unsigned> divide(Representation &R, unsigned S, unsigned Level,
                                 const Coefficients &C) {
  Expected<unsigned> Copy = insertCopy(R, S, Level);
  if (!Copy)
    return Copy;
  if (Error E = cutDomain(R, S, C))
    return std::move(E);
  if (Error E = cutDomain(R, *Copy, complement(C)))
    return std::move(E);
  return Copy;
}

Expected<unsigned> stevedore::splitIndexSet(Representation &R, unsigned S,
                                            const Coefficients &C) {
  unsigned Width = widthOf(R, *R.Statements[S]);
  const RepresentedStatement &P = *R.Statements[S];
  if (C.size() == Width &&
      any_of(ArrayRef<int64_t>(C).slice(P.depth(), P.NumLocals),
             [](int64_t Entry) { return Entry != 0; }))
    return unmet("c has to be 0 for local variables, which have several "
                 "values at one instance");
  return divide(R, S, P.depth(), C);
}

/// The least value of iterator number \p Level, from 1, as a row over (outer
/// iterators, parameters, 1); none where it is no affine function of them.
static Expected<std::optional<Coefficients>>
leastValue(const Scop &S, const RepresentedStatement &P, unsigned Level) {
  RepresentedStatement Iterators = P;
  Iterators.A = identityOf(P.depth());
  for (Coefficients &Row : Iterators.Gamma)
    Row.assign(Row.size(), 0);
  isl::set Values = timesOf(S, Iterators).range().intersect_params(S.Context);
  Values = Values.project_out(isl::dim::set, Level, P.depth() - Level);
  isl::map Loop =
      isl::manage(isl_map_move_dims(isl_map_from_range(Values.release()),
                                    isl_dim_in, 0, isl_dim_out, 0, Level - 1));
  isl::pw_multi_aff First =
      isl::manage(isl_map_lexmin_pw_multi_aff(Loop.copy()));
  isl::pw_aff Least = isl::manage(isl_pw_multi_aff_get_pw_aff(First.get(), 0));
  Least = Least.gist(Loop.domain());
  if (Least.is_null())
    return islError(S.ctx(), "the first iterations of a loop");
  return rowOf(S, Least);
}

Expected<unsigned> stevedore::peel(const Scop &Original, Representation &R,
                                   unsigned S, unsigned Level, int64_t Count) {
  const RepresentedStatement &P = *R.Statements[S];
  if (Level < 1 || Level > P.depth())
    return unmet(levelText("o", 1, P.depth()));
  if (Count < 1 || !isSmall(Count))
    return unmet("the number of iterations has to be from 1 to 2147483647");
  auto Least = leastValue(Original, P, Level);
  if (!Least)
    return Least.takeError();
  if (!*Least)
    return unmet("iterator " + Twine(Level) +
                 " has to have one lower bound, without division");
  Coefficients C(widthOf(R, P));
  for (unsigned I = 0; I < Level - 1; ++I)
    C[I] = -(**Least)[I];
  C[Level - 1] = 1;
  unsigned NumOthers = R.Parameters.size() + 1;
  for (unsigned I = 0; I < NumOthers; ++I)
    C[C.size() - NumOthers + I] = -(**Least)[Level - 1 + I];
  C.back() -= Count;
  return divide(R, S, Level - 1, C);
}

Error stevedore::distribute(Representation &R, BetaPrefix P, int64_t O) {
  Coefficients Loop = with(P, {O});
  if (!isLoop(R, Loop))
    return unmet("statements with beta prefix " + prefixText(Loop) +
                 " have to be in a loop there");
  for (int64_t B = lastIn(R, Loop); B > 0; --B)
    if (Error E = split(R, P, O, B))
      return E;
  return Error::success();
}

Error stevedore::reorder(Representation &R, BetaPrefix P,
                         ArrayRef<int64_t> Places) {
  if (!isLoop(R, P))
    return unmet("statements with beta prefix " + prefixText(P) +
                 " have to be in a loop there");
  int64_t Count = lastIn(R, P) + 1;
  Coefficients NewPlace(Count, -1);
  for (size_t I = 0; I < Places.size(); ++I)
    if (Places[I] >= 0 && Places[I] < Count)
      NewPlace[Places[I]] = int64_t(I);
  if (int64_t(Places.size()) != Count || is_contained(NewPlace, -1))
    return unmet("the new order has to name each number from 0 to " +
                 Twine(Count - 1) + " once");
  for (unsigned I = 0; I < R.Statements.size(); ++I)
    if (beginsWith(R.Statements[I]->Beta, P)) {
      int64_t &Place = R.edit(I).Beta[P.size()];
      Place = NewPlace[Place];
    }
  return Error::success();
}
