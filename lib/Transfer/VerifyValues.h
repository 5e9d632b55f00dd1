//===- VerifyValues.h - Proof of loads found by value -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_VERIFYVALUES_H
#define STEVEDORE_LIB_TRANSFER_VERIFYVALUES_H

#include "stevedore/Transfer/Transfer.h"

namespace stevedore {

/// Claims about ArrayTransfers::Values, from the dependences of the original
/// program. Each implies the claim about elements, since an instance writes at
/// most one element: a relation of values in another one is a relation of their
/// elements in that of the others.
class ValueProof {
public:
  ValueProof(const Scop &S, const Dependences &D, const Band &B,
             const TileSpace &T, const ArrayTransfers &A);

  /// The elements that are loaded are those of Values, and the tile reads each.
  isl::boolean onlyWhatIsUsedIsLoaded() const;
  /// What the tile reads from outside is among Values, or what instances of the
  /// scope before it wrote or read. Together with the claim that no load
  /// overwrites a newer value that is Eq. 7.
  isl::boolean everyReadFindsItsValue() const;

private:
  const TileSpace &T;
  const ArrayTransfers &A;
  /// The tiles that load the values.
  isl::set Where;
  /// { pt -> S[i] }
  isl::union_map Back;
  /// { I -> S[i] } : the instances of the tile, of its scope before it.
  isl::union_map Inside, Before;
  /// { S[i] -> A[m] } : the accesses of the band.
  isl::union_map Writes, Reads;
  /// { sink -> S[i] } : the sink reads what S[i], of the band, wrote.
  isl::union_map Sources;
  /// { I -> S[i] } : the tile reads what S[i] wrote.
  isl::union_map Read;
  /// { sink -> A[m] } : the sink reads what no instance of the band wrote.
  isl::union_map Unwritten;

  isl::map elements(const isl::union_map &Found) const;
  isl::map readTimes(const isl::map &Points) const;
  isl::boolean initialIsThere() const;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_VERIFYVALUES_H
