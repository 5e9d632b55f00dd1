//===- Cells.cpp - Where elements lie in local memory ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace bruteforce;

Error bruteforce::wrong(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

static Error parseNumbers(StringRef Text, Point &Numbers) {
  SmallVector<StringRef, 8> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    Numbers.emplace_back();
    if (Word.getAsInteger(10, Numbers.back()))
      return wrong("not a number in a mapping: '" + Word + "'");
  }
  return Error::success();
}

static Expected<Mapping> parseMapping(isl::ctx Ctx, StringRef Line,
                                      unsigned Rank) {
  Mapping M;
  auto [Numbers, Part] = Line.split(" @ ");
  if (!Part.empty())
    M.Part = isl::map(Ctx, Part.str());
  auto [Rows, Moduli] = Numbers.split('|');
  SmallVector<StringRef, 8> Texts;
  Rows.split(Texts, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Text : Texts) {
    Point Row;
    if (Error E = parseNumbers(Text, Row))
      return std::move(E);
    if (!Row.empty())
      M.Matrix.push_back(Row);
  }
  if (Error E = parseNumbers(Moduli, M.Moduli))
    return std::move(E);
  bool Fits = M.Matrix.size() == M.Moduli.size();
  for (const Point &Row : M.Matrix)
    Fits &= Row.size() == Rank ||
            (Row.size() == Rank + 2 + Rank * (Rank + 1) / 2 && Row.back() > 0);
  for (int64_t Modulus : M.Moduli)
    Fits &= Modulus >= 1;
  if (!Fits)
    return wrong("ill-formed mapping '" + Line + "'");
  return std::move(M);
}

Expected<std::vector<Mapping>>
bruteforce::parseMappings(isl::ctx Ctx, StringRef Line, unsigned Rank) {
  std::vector<Mapping> Result;
  SmallVector<StringRef, 4> Texts;
  Line.split(Texts, " @@ ");
  for (StringRef Text : Texts) {
    auto M = parseMapping(Ctx, Text, Rank);
    if (!M)
      return M.takeError();
    Result.push_back(std::move(*M));
  }
  return std::move(Result);
}

/// The value of \p Row, which may have a constant, products and a divisor.
static int64_t valueOf(const Point &Row, const Point &Element) {
  int64_t Value = 0;
  for (size_t C = 0; C < Element.size(); ++C)
    Value += Row[C] * Element[C];
  if (Row.size() == Element.size())
    return Value;
  const int64_t *Next = &Row[Element.size()];
  Value += *Next++;
  for (size_t X = 0; X < Element.size(); ++X)
    for (size_t Y = X; Y < Element.size(); ++Y)
      Value += *Next++ * Element[X] * Element[Y];
  return divideFloorSigned(Value, Row.back());
}

static Point cellOf(const Mapping &M, const Point &Element) {
  Point Cell;
  for (size_t R = 0; R < M.Matrix.size(); ++R) {
    int64_t Value = valueOf(M.Matrix[R], Element);
    int64_t Modulus = M.Moduli[R];
    Cell.push_back((Value % Modulus + Modulus) % Modulus);
  }
  return Cell;
}

namespace {

/// The mappings of one array, and their parts in the tile asked for last.
class Places {
public:
  Places(std::vector<Mapping> Mappings, const stevedore::Band &B,
         const Values &V)
      : Mappings(std::move(Mappings)), B(B), V(V) {}

  Point cell(const Tile &T, const Point &Element) {
    if (Mappings.size() == 1)
      return cellOf(Mappings.front(), Element);
    if (Last != &T) {
      Parts.clear();
      for (const Mapping &M : Mappings)
        Parts.push_back(inTile(M.Part, T));
      Last = &T;
    }
    int64_t Found = -1;
    for (size_t I = 0; I < Parts.size(); ++I)
      if (contains(Parts[I], Element)) {
        if (Found >= 0)
          return {-1};
        Found = I;
      }
    if (Found < 0)
      return {-1};
    Point Cell = cellOf(Mappings[Found], Element);
    Cell.insert(Cell.begin(), Found);
    return Cell;
  }

private:
  std::vector<Mapping> Mappings;
  stevedore::Band B;
  Values V;
  std::vector<isl::set> Parts;
  const Tile *Last = nullptr;

  int64_t size(unsigned K) const {
    auto It = V.find("T" + std::to_string(B.FirstTile + K + 1));
    return It == V.end() ? 32 : It->second;
  }

  /// \p Part at the origin and the outer counters of \p T.
  isl::set inTile(isl::map Part, const Tile &T) const {
    for (unsigned K = 0; K < T.Index.size(); ++K)
      Part = isl::manage(isl_map_fix_si(Part.release(), isl_dim_in, K,
                                        T.Index[K] * size(K)));
    Values All = V;
    for (unsigned K = 0; K < T.Index.size(); ++K)
      All["T" + std::to_string(B.FirstTile + K + 1)] = size(K);
    for (unsigned K = 0; K < T.Outer.size(); ++K)
      All["O" + std::to_string(K + 1)] = T.Outer[K];
    for (const auto &[Name, Value] : All) {
      int At =
          isl_map_find_dim_by_name(Part.get(), isl_dim_param, Name.c_str());
      if (At >= 0)
        Part = isl::manage(
            isl_map_fix_si(Part.release(), isl_dim_param, At, Value));
    }
    return Part.range();
  }

  static bool contains(isl::set Part, const Point &Element) {
    for (size_t I = 0; I < Element.size(); ++I)
      Part = isl::manage(
          isl_set_fix_si(Part.release(), isl_dim_set, I, Element[I]));
    return Part.is_empty().is_false();
  }
};

} // namespace

CellOf bruteforce::cellsOf(std::vector<Mapping> Mappings,
                           const stevedore::Band &B, const Values &V) {
  auto All = std::make_shared<Places>(std::move(Mappings), B, V);
  return [All](const Tile &T, const Point &Element) {
    return All->cell(T, Element);
  };
}
