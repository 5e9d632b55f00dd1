//===- Verify.cpp - Proof that transfers are right ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eq. 7 and 8 of the tiling paper, from theta and the accesses alone. Eq. 7 is
// proved by induction over the tiles of a scope: a value that a tile reads is
// written earlier in the same tile, or loaded by the tile, or the element was
// accessed by an earlier tile of the scope, which has it by induction.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transfer/Transfer.h"
#include "isl/map.h"
#include "isl/union_map.h"
#include "polly/Support/ISLTools.h"

using namespace stevedore;

namespace {

/// The accesses of one array in time-point terms.
class Proof {
public:
  Proof(const Scop &S, const Band &B, const TileSpace &T,
        const ArrayTransfers &A)
      : S(S), B(B), T(T), A(A),
        Points(B.Theta.intersect_domain(B.Domain).reverse()) {}

  isl::boolean noLoadOverwrites() const;
  isl::boolean everyReadFindsItsValue() const;
  isl::boolean everyWriteIsStored() const;

private:
  const Scop &S;
  const Band &B;
  const TileSpace &T;
  const ArrayTransfers &A;
  isl::union_map Points;

  isl::map byTime(bool Access::*Kind) const;
  isl::space space(isl::space Domain) const;
  isl::map writes() const;
};

} // namespace

/// The space of maps from \p Domain to the array's elements.
isl::space Proof::space(isl::space Domain) const {
  isl::space Elements = A.Load.get_space().range();
  Domain = Domain.align_params(Elements);
  return Domain.map_from_domain_and_range(Elements.align_params(Domain));
}

/// { pt -> A[m] } for the accesses of one kind.
isl::map Proof::byTime(bool Access::*Kind) const {
  isl::map Result = isl::map::empty(space(T.Inside.get_space().range()));
  for (const Statement &Stmt : S.Statements)
    for (const Access &Ref : Stmt.Accesses)
      if (Ref.Array == A.Array && Ref.*Kind)
        Points.apply_range(isl::union_map(Ref.Relation.intersect_domain(Stmt.Domain)))
            .foreach_map([&](isl::map M) -> isl::stat {
              Result = Result.unite(M);
              return isl::stat::ok();
            });
  return Result;
}

isl::map Proof::writes() const {
  return byTime(&Access::MustWrites).unite(byTime(&Access::MayWrites));
}

/// Eq. 8: Load(I) and what the scope may have written before I are disjoint.
isl::boolean Proof::noLoadOverwrites() const {
  return T.Before.apply_range(writes()).intersect(A.Load).is_empty();
}

/// Eq. 7. The reads that neither the load of the tile nor an access before the
/// tile provides must have a certain write before them in the same tile.
isl::boolean Proof::everyReadFindsItsValue() const {
  isl::map Reads = byTime(&Access::Reads);
  isl::map Must = byTime(&Access::MustWrites);
  isl::map All = Reads.unite(writes());
  isl::map Provided = A.Load.unite(T.Before.apply_range(All));
  isl::map Missing = T.Inside.apply_range(Reads).subtract(Provided);
  if (Missing.is_empty().is_true())
    return isl::boolean(true);
  isl::map Open = T.Inside.range_product(Missing)
                      .intersect_range(Reads.wrap());
  isl::map Written =
      T.Inside.range_product(T.Inside.apply_range(Must))
          .intersect_range(Must.wrap());
  isl::map Later = isl::map::lex_lt(T.Inside.get_space().range());
  isl::map Same =
      isl::map::identity(A.Load.get_space().range().map_from_set());
  isl::map Covered = Written.apply_range(Later.product(Same));
  return Open.is_subset(Covered);
}

/// Every element that the tile may write is written again later in the scope,
/// stored by the tile, or needed by nobody outside of the scope.
isl::boolean Proof::everyWriteIsStored() const {
  if (A.Store.is_empty().is_true())
    return isl::boolean(true);
  isl::map Kept = A.Store.unite(T.After.apply_range(writes()));
  return T.Inside.apply_range(writes()).is_subset(Kept);
}

/// The error for a proof with answer \p Answer of what \p Claim says.
static llvm::Error judge(isl_ctx *Ctx, isl::boolean Answer,
                         const std::string &Array, const char *Claim) {
  llvm::Expected<bool> Holds =
      checked(Ctx, Answer, "the proof that " + llvm::Twine(Claim) +
                               " (array '" + Array + "')");
  if (!Holds)
    return Holds.takeError();
  if (*Holds)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "proof failed for array '" + Array +
                                     "': " + Claim);
}

llvm::Error stevedore::verifyTransfers(const Scop &S, const Band &B,
                                       const TileSpace &T,
                                       const ArrayTransfers &A) {
  Proof P(S, B, T, A);
  const std::string &Name = S.Arrays[A.Array].Name;
  if (llvm::Error E = judge(S.ctx(), P.noLoadOverwrites(), Name,
                            "no load overwrites a newer value"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.everyReadFindsItsValue(), Name,
                            "what a tile reads is in local memory"))
    return E;
  return judge(S.ctx(), P.everyWriteIsStored(), Name,
               "what a tile writes reaches remote memory");
}
