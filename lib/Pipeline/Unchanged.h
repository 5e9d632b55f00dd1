//===- Unchanged.h - Whether values have changed ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Equality of the values that stages take. Sets and relations are the same if
/// they are one object of isl, which costs nothing to find out: what was found
/// again by other means counts as changed. A field that is added to one of the
/// types has to be added here: the bindings do not compile without it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_UNCHANGED_H
#define STEVEDORE_LIB_PIPELINE_UNCHANGED_H

#include "stevedore/Conflicts/ConflictRelation.h"
#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Transfer/Transfer.h"
#include "isl/map.h"
#include "isl/schedule.h"
#include <tuple>

namespace stevedore {

inline auto fieldsOf(const Access &V) {
  const auto &[Array, Relation, Chosen, Reads, Must, May] = V;
  return std::tie(Array, Relation, Chosen, Reads, Must, May);
}

inline auto fieldsOf(const TextHole &V) {
  const auto &[IsValue, Number] = V;
  return std::tie(IsValue, Number);
}

inline auto fieldsOf(const ForwardedValue &V) {
  const auto &[Writer, Array, Iterators, Holes] = V;
  return std::tie(Writer, Array, Iterators, Holes);
}

inline auto fieldsOf(const Statement &V) {
  const auto &[Name, Domain, Accesses, Line, Copies, Assigns, Values, Holes] =
      V;
  return std::tie(Name, Domain, Accesses, Line, Copies, Assigns, Values, Holes);
}

inline auto fieldsOf(const Array &V) {
  const auto &[Name, Rank, Bytes, Alignment, Type, Extent, Declared, InRows,
               LiveOut, Pointed, NoAlias, Disjoint, Pointers, Private, Expanded,
               Inside, Own, PerThread, Made, Watched, Sizes] = V;
  return std::tie(Name, Rank, Bytes, Alignment, Type, Extent, Declared, InRows,
                  LiveOut, Pointed, NoAlias, Disjoint, Pointers, Private,
                  Expanded, Inside, Own, PerThread, Made, Watched, Sizes);
}

inline auto fieldsOf(const Parameter &V) {
  const auto &[Name, IsExposed] = V;
  return std::tie(Name, IsExposed);
}

inline auto fieldsOf(const Belief &V) {
  const auto &[Holds, Text] = V;
  return std::tie(Holds, Text);
}

inline auto fieldsOf(const ElementBelief &V) {
  const auto &[Elements, Values, Text] = V;
  return std::tie(Elements, Values, Text);
}

inline auto fieldsOf(const ParallelLoop &V) {
  const auto &[Starts, Shares, Lanes, Waits, Iterator, Around, Number, Line] =
      V;
  return std::tie(Starts, Shares, Lanes, Waits, Iterator, Around, Number, Line);
}

inline auto fieldsOf(const Scop &V) {
  const auto &[Context, Parameters, Beliefs, ElementBeliefs, Arrays, Statements,
               Order, Parallel, Critical, Forced] = V;
  return std::tie(Context, Parameters, Beliefs, ElementBeliefs, Arrays,
                  Statements, Order, Parallel, Critical, Forced);
}

inline auto fieldsOf(const Dependences &V) {
  const auto &[Kind, Flow, Anti, Output] = V;
  return std::tie(Kind, Flow, Anti, Output);
}

inline auto fieldsOf(const Band &V) {
  const auto &[Domain, Theta, Outer, Size, First, Points, Coordinates, Numbers,
               Unbounded, Parallel, Memory] = V;
  return std::tie(Domain, Theta, Outer, Size, First, Points, Coordinates,
                  Numbers, Unbounded, Parallel, Memory);
}

inline auto fieldsOf(const Schedule &V) {
  const auto &[Theta, Bands, OuterOrder, Tree] = V;
  return std::tie(Theta, Bands, OuterOrder, Tree);
}

inline auto fieldsOf(const TilingRequest &V) {
  const auto &[Kind, Relation, Shape, Sizes, Short, Origins] = V;
  return std::tie(Kind, Relation, Shape, Sizes, Short, Origins);
}

inline auto fieldsOf(const TileBox &V) {
  const auto &[Origins, Sizes, Ends] = V;
  return std::tie(Origins, Sizes, Ends);
}

inline auto fieldsOf(const TileSpace &V) {
  const auto &[Shape, Parameters, Sizes, Outer, Around, Cut, Inside, Before,
               After, Aligned, NonEmpty, Full, Context, Reuse, IsDivided] = V;
  return std::tie(Shape, Parameters, Sizes, Outer, Around, Cut, Inside, Before,
                  After, Aligned, NonEmpty, Full, Context, Reuse, IsDivided);
}

inline auto fieldsOf(const PhaseOrder &V) {
  const auto &[Loading, Storing, Crossing] = V;
  return std::tie(Loading, Storing, Crossing);
}

inline auto fieldsOf(const LoadedValues &V) {
  const auto &[Written, Initial] = V;
  return std::tie(Written, Initial);
}

inline auto fieldsOf(const ArrayTransfers &V) {
  const auto &[Array, Read, Must, Write, Before, After, WrittenBefore,
               WrittenAfter, ReadAfter, In, Load, Full, Values, Reach, Loaded,
               Store, Part, Method, LoadsMore, StoresMore, InBoxes, Remark] = V;
  return std::tie(Array, Read, Must, Write, Before, After, WrittenBefore,
                  WrittenAfter, ReadAfter, In, Load, Full, Values, Reach,
                  Loaded, Store, Part, Method, LoadsMore, StoresMore, InBoxes,
                  Remark);
}

inline auto fieldsOf(const ConflictCase &V) {
  const auto &[Where, Cliques] = V;
  return std::tie(Where, Cliques);
}

inline auto fieldsOf(const ConflictRelation &V) {
  const auto &[Array, Rank, Cliques, Pairs, ByDifferences, Context, Parameters,
               Cases] = V;
  return std::tie(Array, Rank, Cliques, Pairs, ByDifferences, Context,
                  Parameters, Cases);
}

inline bool isSame(const isl::schedule &A, const isl::schedule &B) {
  return A.get() == B.get() ||
         isl_schedule_plain_is_equal(A.get(), B.get()) == isl_bool_true;
}

/// The order of phases is made anew for each plan.
inline bool isSame(const PhaseOrder &A, const PhaseOrder &B) {
  auto Agree = [](const isl::map &X, const isl::map &Y) {
    return isl_map_plain_is_equal(X.get(), Y.get()) == isl_bool_true;
  };
  return Agree(A.Loading, B.Loading) && Agree(A.Storing, B.Storing) &&
         Agree(A.Crossing, B.Crossing);
}

template <typename T> bool isSame(const T &A, const T &B);

template <typename T, typename = void> struct HasFields : std::false_type {};
template <typename T>
struct HasFields<T, std::void_t<decltype(fieldsOf(std::declval<const T &>()))>>
    : std::true_type {};

template <typename T, typename = void> struct IsPointer : std::false_type {};
template <typename T>
struct IsPointer<T, std::void_t<decltype(std::declval<const T &>().get())>>
    : std::true_type {};

template <typename T, typename = void> struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<typename T::value_type>> : std::true_type {};

/// The last elements first: of what stages take these tell most apart, and the
/// first one is a program.
template <typename TupleA, typename TupleB, size_t... Place>
bool areSame(const TupleA &A, const TupleB &B, std::index_sequence<Place...>) {
  return (isSame(std::get<sizeof...(Place) - 1 - Place>(A),
                 std::get<sizeof...(Place) - 1 - Place>(B)) &&
          ...);
}

/// Whether \p A and \p B are the same.
template <typename T> bool isSame(const T &A, const T &B) {
  if constexpr (HasFields<T>::value) {
    auto X = fieldsOf(A), Y = fieldsOf(B);
    return areSame(X, Y,
                   std::make_index_sequence<std::tuple_size_v<decltype(X)>>());
  } else if constexpr (IsPointer<T>::value) {
    return A.get() == B.get();
  } else if constexpr (IsRange<T>::value) {
    return std::equal(
        A.begin(), A.end(), B.begin(), B.end(),
        [](const auto &X, const auto &Y) { return isSame(X, Y); });
  } else {
    return A == B;
  }
}

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_UNCHANGED_H
