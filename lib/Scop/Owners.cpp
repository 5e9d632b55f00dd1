//===- Owners.cpp - Who owns elements -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Owners.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/union_map.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// What the words of one array say.
struct ArrayWords {
  /// The dimensions that are distributed.
  std::vector<unsigned> Dimensions;
  std::vector<TextOwners::Axis> Axes;
};

} // namespace

/// Reads \p Word, "block", "block(B)", "cyclic" or "cyclic(4)". Blocks of no
/// size have that of axis number \p Number, as a parameter.
static std::string readAxis(isl::ctx Ctx, StringRef Word, size_t Number,
                            TextOwners::Axis &Result) {
  std::string Usage = "'" + Word.str() + "' is no distribution: these are " +
                      "'block', 'block(SIZE)', 'cyclic', 'cyclic(SIZE)' and "
                      "'*'";
  auto [Kind, Rest] = Word.split('(');
  Result.IsCyclic = Kind == "cyclic";
  if (!Result.IsCyclic && Kind != "block")
    return Usage;
  Result.Size = Result.IsCyclic ? "1" : "B" + std::to_string(Number + 1);
  if (Rest.empty())
    return Word.contains('(') ? Usage : "";
  if (!Rest.consume_back(")"))
    return Usage;
  unsigned Size = 0;
  bool IsNumber = !Rest.getAsInteger(10, Size);
  bool IsName =
      !Rest.empty() && isAlpha(Rest.front()) && all_of(Rest, isPartOfName);
  if (!IsName && !(IsNumber && Size >= 1))
    return Usage;
  if (IsName && isl::set(Ctx, "[" + Rest.str() + "] -> { : }").is_null())
    return "'" + Rest.str() + "' is a word of isl: call the size otherwise";
  Result.Size = Rest.str();
  return "";
}

static std::string readWords(isl::ctx Ctx, StringRef Text, const Array &A,
                             ArrayWords &Result) {
  SmallVector<StringRef> Words;
  Text.split(Words, ',');
  if (Words.size() != A.Rank)
    return "'" + A.Name + "' has " + std::to_string(A.Rank) +
           " dimensions, and each needs a distribution, or '*'";
  for (unsigned D = 0; D < A.Rank; ++D) {
    if (Words[D].trim() == "*")
      continue;
    TextOwners::Axis Next;
    std::string Mistake =
        readAxis(Ctx, Words[D].trim(), Result.Axes.size(), Next);
    if (!Mistake.empty())
      return Mistake;
    Result.Axes.push_back(Next);
    Result.Dimensions.push_back(D);
  }
  if (Result.Axes.empty())
    return "'" + A.Name +
           "' is owned by nobody: leave it out for a copy of it "
           "in each memory";
  return "";
}

/// "m0, m1", so many of them.
static std::string names(char Base, unsigned Count) {
  std::string Result;
  for (unsigned D = 0; D < Count; ++D)
    Result += (D ? ", " : "") + std::string(1, Base) + std::to_string(D);
  return Result;
}

/// "[B] -> { A[m0] -> [p0] : p0 <= m0 < p0 + B }"
static std::string ownerText(const Array &A, const ArrayWords &Words) {
  std::string Parameters, Where = "true";
  for (size_t K = 0; K < Words.Axes.size(); ++K) {
    const std::string &Size = Words.Axes[K].Size;
    std::string P = "p" + std::to_string(K),
                M = "m" + std::to_string(Words.Dimensions[K]);
    Where += " and " + P + " <= " + M + " < " + P + " + " + Size;
    if (isDigit(Size.front()))
      Where += " and " + P + " mod " + Size + " = 0";
    else
      Parameters += (Parameters.empty() ? "" : ", ") + Size;
  }
  return "[" + Parameters + "] -> { " + A.Name + "[" + names('m', A.Rank) +
         "] -> [" + names('p', Words.Axes.size()) + "] : " + Where + " }";
}

/// The number of coordinates of processors in \p Owners; none where they
/// differ.
static std::optional<unsigned> coordinatesOf(const isl::union_map &Owners) {
  std::optional<unsigned> Result;
  bool IsOne = !Owners.is_null();
  if (!IsOne)
    return std::nullopt;
  Owners.foreach_map([&](isl::map M) -> isl::stat {
    unsigned Here = countOf(M.range_tuple_dim());
    IsOne &= !Result || *Result == Here;
    Result = Here;
    return isl::stat::ok();
  });
  return IsOne ? Result : std::nullopt;
}

static std::string readMap(StringRef Text, const Scop &S, TextOwners &Result) {
  Result.Elements = isl::union_map(isl::ctx(S.ctx()), Text.str());
  if (Result.Elements.is_null())
    return "isl does not accept the value of 'owners'";
  std::optional<unsigned> Axes = coordinatesOf(Result.Elements);
  if (!Axes || *Axes == 0)
    return "'owners' needs processors with the same number of coordinates, at "
           "least one";
  Result.Axes.resize(*Axes);
  return "";
}

/// The words of all arrays.
static std::string readArrays(const TextValue &V, const Scop &S,
                              TextOwners &Result) {
  Result.Elements = isl::union_map::empty(isl::ctx(S.ctx()));
  for (const auto &[Name, Text] : V.Fields) {
    const Array *A = S.findArray(Name);
    if (!A)
      return "'owners' names '" + Name + "', which nothing accesses";
    ArrayWords Words;
    std::string Mistake = readWords(isl::ctx(S.ctx()), Text, *A, Words);
    if (!Mistake.empty())
      return Mistake;
    auto isOther = [](const TextOwners::Axis &X, const TextOwners::Axis &Y) {
      return X.Size != Y.Size || X.IsCyclic != Y.IsCyclic;
    };
    if (Result.Axes.empty())
      Result.Axes = Words.Axes;
    bool Differs = Result.Axes.size() != Words.Axes.size();
    for (size_t K = 0; !Differs && K < Words.Axes.size(); ++K)
      Differs = isOther(Result.Axes[K], Words.Axes[K]);
    if (Differs)
      return "'" + Name +
             "' is cut in other blocks than the array before it: "
             "coordinates of processors are those of blocks, which have one "
             "size in each";
    Result.Elements = Result.Elements.unite(
        isl::union_map(isl::ctx(S.ctx()), ownerText(*A, Words)));
  }
  if (Result.Axes.empty())
    return "'owners' names no array";
  return "";
}

std::string stevedore::readOwners(const TextValue &V, const Scop &S,
                                  TextOwners &Result) {
  if (V.K == TextValue::Sequence)
    return "'owners' is isl text, or { ARRAY: \"block, *\" }";
  return V.K == TextValue::Scalar ? readMap(V.Text, S, Result)
                                  : readArrays(V, S, Result);
}

std::string stevedore::readShares(StringRef Key, const TextValue &V,
                                  const Scop &S, const isl::union_map &Theta,
                                  TextOwners &Result) {
  if (Key == "phases")
    return StringRef(V.Text).getAsInteger(10, Result.Phases) ||
                   Result.Phases > polly::getNumScatterDims(Theta)
               ? "'phases' is a number of dimensions of the schedule"
               : "";
  Result.Executes = isl::union_map(isl::ctx(S.ctx()), V.Text);
  return coordinatesOf(Result.Executes) == unsigned(Result.Axes.size())
             ? ""
             : "'executes' is no map from instances to processors with as many "
               "coordinates as those of 'owners'";
}
