//===- CellProof.cpp - What the rows of a mapping say of conflicts --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CellProof.h"
#include "stevedore/Allocation/Cells.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>

using namespace stevedore;

/// { A[m] -> [(b)] } for the extent b \p E, which is not rounded.
static isl::pw_aff modulusOn(const isl::space &Element, const Extent &E) {
  isl_pw_aff *Aligned =
      isl_pw_aff_align_params(E.expression().release(), Element.copy());
  isl::space Own = isl::manage(isl_pw_aff_get_domain_space(Aligned));
  return isl::manage(
      isl_pw_aff_insert_domain(Aligned, Element.align_params(Own).release()));
}

static RowClaims claimsOf(const isl::space &Element,
                          const std::vector<int64_t> &C, const Extent &E) {
  isl::pw_aff Distance = rowProduct(Element, C), Zero = number(Element, 0);
  RowClaims Result;
  Result.Far = atLeast(Distance, E).unite(atLeast(Distance.neg(), E));
  Result.Kernel = Distance.eq_set(Zero);
  if (std::optional<int64_t> Constant = E.constant())
    Result.Multiples =
        Distance.mod(isl::val(Element.ctx(), std::max<int64_t>(*Constant, 1)))
            .eq_set(Zero);
  else if (!E.RoundUpToPowerOfTwo) {
    Result.Distance = Distance;
    Result.Modulus = modulusOn(Element, E);
  }
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
  Result.Distance = Result.Modulus = isl::pw_aff();
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

/// Settles rows of \p Rest, which go to \p Settled, until no more can be; \p D
/// is left with what they leave. Whether all are settled.
llvm::Expected<bool> CellProof::settle(Differences &D,
                                       std::vector<unsigned> &Rest,
                                       std::vector<unsigned> &Settled) const {
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
    Settled.push_back(R);
    Rest.erase(Rest.begin() + Next);
    Next = 0;
  }
  return Rest.empty();
}

llvm::Expected<bool> CellProof::keepsApart(Differences D, bool ByMultiples) {
  std::vector<unsigned> Rest = std::move(Order);
  Order.clear();
  auto Done = leavesZero(D, Rest, Order);
  if (!Done || *Done || !ByMultiples)
    return Done;
  return byMultiples(D, Rest);
}

/// keepsApart() by the rows \p Rest, which are left with those that are not
/// settled; all of them go to \p Settled, those that are settled first. \p D is
/// left with the differences that they leave.
llvm::Expected<bool>
CellProof::leavesZero(Differences &D, std::vector<unsigned> &Rest,
                      std::vector<unsigned> &Settled) const {
  auto Done = settle(D, Rest, Settled);
  if (Done && !*Done) {
    for (unsigned R : Rest)
      if (!Rows[R].Multiples.is_null())
        D = D.intersect_range(Rows[R].Multiples);
    Done = settle(D, Rest, Settled);
  }
  Settled.insert(Settled.end(), Rest.begin(), Rest.end());
  if (!Done)
    return Done;
  return hasNone(D, NonZero);
}

/// The least n such that |c . z| < b n for all z of \p D and the row \p Row; 0
/// if that is not among the first few.
static llvm::Expected<int64_t> multiplesOf(const Differences &D,
                                           const RowClaims &Row) {
  for (int64_t N = 2; N <= limits::ModulusMultiples; ++N) {
    isl::pw_aff Most = Row.Modulus.scale(isl::val(D.ctx(), N));
    auto AreFew = hasNone(
        D, Row.Distance.ge_set(Most).unite(Row.Distance.neg().ge_set(Most)));
    if (!AreFew)
      return AreFew.takeError();
    if (*AreFew)
      return N;
  }
  return 0;
}

/// Whether z = 0 is the only z of \p D by c . z = b q for the first row of
/// \p Rest that leaves few numbers q, and by the others for each of these.
llvm::Expected<bool> CellProof::byMultiples(const Differences &D,
                                            std::vector<unsigned> Rest) const {
  for (unsigned Next = 0; Next < Rest.size(); ++Next) {
    const RowClaims &Row = Rows[Rest[Next]];
    auto Number = Row.Modulus.is_null() ? 0 : multiplesOf(D, Row);
    if (!Number)
      return Number.takeError();
    if (*Number == 0)
      continue;
    Rest.erase(Rest.begin() + Next);
    llvm::Expected<bool> Done = true;
    for (int64_t Q = 1 - *Number; Done && *Done && Q < *Number; ++Q) {
      isl::pw_aff Multiple = Row.Modulus.scale(isl::val(D.ctx(), Q));
      Differences At = D.intersect_range(Row.Distance.eq_set(Multiple));
      std::vector<unsigned> Settled, Unsettled = Rest;
      Done = checked(D.ctx().get(), At.is_empty(), "a proof of an allocation");
      if (Done && !*Done)
        Done = leavesZero(At, Unsettled, Settled);
      if (Done && !*Done)
        Done = byMultiples(At, Unsettled);
    }
    return Done;
  }
  return false;
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
