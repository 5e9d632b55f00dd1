//===- Elements.h - Expressions and elements in C ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How the expressions of a region's loops, the array elements that they access
/// and the texts of statements are written in C.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_ELEMENTS_H
#define STEVEDORE_LIB_EMIT_ELEMENTS_H

#include "stevedore/Emit/C.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace stevedore {

/// Writes what stands inside of the lines of a region.
class ElementPrinter {
protected:
  /// For \p Loops, the loops of \p S; all arguments must outlive this.
  ElementPrinter(const looptree::Block &Loops, const Scop &S,
                 const EmitOptions &Options);

  /// The variable \p Name of the loop tree: another one where that is an
  /// iterator of the source that debuggers are to find with its own value.
  std::string variable(llvm::StringRef Name) const;
  /// The type of the counter \p Name with a blank, "long ".
  const char *typeOfCounter(llvm::StringRef Name) const;
  /// The macro \p Name of callers, or of the threads of a team.
  std::string teamMacro(llvm::StringRef Name) const {
    return Style.MacroPrefix + Style.TeamPrefix + Name.str();
  }
  std::string text(const looptree::Expr &E) const;
  std::string inParentheses(const looptree::Expr &E) const;
  /// The type of the elements of array number \p Array.
  std::string typeOf(unsigned Array) const;
  /// \p T with holes filled: iterators from \p Coordinates, accesses from
  /// \p Accesses.
  std::string fill(const TextTemplate &T,
                   llvm::ArrayRef<looptree::Expr> Coordinates,
                   llvm::ArrayRef<looptree::Element> Accesses) const;
  /// An element of array number \p Array in remote memory.
  std::string remote(unsigned Array,
                     llvm::ArrayRef<looptree::Expr> Subscripts) const;
  /// \p E, where \p Chosen are the texts of chosenSubscript().
  std::string element(const looptree::Element &E,
                      llvm::ArrayRef<std::string> Chosen = {}) const;

  const Scop &S;
  const SourceText &Source;
  /// Those that have been declared, by their names.
  std::map<std::string, looptree::Buffer> Buffers;
  /// The buffers that some element counts the cells of, and those that share
  /// memory with others.
  std::set<std::string> Flat;
  /// The buffers that are variables of the element type.
  std::set<std::string> Scalars;

private:
  std::string position(const looptree::Expr &E) const;
  void chooseShapes(const looptree::Block &Loops);
  bool isInt(const looptree::Expr &E) const;

  const std::string Prefix;
  llvm::StringSet<> Taken, IntCounters;
  looptree::ExprStyle Style;
  /// The texts of chosenSubscript() in the element that is written.
  llvm::ArrayRef<std::string> Chosen;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_ELEMENTS_H
