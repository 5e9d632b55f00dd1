//===- VerifyMapping.cpp - The proof that no two conflicts share a cell ---===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the conflict relation as it is and asks isl for emptiness alone. Shares
// nothing with what proposes mappings: neither the form of the conflicts
// (Lifted.h) nor a linear program.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Cells.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace stevedore;

namespace {

/// What one row c of modulus b says of differences { A[z] }.
struct RowClaims {
  /// { A[z] : |c . z| >= b }
  isl::set Far;
  /// { A[z] : c . z = 0 }
  isl::set Kernel;
  /// { A[z] : c . z = b q for an integer q }; null where b is no constant.
  isl::set Multiples;
};

/// Differences with what they come from, { [w -> [A[x] -> A[y]]] -> A[x - y] }:
/// elements x and y conflict by the witness w. Nothing is projected out.
using Differences = isl::map;

/// What a mapping says of the differences of its array, row by row.
class CellProof {
public:
  /// \p Element is the space { A[m] }.
  CellProof(isl::space Element, const ModularMapping &M);

  /// Whether z = 0 is the only z of \p D with M z = 0 mod b. A row is settled
  /// where |c . z| < b for all z: then c . z = 0, and the next row has fewer z
  /// to be settled for (Theorem 1). What cannot be settled still has c . z = b
  /// q (Theorem 3). A settled row stays so when others are settled before it.
  llvm::Expected<bool> keepsApart(Differences D);
  /// Whether the rows are settled one after the other in the order of \p Form,
  /// the last one aside.
  llvm::Expected<bool> isInOrder(Differences D, const LinearForm &Form) const;

private:
  llvm::Expected<bool> settle(Differences &D, std::vector<unsigned> &Rest);

  std::vector<RowClaims> Rows;
  /// { A[z] : z != 0 }
  isl::set NonZero;
  /// The rows in the order in which they were settled last.
  std::vector<unsigned> Order;
};

/// The pieces of one clique { [w] -> A[m] }, alone and in groups of neighbours.
class Clique {
public:
  explicit Clique(const isl::map &M);

  /// Pieces number First to Last - 1.
  struct Group {
    unsigned First, Last;
    unsigned size() const { return Last - First; }
    Group firstHalf() const { return {First, First + size() / 2}; }
    Group secondHalf() const { return {First + size() / 2, Last}; }
  };
  Group all() const { return {0, unsigned(Pieces.size())}; }
  /// A convex superset of the pieces of \p G; exact for a single one.
  isl::map hull(Group G);

private:
  std::vector<isl::map> Pieces;
  std::map<std::pair<unsigned, unsigned>, isl::map> Hulls;
};

} // namespace

static RowClaims claimsOf(const isl::space &Element,
                          const std::vector<int64_t> &C, const Extent &E) {
  isl::pw_aff Distance = rowProduct(Element, C), Zero = number(Element, 0);
  RowClaims Result;
  Result.Far =
      atLeast(Distance, E).unite(atLeast(Distance.neg(), E));
  Result.Kernel = Distance.eq_set(Zero);
  if (std::optional<int64_t> Constant = E.constant())
    Result.Multiples =
        Distance.mod(isl::val(Element.ctx(), std::max<int64_t>(*Constant, 1)))
            .eq_set(Zero);
  return Result;
}

/// The same of a row with a divisor \p D: that it settles z says more, that c .
/// z is a multiple of it.
static RowClaims claimsOf(const isl::space &Element,
                          const std::vector<int64_t> &C, const Extent &E,
                          int64_t D) {
  RowClaims Result = claimsOf(Element, C, E);
  if (D == 1)
    return Result;
  isl::pw_aff Rest = rowProduct(Element, C).mod(isl::val(Element.ctx(), D));
  Result.Far = Result.Far.unite(Rest.ne_set(number(Element, 0)));
  Result.Multiples = isl::set();
  return Result;
}

/// What the rows that \p S makes one of say, by SlantedForm's conditions.
static RowClaims claimsOf(const isl::space &Element, const ModularMapping &M,
                          const SlantedForm &S) {
  isl::pw_aff Zero = number(Element, 0), One = number(Element, 1);
  auto countsFrom = [&](const isl::pw_aff &C) {
    return S.hasSteps() ? atLeast(C, S.Step) : C.ge_set(One);
  };
  isl::pw_aff A = rowProduct(Element, M.Matrix[S.Inner]),
              C = rowProduct(Element, M.Matrix[S.Outer]);
  if (S.Sign < 0)
    C = C.neg();
  auto between = [&](const isl::pw_aff &A, const isl::pw_aff &C) {
    return countsFrom(C).intersect(atLeast(A.neg(), S.Stride)
                                       .unite(atLeast(C, S.Count))
                                       .unite(atLeast(A, S.Rest)));
  };
  isl::set Along = C.eq_set(Zero);
  RowClaims Result;
  Result.Far = between(A, C)
                   .unite(between(A.neg(), C.neg()))
                   .unite(Along.intersect(
                       atLeast(A, S.Rest).unite(atLeast(A.neg(), S.Rest))));
  Result.Kernel = Along.intersect(A.eq_set(Zero));
  return Result;
}

/// What the rows that \p P makes one of say, of elements that are in the rows
/// of \p P.
static RowClaims claimsOf(const isl::space &Element, const ModularMapping &M,
                          const PackedForm &P) {
  isl::pw_aff Zero = number(Element, 0);
  RowClaims Result;
  Result.Far = isl::set::empty(Element);
  Result.Kernel =
      rowProduct(Element, M.Matrix[P.Inner])
          .eq_set(Zero)
          .intersect(rowProduct(Element, M.Matrix[P.Outer]).eq_set(Zero));
  return Result;
}

CellProof::CellProof(isl::space Element, const ModularMapping &M) {
  for (unsigned R = 0; R < M.Matrix.size(); ++R) {
    if ((M.Slanted && R == M.Slanted->Outer) ||
        (M.Packed && R == M.Packed->Outer))
      continue;
    Order.push_back(Rows.size());
    Rows.push_back(
        M.Slanted && R == M.Slanted->Inner ? claimsOf(Element, M, *M.Slanted)
        : M.Packed && R == M.Packed->Inner
            ? claimsOf(Element, M, *M.Packed)
            : claimsOf(Element, M.Matrix[R], M.Moduli[R], M.divisor(R)));
  }
  isl::map Other = isl::map::lex_lt(Element).unite(isl::map::lex_gt(Element));
  isl::set Zero =
      isl::manage(isl_set_from_multi_aff(isl_multi_aff_zero(Element.copy())));
  NonZero = Zero.apply(Other);
}

/// Whether no z of \p D is in \p Claim.
static llvm::Expected<bool> hasNone(const Differences &D,
                                    const isl::set &Claim) {
  return checked(D.ctx().get(), D.intersect_range(Claim).is_empty(),
                 "a proof of an allocation");
}

/// Settles rows of \p Rest, which leave it, until no more can be; \p D is left
/// with what they leave. Whether all are settled.
llvm::Expected<bool> CellProof::settle(Differences &D,
                                       std::vector<unsigned> &Rest) {
  for (unsigned Next = 0; Next < Rest.size();) {
    unsigned R = Rest[Next];
    auto IsSettled = hasNone(D, Rows[R].Far);
    if (!IsSettled)
      return IsSettled;
    if (!*IsSettled) {
      ++Next;
      continue;
    }
    D = D.intersect_range(Rows[R].Kernel);
    Order.push_back(R);
    Rest.erase(Rest.begin() + Next);
    Next = 0;
  }
  return Rest.empty();
}

llvm::Expected<bool> CellProof::keepsApart(Differences D) {
  std::vector<unsigned> Rest = std::move(Order);
  Order.clear();
  auto Done = settle(D, Rest);
  if (Done && !*Done) {
    for (unsigned R : Rest)
      if (!Rows[R].Multiples.is_null())
        D = D.intersect_range(Rows[R].Multiples);
    Done = settle(D, Rest);
  }
  Order.insert(Order.end(), Rest.begin(), Rest.end());
  if (!Done)
    return Done;
  return hasNone(D, NonZero);
}

llvm::Expected<bool> CellProof::isInOrder(Differences D,
                                          const LinearForm &Form) const {
  for (unsigned K = 0; K + 1 < Form.Order.size(); ++K) {
    auto IsSettled = hasNone(D, Rows[Form.Order[K]].Far);
    if (!IsSettled || !*IsSettled)
      return IsSettled;
    D = D.intersect_range(Rows[Form.Order[K]].Kernel);
  }
  return true;
}

Clique::Clique(const isl::map &M) {
  M.foreach_basic_map([&](isl::basic_map Piece) {
    Pieces.push_back(isl::map(Piece));
    return isl::stat::ok();
  });
}

isl::map Clique::hull(Group G) {
  isl::map &Result = Hulls[{G.First, G.Last}];
  if (!Result.is_null())
    return Result;
  Result = Pieces[G.First];
  if (G.size() == 1)
    return Result;
  for (unsigned I = G.First + 1; I < G.Last; ++I)
    Result = Result.unite(Pieces[I]);
  Result = isl::map(
      isl::manage(isl_map_simple_hull(isl_map_remove_divs(Result.release()))));
  return Result;
}

/// { [A[x] -> A[y]] -> A[x - y] }
static isl::map subtraction(const isl::space &Element) {
  isl::space Pair = Element.map_from_set();
  return isl::manage(isl_map_deltas_map(isl::map::universe(Pair).release()));
}

/// The differences of pairs { [w] -> [A[x] -> A[y]] }.
static Differences differences(const isl::map &Pairs,
                               const isl::space &Element) {
  return Pairs.range_map().apply_range(subtraction(Element));
}

namespace {

/// Goes through the differences of a conflict relation, convex piece by convex
/// piece, since rows may be settled in another order in each.
class Walker {
public:
  /// What is to be shown of each set of differences.
  using Claim = llvm::function_ref<llvm::Expected<bool>(Differences)>;

  Walker(const ConflictRelation &C, isl::space Element, Claim Holds)
      : C(C), Element(Element), Holds(Holds) {}

  /// Whether the claim holds for all.
  llvm::Expected<bool> run();

private:
  using Group = Clique::Group;
  llvm::Expected<bool> groups(Clique &Of, Group G, Group H);
  llvm::Expected<bool> halves(Clique &Of, Group G, Group H);

  const ConflictRelation &C;
  isl::space Element;
  Claim Holds;
};

} // namespace

/// Whether the claim holds for elements of \p G with those of \p H: for those
/// of their hulls, or where these are too coarse for the halves of the groups.
llvm::Expected<bool> Walker::groups(Clique &Of, Group G, Group H) {
  auto All = Holds(differences(Of.hull(G).range_product(Of.hull(H)), Element));
  if (!All || *All || (G.size() == 1 && H.size() == 1))
    return All;
  return halves(Of, G, H);
}

llvm::Expected<bool> Walker::halves(Clique &Of, Group G, Group H) {
  bool Same = G.First == H.First && G.Last == H.Last;
  if (G.size() < H.size())
    std::swap(G, H);
  Group A = G.firstHalf(), B = G.secondHalf();
  auto Done = groups(Of, A, Same ? A : H);
  if (Done && *Done)
    Done = groups(Of, B, Same ? B : H);
  if (Done && *Done && Same)
    Done = groups(Of, A, B);
  return Done;
}

llvm::Expected<bool> Walker::run() {
  llvm::Expected<bool> Done = true;
  for (const isl::map &M : C.Cliques) {
    Clique Of(M.intersect_params(C.Context));
    if (Done && *Done && Of.all().size() > 0)
      Done = groups(Of, Of.all(), Of.all());
  }
  if (!C.Pairs.is_null())
    C.Pairs.intersect_params(C.Context)
        .foreach_basic_map([&](isl::basic_map Piece) {
          isl::set Pairs = isl::map(Piece).wrap();
          if (Done && *Done)
            Done = Holds(differences(isl::map::from_range(Pairs), Element));
          return isl::stat::ok();
        });
  return Done;
}

/// The space { A[m] } of the elements of \p C; null where there are none.
static isl::space elementSpace(const ConflictRelation &C) {
  isl::map Any = C.Cliques.empty() ? C.Pairs : C.Cliques.front();
  return Any.is_null() ? isl::space() : Any.get_space().range();
}

/// Whether \p M has one modulus for each row and rows of the array's rank, and
/// names each row once in its form in one dimension.
static bool isWellFormed(unsigned Rank, const ModularMapping &M) {
  bool IsOrdered = true;
  if (M.Linear) {
    std::vector<unsigned> Rows(M.Matrix.size());
    std::iota(Rows.begin(), Rows.end(), 0);
    IsOrdered =
        M.Linear->Order.size() == Rows.size() &&
        std::is_permutation(Rows.begin(), Rows.end(), M.Linear->Order.begin());
  }
  if (const auto &S = M.Slanted)
    IsOrdered &= !M.Linear && M.Others.empty() && S->Inner != S->Outer &&
                 std::max(S->Inner, S->Outer) < M.Matrix.size() &&
                 std::abs(S->Sign) == 1 && !S->Stride.MaxOfMins.empty() &&
                 !S->Count.MaxOfMins.empty() && !S->Rest.MaxOfMins.empty();
  if (M.Strided)
    IsOrdered &=
        !M.Linear && M.Others.empty() && !M.Slanted && !M.Packed &&
        M.Offsets.empty() && M.Strided->Divisors.size() == M.Matrix.size() &&
        llvm::all_of(M.Strided->Divisors, [](int64_t D) { return D >= 1; });
  return IsOrdered && M.Matrix.size() == M.Moduli.size() &&
         llvm::all_of(
             M.Matrix,
             [&](const std::vector<int64_t> &C) { return C.size() == Rank; }) &&
         llvm::none_of(M.Moduli,
                       [](const Extent &E) { return E.MaxOfMins.empty(); });
}

/// Whether \p P names rows of \p M and has all of its forms.
static bool isWellFormed(const ModularMapping &M, const PackedForm &P) {
  return !M.Linear && !M.Slanted && M.Others.empty() && M.Offsets.empty() &&
         P.Inner != P.Outer && std::max(P.Inner, P.Outer) < M.Matrix.size() &&
         !P.First.is_null() && !P.Start.is_null() && !P.Length.is_null() &&
         P.Count.MaxOfMins.size() == 1 &&
         P.Count.MaxOfMins.front().size() == 1 && !P.Count.RoundUpToPowerOfTwo;
}

static llvm::Error refused(const ConflictRelation &C, const char *Why) {
  return llvm::make_error<IslError>(
      IslError::Invalid, "the mapping of array '" + C.Array + "' " + Why);
}

/// verifyMapping() for the moduli of \p M alone.
static llvm::Error verifyModuli(const ConflictRelation &C,
                                const ModularMapping &M) {
  isl::space Element = elementSpace(C);
  if (Element.is_null() || C.Context.is_null())
    return islError(nullptr, "the conflicts of array '" + C.Array + "'");
  if (!isWellFormed(C.Rank, M))
    return refused(C, "is ill-formed");
  CellProof Proof(Element, M);
  auto Holds = Walker(C, Element, [&](Differences D) {
                 return Proof.keepsApart(D);
               }).run();
  if (!Holds)
    return Holds.takeError();
  if (!*Holds)
    return refused(C, "cannot be proved to keep conflicting elements apart");
  if (!M.Linear || M.Linear->OfResidues)
    return llvm::Error::success();
  Holds = Walker(C, Element, [&](Differences D) {
            return Proof.isInOrder(D, *M.Linear);
          }).run();
  if (!Holds)
    return Holds.takeError();
  return *Holds ? llvm::Error::success()
                : refused(C, "cannot be proved to be right in one dimension");
}

/// Whether the elements of \p C are in the rows of the packed form of \p M,
/// and no row of it has less than no elements.
static llvm::Expected<bool> areInRows(const ConflictRelation &C,
                                      const ModularMapping &M) {
  isl::space Element = elementSpace(C);
  const PackedForm &P = *M.Packed;
  isl::pw_aff Rows = onElements(Element, P.Count.MaxOfMins.front().front()),
              First = onElements(Element, P.Length), One = number(Element, 1),
              Last = First.add(
                  Rows.sub(One).scale(isl::val(Element.ctx(), P.Growth)));
  isl::set Short = First.lt_set(number(Element, 0))
                       .unite(Last.lt_set(number(Element, 0)))
                       .intersect(Rows.ge_set(One))
                       .intersect_params(C.Context);
  auto Holds = checked(Short.ctx().get(), Short.is_empty(),
                       "the rows of a packed buffer");
  isl::set InRows = packedElements(Element, M);
  for (const isl::map &Clique : C.Cliques) {
    if (!Holds || !*Holds)
      return Holds;
    Holds =
        checked(Short.ctx().get(),
                Clique.intersect_params(C.Context).range().is_subset(InRows),
                "the elements of a packed buffer");
  }
  return Holds;
}

/// verifyMapping() for the packed form of \p M.
static llvm::Error verifyPacked(const ConflictRelation &C,
                                const ModularMapping &M) {
  if (!C.Pairs.is_null() || !isWellFormed(M, *M.Packed))
    return refused(C, "is ill-formed");
  auto Holds = areInRows(C, M);
  if (!Holds)
    return Holds.takeError();
  return *Holds ? llvm::Error::success()
                : refused(C, "packs rows that are not all of it");
}

llvm::Error stevedore::verifyMapping(const ConflictRelation &C,
                                     const ModularMapping &M) {
  if (M.Packed)
    if (llvm::Error E = verifyPacked(C, M))
      return E;
  for (const ModularMapping &Choice : M.choices())
    if (llvm::Error E = verifyModuli(C.where(Choice.Where), Choice))
      return E;
  if (!M.Slanted && !M.Packed && !M.Strided)
    return llvm::Error::success();
  ModularMapping Plain = M;
  Plain.dropForms();
  return verifyModuli(C, Plain);
}
