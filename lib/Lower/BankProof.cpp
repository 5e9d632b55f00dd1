//===- BankProof.cpp - The proof of banks ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Banks.h"
#include "Values.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include <set>

namespace stevedore {

using namespace lower;
using looptree::Element;

/// a - N floor(a / N) or floor(a / N), as \p K says, for the form \p A.
static Affine apartBy(const Affine &A, int64_t N, Expr::Kind K) {
  Affine Quotient =
      Affine::atom(Expr::make(Expr::FloorDiv, {A.expr(), Expr(N)}));
  Affine Rest = A;
  return K == Expr::Div || K == Expr::FloorDiv ? Quotient
                                               : Rest.add(Quotient, -N);
}

/// \p E as a form over quotients by constants and what is not affine. What is
/// divided is not negative.
static Affine exact(const Expr &E) {
  llvm::ArrayRef<Expr> Of = E.operands();
  auto number = [&](size_t I) -> std::optional<int64_t> {
    Affine A = exact(Of[I]);
    return A.isConstant() ? std::optional(A.constant()) : std::nullopt;
  };
  switch (E.kind()) {
  case Expr::Integer:
    return formOf(E).isConstant() ? formOf(E) : Affine(int64_t(E.value()));
  case Expr::AffineSum: {
    Affine Result(E.constant());
    for (auto [Coefficient, Operand] : llvm::zip(E.coefficients(), Of))
      Result.add(exact(Operand), Coefficient);
    return Result;
  }
  case Expr::Add:
    return exact(Of[0]).add(exact(Of[1]));
  case Expr::Sub:
    return exact(Of[0]).add(exact(Of[1]), -1);
  case Expr::Group:
    return exact(Of[0]);
  case Expr::Mul:
    for (unsigned I : {0u, 1u})
      if (std::optional<int64_t> N = number(I))
        return Affine().add(exact(Of[1 - I]), *N);
    return Affine::atom(E);
  case Expr::Div:
  case Expr::FloorDiv:
  case Expr::Rem:
  case Expr::Modulo:
  case Expr::Wrap:
    if (std::optional<int64_t> N = number(1); N && *N > 0)
      return apartBy(exact(Of[0]), *N, E.kind());
    return Affine::atom(E);
  default:
    return Affine::atom(E);
  }
}

namespace {

/// Proves that of \p Banked.
class BankProof {
public:
  BankProof(isl::ctx Ctx, const SourceText &Source,
            const std::map<std::string, looptree::Buffer> &Banked)
      : V(Ctx), All(isl::set(Ctx, "{ : }")), Source(Source), Banked(Banked) {}
  llvm::Error run(const Block &Loops);

private:
  /// A cell that is accessed where Known holds.
  struct Cell {
    const Element *Of;
    std::vector<Expr> Position;
    isl::set Known;
  };
  using Replaced = std::vector<std::pair<std::string, Expr>>;

  isl::pw_aff valueOf(const Expr &E) const { return V.of(exact(E).expr()); }
  isl::set holds(const Expr &Condition) const;
  isl::set entered(const looptree::ForNode &F) const;
  void block(const Block &B, isl::set &Known);
  void phase(const looptree::PhaseNode &P, isl::set &Known);
  void loops(const Block &B, isl::set Known);
  void iteration(const Block &Body, const isl::set &Known);
  void collect(const Block &B, isl::set Known, Replaced Names,
               llvm::StringRef Mark, std::vector<Cell> &To) const;
  isl::set mayBeMultiple(const Affine &A, int64_t N) const;
  void prove(const Cell &A, const Cell &B);
  void fail(const Cell &A, const Cell &B);

  Values V;
  isl::set All;
  const SourceText &Source;
  const std::map<std::string, looptree::Buffer> &Banked;
  /// Variables that are assigned to.
  std::set<std::string> Mutable;
  std::string Failed;
};

} // namespace

static bool hasLoop(const looptree::Node &N) {
  bool Has = N.K == looptree::Node::For;
  for (const Block *B : looptree::blocksOf(N))
    for (const NodeRef &Inside : *B)
      Has |= hasLoop(*Inside);
  return Has;
}

static bool isInnermost(const Block &Body) {
  return llvm::none_of(Body, [](const NodeRef &N) { return hasLoop(*N); });
}

/// { : \p Condition may hold }
isl::set BankProof::holds(const Expr &C) const {
  for (const std::string &Name : Mutable)
    if (C.uses(Name))
      return All;
  if (C.kind() == Expr::And) {
    isl::set Result = All;
    for (const Expr &Part : C.operands())
      Result = Result.intersect(holds(Part));
    return Result;
  }
  if (!C.isComparison() || C.kind() == Expr::NotEqual)
    return All;
  Expr A = C.operands()[0], B = C.operands()[1];
  if (C.kind() == Expr::Equal)
    return valueOf(A).eq_set(valueOf(B));
  if (C.kind() == Expr::GreaterEqual || C.kind() == Expr::Greater)
    std::swap(A, B);
  bool IsStrict = C.kind() == Expr::Less || C.kind() == Expr::Greater;
  isl::set Result = All;
  for (const Expr &X : operandsOf(Expr::Max, A))
    for (const Expr &Y : operandsOf(Expr::Min, B))
      Result = Result.intersect(IsStrict ? valueOf(X).lt_set(valueOf(Y))
                                         : valueOf(X).le_set(valueOf(Y)));
  return Result;
}

/// { : an iteration of \p F may run }
isl::set BankProof::entered(const looptree::ForNode &F) const {
  if (!F.Init || !F.Step || F.Step->kind() != Expr::Integer ||
      F.Step->value() < 1 || F.LimitValue)
    return All;
  return holds(F.Condition)
      .intersect(
          holds(compare(Expr::LessEqual, *F.Init, Expr::variable(F.Counter))));
}

/// Everything outside of compute phases.
void BankProof::block(const Block &B, isl::set &Known) {
  for (const NodeRef &N : B) {
    if (const auto *P = llvm::dyn_cast<looptree::PhaseNode>(N.get())) {
      phase(*P, Known);
    } else if (const auto *L = llvm::dyn_cast<looptree::LetNode>(N.get())) {
      if (L->Type == looptree::LetNode::Number)
        Known = Known.intersect(
            holds(compare(Expr::Equal, Expr::variable(L->Name), L->Value)));
    } else {
      for (const Block *Inside : looptree::blocksOf(*N)) {
        isl::set Apart = Known;
        block(*Inside, Apart);
      }
    }
  }
}

/// What a phase defines is seen behind it.
void BankProof::phase(const looptree::PhaseNode &P, isl::set &Known) {
  if (P.Role != looptree::PhaseNode::Compute)
    block(P.Body, Known);
  else if (isInnermost(P.Body))
    iteration(P.Body, Known);
  else
    loops(P.Body, Known);
}

/// The loops of a compute phase.
void BankProof::loops(const Block &B, isl::set Known) {
  for (const NodeRef &N : B) {
    if (const auto *L = llvm::dyn_cast<looptree::LetNode>(N.get())) {
      if (L->Type == looptree::LetNode::Number)
        Known = Known.intersect(
            holds(compare(Expr::Equal, Expr::variable(L->Name), L->Value)));
      continue;
    }
    if (const auto *F = llvm::dyn_cast<looptree::ForNode>(N.get())) {
      isl::set Inside = Known.intersect(entered(*F));
      if (isInnermost(F->Body) || isPipelined(*F, Source))
        iteration(F->Body, Inside);
      else
        loops(F->Body, Inside);
      continue;
    }
    if (const auto *I = llvm::dyn_cast<looptree::IfNode>(N.get())) {
      loops(I->Then, Known.intersect(holds(I->Condition)));
      loops(I->Else, Known);
      continue;
    }
    for (const Block *Inside : looptree::blocksOf(*N))
      loops(*Inside, Known);
  }
}

/// The cells that \p B accesses, with the values of what it defines in place,
/// and \p Mark behind the names of its counters.
void BankProof::collect(const Block &B, isl::set Known, Replaced Names,
                        llvm::StringRef Mark, std::vector<Cell> &To) const {
  auto inPlace = [&](Expr E) {
    for (const auto &[Name, Value] : Names)
      E = E.substitute(Name, Value);
    return E;
  };
  for (const NodeRef &N : B) {
    if (const auto *L = llvm::dyn_cast<looptree::LetNode>(N.get())) {
      Names.insert(Names.begin(), {L->Name, L->Value});
      continue;
    }
    for (const Element *E : looptree::elementsOf(*N)) {
      if (!Banked.count(E->Buffer))
        continue;
      Cell Next = {E, {}, Known};
      for (const Expr &P : E->Subscripts)
        Next.Position.push_back(inPlace(P));
      To.push_back(std::move(Next));
    }
    if (const auto *I = llvm::dyn_cast<looptree::IfNode>(N.get())) {
      collect(I->Then, Known.intersect(holds(inPlace(I->Condition))), Names,
              Mark, To);
      collect(I->Else, Known, Names, Mark, To);
      continue;
    }
    isl::set Inner = Known;
    Replaced InnerNames = Names;
    if (const auto *F = llvm::dyn_cast<looptree::ForNode>(N.get())) {
      looptree::ForNode Marked = *F;
      Marked.Counter += Mark;
      Expr Counter = Expr::variable(Marked.Counter);
      Marked.Condition = inPlace(F->Condition.substitute(F->Counter, Counter));
      if (F->Init)
        Marked.Init = inPlace(*F->Init);
      Inner = Inner.intersect(entered(Marked));
      InnerNames.insert(InnerNames.begin(), {F->Counter, Counter});
    }
    for (const Block *Inside : looptree::blocksOf(*N))
      collect(*Inside, Inner, InnerNames, Mark, To);
  }
}

/// Each two cells of one iteration with the body \p Body; those that are
/// accessed several times, in loops inside, at two points of these.
void BankProof::iteration(const Block &Body, const isl::set &Known) {
  std::vector<Cell> Cells, Others;
  collect(Body, Known, {}, "", Cells);
  collect(Body, Known, {}, "'", Others);
  for (size_t A = 0; A < Cells.size(); ++A)
    for (size_t B = 0; B <= A && Failed.empty(); ++B)
      if (Cells[A].Of->Buffer == Others[B].Of->Buffer)
        prove(Cells[A], Others[B]);
}

void BankProof::fail(const Cell &A, const Cell &B) {
  Failed = "two cells of '" + A.Of->Buffer + "' that one iteration accesses " +
           "may share a bank:";
  for (const Cell *C : {&B, &A}) {
    Failed += C == &A ? " and " : " ";
    for (const Expr &P : C->Of->Subscripts)
      Failed += "[" + P.spelling() + "]";
  }
}

/// { : \p A is a multiple of \p N }
isl::set BankProof::mayBeMultiple(const Affine &A, int64_t N) const {
  if (A.isConstant())
    return A.constant() % N == 0 ? All : isl::set::empty(All.get_space());
  Affine Rest = Affine(A).add(
      Affine::atom(Expr::make(Expr::FloorDiv, {A.expr(), Expr(N)})), -N);
  return V.of(Rest.expr()).eq_set(V.number(0));
}

void BankProof::prove(const Cell &A, const Cell &B) {
  if (llvm::equal(A.Position, B.Position) &&
      (A.Of == B.Of || llvm::none_of(A.Position, looptree::isChosen)))
    return;
  auto isKnown = [&](const Expr &P) {
    return !looptree::isChosen(P) &&
           llvm::none_of(Mutable,
                         [&](const std::string &Name) { return P.uses(Name); });
  };
  if (!llvm::all_of(A.Position, isKnown) || !llvm::all_of(B.Position, isKnown))
    return fail(A, B);
  const looptree::Partition &Banks = *Banked.at(A.Of->Buffer).Banks;
  auto bankOf = [&](const Cell &C) {
    const Expr &P = C.Position[Banks.Row];
    bool IsRest =
        P.kind() == Expr::Rem && P.operands()[1].isInteger(Banks.Count);
    return exact(IsRest ? P.operands()[0] : P);
  };
  isl::set Meet = mayBeMultiple(bankOf(A).add(bankOf(B), -1), Banks.Count);
  if (Meet.is_empty().is_true())
    return;
  isl::set Apart = isl::set::empty(All.get_space());
  for (auto [X, Y] : llvm::zip(A.Position, B.Position))
    Apart = Apart.unite(valueOf(X).ne_set(valueOf(Y)));
  Meet = Meet.intersect(Apart);
  if (Meet.is_empty().is_true())
    return;
  if (!Meet.intersect(A.Known).intersect(B.Known).is_empty().is_true())
    fail(A, B);
}

llvm::Error BankProof::run(const Block &Loops) {
  looptree::walk(Loops, [&](const looptree::Node &N) {
    if (const auto *A = llvm::dyn_cast<looptree::AssignNode>(&N))
      Mutable.insert(A->Name);
    const auto *F = llvm::dyn_cast<looptree::ForNode>(&N);
    if (F && (!F->Init || !F->Step))
      Mutable.insert(F->Counter);
  });
  isl::set Known = All;
  block(Loops, Known);
  if (Failed.empty())
    return llvm::Error::success();
  return llvm::createStringError(Failed);
}

/// \p Failed, the reason why a claim does not hold unless \p Limit was hit.
static llvm::Error asInvalid(const Budget &Limit, llvm::Error Failed) {
  Failed = within(Limit, std::move(Failed), "the proof of banks");
  if (!Failed || Failed.isA<IslError>())
    return Failed;
  return llvm::make_error<IslError>(IslError::Invalid,
                                    llvm::toString(std::move(Failed)));
}

llvm::Error
lower::verifyBanksOf(isl::ctx Ctx, const Block &Loops, const SourceText &Source,
                     const std::map<std::string, looptree::Buffer> &Banked) {
  if (Banked.empty())
    return llvm::Error::success();
  Budget Limit(Ctx, {0, limits::BankOperations});
  return asInvalid(Limit, BankProof(Ctx, Source, Banked).run(Loops));
}

llvm::Error verifyBanks(isl::ctx Ctx, const Block &Loops,
                        const SourceText &Source) {
  std::map<std::string, looptree::Buffer> Banked;
  looptree::walk(Loops, [&](const looptree::Node &N) {
    if (const auto *A = llvm::dyn_cast<looptree::AllocateNode>(&N))
      for (const looptree::Buffer &B : A->Buffers)
        if (B.Banks)
          Banked[B.Name] = B;
  });
  return verifyBanksOf(Ctx, Loops, Source, Banked);
}

/// { : 0 <= p < n } for each p of \p Positions and the n of \p Cells.
static isl::set inside(const Values &V, llvm::ArrayRef<Expr> Positions,
                       llvm::ArrayRef<Expr> Cells) {
  isl::set Result = V.number(0).eq_set(V.number(0));
  for (auto [P, N] : llvm::zip(Positions, Cells)) {
    isl::pw_aff At = V.of(exact(P).expr());
    Result = Result.intersect(V.number(0).le_set(At))
                 .intersect(At.lt_set(V.of(exact(N).expr())));
  }
  return Result;
}

/// { : all of \p A equal those of \p B }
static isl::set same(const Values &V, llvm::ArrayRef<Expr> A,
                     llvm::ArrayRef<Expr> B) {
  isl::set Result = V.number(0).eq_set(V.number(0));
  for (auto [X, Y] : llvm::zip(A, B))
    Result =
        Result.intersect(V.of(exact(X).expr()).eq_set(V.of(exact(Y).expr())));
  return Result;
}

/// The names of positions are none that variables can have.
llvm::Error lower::verifyPositions(isl::ctx Ctx, const BufferBanks &B,
                                   llvm::ArrayRef<Expr> Cells) {
  Budget Limit(Ctx, {0, limits::BankOperations});
  Values V(Ctx);
  std::vector<Expr> X, Y;
  for (size_t R = 0; R < Cells.size(); ++R) {
    X.push_back(Expr::variable("x " + std::to_string(R)));
    Y.push_back(Expr::variable("y " + std::to_string(R)));
  }
  std::vector<Expr> AtX = positionsIn(B, X), AtY = positionsIn(B, Y);
  isl::set Box = inside(V, X, Cells);
  llvm::Error Result = llvm::Error::success();
  if (!Box.is_subset(inside(V, AtX, cellsIn(B, Cells))).is_true())
    Result = llvm::createStringError("a cell is outside of its bank");
  else if (!Box.intersect(inside(V, Y, Cells))
                .intersect(same(V, AtX, AtY))
                .is_subset(same(V, X, Y))
                .is_true())
    Result = llvm::createStringError("two cells have one address in one bank");
  return asInvalid(Limit, std::move(Result));
}

} // namespace stevedore
