//===- Elements.cpp - Expressions and elements in C -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "SourceLines.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

using namespace looptree;

ElementPrinter::ElementPrinter(const Block &Loops, const Scop &S,
                               const EmitOptions &Options)
    : S(S), Source(*Options.Source), Prefix(Options.Prefix) {
  if (Options.DeclaresIterators)
    Taken = takenIterators(Loops, S, Source);
  Style.Prefix = Options.Prefix;
  Style.MacroPrefix = Options.MacroPrefix;
  Style.SizePrefix = sizeMacroPrefix(Options);
  Style.HasNarrowLong = Options.HasNarrowLong;
  Style.SizeName = [Memories = Options.Memories](llvm::StringRef Name) {
    return Memories.shown(Name);
  };
  looptree::walk(Loops, [&](const looptree::Node &N) {
    if (N.K == looptree::Node::Team)
      Style.TeamPrefix = "TEAM_";
  });
  Style.Parameter = [this](unsigned Number) {
    return Source.parameter(this->S.Parameters[Number]);
  };
  Style.RuntimeCondition = [this] { return Source.RuntimeCondition; };
  Style.Variable = [this](llvm::StringRef Name) { return variable(Name); };
  chooseShapes(Loops);
  walk(Loops, [&](const Node &N) {
    if (const auto *F = llvm::dyn_cast<ForNode>(&N); F && F->CountsInInt)
      IntCounters.insert(F->Counter);
  });
}

const char *ElementPrinter::typeOfCounter(llvm::StringRef Name) const {
  return IntCounters.contains(Name) ? "int " : "long ";
}

/// Whether \p E is the value of a counter of the type `int`.
bool ElementPrinter::isInt(const Expr &E) const {
  return E.kind() == Expr::Variable && IntCounters.contains(E.name());
}

std::string ElementPrinter::variable(llvm::StringRef Name) const {
  return Taken.contains(Name) ? Prefix + "new_" + Name.str() : Name.str();
}

std::string ElementPrinter::text(const Expr &E) const { return toC(E, Style); }

std::string ElementPrinter::inParentheses(const Expr &E) const {
  return parenthesized(E, Style);
}

std::string ElementPrinter::typeOf(unsigned Array) const {
  std::string Type = Source.elementType(S.Arrays[Array]);
  return Type.empty() ? "double" : Type;
}

std::string ElementPrinter::fill(const TextTemplate &T,
                                 llvm::ArrayRef<Expr> Coordinates,
                                 llvm::ArrayRef<Element> Accesses) const {
  std::string Out;
  for (const TextPiece &P : T)
    switch (P.K) {
    case TextPiece::Literal:
      Out += P.Text;
      break;
    case TextPiece::Iterator:
      if (!P.Text.empty() && !(P.Text == "int" && isInt(Coordinates[P.Index])))
        Out += "(" + P.Text + ")";
      Out += isWholeSubscript(T, &P) ? text(Coordinates[P.Index])
                                     : inParentheses(Coordinates[P.Index]);
      break;
    case TextPiece::AccessRef: {
      std::vector<std::string> Chosen;
      for (const TextTemplate &Subscript : P.Subscripts)
        Chosen.push_back(fill(Subscript, Coordinates, Accesses));
      Out += element(Accesses[P.Index], Chosen);
      break;
    }
    }
  return Out;
}

std::string ElementPrinter::remote(unsigned Array,
                                   llvm::ArrayRef<Expr> Subscripts) const {
  const TextTemplate &Reference = Source.array(S.Arrays[Array]).Reference;
  if (!Reference.empty())
    return fill(Reference, Subscripts, {});
  std::string Text = S.Arrays[Array].Name;
  for (const Expr &E : Subscripts)
    Text += "[" + text(E) + "]";
  return Text;
}

/// What the user wrote as a subscript, in the type in which addresses are
/// computed, to stand in an expression.
static std::string asLong(const std::string &Text) {
  bool IsWord = llvm::all_of(Text, isPartOfName);
  return IsWord ? "(long)" + Text : "(long)(" + Text + ")";
}

/// \p E as all of what stands between brackets.
std::string ElementPrinter::position(const Expr &E) const {
  std::optional<unsigned> Number =
      E.kind() == Expr::Variable ? numberOfChosen(E.name()) : std::nullopt;
  return Number ? Chosen[*Number] : text(E);
}

/// Positions along the rows of a buffer become the number of a cell.
std::string ElementPrinter::element(const Element &E,
                                    llvm::ArrayRef<std::string> Chosen) const {
  if (!Chosen.empty()) {
    ElementPrinter Inside(*this);
    Inside.Chosen = Chosen;
    Inside.Style.Variable = [&](llvm::StringRef Name) {
      std::optional<unsigned> Number = numberOfChosen(Name);
      return Number ? asLong(Chosen[*Number]) : variable(Name);
    };
    return Inside.element(E);
  }
  if (!E.isLocal())
    return remote(E.Array, E.Subscripts);
  if (Scalars.count(E.Buffer))
    return E.Buffer;
  if (E.Flat)
    return E.Buffer + "[" + position(E.Subscripts.front()) + "]";
  const Buffer &Home = Buffers.at(E.Buffer);
  if (!Flat.count(E.Buffer)) {
    std::string Text = E.Buffer;
    for (const Expr &Position : E.Subscripts)
      Text += "[" + position(Position) + "]";
    return Text;
  }
  return E.Buffer + "[" + position(cellOf(E, Home)) + "]";
}

/// Finds out which buffers are arrays of one dimension, or none.
void ElementPrinter::chooseShapes(const Block &B) {
  walk(B, [&](const Node &N) {
    for (const Element *E : elementsOf(N))
      if (E->isLocal() && E->Flat)
        Flat.insert(E->Buffer);
    if (auto *Home = llvm::dyn_cast<AliasNode>(&N))
      Flat.insert({Home->Home.Name, Home->Memory});
    if (auto *H = llvm::dyn_cast<HoldNode>(&N))
      for (const HeldElement &E : H->Held)
        Scalars.insert(E.Name);
    auto *A = llvm::dyn_cast<AllocateNode>(&N);
    if (!A)
      return;
    bool IsAlone = A->Buffers.size() == 1;
    if (!A->Plain || !IsAlone || A->Buffers.front().Cells.empty())
      Flat.insert(A->Name);
    if (A->Plain && *A->Plain == 1 && IsAlone)
      Scalars.insert(A->Name);
  });
}

} // namespace stevedore
