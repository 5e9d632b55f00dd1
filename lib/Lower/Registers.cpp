//===- Registers.cpp - Register tiles -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registers.h"
#include "HeldCells.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {
namespace lower {

using looptree::ForNode;
using looptree::InstanceNode;

namespace {

/// A counter that groups of iterations are jammed along.
struct Jammed {
  std::string Counter;
  unsigned Factor;
};

/// Makes the loops of a nest jammed by factors, one for each loop.
class Jamming {
public:
  Jamming(const PointNest &Nest, const CellHolder &Holder,
          const CellKnowledge &Cells, llvm::ArrayRef<unsigned> Factors)
      : Nest(Nest), Holder(Holder), Cells(Cells), Factors(Factors) {}
  Block run() { return loop(*Nest.Loops.front().For, true); }

private:
  Block loop(const ForNode &F, bool MayJam);
  Block block(const Block &B, bool MayJam);
  NodeRef finished(ForNode F, unsigned Number) const;

  const PointNest &Nest;
  const CellHolder &Holder;
  const CellKnowledge &Cells;
  llvm::ArrayRef<unsigned> Factors;
  std::vector<unsigned> Around;
  std::vector<Jammed> Groups;
};

/// What an iteration of the innermost loops costs, for each that the nest has.
struct JamCost {
  /// Elements that are loaded or stored.
  double Accesses = 0;
  /// Registers that hold elements.
  unsigned Registers = 0;
};

} // namespace

/// \p I in the iterations of \p Groups that \p Rests counts.
static InstanceNode copyOf(const InstanceNode &I, llvm::ArrayRef<Jammed> Groups,
                           llvm::ArrayRef<unsigned> Rests) {
  InstanceNode Result = I;
  for (auto Pair : llvm::zip(Groups, Rests)) {
    const Jammed &Group = std::get<0>(Pair);
    unsigned Rest = std::get<1>(Pair);
    if (Rest == 0)
      continue;
    Expr Later = Affine::name(Group.Counter).add(int64_t(Rest)).expr();
    auto Shift = [&, &Counter = Group.Counter](Expr &E) {
      Affine Form = formOf(E);
      E = Form.hides(Counter)
              ? E.substitute(Counter, Later)
              : Form.add(Form.coefficient(Counter) * int64_t(Rest)).expr();
    };
    llvm::for_each(Result.Coordinates, Shift);
    for (looptree::Element &E : Result.Elements)
      llvm::for_each(E.Subscripts, Shift);
  }
  return Result;
}

/// The copies of \p Run, instances alone, that stand side by side.
static Block copiesOf(llvm::ArrayRef<NodeRef> Run,
                      llvm::ArrayRef<Jammed> Groups) {
  Block Result;
  std::vector<unsigned> Rests(Groups.size(), 0);
  while (true) {
    for (const NodeRef &N : Run)
      Result.push_back(
          looptree::share(copyOf(llvm::cast<InstanceNode>(*N), Groups, Rests)));
    size_t G = Groups.size();
    while (G > 0 && ++Rests[G - 1] == Groups[G - 1].Factor)
      Rests[--G] = 0;
    if (G == 0)
      return Result;
  }
}

Block Jamming::block(const Block &B, bool MayJam) {
  Block Result;
  for (size_t I = 0; I < B.size();) {
    if (const auto *F = llvm::dyn_cast<ForNode>(B[I].get())) {
      looptree::append(Result, loop(*F, MayJam));
      ++I;
      continue;
    }
    size_t End = I;
    while (End < B.size() && B[End]->K == looptree::Node::Instance)
      ++End;
    looptree::append(Result,
                     copiesOf(llvm::ArrayRef(B).slice(I, End - I), Groups));
    I = End;
  }
  return Result;
}

/// \p F, loop number \p Number of the nest, with elements in variables where
/// statements have copies.
NodeRef Jamming::finished(ForNode F, unsigned Number) const {
  if (!Nest.Loops[Number].IsInnermost || Groups.empty())
    return looptree::share(std::move(F));
  return Holder.hold(std::move(F), Nest.bounds(Around, Cells));
}

Block Jamming::loop(const ForNode &F, bool MayJam) {
  unsigned Number = Nest.numberOf(F);
  const NestLoop &L = Nest.Loops[Number];
  int64_t Factor = MayJam ? Factors[Number] : 1;
  Around.push_back(Number);
  ForNode Single = F;
  if (Factor == 1) {
    Single.Body = block(F.Body, MayJam);
    NodeRef Result = finished(std::move(Single), Number);
    Around.pop_back();
    return {Result};
  }
  ForNode Group = F;
  Affine End = formOf(L.Last).add(1), Length = End;
  Length.add(formOf(L.First), -1);
  Group.Step = Expr(Factor);
  bool IsWhole = Length.isConstant() && Length.constant() % Factor == 0;
  if (!IsWhole)
    Group.Condition = compare(Expr::LessEqual, Expr::variable(F.Counter),
                              formOf(L.Last).add(1 - Factor).expr());
  Groups.push_back({F.Counter, unsigned(Factor)});
  Group.Body = block(F.Body, MayJam);
  Groups.pop_back();
  Block Result = {looptree::share(std::move(Group))};
  if (!IsWhole) {
    Affine Rest =
        Affine::atom(Expr::make(Expr::Rem, {Length.expr(), Expr(Factor)}));
    if (Length.isConstant())
      Rest = Affine(Length.constant() % Factor);
    Single.Init = End.add(Rest, -1).expr();
    Single.Body = block(F.Body, false);
    Result.push_back(looptree::share(std::move(Single)));
  }
  Around.pop_back();
  return Result;
}

namespace {

/// Chooses factors for a nest.
class FactorChoice {
public:
  FactorChoice(const PointNest &Nest, const CellKnowledge &Cells)
      : Nest(Nest), Cells(Cells) {}
  std::vector<unsigned> given(llvm::ArrayRef<unsigned> Wanted) const;
  std::vector<unsigned> best(unsigned Registers) const;

private:
  bool isLegal(llvm::ArrayRef<unsigned> Factors) const {
    return Nest.isRectangular(Factors, Cells) &&
           Nest.keepsOrder(Factors, Cells);
  }
  std::vector<unsigned> ones() const {
    return std::vector<unsigned>(Nest.Loops.size(), 1);
  }
  unsigned mostOf(unsigned Loop) const;
  unsigned mostInOneLoop() const;
  JamCost cost(llvm::ArrayRef<unsigned> Factors) const;
  void add(const ForNode &F, llvm::ArrayRef<Jammed> Groups,
           JamCost &Result) const;

  const PointNest &Nest;
  const CellKnowledge &Cells;
};

} // namespace

/// A factor above which no group of \p Loop is full, as far as that is known.
unsigned FactorChoice::mostOf(unsigned Loop) const {
  const NestLoop &L = Nest.Loops[Loop];
  Affine Length = formOf(L.Last).add(1).add(formOf(L.First), -1);
  bool IsShort =
      Length.isConstant() && Length.constant() < limits::JammedCopies;
  return IsShort ? std::max<int64_t>(Length.constant(), 1)
                 : limits::JammedCopies;
}

/// The most instances that one loop has in its body.
unsigned FactorChoice::mostInOneLoop() const {
  std::map<unsigned, unsigned> Number;
  unsigned Result = 1;
  for (const NestInstance &I : Nest.Instances)
    Result = std::max(Result, ++Number[I.Loops.back()]);
  return Result;
}

/// The factors \p Wanted for the outermost loops that they may jam, in this
/// order.
std::vector<unsigned>
FactorChoice::given(llvm::ArrayRef<unsigned> Wanted) const {
  std::vector<unsigned> Result = ones();
  for (unsigned L : Nest.Chain) {
    if (Wanted.empty())
      break;
    Result[L] = Wanted.front();
    if (Result[L] <= mostOf(L) && isLegal(Result))
      Wanted = Wanted.drop_front();
    else
      Result[L] = 1;
  }
  return Result;
}

/// Whether a loop with \p Counter takes \p E from row to row.
static bool movesAcrossRows(const looptree::Element &E,
                            const std::string &Counter) {
  llvm::ArrayRef<Expr> Position = E.Subscripts;
  if (Position.empty())
    return false;
  Affine InRow = formOf(Position.back());
  return InRow.hides(Counter) || std::abs(InRow.coefficient(Counter)) > 1 ||
         llvm::any_of(Position.drop_back(),
                      [&](const Expr &E) { return E.uses(Counter); });
}

/// Whether \p A and \p B are in one row, at a constant distance.
static bool areNear(const looptree::Element &A, const looptree::Element &B) {
  if (A.Array != B.Array || A.Buffer != B.Buffer || A.Flat != B.Flat)
    return false;
  llvm::ArrayRef<Expr> Of = A.Subscripts, Other = B.Subscripts;
  return Of.drop_back() == Other.drop_back() &&
         formOf(Of.back()).add(formOf(Other.back()), -1).isConstant();
}

/// Adds what the innermost loop \p F costs in copies along \p Groups. Elements
/// that stay in it are in registers, those that it writes on their way, too. A
/// row that others are left for costs more, once for all of its elements.
void FactorChoice::add(const ForNode &F, llvm::ArrayRef<Jammed> Groups,
                       JamCost &Result) const {
  unsigned Accesses = 0, Registers = 1, Copies = 1;
  for (const Jammed &G : Groups)
    Copies *= G.Factor;
  std::vector<looptree::Element> Rows;
  for (const UsedCell &C : cellsOf(copiesOf(F.Body, Groups), Cells)) {
    bool Stays = staysIn(C.Of, F.Counter);
    Registers += Stays || C.IsWritten;
    if (Stays)
      continue;
    Accesses += C.IsReadFirst + C.IsWritten;
    if (movesAcrossRows(C.Of, F.Counter) &&
        llvm::none_of(Rows, [&](const looptree::Element &Row) {
          return areNear(Row, C.Of);
        }))
      Rows.push_back(C.Of);
  }
  Accesses += limits::RowAccesses * Rows.size();
  Result.Accesses += double(Accesses) / Copies;
  Result.Registers = std::max(Result.Registers, Registers);
}

JamCost FactorChoice::cost(llvm::ArrayRef<unsigned> Factors) const {
  JamCost Result;
  std::set<unsigned> Seen;
  for (const NestInstance &I : Nest.Instances) {
    unsigned Innermost = I.Loops.back();
    if (!Nest.Loops[Innermost].IsInnermost || !Seen.insert(Innermost).second)
      continue;
    std::vector<Jammed> Groups;
    for (unsigned L : I.Loops)
      if (Factors[L] > 1)
        Groups.push_back({Nest.Loops[L].For->Counter, Factors[L]});
    add(*Nest.Loops[Innermost].For, Groups, Result);
  }
  return Result;
}

/// The factors with the least cost, powers of two for two loops at most, that
/// pay; all 1 where none do.
std::vector<unsigned> FactorChoice::best(unsigned Registers) const {
  struct Choice {
    std::vector<unsigned> Factors;
    double Accesses;
  };
  std::vector<Choice> All;
  double Most = limits::JamGain * cost(ones()).Accesses;
  unsigned Copies = limits::JammedCopies / mostInOneLoop();
  auto Try = [&](const std::vector<unsigned> &Factors) {
    JamCost C = cost(Factors);
    if (C.Accesses <= Most && C.Registers <= Registers)
      All.push_back({Factors, C.Accesses});
  };
  for (size_t A = 0; A < Nest.Chain.size(); ++A)
    for (unsigned F = 2; F <= std::min(Copies, mostOf(Nest.Chain[A])); F *= 2) {
      std::vector<unsigned> Factors = ones();
      Factors[Nest.Chain[A]] = F;
      Try(Factors);
      for (size_t B = A + 1; B < Nest.Chain.size(); ++B)
        for (unsigned G = 2; F * G <= Copies && G <= mostOf(Nest.Chain[B]);
             G *= 2) {
          Factors[Nest.Chain[B]] = G;
          Try(Factors);
          Factors[Nest.Chain[B]] = 1;
        }
    }
  llvm::stable_sort(All, [](const Choice &A, const Choice &B) {
    return A.Accesses < B.Accesses;
  });
  for (const Choice &C : All)
    if (isLegal(C.Factors))
      return C.Factors;
  return ones();
}

/// \p F, jammed; none where it stays as it is.
static std::optional<Block> jammed(const BandFrame &B, const ForNode &F,
                                   const CellKnowledge &Cells) {
  std::optional<PointNest> Nest = PointNest::read(F);
  if (!Nest || Nest->Chain.empty() ||
      Nest->Instances.size() > limits::JammedCopies)
    return std::nullopt;
  const RegisterTiles &Wanted = B.Plan.Decided.Registers;
  FactorChoice Choice(*Nest, Cells);
  std::vector<unsigned> Factors = Wanted.IsAuto
                                      ? Choice.best(B.Options.VectorRegisters)
                                      : Choice.given(Wanted.Factors);
  if (llvm::all_of(Factors, [](unsigned U) { return U == 1; }))
    return std::nullopt;
  CellHolder Holder(B, Cells);
  return Jamming(*Nest, Holder, Cells, Factors).run();
}

static Block jammed(const BandFrame &B, const Block &Points,
                    const CellKnowledge &Cells) {
  Block Result;
  for (const NodeRef &N : Points) {
    const auto *F = llvm::dyn_cast<ForNode>(N.get());
    if (std::optional<Block> New = F ? jammed(B, *F, Cells) : std::nullopt) {
      looptree::append(Result, *New);
      continue;
    }
    Result.push_back(looptree::mapBlocks(
        N, [&](const Block &Inside) { return jammed(B, Inside, Cells); }));
  }
  return Result;
}

/// Whether elements of different arrays may have one cell in turn: accesses to
/// them stay in their order.
static bool overlap(const std::vector<Buffer> &Buffers) {
  return llvm::any_of(Buffers, [](const Buffer &Home) {
    return !Home.Local->Mapping.Offsets.empty();
  });
}

Block inRegisters(const BandFrame &B, const std::vector<Buffer> &Buffers,
                  isl::set Context, Block Points) {
  if (B.Plan.Decided.Registers.isOff() || overlap(Buffers))
    return Points;
  return jammed(B, Points,
                CellKnowledge(B, Buffers, std::move(Context), Points));
}

} // namespace lower
} // namespace stevedore
