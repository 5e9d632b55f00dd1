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

#include "CellProof.h"
#include "LargestSize.h"
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
                                const ModularMapping &M,
                                bool ByMultiples = false) {
  isl::space Element = elementSpace(C);
  if (Element.is_null() || C.Context.is_null())
    return islError(nullptr, "the conflicts of array '" + C.Array + "'");
  if (!isWellFormed(C.Rank, M))
    return refused(C, "is ill-formed");
  CellProof Proof(Element, M);
  auto Holds = Walker(C, Element, [&](Differences D) {
                 return Proof.keepsApart(std::move(D), ByMultiples);
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

/// verifyModuli() for other moduli of a mapping that are below distances, for
/// all sizes of tiles up to the largest one where they depend on that alone.
static llvm::Error verifyMultiples(const ConflictRelation &C,
                                   const ModularMapping &M) {
  std::optional<ModuliByLargest> Of =
      C.Context.is_null() ? std::nullopt : byLargest(C, M.Moduli);
  if (!Of)
    return verifyModuli(C, M, true);
  ModularMapping OfLargest = M;
  OfLargest.Moduli = std::move(Of->Moduli);
  return verifyModuli(upToLargest(C, Of->Sizes), OfLargest, true);
}

llvm::Error stevedore::verifyMapping(const ConflictRelation &C,
                                     const ModularMapping &M) {
  if (M.Packed)
    if (llvm::Error E = verifyPacked(C, M))
      return E;
  std::vector<ModularMapping> Choices = M.choices();
  for (unsigned I = 0; I < Choices.size(); ++I) {
    bool ByMultiples = I > 0 && M.Others[I - 1].AreBelowDistances;
    ConflictRelation Within = C.where(Choices[I].Where);
    if (llvm::Error E = ByMultiples ? verifyMultiples(Within, Choices[I])
                                    : verifyModuli(Within, Choices[I]))
      return E;
  }
  if (!M.Slanted && !M.Packed && !M.Strided)
    return llvm::Error::success();
  ModularMapping Plain = M;
  Plain.dropForms();
  return verifyModuli(C, Plain);
}
