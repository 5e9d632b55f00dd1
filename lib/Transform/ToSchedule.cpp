//===- ToSchedule.cpp - From matrices to a schedule tree ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Size.h"
#include "stevedore/Transform/Representation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/union_map.h"
#include <map>

using namespace stevedore;
using namespace llvm;

/// The form \p Row over \p Names and 1, isl text.
static std::string formOf(const Coefficients &Row,
                          ArrayRef<std::string> Names) {
  std::string Text = std::to_string(Row.back());
  for (unsigned I = 0; I < Names.size(); ++I)
    if (Row[I])
      Text += " + " + std::to_string(Row[I]) + Names[I];
  return Text;
}

/// Writes the relation with names that no word of isl's language can be; the
/// names of the program are put into the result.
isl::map stevedore::valuesOf(const Scop &S, const RepresentedStatement &P,
                             const CoefficientMatrix &Rows) {
  std::vector<std::string> Parameters, Original, Inner, Hidden, Values, Facts;
  for (unsigned I = 0; I < S.Parameters.size(); ++I)
    Parameters.push_back("p" + std::to_string(I));
  for (unsigned I = 0; I < P.Iterators.size(); ++I)
    Original.push_back("o" + std::to_string(I));
  for (unsigned I = 0; I < P.depth(); ++I) {
    auto Found = find(P.Iterators, I);
    if (Found != P.Iterators.end()) {
      Inner.push_back(Original[Found - P.Iterators.begin()]);
      continue;
    }
    Inner.push_back("e" + std::to_string(I));
    Hidden.push_back(Inner.back());
    if (P.runsOnce(I))
      Facts.push_back(Inner.back() + " = 0");
  }
  for (unsigned I = 0; I < P.NumLocals; ++I) {
    Inner.push_back("l" + std::to_string(I));
    Hidden.push_back(Inner.back());
  }
  append_range(Inner, Parameters);
  for (const Coefficients &Row : P.Domain)
    Facts.push_back(formOf(Row, Inner) + " >= 0");
  for (unsigned K = 0; K < Rows.size(); ++K) {
    Values.push_back("v" + std::to_string(K));
    Facts.push_back(Values.back() + " = " + formOf(Rows[K], Inner));
  }
  std::string Condition = Facts.empty() ? "" : " : ";
  if (!Hidden.empty())
    Condition += "exists " + join(Hidden, ", ") + " : ";
  isl::map Result(S.Context.ctx(), "[" + join(Parameters, ", ") + "] -> { [" +
                                       join(Original, ", ") + "] -> [" +
                                       join(Values, ", ") + "]" + Condition +
                                       join(Facts, " and ") + " }");
  for (unsigned I = 0; I < S.Parameters.size(); ++I) {
    isl::id Id = isl::id::alloc(S.Context.ctx(), S.Parameters[I].Name, nullptr);
    Result = isl::manage(isl_map_set_dim_id(Result.release(), isl_dim_param,
                                            int(I), Id.release()));
  }
  return isl::manage(
      isl_map_set_tuple_name(Result.release(), isl_dim_in, P.Instance.c_str()));
}

isl::map stevedore::timesOf(const Scop &S, const RepresentedStatement &P) {
  CoefficientMatrix Rows;
  for (unsigned K = 0; K < P.depth(); ++K) {
    Rows.push_back(P.A[K]);
    Rows.back().insert(Rows.back().end(), P.NumLocals, 0);
    append_range(Rows.back(), P.Gamma[K]);
  }
  return valuesOf(S, P, Rows);
}

namespace {

/// Builds the tree from statements that share a prefix of beta.
class TreeBuilder {
public:
  TreeBuilder(const Scop &S, const Representation &R) : R(R) {
    isl::space Parameters = S.domain().get_space();
    for (const auto &P : R.Statements)
      Times.push_back(timesOf(S, *P).align_params(Parameters));
  }

  /// Whether statement number \p I has no instances. isl loses others in a tree
  /// with such a part.
  isl::boolean isEmpty(unsigned I, const isl::set &Context) const {
    return Times[I].intersect_params(Context).is_empty();
  }

  /// The order of \p Members, which have \p Depth components of beta in common
  /// and as many loops.
  isl::schedule build(ArrayRef<unsigned> Members, unsigned Depth) {
    std::map<int64_t, std::vector<unsigned>> Groups;
    for (unsigned M : Members)
      Groups[R.Statements[M]->Beta[Depth]].push_back(M);
    isl::schedule Result;
    for (const auto &[Place, Group] : Groups) {
      isl::schedule Part = loop(Group, Depth);
      Result = Result.is_null() ? Part : Result.sequence(Part);
    }
    return Result;
  }

private:
  const Representation &R;
  std::vector<isl::map> Times;

  /// Loop number \p Depth, from 0, with the statements \p Members, or the
  /// statement that is in no more loops.
  isl::schedule loop(ArrayRef<unsigned> Members, unsigned Depth) {
    if (R.Statements[Members.front()]->depth() == Depth)
      return isl::schedule::from_domain(
          isl::union_set(Times[Members.front()].domain()));
    isl::union_map Counter = isl::union_map::empty(Times.front().ctx());
    for (unsigned M : Members) {
      unsigned N = countOf(Times[M].range_tuple_dim());
      Counter = Counter.unite(isl::union_map(
          Times[M]
              .project_out(isl::dim::out, Depth + 1, N - Depth - 1)
              .project_out(isl::dim::out, 0, Depth)));
    }
    isl::multi_union_pw_aff Partial =
        isl::manage(isl_multi_union_pw_aff_from_union_map(Counter.release()));
    return build(Members, Depth + 1).insert_partial_schedule(Partial);
  }
};

} // namespace

Expected<isl::schedule> stevedore::orderOf(const Scop &S,
                                           const Representation &R) {
  TreeBuilder Tree(S, R);
  std::vector<unsigned> All;
  for (unsigned I = 0; I < R.Statements.size(); ++I) {
    Expected<bool> Empty = checked(S.ctx(), Tree.isEmpty(I, S.Context),
                                   "the domain of a statement");
    if (!Empty)
      return Empty.takeError();
    if (!*Empty)
      All.push_back(I);
  }
  if (All.empty())
    return S.Order;
  isl::schedule Order = Tree.build(All, 0);
  return checked(S.ctx(), Order, "the order of the representation");
}
