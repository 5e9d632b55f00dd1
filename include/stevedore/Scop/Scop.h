//===- stevedore/Scop/Scop.h - The polyhedral program -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on Scop: domains, accesses, arrays and order of a region; its text
/// form. A static control part as a value: context, statements, accesses,
/// arrays and execution order, in isl terms. Knows neither C nor LLVM IR; the C
/// text of a program that has one stands beside it (Source/SourceText.h).
///
/// Spaces, used in every room:
///   statement instances   S[i1,...,id]   (tuple name: Statement::Name)
///   array elements        A[m1,...,mr]   (tuple name: Array::Name; r may be 0)
///   time points           [t1,...,tq]    (anonymous)
///   tile origins          [I1,...,In]    (anonymous)
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCOP_SCOP_H
#define STEVEDORE_SCOP_SCOP_H

#include "stevedore/Scop/ParallelLoop.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace stevedore {

/// One array reference of a statement. A reference such as the left side of
/// `+=` both reads and writes.
struct Access {
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  /// { S[i] -> A[m] }: the elements of which the instance may access one, or
  /// several one after the other; at most one where Chosen is empty.
  isl::map Relation;
  /// The dimensions in which data choose the subscript when the instance is
  /// executed, from the first to the last of those that Relation has there,
  /// whatever is chosen in other dimensions. The others are functions of i.
  llvm::SmallVector<unsigned, 1> Chosen;
  bool Reads = false;
  /// Writes every element of Relation for sure (must) or perhaps (may).
  /// A write of a chosen element is one that may happen.
  bool MustWrites = false;
  bool MayWrites = false;
};

/// What stands in the text of a statement in place of an access: an access of
/// whom executes it, or one of its values.
struct TextHole {
  bool IsValue = false;
  unsigned Number = 0;
};

/// A value that an instance computes as another statement of the program does.
struct ForwardedValue {
  /// The statement, which assigns it.
  std::string Writer;
  /// The array, an index into Scop::Arrays, whose elements have its type.
  unsigned Array = 0;
  /// The iterators of Writer: rows over (iterators, parameters, 1).
  std::vector<std::vector<int64_t>> Iterators;
  /// By the numbers of the accesses in the text of Writer.
  std::vector<TextHole> Holes;
};

/// A statement of the region, named S0, S1, ... in textual order.
struct Statement {
  std::string Name;
  /// { S[i] }
  isl::set Domain;
  std::vector<Access> Accesses;
  unsigned Line = 0;
  /// Made by a transformation of the program: access 0 becomes access 1.
  bool Copies = false;
  /// Its one effect is that the element that it writes gets the value of an
  /// expression.
  bool Assigns = false;
  /// What a transformation forwarded to it, in the order in which it is
  /// computed, before anything else.
  std::vector<ForwardedValue> Values = {};
  /// By the numbers of the accesses in its text; empty where there are no
  /// values, as these are its own accesses then.
  std::vector<TextHole> Holes = {};
};

/// An array (or scalar, of rank 0) of the region.
struct Array {
  /// Tuple name in isl; unique in the region.
  std::string Name;
  unsigned Rank = 0;
  /// sizeof one element; 0 when unknown (text input without sizes).
  uint64_t ElementBytes = 0;
  /// The same where costs are compared; 1 when unknown.
  int64_t countedBytes() const { return std::max<int64_t>(ElementBytes, 1); }
  /// To how many bytes elements are aligned; 0 where memory from an allocator
  /// surely is.
  uint64_t Alignment = 0;
  /// Number of the element's type: elements of arrays with the same number may
  /// lie in one buffer. 0 when unknown.
  unsigned ElementType = 0;
  /// Elements that exist, { A[m] }, as far as declarations or products in
  /// subscripts tell; null when nothing is known. What bounds a dimension but
  /// the first from above is the number of elements in a row of memory.
  isl::set Extent;
  /// How many of the last dimensions are those of a declared array: where one of
  /// its elements exists, all of them within Extent do.
  unsigned DeclaredDimensions = 0;
  /// Of the last dimensions, in which calls find elements from the address of
  /// one, the number of elements that the array has: { [n] } over the
  /// parameters. Wherever they are, its elements lie one after the other in
  /// these, the last dimension innermost.
  std::vector<isl::aff> InRows;
  /// May be observed after the region.
  bool LiveOut = true;
  /// Reached through a pointer, so that it may overlap other arrays unless
  /// NoAlias is set.
  bool ThroughPointer = false;
  /// restrict-qualified or otherwise known not to overlap others.
  bool NoAlias = false;
  /// The names of arrays that are known not to overlap this one.
  std::vector<std::string> DisjointFrom;
  /// Of an array of pointers that take turns: how many, one of which the first
  /// subscript selects. What they point to may overlap.
  unsigned Pointers = 0;
  /// Pointers of an array whose first subscript selects one of those that
  /// memory has. The region only reads what they point to, and of them and of
  /// that no more exists than it accesses.
  static constexpr unsigned PointersInMemory = ~0u;
  /// Declared inside a loop of the region and expanded by the iterators of the
  /// loops around its declaration: no remote memory exists for it.
  bool Private = false;
  /// Of a private array: how many of its first subscripts are these iterators.
  unsigned Expanded = 0;
  /// Declared in the region: remote memory for it, where it needs any, exists
  /// only there and overlaps no other.
  bool DeclaredInside = false;
  /// A variable of the function, or memory that may be: each of several workers
  /// that call it has one.
  bool IsOwn = false;
  /// Every thread has one.
  bool IsPerThread = false;
  /// Made by a transformation of the program: its memory, where it needs any
  /// remote one, is allocated for the new loops. Private until that is known.
  bool Made = false;
  /// No statement accesses it: it is the value of a parameter in memory, which
  /// the region must not change.
  bool Watched = false;
  /// Of an array that a transformation made: the sizes of its dimensions, { [s] } over the
  /// parameters; null where a size is not known.
  std::vector<isl::pw_aff> Sizes;
};

/// A structure parameter: an integer that does not change in the region.
struct Parameter {
  /// Name in isl. Never of the form T<n>, I<n> or O<n>, which are reserved.
  std::string Name;
  /// Its value is in memory that somebody else may know.
  bool IsExposed = false;
};

/// What is said to hold wherever the region is entered.
struct Belief {
  /// { : }
  isl::set Holds;
  std::string Text;
};

/// What is said of the elements of an array that the region surely reads and
/// never stores to.
struct ElementBelief {
  /// { A[m] }, and { [v] }: what each of them may hold.
  isl::set Elements, Values;
  std::string Text;
};

/// The static control part.
struct Scop {
  /// { : ... } over the parameters: what may be assumed for sure.
  isl::set Context;
  std::vector<Parameter> Parameters;
  /// Parts of Context that can be tested.
  std::vector<Belief> Beliefs;
  std::vector<ElementBelief> ElementBeliefs;
  std::vector<Array> Arrays;
  std::vector<Statement> Statements;
  /// The original execution order as a schedule tree over all statements.
  isl::schedule Order;
  /// Loops with a directive that calls them parallel, an outer one before those
  /// inside. Order runs them in sequence, which is one of the orders that the
  /// directives allow.
  std::vector<ParallelLoop> ParallelLoops;
  /// There are critical sections: no other thread of the program is in one with
  /// the same lock meanwhile.
  bool HasCriticalSections = false;
  /// What a transformation of the program has changed although it is not valid:
  /// users are warned of it in all that comes out.
  std::vector<std::string> Forced;

  isl_ctx *ctx() const { return Context.ctx().get(); }
  /// Unions over all statements.
  isl::union_set domain() const;
  isl::union_map reads() const;
  isl::union_map mustWrites() const;
  /// May-writes only; the union of both is mustWrites().unite(mayWrites()).
  isl::union_map mayWrites() const;
  /// { S[i] -> A[m] } for the accesses of one kind to array number \p Array.
  isl::union_map accesses(unsigned Array, bool Access::*Kind) const;
  /// The same for the instances \p Of alone.
  isl::union_map accesses(unsigned Array, bool Access::*Kind,
                          const isl::union_set &Of) const;
  /// The same to all arrays.
  isl::union_map accesses(bool Access::*Kind, const isl::union_set &Of) const;
  const Statement *findStatement(llvm::StringRef Name) const;
  const Array *findArray(llvm::StringRef Name) const;
};

/// The K for which parameters from -2^K to 2^K leave room, in integers of \p
/// Width bits, for sums and multiples by the numbers of \p Program, also for
/// the product of two of them; below 0 where none do.
int roomForParameters(const Scop &Program, unsigned Width);

/// A program together with the isl context that its objects live in, which goes
/// last. Each region has one, so that several can be analysed at a time: isl
/// objects of one context must not be used by two threads at once.
struct OwnedScop {
  IslContext Ctx;
  Scop Program;
};

/// Prints \p S as isl text, in the form that `--print=scop` shows and
/// `stevedore-opt` reads: YAML with context, domain, reads, mustWrites,
/// mayWrites, schedule. \p Directives, as many as parallel loops, are what the
/// source says of them, for comments.
void print(llvm::raw_ostream &OS, const Scop &S,
           llvm::ArrayRef<std::string> Directives = {});

/// Gives the private array number \p Array a remote home: its accesses lose the
/// subscripts that expansion added, so that all iterations share one variable;
/// one that a transformation made has room for all of its elements.
void collapsePrivate(Scop &S, unsigned Array);

} // namespace stevedore

#endif // STEVEDORE_SCOP_SCOP_H
