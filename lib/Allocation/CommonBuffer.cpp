//===- CommonBuffer.cpp - Arrays that overlap in one buffer ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of the buffer and the one that joins them are written as one, with
// elements [1, p, v] for the array that joins and [0, 0, v] for the others,
// where p are the parameters and v = M m + o. A row of a mapping of that array,
// (f, c), is then the row c of the buffer with an offset f . (1, p) for the
// array that joins: what Widths finds of it, it finds of both.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/CommonBuffer.h"
#include "Widths.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace stevedore;

namespace {

/// The rows of M for each array, of one number, without offsets.
using RowsOfArrays = std::vector<std::vector<Row>>;

/// Rows and moduli for all arrays as one.
struct JoinCandidate {
  /// Over [1, p, v], one for each row of M.
  std::vector<Row> Rows;
  std::vector<Bound> Moduli;
};

/// Mappings of the arrays, to be proved.
struct JoinedMappings {
  /// In units of limits::EqualCost, and the sizes of the numbers in offsets,
  /// those of parameters first: the least is best.
  std::array<int64_t, 3> Cost;
  std::vector<ModularMapping> Of;
};

/// Looks for mappings of arrays in one buffer.
class Joining {
public:
  Joining(const CommonConflicts &C, const std::vector<ModularMapping> &Before,
          ModuloKind Modulo);
  llvm::Expected<std::vector<ModularMapping>> run();

private:
  const CommonConflicts &C;
  const std::vector<ModularMapping> &Before;
  ModuloKind Modulo;
  /// All parameters; p are those that sizes may depend on.
  isl::space Space;
  Roles Known;
  std::vector<std::string> Parameters;
  /// The ways in which arrays are laid out.
  std::vector<RowsOfArrays> Layouts;
  std::vector<JoinedMappings> Found;

  unsigned last() const { return C.Arrays.size() - 1; }
  unsigned numTags() const { return 1 + Parameters.size(); }
  void findParameters();
  void addLayout(RowsOfArrays Rows);
  isl::map tagged(unsigned Array, const RowsOfArrays &Rows,
                  const isl::space &Element) const;
  ConflictRelation asOne(const RowsOfArrays &Rows) const;
  std::array<int64_t, 3> costOf(const Widths &W, const JoinCandidate &J) const;
  llvm::Error search(const RowsOfArrays &Rows);
  ModularMapping mappingOf(unsigned Array, const RowsOfArrays &Rows,
                           const JoinCandidate &J, const Widths &W) const;
};

/// The candidates of one layout.
class JoinSearch {
public:
  JoinSearch(Widths &W, unsigned NumTags, unsigned NumRows)
      : W(W), NumTags(NumTags), NumRows(NumRows) {}
  std::vector<JoinCandidate> run();

private:
  Widths &W;
  unsigned NumTags, NumRows;
  std::vector<JoinCandidate> Result;

  Row rowOf(unsigned K, const std::vector<int64_t> &Offset) const;
  std::vector<std::vector<int64_t>> farthest(llvm::ArrayRef<Row> Zero,
                                             unsigned K, int Sign) const;
  std::vector<int64_t> centred(llvm::ArrayRef<Row> Zero, unsigned K) const;
  void complete(llvm::ArrayRef<unsigned> Order, unsigned Next,
                JoinCandidate Begun, std::vector<Row> Zero);
  bool append(JoinCandidate &To, std::vector<Row> &Zero, unsigned K, Row Next);
  void separate(llvm::ArrayRef<unsigned> Order, unsigned At,
                const JoinCandidate &Begun, const std::vector<Row> &Zero);
};

} // namespace

/// The row number \p K of M with \p Offset for the array that joins.
Row JoinSearch::rowOf(unsigned K, const std::vector<int64_t> &Offset) const {
  Row Result(NumTags + NumRows, 0);
  llvm::copy(Offset, Result.begin());
  Result[NumTags + K] = 1;
  return Result;
}

/// The coefficients of \p F, that of the constant first, rounded up.
static std::vector<int64_t> wholeCoefficients(const Form &F) {
  auto up = [&](int64_t Number) {
    return Number / F.Denominator + (Number % F.Denominator > 0);
  };
  std::vector<int64_t> Result = {up(F.Constant)};
  for (int64_t Coefficient : F.Coefficients)
    Result.push_back(up(Coefficient));
  return Result;
}

/// How far elements of the array that joins come behind those of others along
/// row number \p K, or before them where \p Sign is negative: bounds of
/// \p Sign (y - x) for the conflicts on which \p Zero vanish. None if there is
/// no bound.
std::vector<std::vector<int64_t>>
JoinSearch::farthest(llvm::ArrayRef<Row> Zero, unsigned K, int Sign) const {
  Row Tag(NumTags + NumRows, 0), Along = Tag;
  Tag[0] = 1;
  Along[NumTags + K] = Sign;
  std::optional<Bound> Most =
      W.widthWhere(Zero, {Tag, W.formOf(W.constantBound(0))}, Along);
  std::vector<std::vector<int64_t>> Result;
  if (!Most)
    return Result;
  if (Most->size() == 1) {
    for (const Form &F : Most->front())
      Result.push_back(wholeCoefficients(F));
    return Result;
  }
  Form Greatest = Most->front().front();
  Greatest.Denominator = 1;
  std::vector<int64_t> Whole = wholeCoefficients(Most->front().front());
  Greatest.Constant = Whole.front();
  Greatest.Coefficients.assign(Whole.begin() + 1, Whole.end());
  for (const std::vector<Form> &Forms : *Most)
    raiseTo(Greatest, Forms.front());
  Result.push_back(wholeCoefficients(Greatest));
  return Result;
}

/// The offset with which the array that joins reaches as far behind the others
/// as before them.
std::vector<int64_t> JoinSearch::centred(llvm::ArrayRef<Row> Zero,
                                         unsigned K) const {
  std::vector<int64_t> None(NumTags, 0);
  auto Behind = farthest(Zero, K, 1), Ahead = farthest(Zero, K, -1);
  if (Behind.empty() || Ahead.empty())
    return None;
  for (unsigned P = 0; P < NumTags; ++P)
    None[P] = (Ahead.front()[P] - Behind.front()[P]) / 2;
  return None;
}

/// Appends the row \p Next to \p To, which is number \p K of M; false if its
/// width is unbounded.
bool JoinSearch::append(JoinCandidate &To, std::vector<Row> &Zero, unsigned K,
                        Row Next) {
  std::optional<Bound> Width = W.width(Zero, Next);
  if (!Width || W.outOfBudget())
    return false;
  To.Moduli[K] = std::move(*Width);
  Zero.push_back(Next);
  To.Rows[K] = std::move(Next);
  return true;
}

/// Adds \p Begun with the rows of \p Order from number \p Next on, which do not
/// have to tell arrays apart.
void JoinSearch::complete(llvm::ArrayRef<unsigned> Order, unsigned Next,
                          JoinCandidate Begun, std::vector<Row> Zero) {
  for (unsigned K : Order.drop_front(Next))
    if (!append(Begun, Zero, K, rowOf(K, std::vector<int64_t>(NumTags, 0))))
      return;
  Result.push_back(std::move(Begun));
}

/// Adds what becomes of \p Begun where row number Order[At] tells the array
/// that joins from the others: all of it is behind what it conflicts with, or
/// before it.
void JoinSearch::separate(llvm::ArrayRef<unsigned> Order, unsigned At,
                          const JoinCandidate &Begun,
                          const std::vector<Row> &Zero) {
  for (int Sign : {1, -1})
    for (std::vector<int64_t> Offset : farthest(Zero, Order[At], -Sign)) {
      ++Offset.front();
      for (int64_t &Coefficient : Offset)
        Coefficient *= Sign;
      JoinCandidate Next = Begun;
      std::vector<Row> Before = Zero;
      if (append(Next, Before, Order[At], rowOf(Order[At], Offset)))
        complete(Order, At + 1, std::move(Next), std::move(Before));
    }
}

/// Arrays that are never live together are told apart by no row.
std::vector<JoinCandidate> JoinSearch::run() {
  std::vector<unsigned> Order(NumRows);
  std::iota(Order.begin(), Order.end(), 0);
  do {
    JoinCandidate Begun;
    Begun.Rows.resize(NumRows);
    Begun.Moduli.resize(NumRows);
    std::vector<Row> Zero;
    unsigned At = 0;
    for (; At < NumRows; ++At) {
      separate(Order, At, Begun, Zero);
      if (!append(Begun, Zero, Order[At],
                  rowOf(Order[At], centred(Zero, Order[At]))))
        break;
    }
    if (At == NumRows)
      Result.push_back(std::move(Begun));
  } while (NumRows <= limits::PieceRank && !W.outOfBudget() &&
           std::next_permutation(Order.begin(), Order.end()));
  return std::move(Result);
}

void Joining::findParameters() {
  Space = C.Arrays.front().Context.get_space();
  for (const ConflictRelation &A : C.Arrays) {
    Known.add(A.Parameters);
    Space = Space.align_params(A.Context.get_space());
    for (const isl::map &Clique : A.Cliques)
      Space = Space.align_params(Clique.get_space().params());
    if (!A.Pairs.is_null())
      Space = Space.align_params(A.Pairs.get_space().params());
  }
  for (const CrossConflicts &X : C.Across) {
    for (const auto &[Left, Right] : X.Cliques)
      Space = Space.align_params(Left.get_space().params())
                  .align_params(Right.get_space().params());
    if (!X.Pairs.is_null())
      Space = Space.align_params(X.Pairs.get_space().params());
  }
  for (unsigned P = 0; P < countOf(isl_space_dim(Space.get(), isl_dim_param));
       ++P) {
    std::string Name = isl_space_get_dim_name(Space.get(), isl_dim_param, P);
    if (!Known.isOuterCounter(Name))
      Parameters.push_back(std::move(Name));
  }
}

/// \p Rows with rows of zeros before them, so that there are \p Count.
static std::vector<Row> filledUp(std::vector<Row> Rows, unsigned Rank,
                                 size_t Count) {
  Rows.insert(Rows.begin(), Count - std::min(Count, Rows.size()), Row(Rank, 0));
  return Rows;
}

/// Adds the layout \p Rows, unless it is there.
void Joining::addLayout(RowsOfArrays Rows) {
  size_t Count = 0;
  for (const std::vector<Row> &Of : Rows)
    Count = std::max(Count, Of.size());
  for (unsigned A = 0; A < Rows.size(); ++A)
    Rows[A] = filledUp(std::move(Rows[A]), C.Arrays[A].Rank, Count);
  if (Count && !llvm::is_contained(Layouts, Rows))
    Layouts.push_back(std::move(Rows));
}

/// As they are; the last one as the first; two arrays along their dimensions.
/// Others keep their rows, and have no more of them.
Joining::Joining(const CommonConflicts &C,
                 const std::vector<ModularMapping> &Before, ModuloKind Modulo)
    : C(C), Before(Before), Modulo(Modulo) {
  findParameters();
  RowsOfArrays Own;
  for (const ModularMapping &M : Before)
    Own.push_back(M.Matrix);
  bool AreTwo = last() == 1;
  if (AreTwo || Own.back().size() <= Own.front().size())
    addLayout(Own);
  if (C.Arrays.front().Rank == C.Arrays.back().Rank) {
    Own.back() = Own.front();
    addLayout(Own);
  }
  if (!AreTwo)
    return;
  for (unsigned A : {0, 1}) {
    Own[A].clear();
    for (unsigned K = 0; K < C.Arrays[A].Rank; ++K)
      Own[A].push_back(unitRow(C.Arrays[A].Rank, K));
  }
  addLayout(Own);
}

/// { A[m] -> [t, M m + o] } for array number \p Array, whose elements are in
/// the space \p Element; t = (1, p) for the one that joins, else 0.
isl::map Joining::tagged(unsigned Array, const RowsOfArrays &Rows,
                         const isl::space &Element) const {
  isl::space Own = Element.align_params(Space);
  auto zero = [&] {
    return isl_aff_zero_on_domain(isl_local_space_from_space(Own.copy()));
  };
  std::vector<isl::aff> Coordinates;
  bool Joins = Array == last();
  Coordinates.push_back(isl::manage(isl_aff_add_constant_si(zero(), Joins)));
  for (const std::string &P : Parameters) {
    int At = isl_space_find_dim_by_name(Own.get(), isl_dim_param, P.c_str());
    Coordinates.push_back(isl::manage(
        isl_aff_set_coefficient_si(zero(), isl_dim_param, At, Joins)));
  }
  const std::vector<isl::aff> &Offsets = Before[Array].Offsets;
  for (unsigned R = 0; R < Rows[Array].size(); ++R) {
    isl_aff *Cell = zero();
    for (unsigned D = 0; D < Rows[Array][R].size(); ++D)
      Cell = isl_aff_set_coefficient_si(Cell, isl_dim_in, D, Rows[Array][R][D]);
    if (!Joins && !Offsets.empty()) {
      isl_pw_aff *Offset = isl_pw_aff_align_params(
          isl_pw_aff_from_aff(Offsets[R].copy()), Own.copy());
      Offset = isl_pw_aff_insert_domain(Offset, Own.copy());
      Cell = isl_aff_add(Cell, isl_pw_aff_as_aff(Offset));
    }
    Coordinates.push_back(isl::manage(Cell));
  }
  isl::map Result;
  for (const isl::aff &Coordinate : Coordinates) {
    isl::map Next = isl::manage(isl_map_from_aff(Coordinate.copy()));
    Result = Result.is_null() ? Next : Result.flat_range_product(Next);
  }
  return Result;
}

/// The conflicts of all arrays as of one, elements [t, v].
ConflictRelation Joining::asOne(const RowsOfArrays &Rows) const {
  ConflictRelation Result;
  Result.Array = C.names();
  Result.Rank = numTags() + Rows.front().size();
  auto add = [&](isl::map Pairs, unsigned First, unsigned Second) {
    Pairs = Pairs.apply_domain(tagged(First, Rows, Pairs.get_space().domain()))
                .apply_range(tagged(Second, Rows, Pairs.get_space().range()));
    Result.Pairs = Result.Pairs.is_null() ? Pairs : Result.Pairs.unite(Pairs);
  };
  for (unsigned A = 0; A < C.Arrays.size(); ++A) {
    const ConflictRelation &Of = C.Arrays[A];
    Result.Context = A == 0 ? Of.Context : Result.Context.intersect(Of.Context);
    Result.Parameters.add(Of.Parameters);
    for (const isl::map &Clique : Of.Cliques)
      Result.Cliques.push_back(
          Clique.apply_range(tagged(A, Rows, Clique.get_space().range())));
    if (!Of.Pairs.is_null())
      add(Of.Pairs, A, A);
  }
  for (const CrossConflicts &X : C.Across) {
    for (const auto &[Left, Right] : X.Cliques)
      Result.Cliques.push_back(
          Left.apply_range(tagged(X.First, Rows, Left.get_space().range()))
              .unite(Right.apply_range(
                  tagged(X.Second, Rows, Right.get_space().range()))));
    if (!X.Pairs.is_null())
      add(X.Pairs, X.First, X.Second);
  }
  Result.Context = Result.Context.align_params(Space);
  return Result;
}

/// The mapping of array number \p Array by \p J.
ModularMapping Joining::mappingOf(unsigned Array, const RowsOfArrays &Rows,
                                  const JoinCandidate &J,
                                  const Widths &W) const {
  ModularMapping Result;
  Result.Matrix = Rows[Array];
  Result.Method = "overlap";
  const isl::set &Context = W.conflicts().Context;
  for (unsigned R = 0; R < J.Rows.size(); ++R) {
    Extent Modulus = W.toExtent(J.Moduli[R]);
    Modulus.AtLeastOne = isAtLeastOne(Modulus, Context);
    Modulus.RoundUpToPowerOfTwo = Modulo == ModuloKind::Pow2;
    Result.Moduli.push_back(std::move(Modulus));
    if (Array != last() && !Before[Array].Offsets.empty()) {
      Result.Offsets.push_back(Before[Array].Offsets[R]);
      continue;
    }
    isl_aff *Offset = isl_aff_zero_on_domain(
        isl_local_space_from_space(Context.get_space().release()));
    for (unsigned P = 0; Array == last() && P <= Parameters.size(); ++P)
      Offset = P == 0 ? isl_aff_set_constant_si(Offset, J.Rows[R][P])
                      : isl_aff_set_coefficient_si(Offset, isl_dim_param, P - 1,
                                                   J.Rows[R][P]);
    Result.Offsets.push_back(isl::manage(Offset));
  }
  return Result;
}

std::array<int64_t, 3> Joining::costOf(const Widths &W,
                                       const JoinCandidate &J) const {
  std::array<int64_t, 3> Result = {
      std::llround(W.cost(J.Moduli) / limits::EqualCost), 0, 0};
  for (const Row &R : J.Rows)
    for (unsigned P = 0; P < numTags(); ++P)
      Result[P == 0 ? 2 : 1] += std::abs(R[P]);
  return Result;
}

/// Adds what there is with the layout \p Rows.
llvm::Error Joining::search(const RowsOfArrays &Rows) {
  llvm::Expected<LiftedConflicts> Lifted = lift(asOne(Rows), Precision::Few);
  if (!Lifted)
    return Lifted.takeError();
  if (Lifted->Parameters != Parameters)
    return llvm::Error::success();
  isl::ctx Ctx = Lifted->Context.ctx();
  Budget B(Ctx, Budget::partLeft(Ctx, limits::LeftShare));
  llvm::Expected<Widths> W = Widths::create(*Lifted, B, limits::JoinEffort);
  if (!W)
    return W.takeError();
  for (const JoinCandidate &J :
       JoinSearch(*W, numTags(), Rows.front().size()).run()) {
    JoinedMappings Next{costOf(*W, J), {}};
    for (unsigned A = 0; A < C.Arrays.size(); ++A)
      Next.Of.push_back(mappingOf(A, Rows, J, *W));
    Found.push_back(std::move(Next));
  }
  return llvm::Error::success();
}

/// The smallest that is proved.
llvm::Expected<std::vector<ModularMapping>> Joining::run() {
  for (const RowsOfArrays &Rows : Layouts)
    if (llvm::Error E = search(Rows))
      return std::move(E);
  llvm::stable_sort(Found,
                    [](const JoinedMappings &A, const JoinedMappings &B) {
                      return A.Cost < B.Cost;
                    });
  for (JoinedMappings &Next : Found) {
    llvm::Error Failed = verifyCommon(C, Next.Of);
    if (!Failed)
      return std::move(Next.Of);
    if (takeOverBudget(Failed))
      break;
    llvm::consumeError(std::move(Failed));
  }
  return std::vector<ModularMapping>();
}

llvm::Expected<std::vector<ModularMapping>>
stevedore::joinBuffer(const CommonConflicts &C,
                      const std::vector<ModularMapping> &Before,
                      ModuloKind Modulo) {
  return Joining(C, Before, Modulo).run();
}
