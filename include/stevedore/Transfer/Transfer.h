//===- stevedore/Transfer/Transfer.h - What tiles move ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on ArrayTransfers: what each tile loads and stores. In, Out, Load and
/// Store of each tile, per array (Darte and Isoard, Eq. 1 to 9).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFER_TRANSFER_H
#define STEVEDORE_TRANSFER_TRANSFER_H

#include "stevedore/Tiling/PhaseOrder.h"
#include "stevedore/Tiling/Tiling.h"

namespace stevedore {

/// What tiles load of one array, by the values that they load.
struct LoadedValues {
  /// { [I] -> S[i] } : what S[i], of the band, wrote.
  isl::union_map Written;
  /// { [I] -> A[m] } : what m had before the band wrote it.
  isl::map Initial;

  /// { [I] -> A[m] } : where they are, by the writes { S[i] -> A[m] } of the
  /// band.
  isl::map elements(const isl::union_map &Writes) const;
};

/// The transfers of one array in one band. Every map is { [I] -> A[m] } with
/// the parameters of the TileSpace.
struct ArrayTransfers {
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  /// Elements the tile reads, writes for sure, writes perhaps.
  isl::map Read, MustWrite, Write;
  /// Elements that points of the scope access before / after the tile.
  isl::map AccessedBefore, AccessedAfter;
  /// Elements that points of the scope write before / write after / read
  /// after the tile.
  isl::map WrittenBefore, WrittenAfter, ReadAfter;
  /// Elements read in the tile whose value comes from outside of it.
  isl::map In;
  /// Loaded by the tile: In minus what the scope accessed before (Eq. 3); a
  /// valid superset of it where the exact difference costs too much.
  isl::map Load;
  /// The exact load of full tiles where Load is a superset; null where Load is
  /// exact. Full tiles load this instead of Load.
  isl::map FullLoad;
  /// The exact load, FullLoad or else Load, by value where it was found so;
  /// null elsewhere.
  LoadedValues Values;
  /// A convex superset of Read and of what is loaded, where Load is coarse, or
  /// has many pieces; null elsewhere.
  isl::map Reach;
  /// What tiles before it in the scope have loaded, of what none of them need
  /// have accessed, or more; null where tiles load nothing ahead of its use.
  isl::map LoadedBefore;
  /// Stored by the tile: written, not written after, live-out (Eq. 4).
  isl::map Store;
  /// { [I] -> A[m] } : the elements that this is about, where the array is
  /// stored in parts (Transfer/Partition.h); null: all.
  isl::map Part;
  /// How Load was found: "exact", or the coarser answer that was taken.
  std::string Method = "exact";
  /// Elements are loaded that the tile need not access: they exist, beside
  /// others that it does.
  bool LoadsMore = false;
  /// Store has elements that nobody outside of the scope sees, or may have.
  bool StoresMore = false;
  /// Transfers are rows at constant distances, where the sets allow.
  bool InBoxes = false;
  /// Why transfers are not approximated as it was asked for, or are without
  /// being asked for; empty: nothing to say.
  std::string Remark;

  /// Load is a hull, in partial tiles at least.
  bool isInHulls() const { return !Reach.is_null() && Method != "exact"; }

  /// What the tiles load all in all: FullLoad in full tiles, Load elsewhere.
  isl::map loaded(const TileSpace &T) const;

  /// What a tile loads if it is full, and what it loads if it is not.
  isl::map loadedAnyway() const {
    return FullLoad.is_null() ? Load : Load.unite(FullLoad);
  }

  isl::map accessed() const { return Read.unite(Write); }

  /// What is in local memory from tiles before, or more.
  isl::map presentBefore() const {
    return LoadedBefore.is_null() ? AccessedBefore
                                  : AccessedBefore.unite(LoadedBefore);
  }

  /// What the tile reads or loads, or more, in as few pieces as possible.
  isl::map readOrLoaded() const {
    return !Reach.is_null()    ? Reach
           : Method == "exact" ? Read
                               : Read.unite(Load);
  }

  /// The same with what it writes.
  isl::map held() const { return readOrLoaded().unite(Write); }
};

/// How loads are found: exactly where the cases are few and otherwise so in
/// of what a tile reads, minus what the scope wrote before it; or as boxes around
/// what has to be loaded (Transfer/Approximation.h).
enum class TransferKind { Auto, Exact, Hull, Box };

/// Transfers of every array that \p B accesses, in the order of Scop::Arrays.
/// \p Farther are those of the tile around \p T, where there is one: remote
/// memory of the tiles is what that tile has in its buffers. Errors: budget.
llvm::Expected<std::vector<ArrayTransfers>>
computeTransfers(const Scop &S, const Dependences &D, const Band &B,
                 const TileSpace &T, TransferKind Kind = TransferKind::Auto,
                 llvm::ArrayRef<ArrayTransfers> Farther = {});

/// What tiles move, each value once: { [I, x, b] }. Here b is the first tiled
/// coordinate of the instance that wrote the value, or of the first one of the
/// tile that reads what was there before the band, and x and b tell it from all
/// others. A null set: not known.
struct MovedValues {
  isl::set Loaded, Stored;
};

/// What the tiles of \p T, which reuse nothing, load and store of array number
/// \p Array. At one b, pieces have few bounds that join coordinates: elements
/// without it have those that follow for all b together. Nothing is known where
/// an instance writes several elements, or perhaps none, or others read them
/// outside of the band, nor past the budget.
MovedValues movedByValue(const Scop &S, const Dependences &D, const Band &B,
                         const TileSpace &T, unsigned Array);

/// Whether phases may be executed at the same time as \p Order says, given the
/// transfers of all arrays: no tile loads an element that a tile before it
/// writes and may not have stored yet. False where \p Order executes none at the
/// same time, where nothing is transferred, and where the budget does not
/// suffice to tell.
bool mayFollow(llvm::ArrayRef<ArrayTransfers> Transfers,
               const PhaseOrder &Order);

/// Proof obligation, Eq. 7, 8 and 9: what a tile reads from local memory is
/// there (loaded or written before in the scope), and no load overwrites a value
/// that the scope wrote before; what a tile may write is there, too, unless it
/// or the scope after it is sure to write it; no load that \p Order starts early
/// fetches what is still to be stored; reads and loads stay within Reach.
/// Recomputes both sides from the dependences of the original program, \p T and
/// the accesses.
/// Errors: the claim that does not hold, or budget.
llvm::Error verifyTransfers(const Scop &S, const Dependences &D, const Band &B,
                            const TileSpace &T, const ArrayTransfers &A,
                            const PhaseOrder &Order);

void print(llvm::raw_ostream &OS, const Scop &S,
           llvm::ArrayRef<ArrayTransfers> Transfers);

} // namespace stevedore

#endif // STEVEDORE_TRANSFER_TRANSFER_H
