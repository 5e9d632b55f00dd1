//===- stevedore/Transfer/Communication.h - Processors ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on Communication: what processors with memories of their own send to
/// each other. Arrays are distributed by a map from elements to those who own
/// them (Corinne Ancourt and Francois Irigoin, Scanning Polyhedra with DO
/// Loops, PPoPP 1991, section 1.3).
///
/// A program is a sequence of phases, whose instances all processors execute at
/// the same time. Before a phase a processor receives what it reads in it and
/// does not own; behind it owners receive what others have written. Processors
/// [p] are named by the first elements of their blocks, multiples of the sizes
/// of blocks, and not by their numbers, which keeps everything affine in sizes
/// that are parameters. Maps hold for vectors p that are no multiples, too.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFER_COMMUNICATION_H
#define STEVEDORE_TRANSFER_COMMUNICATION_H

#include "stevedore/Scop/Text.h"
#include "llvm/Support/Error.h"

namespace stevedore {

/// What is sent of one array.
struct ArrayExchange {
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  /// { [o, p, q] -> A[m] }: processor [p] sends the elements to processor [q]
  /// before, or behind, phase [o].
  isl::map Before, After;
};

/// What processors do.
struct Communication {
  /// { S[i] -> [p] }: who executes an instance.
  isl::union_map Executes;
  /// { S[i] -> [o] }: its phase.
  isl::union_map Phase;
  /// Those of which something is sent.
  std::vector<ArrayExchange> Arrays;
};

/// What is sent where \p Owners own the elements of \p S, whose order is \p
/// Theta, { S[i] -> [t] }. Errors: a phase in which a processor reads what
/// another one writes, or two write one element; an instance that nobody or
/// several execute; a write that may happen, or is to an array that nobody
/// owns; budget.
llvm::Expected<Communication> communicationOf(const Scop &S,
                                              const isl::union_map &Theta,
                                              const TextOwners &Owners);

/// Proof obligation: with what \p C says each value that an instance reads is
/// in the memory of its processor. Whatever its flow from a write outside of
/// the phase, its owner sends it, and owners get what others write, from one
/// processor each. Takes the dataflow from isl and nothing of how \p C was
/// found. Errors: the first claim that does not hold, or budget.
llvm::Error verifyCommunication(const Scop &S, const isl::union_map &Theta,
                                const TextOwners &Owners,
                                const Communication &C);

/// Prints, for each array,
///   array A
///     before: { [o, p, q] -> A[m] : ... }
///     after: { }
void print(llvm::raw_ostream &OS, const Scop &S, const Communication &C);

/// The program of one processor as C: loops that pack and unpack each element
/// once, and that execute the instances of each phase, with the macros
/// STEVEDORE_SEND and STEVEDORE_RECV between them. Errors: isl's code
/// generation.
llvm::Expected<std::string> processorText(const Scop &S,
                                          const isl::union_map &Theta,
                                          const TextOwners &Owners,
                                          const Communication &C);

} // namespace stevedore

#endif // STEVEDORE_TRANSFER_COMMUNICATION_H
