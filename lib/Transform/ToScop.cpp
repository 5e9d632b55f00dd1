//===- ToScop.cpp - The transformed program -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Rows.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

isl::map stevedore::relationOf(const Scop &S, const Representation &R,
                               const RepresentedStatement &P,
                               const AccessFunction &A) {
  isl::map Relation = A.Relation;
  if (A.F)
    Relation = valuesOf(S, P, *A.F);
  else
    Relation = Relation.intersect_domain(timesOf(S, P).domain());
  return isl::manage(isl_map_set_tuple_name(Relation.release(), isl_dim_out,
                                            R.Arrays[A.Array].Name.c_str()));
}

namespace {

/// Puts the transformed program together.
class Assembly {
public:
  Assembly(const Scop &S, const Representation &R) : S(S), R(R), Result(S) {}
  Expected<Scop> run();

private:
  const Scop &S;
  const Representation &R;
  Scop Result;

  void addArray(unsigned Number);
  void addCopy(const RepresentedCopy &Copy);
  void addToParallelLoops(const RepresentedCopy &Copy);
  Error setAccesses(unsigned Statement);
  Error setAccess(unsigned Statement, unsigned Number,
                  ArrayRef<const RepresentedStatement *> Pieces);
  isl::set touched(unsigned Number) const;
  Error countFromZero(unsigned Number);
  Error setSize(Array &A, const ArrayShape &Shape, unsigned D,
                const isl::set &Touched);
  Error setSizes(unsigned Number);
};

} // namespace

void Assembly::addArray(unsigned Number) {
  const ArrayShape &Shape = R.Arrays[Number];
  const Array &Of = S.Arrays[Shape.Original];
  Array A;
  A.Name = Shape.Name;
  A.Rank = Shape.Sigma.size();
  A.ElementBytes = Of.ElementBytes;
  A.Alignment = Of.Alignment;
  A.ElementType = Of.ElementType;
  A.LiveOut = false;
  A.NoAlias = true;
  A.Private = true;
  A.DeclaredInside = true;
  A.Made = true;
  Result.Arrays.push_back(std::move(A));
}

void Assembly::addCopy(const RepresentedCopy &Copy) {
  Statement Stmt;
  Stmt.Name = Copy.Name;
  Stmt.Domain = Copy.Domain;
  Stmt.Copies = true;
  Stmt.Accesses.resize(2);
  Stmt.Accesses[0].MustWrites = true;
  Stmt.Accesses[1].Reads = true;
  Result.Statements.push_back(std::move(Stmt));
}

/// \p Copy is in the parallel loops whose iterations each use what one instance
/// of it copies.
void Assembly::addToParallelLoops(const RepresentedCopy &Copy) {
  for (ParallelLoop &L : Result.ParallelLoops) {
    isl::union_map Users(Copy.Users);
    isl::union_map Value = Users.apply_range(L.Iterator);
    isl::union_map Around = Users.apply_range(L.Around);
    bool IsInside = Value.is_empty().is_false() &&
                    Value.is_single_valued().is_true() &&
                    Around.is_single_valued().is_true();
    if (!IsInside)
      continue;
    L.Iterator = L.Iterator.unite(Value);
    L.Around = L.Around.unite(Around);
  }
}

/// Reference number \p Number of a statement, which its pieces have in common.
Error Assembly::setAccess(unsigned Statement, unsigned Number,
                          ArrayRef<const RepresentedStatement *> Pieces) {
  Access &A = Result.Statements[Statement].Accesses[Number];
  unsigned Array = Pieces.front()->Accesses[Number].Array;
  isl::map Relation;
  for (const RepresentedStatement *P : Pieces) {
    const AccessFunction &F = P->Accesses[Number];
    if (F.Array != Array)
      return createStringError(
          "'" + Pieces.front()->Name + "' and '" + P->Name +
          "' execute one statement, and would access '" + R.Arrays[Array].Name +
          "' and '" + R.Arrays[F.Array].Name + "' in one place of it");
    isl::map Part = relationOf(S, R, *P, F);
    Relation = Relation.is_null() ? Part : Relation.unite(Part);
  }
  bool IsUnchanged = Statement < S.Statements.size() && !R.isMade(Array);
  A.Array = Array;
  if (!IsUnchanged)
    A.Relation = coalesced(Relation);
  return Error::success();
}

Error Assembly::setAccesses(unsigned Statement) {
  std::vector<const RepresentedStatement *> Pieces;
  for (const auto &P : R.Statements)
    if (P->Original == Statement)
      Pieces.push_back(P.get());
  if (Pieces.empty() && Statement >= S.Statements.size())
    return createStringError("'" + Result.Statements[Statement].Name +
                             "' is not executed any more");
  if (Pieces.empty())
    return Error::success();
  for (unsigned K = 0; K < Pieces.front()->Accesses.size(); ++K)
    if (Error E = setAccess(Statement, K, Pieces))
      return E;
  return Error::success();
}

/// The form \p Row over (parameters, 1) of \p S.
static isl::pw_aff formOf(const Scop &S, const Coefficients &Row) {
  unsigned Count = S.Parameters.size();
  isl_space *Space = isl_space_params_alloc(S.ctx(), Count);
  for (unsigned P = 0; P < Count; ++P)
    Space = isl_space_set_dim_name(Space, isl_dim_param, P,
                                   S.Parameters[P].Name.c_str());
  isl_aff *Form = isl_aff_zero_on_domain(isl_local_space_from_space(Space));
  Form = isl_aff_set_constant_si(Form, int(Row.back()));
  for (unsigned P = 0; P < Count; ++P)
    Form = isl_aff_set_coefficient_si(Form, isl_dim_param, P, int(Row[P]));
  return isl::manage(isl_pw_aff_from_aff(Form));
}

/// The maximum of \p A and \p B, where one of them has a value.
static isl::pw_aff larger(const isl::pw_aff &A, const isl::pw_aff &B) {
  return isl::manage(isl_pw_aff_union_max(A.copy(), B.copy()));
}

/// The elements of array number \p Number that statements access; null where
/// none does.
isl::set Assembly::touched(unsigned Number) const {
  isl::set Elements;
  for (const Statement &Stmt : Result.Statements)
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Number)
        continue;
      isl::set Here = A.Relation.intersect_domain(Stmt.Domain)
                          .intersect_params(S.Context)
                          .range();
      Elements = Elements.is_null() ? Here : Elements.unite(Here);
    }
  return Elements;
}

/// The points of the space of \p Touched whose coordinate \p D is at least 0
/// and below \p Size.
static isl::set below(const isl::set &Touched, unsigned D,
                      const isl::pw_aff &Size) {
  isl::pw_aff Wider = isl::manage(
      isl_pw_aff_align_params(Size.copy(), Touched.get_space().release()));
  isl::space Space = isl::manage(isl_space_align_params(
      Touched.get_space().release(), isl_pw_aff_get_space(Wider.get())));
  isl::pw_aff Index = isl::manage(isl_pw_aff_var_on_domain(
      isl_local_space_from_space(Space.copy()), isl_dim_set, D));
  isl_pw_aff *Limit =
      isl_pw_aff_insert_domain(Wider.release(), Space.release());
  isl::set Inside = isl::manage(isl_pw_aff_lt_set(Index.release(), Limit));
  return isl::manage(
      isl_set_lower_bound_si(Inside.release(), isl_dim_set, D, 0));
}

/// Lets the subscripts of array number \p Number count from 0 in those
/// dimensions whose sizes are not given, where they have one first value.
Error Assembly::countFromZero(unsigned Number) {
  isl::set Touched = touched(Number);
  if (Touched.is_null())
    return Error::success();
  isl_multi_aff *Shift =
      isl_multi_aff_identity_on_domain_space(Touched.get_space().release());
  bool IsShifted = false;
  for (unsigned D = 0; D < Result.Arrays[Number].Rank; ++D) {
    if (R.Arrays[Number].IsGiven[D] ||
        isl_set_dim_has_lower_bound(Touched.get(), isl_dim_set, D) != 1)
      continue;
    isl::pw_aff First = Touched.dim_min(D);
    std::optional<Coefficients> Row = rowOf(S, First.gist(First.domain()));
    if (!Row || all_of(*Row, [](int64_t C) { return C == 0; }))
      continue;
    isl_aff *Subscript = isl_multi_aff_get_at(Shift, int(D));
    Subscript = isl_aff_add_constant_si(Subscript, int(-Row->back()));
    for (unsigned P = 0; P < S.Parameters.size(); ++P) {
      int At = isl_set_find_dim_by_name(Touched.get(), isl_dim_param,
                                        S.Parameters[P].Name.c_str());
      if (At >= 0)
        Subscript = isl_aff_add_coefficient_si(Subscript, isl_dim_param, At,
                                               int(-(*Row)[P]));
    }
    Shift = isl_multi_aff_set_at(Shift, int(D), Subscript);
    IsShifted = true;
  }
  isl::map Move = isl::manage(isl_map_from_multi_aff(Shift));
  if (Move.is_null())
    return islError(S.ctx(), "the subscripts of an array");
  for (Statement &Stmt : Result.Statements)
    for (Access &A : Stmt.Accesses)
      if (IsShifted && A.Array == Number)
        A.Relation = A.Relation.apply_range(Move);
  return Error::success();
}

/// Gives dimension \p D of \p A, of which \p Touched is accessed, its size.
Error Assembly::setSize(Array &A, const ArrayShape &Shape, unsigned D,
                        const isl::set &Touched) {
  isl::set FromZero =
      isl::manage(isl_set_lower_bound_si(Touched.copy(), isl_dim_set, D, 0));
  Expected<bool> Starts = checked(S.ctx(), Touched.is_subset(FromZero),
                                  "the subscripts of an array");
  if (!Starts)
    return Starts.takeError();
  bool IsBounded = *Starts && isl_set_dim_has_upper_bound(Touched.get(),
                                                          isl_dim_set, D) == 1;
  if (Shape.Sigma[D])
    A.Sizes[D] = formOf(S, *Shape.Sigma[D]);
  if (!Shape.IsGiven[D] && IsBounded) {
    isl::pw_aff Needed =
        Touched.dim_max(D).add_constant(isl::val::one(Touched.ctx()));
    bool IsLess = !A.Sizes[D].is_null() &&
                  Touched.is_subset(below(Touched, D, A.Sizes[D])).is_true();
    if (!IsLess)
      A.Sizes[D] = A.Sizes[D].is_null() ? Needed : larger(A.Sizes[D], Needed);
  }
  if (A.Sizes[D].is_null() || (!Shape.IsGiven[D] && !IsBounded)) {
    A.Sizes[D] = isl::pw_aff();
    return Error::success();
  }
  isl::set Inside = below(Touched, D, A.Sizes[D]);
  Expected<bool> Fits =
      checked(S.ctx(), Touched.is_subset(Inside), "the subscripts of an array");
  if (!Fits)
    return Fits.takeError();
  if (!*Fits)
    return createStringError("subscript " + Twine(D + 1) + " of '" + A.Name +
                             "' would not always be from 0 to its size - 1");
  return Error::success();
}

/// Sizes are those of Sigma, or as large as the accesses need.
Error Assembly::setSizes(unsigned Number) {
  Array &A = Result.Arrays[Number];
  A.Sizes.resize(A.Rank);
  isl::set Touched = touched(Number);
  if (Touched.is_null())
    return Error::success();
  isl::set Extent =
      isl::manage(isl_set_universe(Touched.get_space().release()));
  for (unsigned D = 0; D < A.Rank; ++D) {
    if (Error E = setSize(A, R.Arrays[Number], D, Touched))
      return E;
    if (A.Sizes[D].is_null())
      Extent = isl::set();
    if (!Extent.is_null())
      Extent = Extent.intersect(below(Touched, D, A.Sizes[D]));
  }
  A.Extent = Extent;
  return Error::success();
}

Expected<Scop> Assembly::run() {
  for (unsigned A = S.Arrays.size(); A < R.Arrays.size(); ++A)
    addArray(A);
  for (const RepresentedCopy &Copy : R.Copies) {
    addCopy(Copy);
    if (!Copy.Users.is_null())
      addToParallelLoops(Copy);
  }
  for (unsigned I = 0; I < Result.Statements.size(); ++I)
    if (Error E = setAccesses(I))
      return std::move(E);
  for (unsigned A = S.Arrays.size(); A < R.Arrays.size(); ++A) {
    if (Error E = countFromZero(A))
      return std::move(E);
    if (Error E = setSizes(A))
      return std::move(E);
  }
  Expected<isl::schedule> Order = orderOf(Result, R);
  if (!Order)
    return Order.takeError();
  Result.Order = std::move(*Order);
  return std::move(Result);
}

Expected<Scop> stevedore::programOf(const Scop &S, const Representation &R) {
  return Assembly(S, R).run();
}
