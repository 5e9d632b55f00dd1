//===- Layout.cpp - Steps that change where elements are ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Rows.h"
#include "Steps.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/map.h"

using namespace stevedore;
using namespace llvm;

/// \p Base with the first number behind it that makes a new name.
static std::string freshName(const Scop &S, const Representation &R,
                             const std::string &Base) {
  for (unsigned Number = 1;; ++Number) {
    std::string Name = Base + "_" + std::to_string(Number);
    if (!R.findArray(Name) && !R.find(Name) && !S.findStatement(Name))
      return Name;
  }
}

/// An array with the shape of number \p A and no references. Its number.
static unsigned makeArray(Representation &R, unsigned A, std::string Name) {
  ArrayShape Shape = R.Arrays[A];
  Shape.Name = std::move(Name);
  R.Unsettled.insert(Shape.Original);
  R.Arrays.push_back(std::move(Shape));
  return R.Arrays.size() - 1;
}

/// Whether what statement \p P does with array number \p A may be with another.
static Error checkReferences(const Representation &R,
                             const RepresentedStatement &P, unsigned A) {
  for (const AccessFunction &F : P.Accesses)
    if (F.Array == A && !F.F)
      return unmet("the subscripts of '" + R.Arrays[A].Name + "' in '" +
                   P.Name + "' have to be affine functions");
  return Error::success();
}

/// Array number \p A, if it was made; otherwise one that was made of it and is
/// used in its place.
static Expected<unsigned> madeOf(const Scop &S, Representation &R, unsigned A) {
  if (R.isMade(A)) {
    R.Unsettled.insert(R.Arrays[A].Original);
    return A;
  }
  for (const auto &P : R.Statements)
    if (Error E = checkReferences(R, *P, A))
      return std::move(E);
  unsigned Made = makeArray(R, A, freshName(S, R, R.Arrays[A].Name));
  for (unsigned I = 0; I < R.Statements.size(); ++I)
    for (unsigned K = 0; K < R.Statements[I]->Accesses.size(); ++K)
      if (R.Statements[I]->Accesses[K].Array == A &&
          R.Statements[I]->Original < S.Statements.size())
        R.edit(I).Accesses[K].Array = Made;
  return Made;
}

/// Calls \p Change for the rows of each reference to array number \p A.
static void changeReferences(
    Representation &R, unsigned A,
    function_ref<void(const RepresentedStatement &, CoefficientMatrix &)>
        Change) {
  for (unsigned I = 0; I < R.Statements.size(); ++I)
    for (unsigned K = 0; K < R.Statements[I]->Accesses.size(); ++K) {
      const AccessFunction &F = R.Statements[I]->Accesses[K];
      if (F.Array != A || !F.F)
        continue;
      RepresentedStatement &P = R.edit(I);
      Change(P, *P.Accesses[K].F);
    }
}

Expected<unsigned> stevedore::pad(const Scop &S, Representation &R, unsigned A,
                                  const CoefficientMatrix &M) {
  unsigned Rank = R.Arrays[A].Sigma.size(), Width = R.Parameters.size() + 1;
  bool HasShape = M.size() == Rank;
  for (const Coefficients &Row : M)
    HasShape &= Row.size() == Width;
  if (!HasShape)
    return unmet("M has to be a " + Twine(Rank) + " x " + Twine(Width) +
                 " matrix, with a column for each parameter and for 1");
  std::vector<std::optional<Coefficients>> Sigma = R.Arrays[A].Sigma;
  for (unsigned D = 0; D < Rank; ++D)
    for (unsigned C = 0; C < Width; ++C) {
      if (M[D][C] == 0)
        continue;
      if (!Sigma[D])
        return unmet("the size of dimension " + Twine(D + 1) + " of '" +
                     R.Arrays[A].Name + "' has to be known");
      (*Sigma[D])[C] += M[D][C];
      if (!isSmall((*Sigma[D])[C]))
        return unmet("an entry would not fit into 32 bits");
    }
  Expected<unsigned> Made = madeOf(S, R, A);
  if (Made)
    R.Arrays[*Made].Sigma = std::move(Sigma);
  return Made;
}

/// Whether iterator number \p I is a subscript of each reference to array
/// number \p A that is no copy.
static bool isExpanded(const Scop &S, const Representation &R, unsigned A,
                       unsigned I) {
  return all_of(R.Statements, [&](const auto &P) {
    Coefficients Unit(P->depth() + P->NumLocals + R.Parameters.size() + 1);
    if (I < P->depth())
      Unit[I] = 1;
    return P->Original >= S.Statements.size() ||
           all_of(P->Accesses, [&](const AccessFunction &F) {
             return F.Array != A || (F.F && is_contained(*F.F, Unit));
           });
  });
}

Expected<unsigned> stevedore::privatize(const Scop &S, Representation &R,
                                        unsigned A, unsigned Level,
                                        std::optional<Coefficients> Size) {
  unsigned Rank = R.Arrays[A].Sigma.size();
  if (Level < 1 || Level > Rank + 1)
    return unmet("l has to be a dimension from 1 to " + Twine(Rank + 1));
  if (Size && Size->size() != R.Parameters.size() + 1)
    return unmet("s has to have " + Twine(R.Parameters.size() + 1) +
                 " entries: parameters and 1");
  for (const auto &P : R.Statements)
    for (const AccessFunction &F : P->Accesses)
      if (F.Array == A && P->depth() < Level &&
          P->Original < S.Statements.size())
        return unmet("'" + P->Name + "' has to be in " + Twine(Level) +
                     " loops, as it accesses '" + R.Arrays[A].Name + "'");
  bool IsExpanded = !Size && isExpanded(S, R, A, Level - 1);
  Expected<unsigned> Made = madeOf(S, R, A);
  if (!Made || IsExpanded)
    return Made;
  ArrayShape &Shape = R.Arrays[*Made];
  Shape.IsGiven.insert(Shape.IsGiven.begin() + (Level - 1), Size.has_value());
  Shape.Sigma.insert(Shape.Sigma.begin() + (Level - 1), std::move(Size));
  changeReferences(
      R, *Made, [&](const RepresentedStatement &P, CoefficientMatrix &F) {
        Coefficients Row(P.depth() + P.NumLocals + R.Parameters.size() + 1);
        if (Level <= P.depth())
          Row[Level - 1] = 1;
        F.insert(F.begin() + (Level - 1), std::move(Row));
      });
  return Made;
}

Expected<unsigned> stevedore::contract(const Scop &S, Representation &R,
                                       unsigned A, unsigned Level) {
  unsigned Rank = R.Arrays[A].Sigma.size();
  if (Level < 1 || Level > Rank)
    return Rank == 0
               ? unmet("'" + R.Arrays[A].Name + "' has to have dimensions")
               : unmet("l has to be a dimension from 1 to " + Twine(Rank));
  Expected<unsigned> Made = madeOf(S, R, A);
  if (!Made)
    return Made;
  ArrayShape &Shape = R.Arrays[*Made];
  Shape.IsGiven.erase(Shape.IsGiven.begin() + (Level - 1));
  Shape.Sigma.erase(Shape.Sigma.begin() + (Level - 1));
  changeReferences(R, *Made,
                   [&](const RepresentedStatement &, CoefficientMatrix &F) {
                     F.erase(F.begin() + (Level - 1));
                   });
  return Made;
}

Expected<unsigned> stevedore::renameArray(const Scop &S, Representation &R,
                                          ArrayRef<std::string> Names,
                                          unsigned A, StringRef To) {
  if (!isIdentifier(To))
    return unmet("the new name has to be an identifier");
  std::optional<unsigned> Target = R.findArray(To);
  bool IsTaken =
      Target ? !R.isMade(*Target) ||
                   R.Arrays[*Target].Original != R.Arrays[A].Original ||
                   R.Arrays[*Target].Sigma.size() != R.Arrays[A].Sigma.size()
             : R.find(To) || S.findStatement(To);
  if (IsTaken)
    return unmet("'" + To +
                 "' has to be a new name, or that of an array made " +
                 "of the same one with as many dimensions");
  bool Any = false;
  for (const std::string &Name : Names) {
    std::optional<unsigned> I = R.find(Name);
    const RepresentedStatement &P = *R.Statements[*I];
    if (P.Original >= S.Statements.size())
      return unmet("'" + Name + "' copies elements between two arrays");
    if (Error E = checkReferences(R, P, A))
      return std::move(E);
    Any |= any_of(P.Accesses,
                  [&](const AccessFunction &F) { return F.Array == A; });
  }
  if (!Any)
    return unmet("one of the statements has to access '" + R.Arrays[A].Name +
                 "'");
  if (!Target)
    Target = makeArray(R, A, To.str());
  R.Unsettled.insert(R.Arrays[A].Original);
  for (const std::string &Name : Names)
    for (AccessFunction &F : R.edit(*R.find(Name)).Accesses)
      if (F.Array == A)
        F.Array = *Target;
  return *Target;
}

namespace {

/// A statement whose references are hoisted out of a loop, or to an earlier
/// iteration of one.
class Hoisting {
public:
  Hoisting(const Scop &S, Representation &R, unsigned Statement, unsigned A)
      : S(S), R(R), Statement(Statement), Array(A) {}
  Expected<unsigned> outOf(unsigned Loop);
  Expected<unsigned> ahead(unsigned Loop, int64_t Distance);

private:
  const Scop &S;
  Representation &R;
  unsigned Statement, Array;
  /// The loop out of which copies are; 1 more than there are loops: they stay
  /// inside.
  unsigned Level = 0;
  /// The iterators that the times of the outer loops are made of.
  std::vector<unsigned> Outer;
  /// These as rows: the subscripts of the new array.
  CoefficientMatrix Subscripts;
  CoefficientMatrix F;
  bool Reads = false, Writes = false;

  Error checkLevel(unsigned Loop) const;
  Error findIterators();
  Error findReferences();
  Expected<std::vector<unsigned>> copy(unsigned Made, bool IsIn);
  Error findAll();
  unsigned make();
  unsigned useMade(unsigned Made);
};

} // namespace

Error Hoisting::checkLevel(unsigned Loop) const {
  unsigned Depth = R.Statements[Statement]->depth();
  if (Loop >= 1 && Loop <= Depth)
    return Error::success();
  return Depth == 0 ? unmet("the statement has to be in a loop")
                    : unmet("l has to be a level from 1 to " + Twine(Depth));
}

Error Hoisting::findIterators() {
  const RepresentedStatement &P = *R.Statements[Statement];
  for (unsigned I = 0; I < P.depth(); ++I)
    if (any_of(ArrayRef<Coefficients>(P.A).take_front(Level - 1),
               [&](const Coefficients &Row) { return Row[I] != 0; }))
      Outer.push_back(I);
  if (Outer.size() != Level - 1)
    return unmet("the times of the loops around it have to be made of as many "
                 "iterators");
  for (unsigned I : Outer) {
    Subscripts.emplace_back(P.depth() + P.NumLocals + R.Parameters.size() + 1);
    Subscripts.back()[I] = 1;
  }
  return Error::success();
}

Error Hoisting::findReferences() {
  const RepresentedStatement &P = *R.Statements[Statement];
  bool Any = false;
  for (const AccessFunction &A : P.Accesses) {
    if (A.Array != Array)
      continue;
    bool IsFixed = A.F.has_value();
    for (unsigned I = 0; IsFixed && I < P.depth() + P.NumLocals; ++I)
      for (const Coefficients &Row : *A.F)
        IsFixed &= Row[I] == 0 || is_contained(Outer, I);
    if (!IsFixed || (Any && *A.F != F))
      return unmet("the subscripts of '" + R.Arrays[Array].Name + "' in '" +
                   P.Name +
                   "' have to be the same in all iterations of the "
                   "loop");
    F = *A.F;
    Any = true;
    Reads |= A.Reads;
    Writes |= A.Writes;
  }
  return Any ? Error::success()
             : unmet("'" + P.Name + "' has to access '" + R.Arrays[Array].Name +
                     "'");
}

/// \p P as a statement whose instances have all of its iterators.
static RepresentedStatement allIterators(const Representation &R,
                                         RepresentedStatement P) {
  CoefficientMatrix Single;
  for (unsigned I = 0; I < P.depth(); ++I)
    for (int64_t Sign : {1, -1})
      if (P.runsOnce(I)) {
        Single.emplace_back(P.depth() + P.NumLocals + R.Parameters.size() + 1);
        Single.back()[I] = Sign;
      }
  append_range(P.Domain, Single);
  P.Iterators.clear();
  for (unsigned I = 0; I < P.depth(); ++I)
    P.Iterators.push_back(I);
  return P;
}

/// The copies of one direction, before the loop or behind it.
Expected<std::vector<unsigned>> Hoisting::copy(unsigned Made, bool IsIn) {
  RepresentedStatement All = allIterators(R, *R.Statements[Statement]);
  auto Named = [&](isl::map M, unsigned Of) {
    return isl::manage(isl_map_set_tuple_name(M.release(), isl_dim_out,
                                              R.Arrays[Of].Name.c_str()));
  };
  isl::map Iterators = valuesOf(S, All, Subscripts);
  isl::map Elements =
      Iterators.reverse().apply_range(Named(valuesOf(S, All, F), Array));
  isl::map Cells = Named(Iterators.reverse().apply_range(Iterators), Made);
  CopyRequest Request;
  Request.Kind = RepresentedCopy::Hoisted;
  Request.To = IsIn ? Made : Array;
  Request.From = IsIn ? Array : Made;
  Request.Writes = IsIn ? Cells : Elements;
  Request.Reads = IsIn ? Elements : Cells;
  Request.Origin = Elements;
  Request.Users = valuesOf(S, *R.Statements[Statement], Subscripts).reverse();
  Expected<std::vector<unsigned>> Pieces = addCopy(S, R, Request);
  if (!Pieces)
    return Pieces.takeError();
  All.Beta = R.Statements[Statement]->Beta;
  Coefficients Place(All.Beta.begin(), All.Beta.begin() + Level);
  if (!IsIn)
    ++Place.back();
  std::vector<Coefficients> Places;
  for (unsigned I : *Pieces) {
    Places.push_back(Place);
    ++Place.back();
    R.edit(I).Beta.assign(1, -1);
  }
  if (Places.empty())
    return Pieces;
  moveAll(R, BetaPrefix(Place).drop_back(), Places.front(),
          int64_t(Places.size()));
  for (unsigned K = 0; K < Pieces->size(); ++K) {
    RepresentedStatement &Piece = R.edit((*Pieces)[K]);
    Piece.Beta = Places[K];
    for (unsigned T = 0; T + 1 < Level; ++T) {
      for (unsigned I = 0; I < Outer.size(); ++I)
        Piece.A[T][I] = All.A[T][Outer[I]];
      Piece.Gamma[T] = All.Gamma[T];
    }
  }
  return Pieces;
}

Error Hoisting::findAll() {
  if (R.Statements[Statement]->Original >= S.Statements.size())
    return unmet("'" + R.Statements[Statement]->Name +
                 "' copies elements between two arrays");
  if (R.isMade(Array))
    return unmet("'" + R.Arrays[Array].Name +
                 "' has to be an array of the program");
  if (Error E = findIterators())
    return E;
  return findReferences();
}

unsigned Hoisting::make() {
  unsigned Made = makeArray(R, Array, freshName(S, R, R.Arrays[Array].Name));
  R.Arrays[Made].IsHoisted = true;
  R.Arrays[Made].Sigma.assign(Outer.size(), std::nullopt);
  R.Arrays[Made].IsGiven.assign(Outer.size(), false);
  return Made;
}

unsigned Hoisting::useMade(unsigned Made) {
  RepresentedStatement &P = R.edit(Statement);
  for (AccessFunction &A : P.Accesses) {
    if (A.Array != Array)
      continue;
    A.Array = Made;
    A.F = Subscripts;
  }
  return Made;
}

Expected<unsigned> Hoisting::outOf(unsigned Loop) {
  Level = Loop;
  if (Error E = checkLevel(Loop))
    return std::move(E);
  if (Error E = findAll())
    return std::move(E);
  unsigned Made = make();
  if (Reads)
    if (auto Pieces = copy(Made, true); !Pieces)
      return Pieces.takeError();
  if (Writes)
    if (auto Pieces = copy(Made, false); !Pieces)
      return Pieces.takeError();
  return useMade(Made);
}

Expected<unsigned> Hoisting::ahead(unsigned Loop, int64_t Distance) {
  Level = R.Statements[Statement]->depth() + 1;
  if (Error E = checkLevel(Loop))
    return std::move(E);
  if (Distance < 0)
    return unmet("d has to be a number of iterations, 0 or more");
  if (Error E = findAll())
    return std::move(E);
  if (Writes)
    return unmet("'" + R.Statements[Statement]->Name + "' has to read '" +
                 R.Arrays[Array].Name + "' only");
  unsigned Made = make();
  auto Pieces = copy(Made, true);
  if (!Pieces)
    return Pieces.takeError();
  for (unsigned I : *Pieces) {
    CoefficientMatrix Earlier(Level - 1, Coefficients(R.Parameters.size() + 1));
    Earlier[Loop - 1].back() = -Distance;
    if (Error E = shift(R, I, Earlier))
      return std::move(E);
  }
  return useMade(Made);
}

Expected<unsigned> stevedore::hoist(const Scop &S, Representation &R,
                                    unsigned Statement, unsigned A,
                                    unsigned Level) {
  return Hoisting(S, R, Statement, A).outOf(Level);
}

Expected<unsigned> stevedore::prefetch(const Scop &S, Representation &R,
                                       unsigned Statement, unsigned A,
                                       unsigned Level, int64_t Distance) {
  return Hoisting(S, R, Statement, A).ahead(Level, Distance);
}
