//===- Variants.cpp - Statements by the parts that they access ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variants.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

namespace stevedore {
namespace lower {

const std::string &Variants::original(const std::string &Tuple) const {
  auto It = Originals.find(Tuple);
  return It == Originals.end() ? Tuple : It->second;
}

namespace {

/// One combination of the buffers that a statement's elements lie in.
struct Variant {
  /// { S[i] : its elements lie in these buffers }, I as parameters.
  isl::set Instances;
  /// For each access the number of its part, 0 for an array in one buffer.
  std::vector<unsigned> Parts;
  /// { : tiles with such an instance }, or a superset.
  isl::set Tiles;

  unsigned rank() const {
    unsigned Sum = 0;
    for (unsigned P : Parts)
      Sum += P;
    return Sum;
  }
};

/// Splits the statements of one band.
class Splitter {
public:
  Splitter(const BandFrame &B, const std::vector<Buffer> &Buffers)
      : B(B), Program(std::make_shared<Scop>(*B.Plan.Program)) {
    for (const Buffer &Home : Buffers)
      PartsOf[Home.Local->Transfers.Array].push_back(&Home);
  }

  llvm::Expected<Variants> run();

private:
  const BandFrame &B;
  std::shared_ptr<Scop> Program;
  Variants Result;
  /// The buffers of each array, in the order of its parts.
  std::map<unsigned, std::vector<const Buffer *>> PartsOf;
  /// The index in Program of each buffer's array.
  std::map<const Buffer *, unsigned> IndexOf;

  void addArrays();
  bool isSplit(unsigned Array) const;
  isl::set elementsOf(const Buffer &Part) const;
  std::vector<Variant> variantsOf(const Statement &S, const isl::map &Theta);
  std::vector<Variant> refine(const std::vector<Variant> &Coarse,
                              const Statement &S, unsigned Access,
                              const isl::map &Theta) const;
  void addVariants(const Statement &S, const isl::map &Theta);
  std::string freshName(const std::string &Name) const;
  void restrictUniform(const std::vector<Variant> &Found);
};

} // namespace

bool Splitter::isSplit(unsigned Array) const {
  auto It = PartsOf.find(Array);
  return It != PartsOf.end() && It->second.size() > 1;
}

/// Gives each part an array of its own in the program.
void Splitter::addArrays() {
  for (auto &[Array, Parts] : PartsOf)
    for (const Buffer *Part : Parts) {
      unsigned Index = Array;
      if (Parts.size() > 1) {
        Index = Program->Arrays.size();
        Program->Arrays.push_back(B.Plan.Program->Arrays[Array]);
      }
      IndexOf[Part] = Index;
      Result.Buffers[Index] = Part;
    }
}

/// { A[m] } with I as parameters.
isl::set Splitter::elementsOf(const Buffer &Part) const {
  return B.atOrigin(Part.Local->Transfers.Part);
}

/// The variants \p Coarse told apart by the part that access number \p Access
/// of \p S finds its element in; the first part where it makes no access.
std::vector<Variant> Splitter::refine(const std::vector<Variant> &Coarse,
                                      const Statement &S, unsigned Access,
                                      const isl::map &Theta) const {
  const stevedore::Access &A = S.Accesses[Access];
  const std::vector<const Buffer *> &Parts = PartsOf.at(A.Array);
  isl::set Made = A.Relation.domain();
  bool IsAlwaysMade = S.Domain.is_subset(Made).is_true();
  std::vector<Variant> Fine;
  for (const Variant &V : Coarse)
    for (unsigned P = 0; P < Parts.size(); ++P) {
      Variant Next = V;
      Next.Instances = coalesced(V.Instances.intersect(
          A.Relation.intersect_range(elementsOf(*Parts[P])).domain()));
      if (P == 0 && !IsAlwaysMade)
        Next.Instances =
            coalesced(Next.Instances.unite(V.Instances.subtract(Made)));
      Next.Parts[Access] = P;
      if (!Theta.intersect_params(B.Tile)
               .intersect_domain(Next.Instances)
               .is_empty()
               .is_true())
        Fine.push_back(std::move(Next));
    }
  return Fine;
}

/// The variants of \p S, whose points in the tile are \p Theta.
std::vector<Variant> Splitter::variantsOf(const Statement &S,
                                          const isl::map &Theta) {
  std::vector<Variant> Result = {
      {S.Domain, std::vector<unsigned>(S.Accesses.size()), {}}};
  for (unsigned I = 0; I < S.Accesses.size(); ++I) {
    if (!isSplit(S.Accesses[I].Array))
      continue;
    unsigned Same = 0;
    while (S.Accesses[Same].Array != S.Accesses[I].Array ||
           !S.Accesses[Same].Relation.is_equal(S.Accesses[I].Relation)
                .is_true())
      ++Same;
    if (Same == I)
      Result = refine(Result, S, I, Theta);
    else
      for (Variant &V : Result)
        V.Parts[I] = V.Parts[Same];
  }
  if (Result.size() < 2)
    return Result;
  for (Variant &V : Result)
    V.Tiles = coalesced(
        Theta.intersect_domain(V.Instances).params().remove_divs());
  return Result;
}

/// \p Name with a number, unused in the program.
std::string Splitter::freshName(const std::string &Name) const {
  unsigned Number = 1;
  while (Program->findStatement(Name + "_" + std::to_string(Number)))
    ++Number;
  return Name + "_" + std::to_string(Number);
}

/// Leaves in Uniform the tiles that have only the variant whose elements lie in
/// the largest parts, which most tiles have.
void Splitter::restrictUniform(const std::vector<Variant> &Found) {
  const Variant *Main = &Found.front();
  for (const Variant &V : Found)
    if (V.rank() > Main->rank())
      Main = &V;
  for (const Variant &V : Found)
    if (&V != Main)
      Result.Uniform = Result.Uniform.subtract(V.Tiles);
}

/// Adds \p S, whose points in the tile are \p Theta, or its variants.
void Splitter::addVariants(const Statement &S, const isl::map &Theta) {
  std::vector<Variant> Found = variantsOf(S, Theta);
  if (Found.empty())
    return;
  restrictUniform(Found);
  for (const Variant &V : Found) {
    Statement Copy = S;
    isl::map Points = Theta.intersect_domain(V.Instances);
    if (Found.size() > 1) {
      Copy.Name = freshName(S.Name);
      Result.Originals[Copy.Name] = S.Name;
    }
    isl::id Name = isl::id::alloc(Program->Context.ctx(), Copy.Name, nullptr);
    Copy.Domain = S.Domain.set_tuple_id(Name);
    for (unsigned I = 0; I < Copy.Accesses.size(); ++I) {
      Access &A = Copy.Accesses[I];
      A.Relation = A.Relation.set_tuple_id(isl::dim::in, Name);
      auto Parts = PartsOf.find(A.Array);
      if (Parts != PartsOf.end())
        A.Array = IndexOf.at(Parts->second[V.Parts[I]]);
    }
    Result.Theta = Result.Theta.unite(
        isl::union_map(Points.set_tuple_id(isl::dim::in, Name)));
    if (Found.size() > 1)
      Program->Statements.push_back(std::move(Copy));
    else
      *llvm::find_if(Program->Statements, [&](const Statement &Old) {
        return Old.Name == S.Name;
      }) = std::move(Copy);
  }
}

llvm::Expected<Variants> Splitter::run() {
  addArrays();
  Result.Uniform = B.FullTile;
  Result.Theta = isl::manage(isl_union_map_empty_ctx(Program->ctx()));
  isl::union_map Theta = B.Tiled.B.Theta.intersect_domain(B.Tiled.B.Domain)
                             .intersect_range(B.points());
  for (const Statement &S : B.Plan.Program->Statements)
    Theta
        .intersect_domain(
            isl::union_set(isl::set::universe(S.Domain.get_space())))
        .foreach_map([&](isl::map Points) -> isl::stat {
          addVariants(S, Points);
          return isl::stat::ok();
        });
  Result.Uniform = coalesced(Result.Uniform);
  Result.Program = Program;
  if (Result.Theta.is_null() || Result.Uniform.is_null())
    return islError(Program->ctx(), "the statements of a tile by the parts of "
                                    "arrays");
  return std::move(Result);
}

llvm::Expected<Variants> splitStatements(const BandFrame &B,
                                         const std::vector<Buffer> &Buffers) {
  return Splitter(B, Buffers).run();
}

/// \p Points, { [o, b, r] }, without r.
static isl::set inBand(isl::set Points, const Band &Tiled) {
  unsigned Kept = Tiled.Outer + Tiled.Size;
  unsigned All = countOf(isl_set_dim(Points.get(), isl_dim_set));
  return isl::manage(
      isl_set_project_out(Points.release(), isl_dim_set, Kept, All - Kept));
}

std::vector<isl::set> tilesOfOne(const BandFrame &B, const Variants &V) {
  Budget Limit(B.Tile.ctx(), {0, limits::FullTileOperations});
  std::vector<isl::map> All;
  V.Theta.foreach_map([&](isl::map M) -> isl::stat {
    All.push_back(M.intersect_params(B.Tile));
    return isl::stat::ok();
  });
  std::vector<isl::set> Result;
  if (All.size() < 2)
    return Result;
  for (const isl::map &Own : All) {
    isl::set Missing =
        inBand(B.points(), B.Tiled.B).subtract(inBand(Own.range(), B.Tiled.B));
    isl::set Tiles = B.Tile.subtract(Missing.params().remove_divs());
    for (const isl::map &Other : All)
      if (&Other != &Own)
        Tiles = Tiles.subtract(Other.params().remove_divs());
    Tiles = coalesced(Tiles.intersect(Own.params()));
    if (Tiles.is_null())
      return {};
    if (Tiles.is_empty().is_false() && isConvex(Tiles))
      Result.push_back(Tiles);
  }
  return unlessOver(Limit, std::move(Result));
}

} // namespace lower
} // namespace stevedore
