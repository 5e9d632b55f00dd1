//===- BankLayout.cpp - Where cells lie in banks --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Banks.h"
#include "Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace stevedore {

using namespace lower;

bool isPipelined(const looptree::ForNode &F, const SourceText &Source) {
  return llvm::any_of(F.Hints, [&](unsigned Hint) {
    llvm::StringRef Text = Source.Hints[Hint].Text;
    return Text.starts_with_insensitive("HLS PIPELINE") &&
           !Text.ends_with_insensitive(" off");
  });
}

std::string bankText(const BufferBanks &B) {
  std::vector<Expr> Cell;
  for (size_t R = 0; R < B.Form.size(); ++R)
    Cell.push_back(Expr::variable(R < 4 ? std::string(1, "ijkl"[R])
                                        : "p" + std::to_string(R)));
  Affine Bank;
  std::string Text;
  for (size_t R = 0; R < Cell.size(); ++R) {
    Bank.add(Affine::atom(Cell[R]), B.Form[R]);
    Text += (R == 0 ? "" : ", ") + Cell[R].spelling();
  }
  std::string Sum = Bank.expr().spelling();
  if (!B.KeepsShape)
    Sum = "(" + Sum + ")";
  return Sum + " mod " + std::to_string(B.Count) + " of cell [" + Text + "]";
}

void print(llvm::raw_ostream &OS, const BufferBanks &B) {
  OS << "buffer " << B.Buffer << "\n  banks: " << B.Count << "\n";
  if (B.Conflict.empty())
    OS << "  bank: " << bankText(B) << "\n";
}

namespace lower {

using looptree::Element;

std::vector<Expr> positionsIn(const BufferBanks &B, llvm::ArrayRef<Expr> P) {
  if (B.KeepsShape)
    return P.vec();
  Affine Bank;
  for (size_t R = 0; R < P.size(); ++R)
    if (B.Form[R] != 0)
      Bank.add(formOf(P[R]), B.Form[R]);
  auto apart = [&](Expr::Kind K, const Affine &Of) {
    int64_t C = Of.constant();
    if (Of.isConstant() && C >= 0)
      return Expr(K == Expr::Rem ? C % B.Count : C / B.Count);
    return Expr::make(K, {Of.expr(), Expr(B.Count)});
  };
  std::vector<Expr> Result = {apart(Expr::Rem, Bank)};
  for (size_t R = 0; R < P.size(); ++R)
    Result.push_back(R == B.Row ? apart(Expr::Div, formOf(P[R])) : P[R]);
  return Result;
}

std::vector<Expr> cellsIn(const BufferBanks &B, llvm::ArrayRef<Expr> Cells) {
  std::vector<Expr> Result = Cells.vec();
  if (B.KeepsShape)
    return Result;
  Affine All = formOf(Cells[B.Row]).add(Affine(B.Count - 1));
  Result[B.Row] = All.isConstant()
                      ? Expr(All.constant() / B.Count)
                      : Expr::make(Expr::Div, {All.expr(), Expr(B.Count)});
  Result.insert(Result.begin(), Expr(B.Count));
  return Result;
}

/// \p E in the banks \p B, where it is in their buffer.
static Element moved(Element E, const BufferBanks &B) {
  if (E.isLocal() && E.Buffer == B.Buffer)
    E.Subscripts = positionsIn(B, E.Subscripts);
  return E;
}

/// The element that is \p Distance elements behind \p E along the last
/// dimension.
static Element behind(Element E, const Expr &Distance) {
  Affine Last = formOf(E.Subscripts.back());
  E.Subscripts.back() = Last.add(formOf(Distance)).expr();
  return E;
}

/// The elements of \p T one by one.
static NodeRef oneByOne(const looptree::TransferNode &T, const BufferBanks &B,
                        const std::string &Counter) {
  looptree::TransferNode One = T;
  One.Count.reset();
  Expr At = T.Count ? Expr::variable(Counter) : Expr(0);
  if (T.Count) {
    One.Local = behind(T.Local, At);
    One.Remote = behind(T.Remote, At);
  }
  One.Local = moved(std::move(One.Local), B);
  if (!T.Count)
    return looptree::share(std::move(One));
  looptree::ForNode F;
  F.Counter = Counter;
  F.Init = 0;
  F.Condition = compare(Expr::Less, At, *T.Count);
  F.Step = 1;
  F.Body = {looptree::share(std::move(One))};
  return looptree::share(std::move(F));
}

/// \p N itself, whose blocks are mapped, in the banks \p B.
static NodeRef movedNode(const NodeRef &N, const BufferBanks &B,
                         const std::string &Counter) {
  if (const auto *I = llvm::dyn_cast<looptree::InstanceNode>(N.get())) {
    looptree::InstanceNode Result = *I;
    for (Element &E : Result.Elements)
      E = moved(std::move(E), B);
    return looptree::share(std::move(Result));
  }
  if (const auto *H = llvm::dyn_cast<looptree::HoldNode>(N.get())) {
    looptree::HoldNode Result = *H;
    for (looptree::HeldElement &E : Result.Held)
      E.Of = moved(std::move(E.Of), B);
    return looptree::share(std::move(Result));
  }
  if (const auto *M = llvm::dyn_cast<looptree::MoveNode>(N.get())) {
    looptree::MoveNode Result = *M;
    Result.To = moved(std::move(Result.To), B);
    Result.From = moved(std::move(Result.From), B);
    return looptree::share(std::move(Result));
  }
  const auto *T = llvm::dyn_cast<looptree::TransferNode>(N.get());
  return T && T->Local.Buffer == B.Buffer ? oneByOne(*T, B, Counter) : N;
}

Block withElementsIn(const BufferBanks &B, const Block &Loops,
                     const std::string &Counter) {
  if (B.KeepsShape)
    return Loops;
  Block Result;
  for (const NodeRef &N : Loops)
    Result.push_back(movedNode(looptree::mapBlocks(N,
                                                   [&](const Block &Inside) {
                                                     return withElementsIn(
                                                         B, Inside, Counter);
                                                   }),
                               B, Counter));
  return Result;
}

} // namespace lower
} // namespace stevedore
