//===- ArrayTable.h - The arrays of a region --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The arrays of a region in the making, with their accesses.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_ARRAYTABLE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_ARRAYTABLE_H

#include "Expression/Places.h"
#include "Expression/Subscripts.h"

namespace stevedore {

/// The sides of choices that data make, by number and outermost first, on which
/// something is evaluated.
using ChoiceSides = llvm::SmallVector<std::pair<unsigned, bool>, 2>;

/// An access whose array has been found but whose relation waits until all
/// accesses of the array are known.
struct PendingAccess {
  unsigned Statement = 0;
  /// Position among the statement's accesses.
  unsigned Position = 0;
  const clang::Expr *E = nullptr;
  /// Where a debugger sees it: of a write its operator.
  clang::SourceLocation Site = {};
  std::vector<Subscript> Subscripts;
  /// { [i] }, the iterations that make the access.
  isl::set Domain;
  bool Reads = false;
  bool Writes = false;
  /// Made only if a condition on data holds.
  bool Conditional = false;
  /// The choices of the statement on which that depends, where nothing else
  /// decides.
  std::optional<ChoiceSides> Sides = std::nullopt;
  /// Of an access by a call that is given a pointer into the array: the first
  /// dimension in which it may read other elements than the one pointed to. It
  /// counts on how elements lie in the last dimensions from there.
  std::optional<unsigned> GivenFrom = {};
  /// Of an access with a subscript that data choose, if nothing in the program
  /// states what it lies between: why the subscript is not affine.
  std::optional<Rejection> WhyChosen = {};
};

/// An array in the making.
struct ArrayRecord {
  Array Result;
  ArrayText Text;
  Place First;
  std::vector<PendingAccess> Accesses;
  /// The variable, when it is declared in the region.
  const clang::VarDecl *Declared = nullptr;
  /// The number of conditions on data around its declaration.
  unsigned NumGuards = 0;
  bool isWritten() const;
};

/// A call that reads memory which the region might write.
struct MemoryReader {
  std::string Callee;
  clang::SourceLocation Location;
  /// The variables that it reads; all memory if empty.
  llvm::SmallVector<const clang::VarDecl *, 2> Reads;
};

/// The arrays of the region, found by their bases.
class ArrayTable {
public:
  std::vector<ArrayRecord> Records;
  std::vector<MemoryReader> Readers;

  /// The number of the array that \p P denotes; a new one if need be.
  llvm::Expected<unsigned> find(RegionState &R, const Place &P);

  /// A variable declared in the region, inside loops \p N.
  llvm::Error declare(RegionState &R, const clang::VarDecl *Var, const Nest &N);
  std::optional<unsigned> declared(const clang::ValueDecl *Var) const;

private:
  std::map<std::string, unsigned> ByBase;
  llvm::DenseMap<const clang::ValueDecl *, unsigned> ByDeclaration;
};

/// Fills in shapes, relations and properties of all arrays, and checks what
/// can only be checked once everything is known.
llvm::Error finishArrays(RegionState &R, ArrayTable &Arrays,
                         const ExtractOptions &Options);

/// An error if a `register` variable needs an address: remote memory has them.
llvm::Error checkRegisters(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_ARRAYTABLE_H
