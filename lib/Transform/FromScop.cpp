//===- FromScop.cpp - From a Scop to matrices -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forward.h"
#include "Paths.h"
#include "Rows.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Transform/Primitives.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/space.h"
#include <cstdlib>
#include <limits>
#include <map>
#include <set>

using namespace stevedore;
using namespace llvm;

namespace {

/// A loop in which each instance of a statement is executed at one time that
/// follows from those of other loops: A i + Gamma p at the level \p Level.
struct AddedLoop {
  unsigned Level;
  Coefficients A;
  Coefficients Gamma;
};

/// A statement with the places of its path.
struct Piece {
  RepresentedStatement Statement;
  std::vector<std::vector<unsigned>> Places;
};

/// Represents the statements of one program.
class Converter {
public:
  explicit Converter(const Scop &S) : S(S) {}

  Error add(const TreePath &Path);
  Representation take();

private:
  const Scop &S;
  std::vector<Piece> Pieces;

  Expected<CoefficientMatrix> domain(const isl::basic_set &Convex,
                                     unsigned &NumLocals);
  Error setTimes(const TreePath &Path, const isl::set &Domain,
                 RepresentedStatement &P, std::vector<AddedLoop> &Added);
  void rank(ArrayRef<unsigned> Members, unsigned Depth);
};

} // namespace

static Error outOfForm(const Statement &Stmt, const Twine &Why) {
  return createStringError("statement '" + Stmt.Name +
                           "' has no representation by matrices: " + Why);
}

/// Appends the rows of \p M, constraints of \p Convex over (i, local variables,
/// parameters, 1), times \p Sign. False: an entry does not fit into 32 bits.
static bool appendRows(const Scop &S, const isl::basic_set &Convex, isl_mat *M,
                       int Sign, CoefficientMatrix &Rows) {
  unsigned NumInner = countOf(isl_basic_set_dim(Convex.get(), isl_dim_set)) +
                      countOf(isl_basic_set_dim(Convex.get(), isl_dim_div));
  isl::space Space = isl::manage(isl_basic_set_get_space(Convex.get()));
  bool IsSmall = true;
  for (unsigned R = 0; R < countOf(isl_mat_rows(M)); ++R) {
    Coefficients Row(NumInner + S.Parameters.size() + 1);
    auto Read = [&](unsigned Column) {
      isl::val V = isl::manage(isl_mat_get_element_val(M, int(R), int(Column)));
      std::optional<int64_t> Number = smallNumber(V);
      IsSmall &= Number && isSmall(-*Number);
      return Number.value_or(0) * Sign;
    };
    for (unsigned C = 0; C < NumInner; ++C)
      Row[C] = Read(C);
    for (unsigned P = 0; P < S.Parameters.size(); ++P) {
      int At = isl_space_find_dim_by_name(Space.get(), isl_dim_param,
                                          S.Parameters[P].Name.c_str());
      if (At >= 0)
        Row[NumInner + P] = Read(NumInner + unsigned(At));
    }
    Row.back() = Read(countOf(isl_mat_cols(M)) - 1);
    makePrime(Row);
    Rows.push_back(std::move(Row));
  }
  return IsSmall;
}

/// In the order of the loops that the rows bound, lower bounds first.
static void sortRows(CoefficientMatrix &Rows, unsigned NumInner) {
  auto LastOf = [&](const Coefficients &Row) {
    int Last = int(NumInner) - 1;
    while (Last >= 0 && Row[Last] == 0)
      --Last;
    return Last;
  };
  llvm::sort(Rows, [&](const Coefficients &A, const Coefficients &B) {
    int LastA = LastOf(A), LastB = LastOf(B);
    if (LastA != LastB)
      return LastA < LastB;
    return A > B;
  });
  Rows.erase(std::unique(Rows.begin(), Rows.end()), Rows.end());
}

/// Lambda of a convex set.
Expected<CoefficientMatrix> Converter::domain(const isl::basic_set &Convex,
                                              unsigned &NumLocals) {
  unsigned Depth = countOf(isl_basic_set_dim(Convex.get(), isl_dim_set));
  NumLocals = countOf(isl_basic_set_dim(Convex.get(), isl_dim_div));
  CoefficientMatrix Rows;
  LimitPause Unlimited(Convex.ctx());
  isl_mat *Equal = isl_basic_set_equalities_matrix(
      Convex.get(), isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst);
  isl_mat *Bounds = isl_basic_set_inequalities_matrix(
      Convex.get(), isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst);
  bool IsSmall = Equal && Bounds && appendRows(S, Convex, Equal, 1, Rows) &&
                 appendRows(S, Convex, Equal, -1, Rows) &&
                 appendRows(S, Convex, Bounds, 1, Rows);
  isl_mat_free(Equal);
  isl_mat_free(Bounds);
  if (!IsSmall)
    return createStringError("numbers beyond 32 bits");
  sortRows(Rows, Depth + NumLocals);
  return Rows;
}

/// The equations among the rows of the domain of \p P, without local variables.
static CoefficientMatrix equationsOf(const RepresentedStatement &P) {
  CoefficientMatrix Result;
  for (const Coefficients &Row : P.Domain) {
    Coefficients Opposite;
    for (int64_t Entry : Row)
      Opposite.push_back(-Entry);
    bool HasLocals =
        any_of(ArrayRef<int64_t>(Row).slice(P.Iterators.size(), P.NumLocals),
               [](int64_t Entry) { return Entry != 0; });
    if (!HasLocals && Row > Opposite && is_contained(P.Domain, Opposite))
      Result.push_back(Row);
  }
  return Result;
}

/// Where an iterator has one value, isl leaves it, or its loop, out of the
/// times. Adds equations of the domain to rows of A and Gamma until A has full
/// rank, or leaves it without: the rows that become smallest, the innermost
/// ones first.
static void addEquations(RepresentedStatement &P) {
  unsigned Depth = P.A.size();
  CoefficientMatrix Equations = equationsOf(P);
  auto RankOf = [&](const CoefficientMatrix &A) {
    return IntegerMatrix::fromRows(A, Depth).rank();
  };
  auto Add = [&](unsigned K, const Coefficients &Equation, int64_t Sign) {
    for (unsigned C = 0; C < Depth; ++C)
      P.A[K][C] += Sign * Equation[C];
    for (unsigned C = 0; C < P.Gamma[K].size(); ++C)
      P.Gamma[K][C] += Sign * Equation[Depth + P.NumLocals + C];
  };
  for (unsigned Rank = RankOf(P.A); Rank < Depth; ++Rank) {
    RepresentedStatement Before = P, Best = P;
    int64_t Least = std::numeric_limits<int64_t>::max();
    for (unsigned K = Depth; K-- > 0;)
      for (const Coefficients &Equation : Equations)
        for (int64_t Sign : {1, -1}) {
          Add(K, Equation, Sign);
          int64_t Sum = 0;
          for (int64_t Entry : P.A[K])
            Sum += std::abs(Entry);
          if (Sum < Least && RankOf(P.A) > Rank) {
            Least = Sum;
            Best = P;
          }
          P = Before;
        }
    P = Best;
  }
}

/// Takes rows of \p P out of A and Gamma that are in no basis with those before
/// them, until there are as many as iterators.
static std::vector<AddedLoop> takeDependentRows(RepresentedStatement &P) {
  unsigned Depth = P.Iterators.size();
  std::vector<AddedLoop> Result;
  CoefficientMatrix Kept;
  unsigned Surplus = P.A.size() > Depth ? P.A.size() - Depth : 0;
  for (unsigned K = 0; K < P.A.size(); ++K) {
    Kept.push_back(P.A[K]);
    bool IsPartOfBasis =
        Depth != 0 &&
        unimodularCompletion(IntegerMatrix::fromRows(Kept, Depth));
    if (IsPartOfBasis || Result.size() == Surplus)
      continue;
    Kept.pop_back();
    Result.push_back({K + 1, P.A[K], P.Gamma[K]});
  }
  for (const AddedLoop &L : llvm::reverse(Result)) {
    P.A.erase(P.A.begin() + L.Level - 1);
    P.Gamma.erase(P.Gamma.begin() + L.Level - 1);
  }
  return Result;
}

/// Extends \p P by the loops \p Added, each with an iterator of its own that
/// has the one value 0.
static Error addLoops(const Scop &S, RepresentedStatement &P,
                      ArrayRef<AddedLoop> Added) {
  Representation R;
  for (const Parameter &Named : S.Parameters)
    R.Parameters.push_back(Named.Name);
  P.Beta.assign(P.depth() + 1, 0);
  R.Statements.push_back(std::make_shared<RepresentedStatement>(P));
  for (const AddedLoop &L : Added)
    if (Error E = extend(R, 0, L.Level))
      return E;
  P = *R.Statements.front();
  P.Beta.clear();
  for (const AddedLoop &L : Added) {
    for (unsigned D = 0; D < P.Iterators.size(); ++D)
      P.A[L.Level - 1][P.Iterators[D]] = L.A[D];
    P.Gamma[L.Level - 1] = L.Gamma;
  }
  return Error::success();
}

/// A and Gamma from the loops of \p Path, those of \p Added apart.
Error Converter::setTimes(const TreePath &Path, const isl::set &Domain,
                          RepresentedStatement &P,
                          std::vector<AddedLoop> &Added) {
  const Statement &Stmt = S.Statements[P.Original];
  unsigned Depth = P.Iterators.size();
  unsigned NumLoops = Path.Times.size();
  if (NumLoops + equationsOf(P).size() < Depth)
    return outOfForm(Stmt, Twine(Depth) + " iterators, but " + Twine(NumLoops) +
                               " loops");
  for (const isl::union_pw_aff &Time : Path.Times) {
    isl::space Space = isl::manage(isl_space_add_dims(
        isl_space_from_domain(Stmt.Domain.get_space().release()), isl_dim_out,
        1));
    isl::pw_aff Here = isl::manage(
        isl_union_pw_aff_extract_pw_aff(Time.get(), Space.release()));
    isl::pw_aff Short = Here.intersect_domain(Domain).gist(Domain);
    if (Short.is_null())
      return islError(S.ctx(), "the loops around a statement");
    std::optional<Coefficients> Row = rowOf(S, Short);
    if (!Row)
      Row = rowOf(S, Here);
    if (!Row)
      return outOfForm(Stmt, "a loop has a counter that is not affine");
    P.A.emplace_back(Row->begin(), Row->begin() + Depth);
    P.Gamma.emplace_back(Row->begin() + Depth, Row->end());
  }
  Added = takeDependentRows(P);
  P.A.resize(Depth, Coefficients(Depth));
  P.Gamma.resize(Depth, Coefficients(S.Parameters.size() + 1));
  addEquations(P);
  for (const CoefficientMatrix *M : {&P.A, &P.Gamma})
    for (const Coefficients &Row : *M)
      if (!all_of(Row, isSmall))
        return outOfForm(Stmt, "numbers beyond 32 bits");
  if (Depth && abs(IntegerMatrix::fromRows(P.A, Depth).determinant()) != 1)
    return outOfForm(Stmt, "its order has a determinant other than 1 and -1");
  return Error::success();
}

Error Converter::add(const TreePath &Path) {
  const Statement &Stmt = S.Statements[Path.Statement];
  isl::set Domain = coalesced(Path.Domain.gist_params(S.Context));
  Domain = isl::manage(
      isl_set_compute_divs(isl_set_make_disjoint(Domain.release())));
  isl::basic_set_list Parts = Domain.get_basic_set_list();
  if (Parts.is_null())
    return islError(S.ctx(), "the convex parts of a domain");
  for (unsigned I = 0, N = countOf(Parts.size()); I < N; ++I) {
    isl::basic_set Convex = isl::manage(
        isl_basic_set_remove_redundancies(Parts.get_at(I).release()));
    Piece New;
    RepresentedStatement &P = New.Statement;
    P.Original = Path.Statement;
    P.Name = P.Instance = Stmt.Name;
    P.Line = Stmt.Line;
    for (unsigned D = 0; D < countOf(Domain.tuple_dim()); ++D)
      P.Iterators.push_back(D);
    Expected<CoefficientMatrix> Rows = domain(Convex, P.NumLocals);
    if (!Rows)
      return outOfForm(Stmt, toString(Rows.takeError()));
    P.Domain = std::move(*Rows);
    std::vector<AddedLoop> Added;
    if (Error E = setTimes(Path, Convex, P, Added))
      return E;
    for (const Access &A : Stmt.Accesses)
      P.Accesses.push_back(functionOf(S, A, P, Convex));
    Expected<bool> Same =
        checked(S.ctx(),
                timesOf(S, P).domain().intersect_params(S.Context).is_equal(
                    isl::set(Convex).intersect_params(S.Context)),
                "the matrix of a domain");
    if (!Same)
      return Same.takeError();
    if (!*Same)
      return outOfForm(Stmt, "an integer division without bounds");
    if (Error E = addLoops(S, P, Added))
      return E;
    New.Places = Path.Places;
    New.Places.back().push_back(I);
    New.Places.resize(P.A.size() + 1, {0});
    Pieces.push_back(std::move(New));
  }
  return Error::success();
}

/// Sets component \p Depth of beta of \p Members, pieces that have those before
/// it in common, and the components after it.
void Converter::rank(ArrayRef<unsigned> Members, unsigned Depth) {
  std::map<std::vector<unsigned>, std::vector<unsigned>> Groups;
  for (unsigned M : Members)
    if (Depth < Pieces[M].Places.size())
      Groups[Pieces[M].Places[Depth]].push_back(M);
  int64_t Place = 0;
  for (const auto &[Where, Group] : Groups) {
    for (unsigned M : Group)
      Pieces[M].Statement.Beta.push_back(Place);
    ++Place;
    rank(Group, Depth + 1);
  }
}

/// The size of each dimension of array number \p Number as far as it is one
/// affine function.
static ArrayShape shapeOf(const Scop &S, unsigned Number) {
  const Array &A = S.Arrays[Number];
  ArrayShape Shape;
  Shape.Name = A.Name;
  Shape.Original = Number;
  Shape.Sigma.resize(A.Rank);
  Shape.IsGiven.resize(A.Rank);
  if (A.Extent.is_null())
    return Shape;
  for (unsigned D = 0; D < A.Rank; ++D) {
    isl::set Extent = A.Extent.intersect_params(S.Context);
    if (!isl_set_dim_has_upper_bound(Extent.get(), isl_dim_set, D))
      continue;
    isl::pw_aff Last = Extent.dim_max(D);
    Last = isl::manage(isl_pw_aff_gist(Last.copy(), Last.domain().release()));
    Shape.Sigma[D] = rowOf(S, Last);
    if (Shape.Sigma[D])
      ++Shape.Sigma[D]->back();
  }
  return Shape;
}

/// A name for the piece number \p Number of the statement \p Name that \p Taken
/// does not have.
static std::string freeName(const std::string &Name,
                            std::set<std::string> &Taken) {
  std::string Result = Name;
  for (unsigned Number = 1; !Taken.insert(Result).second; ++Number)
    Result = Name + "_" + std::to_string(Number);
  return Result;
}

Representation Converter::take() {
  std::vector<unsigned> All(Pieces.size());
  for (unsigned I = 0; I < All.size(); ++I)
    All[I] = I;
  rank(All, 0);
  llvm::stable_sort(Pieces, [](const Piece &A, const Piece &B) {
    return A.Statement.Original < B.Statement.Original;
  });
  Representation R;
  for (const Parameter &P : S.Parameters)
    R.Parameters.push_back(P.Name);
  std::set<std::string> Originals, Seen;
  for (const Statement &Stmt : S.Statements)
    Originals.insert(Stmt.Name);
  for (Piece &P : Pieces) {
    bool IsFirst = Seen.insert(P.Statement.Name).second;
    if (!IsFirst)
      P.Statement.Name = freeName(P.Statement.Name, Originals);
    R.Statements.push_back(
        std::make_shared<RepresentedStatement>(std::move(P.Statement)));
  }
  for (unsigned A = 0; A < S.Arrays.size(); ++A)
    R.Arrays.push_back(shapeOf(S, A));
  return R;
}

Expected<Representation> stevedore::represent(const Scop &S,
                                              const isl::schedule &Order) {
  Expected<std::vector<TreePath>> Paths = pathsOf(S, Order);
  if (!Paths)
    return Paths.takeError();
  Converter C(S);
  for (const TreePath &Path : *Paths)
    if (Error E = C.add(Path))
      return std::move(E);
  Representation R = C.take();
  if (Error E = checkInvariants(R))
    return std::move(E);
  return R;
}
