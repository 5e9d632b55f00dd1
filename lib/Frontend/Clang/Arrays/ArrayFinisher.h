//===- ArrayFinisher.h - Shapes and relations of arrays --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The arrays of a region once all of its accesses are known.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_ARRAYFINISHER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_ARRAYFINISHER_H

#include "Arrays/ArrayTable.h"

namespace stevedore {

/// Turns records into arrays, and their pending accesses into relations.
class ArrayFinisher {
public:
  ArrayFinisher(RegionState &R, const ExtractOptions &Options)
      : R(R), Options(Options) {}
  llvm::Error finish(ArrayRecord &Record);

private:
  llvm::Error setElement(ArrayRecord &Record);
  void setPlainReference(ArrayRecord &Record);
  void setLinearReference(ArrayRecord &Record, const LinearShape &Shape);
  llvm::Error setRelations(ArrayRecord &Record);
  llvm::Error linearize(ArrayRecord &Record);
  llvm::Error rejectRows(const ArrayRecord &Record, const PendingAccess &A,
                         const std::string &Factor);
  bool mayCountFromStart(const ArrayRecord &Record) const;
  std::optional<isl::aff>
  commonPart(const ArrayRecord &Record,
             const std::vector<std::string> &Factors) const;
  void turnNegativeFactors(ArrayRecord &Record);
  bool countFromStart(ArrayRecord &Record);
  void joinFactors(ArrayRecord &Record);
  isl::val interleavedBy(const ArrayRecord &Record) const;
  bool isInRows(const ArrayRecord &Record, const LinearShape &Shape) const;
  void joinGroups(ArrayRecord &Record);
  llvm::Expected<std::optional<std::vector<isl::pw_aff>>>
  linearSubscripts(const PendingAccess &A, const LinearShape &Shape);
  llvm::Error limitSubscript(const PendingAccess &A, const LinearShape &Shape,
                             const isl::pw_aff &Row);
  isl::map relation(const ArrayRecord &Record, const PendingAccess &A,
                    llvm::ArrayRef<isl::map> Subscripts);
  llvm::Error rejectChosen(const ArrayRecord &Record, const PendingAccess &A);
  llvm::Error limitChosen(ArrayRecord &Record);
  bool stayInRows(const ArrayRecord &Record, unsigned First);
  llvm::Error setRows(ArrayRecord &Record);
  isl::map narrowed(const isl::map &Relation, unsigned D,
                    const ValueRange &Range, const isl::set &Domain) const;
  const clang::ArrayType *declaredShape(const ArrayRecord &Record) const;
  llvm::Error setExtent(ArrayRecord &Record);
  llvm::Expected<std::optional<isl::pw_aff>> sizeOf(const ArrayRecord &Record,
                                                    unsigned I,
                                                    AffineBuilder &Builder,
                                                    bool OnData);
  llvm::Expected<std::optional<isl::pw_aff>>
  linearLength(const clang::ArrayType *Shape, AffineBuilder &Builder);
  void setPointers(ArrayRecord &Record, const PointerTurn &Turn);
  void setLiveness(ArrayRecord &Record);
  void setVariable(ArrayRecord &Record);
  isl::set accessedAnyway(const ArrayRecord &Record) const;
  llvm::Error checkTeam(const ArrayRecord &Record);
  llvm::Error checkConditional(const ArrayRecord &Record);
  void believeElements(const ArrayRecord &Record);
  bool isListed(const ArrayRecord &Record,
                const std::vector<std::string> &Names) const;

  RegionState &R;
  const ExtractOptions &Options;
  /// The relation of each access of the current record, and whether the
  /// extents of all its dimensions are known.
  std::vector<isl::map> Relations;
  bool IsExtentKnown = false;
  /// The shape of the current record where products in its subscripts show it.
  std::optional<LinearShape> Linear;
  /// C text of type `long long` of the position from which its subscripts
  /// count; empty: from 0.
  std::string StartText;
};

/// True for products in an unsigned type that may wrap around: programs count
/// on 64 bits never to.
bool isNarrowProduct(const clang::ASTContext &AST, const Subscript &S);

/// True for an access with a subscript that data choose.
bool hasChosen(const PendingAccess &A);

/// { [i] -> [v] : Low <= v <= High }, for i in \p Domain.
isl::map between(const ValueRange &Range, const isl::set &Domain);

/// The number of dimensions before those of an array that pointers point to.
inline unsigned firstOf(const ArrayRecord &Record) {
  return Record.First.numSelecting();
}

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_ARRAYFINISHER_H
