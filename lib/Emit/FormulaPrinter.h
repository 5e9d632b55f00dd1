//===- FormulaPrinter.h - Formulas as C -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What emitted code that chooses tile sizes computes; see Formula.h.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_FORMULAPRINTER_H
#define STEVEDORE_LIB_EMIT_FORMULAPRINTER_H

#include "Writer.h"
#include "stevedore/Counting/Formula.h"
#include "stevedore/Emit/TileChooser.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// \p Name, or with a prefix where the user has a macro called that.
std::string freeName(const EmitOptions &Options, llvm::StringRef Name);

/// Writes formulas as C, a definition for each operation that is used several
/// times or by a loop inside.
class FormulaPrinter {
public:
  FormulaPrinter(const EmitOptions &Options, const FormulaTable &Table,
                 const FormulaOrder &Order,
                 const std::vector<bool> &NotNegative, Writer &W);

  /// Writes what \p Formulas take and differ in with the sizes; Known gives the
  /// texts of what is known.
  void varying() { scope(FormulaNode::None); }
  void constants();
  /// An operand, in parentheses where it needs them; of an operation on
  /// floating-point numbers.
  std::string text(unsigned F);
  std::string real(unsigned F);

  std::map<unsigned, std::string> Known;
  /// The variable that counts operations; empty: none does.
  std::string Work;

private:
  const EmitOptions &Options;
  const FormulaTable &Table;
  const FormulaOrder &Order;
  const std::vector<bool> &NotNegative;
  Writer &W;
  /// The loop of the only user of an operation.
  std::vector<unsigned> UserLoops;

  const char *typeOf(unsigned F) const {
    return Table.isReal(F) ? "double " : "long long ";
  }
  std::string name(llvm::StringRef Letter, unsigned F) const {
    return freeName(Options, (Letter + llvm::Twine(F)).str());
  }
  bool isInline(unsigned F) const;
  void define(unsigned F);
  void scope(unsigned Loop);
  void sum(unsigned F);
  std::optional<unsigned> negated(unsigned F) const;
  std::string operation(unsigned F);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_FORMULAPRINTER_H
