//===- Storage.cpp - The memory of the buffers ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Storage.h"
#include "Guard.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Support/Limits.h"

namespace stevedore {
namespace lower {

/// Calls \p Visit for each buffer of \p Bands and of the levels inside.
template <typename Codes, typename Visitor>
static void forEachBuffer(Codes &Bands, Visitor Visit) {
  for (auto &Band : Bands) {
    for (auto &B : Band.Buffers)
      Visit(B);
    forEachBuffer(Band.Inside, Visit);
  }
}

void unifyStorage(std::vector<BandCode> &Bands) {
  std::set<unsigned> Allocated;
  forEachBuffer(Bands, [&](const Buffer &B) {
    if (!B.Plain)
      Allocated.insert(B.Local->Buffer);
  });
  forEachBuffer(Bands, [&](Buffer &B) {
    if (!B.Plain || !Allocated.count(B.Local->Buffer))
      return;
    B.Plain = false;
    for (BufferRow &Row : B.Rows) {
      Row.Cells = Row.Modulus;
      Row.CellForms = Row.ModulusForms;
    }
  });
}

Storage::Storage(const std::vector<BandCode> &Bands, Names &N,
                 const Block &Loops)
    : Loops(Loops) {
  std::map<unsigned, size_t> Places;
  forEachBuffer(Bands, [&](const Buffer &B) {
    if (!looptree::uses(Loops, B.Name))
      return;
    auto [It, New] = Places.try_emplace(B.Local->Buffer, Pieces.size());
    if (New)
      Pieces.push_back({B.Name, {}, {}});
    Pieces[It->second].Members.push_back(&B);
  });
  for (Piece &P : Pieces)
    if (P.Members.size() > 1)
      P.Name = N.inner("shared");
    else if (!P.isPlain() && P.Members.front()->UseCondition)
      P.Flag = N.inner("needs_" + P.Members.front()->Remote->Name);
}

int64_t Storage::plainBytes(const Piece &P) const {
  int64_t Bytes = 0;
  for (const Buffer *B : P.Members)
    Bytes = std::max(Bytes, B->PlainCells * int64_t(B->Remote->ElementBytes));
  return Bytes;
}

/// The bytes of \p P as far as they are below \p Most.
Expr Storage::allocatedBytes(const Piece &P, const Expr &Most) const {
  std::vector<Expr> Sizes = {0};
  for (const Buffer *B : P.Members) {
    std::vector<Expr> Factors = {int64_t(B->Remote->ElementBytes)};
    for (Expr Factor : B->declaration().Cells) {
      for (auto &[Name, Value] : llvm::reverse(B->Extents))
        Factor = Factor.substitute(Name, Value);
      Factors.push_back(Factor);
    }
    Sizes.push_back(
        Expr::make(Expr::Min, {boundedProduct(Factors, Most), Most}));
  }
  return Expr::make(Expr::Max, std::move(Sizes));
}

llvm::Expected<std::vector<Expr>> Storage::fit(unsigned Memory,
                                               int64_t Most) const {
  int64_t Plain = 0;
  Expr Allocated = 0;
  for (const Piece &P : Pieces)
    if (P.Members.front()->Memory != Memory)
      continue;
    else if (P.isPlain())
      Plain += plainBytes(P);
    else
      Allocated = sum(Allocated, allocatedBytes(P, Most + 1));
  if (Plain > Most)
    return llvm::make_error<LocalMemoryError>(Plain, Most);
  if (Allocated.isInteger(0))
    return std::vector<Expr>();
  return std::vector<Expr>{compare(Expr::LessEqual, Allocated, Most - Plain)};
}

void Storage::declare(Builder &W) const {
  for (const Piece &P : Pieces) {
    for (const Buffer *B : P.Members)
      declareExtents(*B, W);
    if (P.isPlain())
      declarePlain(P, W);
    else
      declareAllocated(P, W);
    if (P.Members.size() > 1)
      for (const Buffer *B : P.Members) {
        looptree::AliasNode A;
        A.Home = B->declaration();
        A.Memory = P.Name;
        W.add(looptree::share(std::move(A)));
      }
  }
}

/// The extents of \p B; of a plain array those that its loops use.
void Storage::declareExtents(const Buffer &B, Builder &W) const {
  for (auto &[Name, Value] : B.Extents)
    if (!B.Plain || looptree::uses(Loops, Name))
      W.let(Name, Value);
}

static looptree::AllocateNode
allocation(const std::string &Name, const std::vector<const Buffer *> &Of) {
  looptree::AllocateNode Result;
  Result.Name = Name;
  for (const Buffer *B : Of)
    Result.Buffers.push_back(B->declaration());
  return Result;
}

void Storage::declarePlain(const Piece &P, Builder &W) const {
  looptree::AllocateNode A = allocation(P.Name, P.Members);
  int64_t Cells = 1;
  for (const Buffer *B : P.Members)
    Cells = std::max(Cells, B->PlainCells);
  A.Plain = Cells;
  W.add(looptree::share(std::move(A)));
}

void Storage::declareAllocated(const Piece &P, Builder &W) const {
  looptree::AllocateNode A = allocation(P.Name, P.Members);
  A.Flag = P.Flag;
  if (!P.Flag.empty())
    A.FlagValue = P.Members.front()->UseCondition;
  W.add(looptree::share(std::move(A)));
}

} // namespace lower
} // namespace stevedore
