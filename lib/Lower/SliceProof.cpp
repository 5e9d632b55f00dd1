//===- SliceProof.cpp - The proof of whole rows ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slice.h"
#include "stevedore/Allocation/Cells.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

/// The proof that some last dimensions of a transfer are whole rows in both
/// memories. It works from the extents of the array and from the mapping and
/// the windows of its buffer. Let Rows, { [j] }, be the projection of the
/// array's extent on those dimensions. Where there are elements to be moved,
///
///   Elements = { A[m, j] : A[m] in Indices and j in Rows };
///
///   a row of the buffer has the index j_k and nothing else for each of these
///   dimensions k, its start is 0, and it has as many cells as Rows has values
///   of j_k, which begin with 0.
class SliceProof {
public:
  SliceProof(const BandFrame &B, const Slice &S, const isl::set &Elements,
             const Slice::WholeRows &Rows, const isl::set &Context)
      : B(B), S(S), Found(Rows), Elements(Elements.intersect_params(Context)) {}
  llvm::Error run() const;

private:
  const BandFrame &B;
  const Slice &S;
  const Slice::WholeRows &Found;
  isl::set Elements;

  isl::ctx ctx() const { return Elements.ctx(); }
  unsigned rank() const { return countOf(Elements.tuple_dim()); }
  isl::set extent(unsigned First, unsigned Count) const;
  std::vector<unsigned> mappingRows() const;
  isl::set cells(unsigned Row, const BufferRow &Home) const;
  llvm::Expected<bool> areAll() const;
  bool isAlone(unsigned Row, unsigned Dimension) const;
  llvm::Expected<bool> beginsAtZero(unsigned Row) const;
  llvm::Expected<bool> isAsLong(unsigned Row, unsigned Dimension,
                                const BufferRow &Home) const;
};

/// { [j] } : the values of \p Count subscripts from number \p First on.
isl::set SliceProof::extent(unsigned First, unsigned Count) const {
  const isl::set &Extent = S.Home.Remote->Extent;
  unsigned Rank = S.Home.Remote->Rank;
  if (Extent.is_null() || First == 0)
    return isl::set();
  isl::set Rows =
      Extent.project_out(isl::dim::set, First + Count, Rank - First - Count)
          .project_out(isl::dim::set, 0, First);
  return isl::manage(isl_set_reset_tuple_id(B.fixSizes(Rows).release()));
}

/// The numbers of the rows of the mapping that the buffer has.
std::vector<unsigned> SliceProof::mappingRows() const {
  std::vector<unsigned> Result;
  const ModularMapping &M = S.Home.Local->Mapping;
  for (unsigned R = 0; R < M.Moduli.size(); ++R)
    if (auto Choices = readExtents(M, R, B); Choices && !areSingle(*Choices))
      Result.push_back(R);
  return Result;
}

/// Whether the elements are all rows of Indices, and all of them.
llvm::Expected<bool> SliceProof::areAll() const {
  unsigned First = rank() - Found.Count;
  isl::set Rows = extent(First, Found.Count);
  if (Rows.is_null() || countOf(Found.Indices.tuple_dim()) != First)
    return false;
  isl_set *Long =
      isl_set_add_dims(Found.Indices.copy(), isl_dim_set, Found.Count);
  isl_set *Free = isl_set_insert_dims(Rows.release(), isl_dim_set, 0, First);
  isl::id Name = Elements.get_tuple_id();
  isl::set All =
      isl::manage(isl_set_intersect(isl_set_set_tuple_id(Long, Name.copy()),
                                    isl_set_set_tuple_id(Free, Name.copy())));
  auto Less = checked(ctx().get(), Elements.is_subset(All), "whole rows");
  if (!Less || !*Less)
    return Less;
  return checked(ctx().get(),
                 All.intersect_params(Elements.params()).is_subset(Elements),
                 "whole rows");
}

/// Whether row number \p Row of the mapping has the index along \p Dimension
/// alone, and no other row has it.
bool SliceProof::isAlone(unsigned Row, unsigned Dimension) const {
  const auto &Matrix = S.Home.Local->Mapping.Matrix;
  for (unsigned D = 0; D < S.Home.Remote->Rank; ++D)
    if (Matrix[Row][D] != (D == Dimension))
      return false;
  return S.Home.Local->Mapping.divisor(Row) == 1 &&
         llvm::all_of(mappingRows(), [&](unsigned Other) {
           return Other == Row || Matrix[Other][Dimension] == 0;
         });
}

/// Whether the window of row number \p Row begins at 0, up to multiples of the
/// modulus.
llvm::Expected<bool> SliceProof::beginsAtZero(unsigned Row) const {
  const std::vector<RowWindow> &Windows = S.Home.Local->Windows;
  if (Row >= Windows.size() || !Windows[Row].IsStatic)
    return true;
  isl::space Space = Elements.get_space();
  isl::set Above = isl::set::empty(Space), Below = Space.universe_set();
  for (const RowWindow::Bound &Bound : Windows[Row].Bounds) {
    isl::pw_aff Form = onElements(Space, Bound.Form);
    Above = Above.unite(Form.gt_set(number(Space, 0)));
    Below = Below.intersect(Form.lt_set(number(Space, 0)));
  }
  return checked(ctx().get(), Elements.is_disjoint(Above.unite(Below)),
                 "where whole rows begin");
}

/// { [j] : 0 <= j < the number of cells along row number \p Row, \p Home in the
/// buffer }; null where it is a choice.
isl::set SliceProof::cells(unsigned Row, const BufferRow &Home) const {
  isl::set Line(ctx(), "{ [j] : 0 <= j }");
  isl::pw_aff Index = rowProduct(Line.get_space(), {1});
  const ModularMapping &M = S.Home.Local->Mapping;
  const Extent &E = M.Moduli[Row];
  if (llvm::any_of(M.Others, [&](const OtherModuli &Other) {
        return Other.Moduli[Row].text() != E.text();
      }))
    return isl::set();
  if (Home.Cells == Home.Modulus && (E.constant() || !E.RoundUpToPowerOfTwo))
    return B.fixSizes(Line.subtract(atLeast(Index, E)));
  if (Home.Cells.kind() != Expr::Integer)
    return isl::set();
  return isl::set(ctx(), "{ [j] : 0 <= j < " + Home.Cells.spelling() + " }");
}

/// Whether there are as many cells along row number \p Row as elements along
/// \p Dimension.
llvm::Expected<bool> SliceProof::isAsLong(unsigned Row, unsigned Dimension,
                                          const BufferRow &Home) const {
  isl::set Local = cells(Row, Home), Remote = extent(Dimension, 1);
  if (Local.is_null() || Remote.is_null())
    return false;
  isl::set Where = Elements.params();
  return checked(
      ctx().get(),
      Local.intersect_params(Where).is_equal(Remote.intersect_params(Where)),
      "the length of whole rows");
}

llvm::Error SliceProof::run() const {
  auto refused = [&](const char *Why) {
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "rows of array '" + S.Home.Remote->Name +
                                          "' are not whole: " + Why);
  };
  std::vector<unsigned> Rows = mappingRows();
  if (Found.Count >= rank() || Rows.size() != S.Home.Rows.size() ||
      S.whole() + Found.Count > Rows.size())
    return refused("there are fewer dimensions");
  auto All = areAll();
  if (!All)
    return All.takeError();
  if (!*All)
    return refused("elements are missing");
  for (unsigned K = 0; K < Found.Count; ++K) {
    unsigned Dimension = rank() - 1 - K, At = Rows.size() - 1 - S.whole() - K;
    if (!isAlone(Rows[At], Dimension))
      return refused("the rows of the buffer are others");
    auto Begins = beginsAtZero(Rows[At]);
    if (!Begins)
      return Begins.takeError();
    if (!*Begins)
      return refused("those of the buffer begin elsewhere");
    auto AsLong = isAsLong(Rows[At], Dimension, S.Home.Rows[At]);
    if (!AsLong)
      return AsLong.takeError();
    if (!*AsLong)
      return refused("those of the buffer have another length");
  }
  return llvm::Error::success();
}

llvm::Error Slice::verify(const BandFrame &B, const isl::set &Elements,
                          const WholeRows &Rows,
                          const isl::set &Context) const {
  Budget Limit(Elements.ctx(),
               {0, (Rows.Count + 1) * limits::WholeRowOperations});
  return within(Limit, SliceProof(B, *this, Elements, Rows, Context).run(),
                "the proof of whole rows");
}

} // namespace lower
} // namespace stevedore
