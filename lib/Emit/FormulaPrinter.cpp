//===- FormulaPrinter.cpp - Formulas as C ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormulaPrinter.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

std::string stevedore::freeName(const EmitOptions &Options,
                                llvm::StringRef Name) {
  const auto &Macros = Options.Source->InUse.Macros;
  return (Macros && Macros->contains(Name) ? Options.Prefix : "") + Name.str();
}

FormulaPrinter::FormulaPrinter(const EmitOptions &Options,
                               const FormulaTable &Table,
                               const FormulaOrder &Order,
                               const std::vector<bool> &NotNegative, Writer &W)
    : Options(Options), Table(Table), Order(Order), NotNegative(NotNegative),
      W(W), UserLoops(Table.size(), FormulaNode::None) {
  for (unsigned F = 0; F < Table.size(); ++F)
    if (Order.uses(F) && Table[F].Kind != FormulaNode::Counter)
      for (unsigned Of : {Table[F].A, Table[F].B, Table[F].D})
        if (Of != FormulaNode::None &&
            (Of != Table[F].D || Table[F].Kind == FormulaNode::Sum))
          UserLoops[Of] = Of == Table[F].D && Table[F].Kind == FormulaNode::Sum
                              ? Table[F].C
                              : Table.loopOf(F);
}

bool FormulaPrinter::isInline(unsigned F) const {
  return Table[F].Kind != FormulaNode::Sum && Order.uses(F) == 1 &&
         UserLoops[F] == Table.loopOf(F);
}

std::string FormulaPrinter::text(unsigned F) {
  if (auto It = Known.find(F); It != Known.end())
    return It->second;
  const FormulaNode &N = Table[F];
  if (N.Kind == FormulaNode::Number)
    return N.Value < 0
               ? "(" + std::to_string(N.Value) + ")"
               : std::to_string(N.Value) +
                     (N.Value > std::numeric_limits<int>::max() ? "LL" : "");
  return operation(F);
}

/// What \p F, which has no name, is -1 times.
std::optional<unsigned> FormulaPrinter::negated(unsigned F) const {
  const FormulaNode &N = Table[F];
  bool IsNegated = N.Kind == FormulaNode::Multiply && !Known.count(F) &&
                   (Table.constant(N.A) == -1 || Table.constant(N.B) == -1);
  if (!IsNegated)
    return std::nullopt;
  return Table.constant(N.A) == -1 ? N.B : N.A;
}

std::string FormulaPrinter::real(unsigned F) {
  if (Table.isReal(F))
    return text(F);
  if (auto Number = Table.constant(F))
    return (*Number < 0 ? "(" : "") + std::to_string(*Number) +
           (*Number < 0 ? ".0)" : ".0");
  return "(double)" + text(F);
}

std::string FormulaPrinter::operation(unsigned F) {
  const FormulaNode &N = Table[F];
  bool IsReal = Table.isReal(F);
  auto of = [&](unsigned Operand) {
    return IsReal ? real(Operand) : text(Operand);
  };
  auto infix = [&](const char *Operator) {
    return "(" + of(N.A) + Operator + of(N.B) + ")";
  };
  auto helper = [&](const char *Name) {
    return Options.Prefix + Name + "(" + of(N.A) + ", " + of(N.B) + ")";
  };
  switch (N.Kind) {
  case FormulaNode::Add:
    if (auto Minus = negated(N.B))
      return "(" + of(N.A) + " - " + of(*Minus) + ")";
    if (auto Minus = negated(N.A))
      return "(" + of(N.B) + " - " + of(*Minus) + ")";
    if (auto Number = Table.constant(N.A); !IsReal && Number && *Number < 0)
      return "(" + of(N.B) + " - " + std::to_string(-*Number) + ")";
    return infix(" + ");
  case FormulaNode::Multiply:
  case FormulaNode::MultiplyWithin:
    if (auto Minus = negated(F))
      return "(-" + of(*Minus) + ")";
    return infix(" * ");
  case FormulaNode::Within:
    return text(N.A);
  case FormulaNode::Divide:
    return IsReal || NotNegative[N.A] ? infix(" / ") : helper("quotient");
  case FormulaNode::Real:
    return "(double)" + text(N.A);
  case FormulaNode::Nearest:
    return Options.Prefix + "nearest(" + text(N.A) + ")";
  case FormulaNode::Min:
    return helper(IsReal ? "least" : "lesser");
  case FormulaNode::Max:
    return helper(IsReal ? "greatest" : "greater");
  case FormulaNode::IsNotNegative:
    return "(" + text(N.A) + " >= 0)";
  case FormulaNode::IsZero:
    return "(" + text(N.A) + " == 0)";
  case FormulaNode::And:
    return infix(" && ");
  case FormulaNode::Or:
    return infix(" || ");
  case FormulaNode::Where:
    return "(" + text(N.A) + " ? " + of(N.B) + (IsReal ? " : 0.0)" : " : 0)");
  default:
    llvm_unreachable("it has a name");
  }
}

/// A sum becomes a loop:
///
///   long long v = 0;
///   const long long s = (last - first) / 64 + 1;
///   for (long long k = first, w; k <= last; k += w) {
///     w = k == first || k == last ? 1 : lesser(s, last - k);
///     const long long c = k + (w - 1) / 2;
///     v += w * body;
///   }
void FormulaPrinter::sum(unsigned F) {
  const FormulaNode &N = Table[F];
  std::string V = name("v", F), S = name("s", F), K = name("k", F),
              Weight = name("w", F), C = name("c", F), First = name("a", F),
              Last = name("b", F);
  W.line("const long long " + First + " = " + text(N.A) + ", " + Last + " = " +
         text(N.B) + ";");
  W.line("const long long " + S + " = (" + Last + " - " + First + ") / " +
         std::to_string(Table.stepsOf(N)) + " + 1;");
  W.line(typeOf(F) + V + " = 0;");
  W.open("for (long long " + K + " = " + First + ", " + Weight + "; " + K +
         " <= " + Last + "; " + K + " += " + Weight + ")");
  W.line(Weight + " = " + K + " == " + First + " || " + K + " == " + Last +
         " ? 1 : " + Options.Prefix + "lesser(" + S + ", " + Last + " - " + K +
         ");");
  if (Order.uses(N.C) != 0)
    W.line("const long long " + C + " = " + K + " + (" + Weight + " - 1) / 2;");
  Known[N.C] = C;
  if (!Work.empty())
    W.line(Work + " += " + std::to_string(Order.inLoop(N.C).size()) + ";");
  scope(N.C);
  W.line(V + " += " +
         (Table.isReal(F) ? "(double)" + Weight + " * " + real(N.D)
                          : Weight + " * " + text(N.D)) +
         ";");
  W.close();
  Known[F] = V;
}

void FormulaPrinter::define(unsigned F) {
  if (Known.count(F) || Table[F].Kind == FormulaNode::Number || isInline(F))
    return;
  if (Table[F].Kind == FormulaNode::Sum)
    return sum(F);
  std::string Name = name("v", F);
  W.line("const " + (typeOf(F) + Name) + " = " + operation(F) + ";");
  Known[F] = Name;
}

void FormulaPrinter::scope(unsigned Loop) {
  for (unsigned F : Order.inLoop(Loop))
    define(F);
}

void FormulaPrinter::constants() {
  for (unsigned F : Order.constants())
    define(F);
}
