//===- stevedore/Transform/Representation.h - A, beta, Gamma ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on Representation: domain, A, beta, Gamma and accesses of each
/// statement. The unified representation of A. Cohen, S. Girbal and O. Temam,
/// "Facilitating the Exploration of Compositions of Program Transformations"
/// (INRIA RR-5114, 2004), called U below: what a transformation changes is
/// apart from what it leaves alone.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFORM_REPRESENTATION_H
#define STEVEDORE_TRANSFORM_REPRESENTATION_H

#include "stevedore/Scop/Scop.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <set>

namespace stevedore {

/// Coefficients of an affine form. Each fits into 32 bits.
using Coefficients = std::vector<int64_t>;
using CoefficientMatrix = std::vector<Coefficients>;

/// A reference to an array, (A, F) in U 2.2.
struct AccessFunction {
  /// Index into Representation::Arrays.
  unsigned Array = 0;
  bool Reads = false;
  bool Writes = false;
  /// F over (iterators, local variables, parameters, 1), a row for each
  /// dimension of the array; none where the access is not one affine function.
  std::optional<CoefficientMatrix> F;
  /// { S[i] -> A[m] } where there is no F.
  isl::map Relation;
};

/// A statement with a convex domain (U 2.2). The parameters of its rows are
/// those of Scop::Parameters, in the order of their first occurrence.
struct RepresentedStatement {
  std::string Name;
  /// What an instance executes: index into Scop::Statements, behind the last of
  /// which come Representation::Copies; its name, and its line if it has one.
  unsigned Original = 0;
  std::string Instance;
  unsigned Line = 0;
  /// For each iterator of the original statement, the number of the iterator
  /// here that has its value. The other iterators were added by EXTEND.
  std::vector<unsigned> Iterators;
  unsigned NumLocals = 0;
  /// Lambda: rows r over (iterators, local variables, parameters, 1) with
  /// r >= 0.
  CoefficientMatrix Domain;
  /// Time number k, from 1 to the depth, is A[k] i + Gamma[k] (parameters, 1).
  CoefficientMatrix A;
  /// The place among all statements at each depth, from 0 on (U, equation 1).
  std::vector<int64_t> Beta;
  CoefficientMatrix Gamma;
  std::vector<AccessFunction> Accesses;

  unsigned depth() const { return A.size(); }
  /// Whether iterator number \p I was added and no row of the domain restricts
  /// it yet: it has the one value 0.
  bool runsOnce(unsigned I) const;
};

/// An array with its shape matrix: a row over (parameters, 1) for the size of
/// each dimension, none where that is not known.
struct ArrayShape {
  std::string Name;
  std::vector<std::optional<Coefficients>> Sigma;
  /// The dimensions that PRIVATIZE added with their sizes; the others have room
  /// for all elements that are accessed, whatever Sigma says.
  std::vector<bool> IsGiven;
  /// Index into Scop::Arrays: the array itself, or the one whose elements an
  /// array that was made holds.
  unsigned Original = 0;
  /// Copies of its elements stand where they were hoisted to.
  bool IsHoisted = false;
};

/// A statement that copies elements between an array of the program and one
/// that was made of it.
struct RepresentedCopy {
  enum Role {
    /// What the array holds before the region, and what it holds after it.
    In,
    Out,
    /// Where an access was hoisted to.
    Hoisted,
  };
  Role Kind = In;
  std::string Name;
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  /// { Name[i] }
  isl::set Domain;
  /// { Name[i] -> A[m] }: the element of the program's array.
  isl::map Origin;
  /// Of a hoisted one { Name[i] -> S[j] }: the instances that use what it
  /// copies; else null.
  isl::map Users;
};

/// A static control part (U 2.1). Copies share the statements that no primitive
/// has changed since.
struct Representation {
  std::vector<std::string> Parameters;
  std::vector<std::shared_ptr<const RepresentedStatement>> Statements;
  /// Those of Scop::Arrays, and behind them those that were made.
  std::vector<ArrayShape> Arrays;
  std::vector<RepresentedCopy> Copies;
  /// Indices into Scop::Arrays of those whose layout has changed since copies
  /// in and out were last found.
  std::set<unsigned> Unsettled;

  /// Whether array number \p A was made by a step.
  bool isMade(unsigned A) const { return A != Arrays[A].Original; }
  /// The number of the array \p Name; none if there is no such array.
  std::optional<unsigned> findArray(llvm::StringRef Name) const;
  /// The number of the statement \p Name; none if there is no such statement.
  std::optional<unsigned> find(llvm::StringRef Name) const;
  /// Statement number \p I, to be changed.
  RepresentedStatement &edit(unsigned I);
};

/// \p S in the order \p Order, a schedule tree over its instances. Statements
/// whose domains are not convex become several, one after the other; integer
/// divisions become local variables. Errors: budget, or the order of a
/// statement is not of the form A, beta, Gamma with a unimodular A.
llvm::Expected<Representation> represent(const Scop &S,
                                         const isl::schedule &Order);

/// { S[i] -> [v1,...,vn] }: the values of \p Rows over (iterators, local
/// variables, parameters, 1) in terms of the instances of the original
/// statement of \p P. The domain is that of \p P.
isl::map valuesOf(const Scop &S, const RepresentedStatement &P,
                  const CoefficientMatrix &Rows);

/// { S[i] -> [t1,...,td] }: the times of statement \p P, without beta.
isl::map timesOf(const Scop &S, const RepresentedStatement &P);

/// \p S with the order, the arrays and the copies of \p R, in which each
/// statement has the accesses that it has there. Errors: pieces of a statement
/// access several arrays by one reference; budget.
llvm::Expected<Scop> programOf(const Scop &S, const Representation &R);

/// The order of \p R as a schedule tree over the instances of \p S: sequences
/// by beta, a band for each time. Errors: budget.
llvm::Expected<isl::schedule> orderOf(const Scop &S, const Representation &R);

/// The invariants of U 2.3: schedule density (2), relatively prime rows of the
/// domains (3), sequentiality (5). Errors: the name of the one that is
/// violated, and by what.
llvm::Error checkInvariants(const Representation &R);

/// Prints \p R in the notation of U, with the hash of its normal form.
void print(llvm::raw_ostream &OS, const Representation &R);

/// A number that depends on the normal form of \p R only: statements in the
/// order of beta, rows of domains sorted, accesses, the shapes of arrays.
/// Sequences of primitives that lead to one program have one hash.
uint64_t normalHash(const Representation &R);

} // namespace stevedore

#endif // STEVEDORE_TRANSFORM_REPRESENTATION_H
