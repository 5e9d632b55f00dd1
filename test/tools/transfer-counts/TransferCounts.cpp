//===- TransferCounts.cpp - A dialect that counts -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Prints the loops of a region as a Python program that computes nothing but
/// how many elements of each array its transfers move:
///
///   python3 program.py n=100 steps=10 T1=4 T2=8
///
/// prints [["A", LOADS, STORES], ...] as JSON.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/Emitter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace stevedore::looptree;

namespace {

/// Writes one region.
class Printer {
public:
  explicit Printer(const Scop &S) : S(S) {}
  void block(const Block &B);
  std::string Out;

private:
  const Scop &S;
  std::string Margin;

  std::string text(const Expr &E) const;
  std::string joined(const Expr &E, const char *Sign) const;
  void line(const llvm::Twine &Text) { Out += Margin + Text.str() + "\n"; }
  void inside(const llvm::Twine &Head, const Block &B, const std::string &End);
  void node(const Node &N);
  void transfer(const TransferNode &T);
};

class CountingDialect : public Emitter {
public:
  llvm::StringRef name() const override { return "transfer-counts"; }
  llvm::Expected<std::string> emit(const LoweredRegion &R) const override;
};

} // namespace

/// A name that no word of Python is.
static std::string variable(llvm::StringRef Name) { return "v_" + Name.str(); }

/// The operands of \p E with \p Sign between them.
std::string Printer::joined(const Expr &E, const char *Sign) const {
  std::vector<std::string> Operands;
  for (const Expr &Operand : E.operands())
    Operands.push_back(text(Operand));
  return llvm::join(Operands, Sign);
}

static const std::map<Expr::Kind, const char *> Infix = {
    {Expr::Add, " + "},      {Expr::Sub, " - "},
    {Expr::Mul, " * "},      {Expr::Div, " // "},
    {Expr::FloorDiv, "//"},  {Expr::Rem, " % "},
    {Expr::Modulo, " % "},   {Expr::Wrap, " % "},
    {Expr::Equal, " == "},   {Expr::NotEqual, " != "},
    {Expr::LessEqual, "<="}, {Expr::Less, " < "},
    {Expr::Greater, " > "},  {Expr::GreaterEqual, " >= "},
    {Expr::And, " and "},    {Expr::Or, " or "}};

std::string Printer::text(const Expr &E) const {
  auto Operand = [&](unsigned I) { return text(E.operands()[I]); };
  if (auto Sign = Infix.find(E.kind()); Sign != Infix.end())
    return "(" + joined(E, Sign->second) + ")";
  switch (E.kind()) {
  case Expr::Integer:
    return std::to_string(int64_t(E.value()));
  case Expr::Variable:
    return variable(E.name());
  case Expr::AffineSum: {
    std::string Sum = std::to_string(E.constant());
    for (size_t I = 0; I < E.operands().size(); ++I)
      Sum += " + " + std::to_string(E.coefficients()[I]) + " * " + Operand(I);
    return "(" + Sum + ")";
  }
  case Expr::Not:
    return "(not " + Operand(0) + ")";
  case Expr::Group:
  case Expr::Worthwhile:
    return Operand(0);
  case Expr::Select:
    return "(" + Operand(1) + " if " + Operand(0) + " else " + Operand(2) + ")";
  case Expr::Min:
    return "min([" + joined(E, ", ") + "])";
  case Expr::Max:
    return "max([" + joined(E, ", ") + "])";
  case Expr::FirstMultiple:
    return "(-(-" + Operand(0) + " // " + Operand(1) + ") * " + Operand(1) + ")";
  case Expr::PowerOfTwo:
    return "(1 << (" + Operand(0) + " - 1).bit_length())";
  case Expr::Parameter:
    return "given[\"" + S.Parameters[E.number()].Name + "\"]";
  case Expr::TileSize:
    return "given[\"" + E.name().str() + "\"]";
  case Expr::Disjoint:
  case Expr::RuntimeCondition:
    return "True";
  default:
    return "False";
  }
}

/// \p B, and \p End behind it where that is not empty, inside of \p Head.
void Printer::inside(const llvm::Twine &Head, const Block &B,
                     const std::string &End) {
  line(Head);
  Margin += "  ";
  block(B);
  line(End.empty() ? "pass" : End);
  Margin.resize(Margin.size() - 2);
}

void Printer::transfer(const TransferNode &T) {
  std::string Elements = T.Count ? text(*T.Count) : "1";
  for (const Expr &Length : T.Lengths)
    Elements += " * " + text(Length);
  for (const Repetition &R : T.Repetitions)
    Elements += " * " + text(R.Count);
  line("moved[" + llvm::Twine(T.Remote.Array) + "][" +
       (T.Gets ? "1" : "2") + "] += " + Elements);
}

void Printer::node(const Node &N) {
  if (auto *F = llvm::dyn_cast<ForNode>(&N)) {
    if (F->Init)
      line(variable(F->Counter) + " = " + text(*F->Init));
    if (F->LimitValue)
      line(variable(F->Limit) + " = " + text(*F->LimitValue));
    inside("while " + text(F->Condition) + ":", F->Body,
           F->Step ? variable(F->Counter) + " += " + text(*F->Step) : "");
  } else if (auto *I = llvm::dyn_cast<IfNode>(&N)) {
    inside("if " + text(I->Condition) + ":", I->Then, "");
    inside("else:", I->Else, "");
  } else if (auto *L = llvm::dyn_cast<LetNode>(&N)) {
    line(variable(L->Name) + " = " + text(L->Value));
  } else if (auto *A = llvm::dyn_cast<AssignNode>(&N)) {
    line(variable(A->Name) + (A->Adds ? " += " : " = ") + text(A->Value));
  } else if (auto *A = llvm::dyn_cast<AllocateNode>(&N)) {
    line(variable(A->Name) + " = True");
    if (A->FlagValue)
      line(variable(A->Flag) + " = " + text(*A->FlagValue));
  } else if (auto *T = llvm::dyn_cast<TransferNode>(&N)) {
    transfer(*T);
  } else {
    for (const Block *Inside : blocksOf(N))
      block(*Inside);
  }
}

void Printer::block(const Block &B) {
  for (const NodeRef &N : B)
    node(*N);
}

llvm::Expected<std::string>
CountingDialect::emit(const LoweredRegion &R) const {
  Printer P(*R.Program);
  std::vector<std::string> Arrays;
  for (const Array &A : R.Program->Arrays)
    Arrays.push_back("[\"" + A.Name + "\", 0, 0]");
  P.block(R.Loops);
  return "import json, sys\n"
         "given = {n: int(v) for n, v in "
         "(a.split(\"=\") for a in sys.argv[1:])}\n"
         "moved = [" +
         llvm::join(Arrays, ", ") + "]\n" + P.Out + "print(json.dumps(moved))\n";
}

/// What stevedore-opt calls.
extern "C" void stevedoreAddEmitters(EmitterTable &Table) {
  Table.add(std::make_unique<CountingDialect>());
}
