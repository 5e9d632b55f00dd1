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
  std::set<unsigned> Others;
  forEachBuffer(Bands, [&](const Buffer &B) {
    if (!B.HasConstantShape)
      Others.insert(B.Local->Buffer);
  });
  forEachBuffer(Bands, [&](Buffer &B) {
    if (!B.HasConstantShape || !Others.count(B.Local->Buffer))
      return;
    B.HasConstantShape = false;
    for (BufferRow &Row : B.Rows) {
      Row.Cells = Row.Modulus;
      Row.CellForms = Row.ModulusForms;
    }
  });
}

Storage::Storage(const std::vector<BandCode> &Bands, Names &N,
                 const Block &Loops)
    : Used(looptree::usedNames(Loops)) {
  std::map<unsigned, size_t> Places;
  forEachBuffer(Bands, [&](const Buffer &B) {
    if (!Used.contains(B.Name))
      return;
    auto [It, New] = Places.try_emplace(B.Local->Buffer, Pieces.size());
    if (New)
      Pieces.push_back({B.Name, {}, {}});
    Pieces[It->second].Members.push_back(&B);
  });
  for (Piece &P : Pieces)
    if (P.Members.size() > 1)
      P.Name = N.inner("shared");
    else if (!P.hasConstantShape() && P.Members.front()->UseCondition)
      P.Flag = N.inner("needs_" + P.Members.front()->Remote->Name);
}

int64_t Storage::constantBytes(const Piece &P) const {
  int64_t Bytes = 0;
  for (const Buffer *B : P.Members)
    Bytes =
        std::max(Bytes, *B->constantCells() * int64_t(B->Remote->ElementBytes));
  return Bytes;
}

/// The bytes of \p P as far as they are below \p Most.
Expr Storage::bytes(const Piece &P, const Expr &Most) const {
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
  int64_t Constant = 0;
  Expr Others = 0;
  for (const Piece &P : Pieces)
    if (P.Members.front()->Memory != Memory)
      continue;
    else if (P.hasConstantShape())
      Constant += constantBytes(P);
    else
      Others = sum(Others, bytes(P, Most + 1));
  if (Constant > Most)
    return llvm::make_error<LocalMemoryError>(Constant, Most);
  if (Others.isInteger(0))
    return std::vector<Expr>();
  return std::vector<Expr>{compare(Expr::LessEqual, Others, Most - Constant)};
}

llvm::Error Storage::checkAlignment() const {
  for (const Piece &P : Pieces)
    for (const Buffer *B : P.Members)
      if (B->Remote->Alignment != 0 && !P.hasConstantShape())
        return llvm::createStringError(
            "elements of '" + B->Remote->Name + "' are aligned to " +
            llvm::Twine(B->Remote->Alignment) +
            " bytes, as memory that is allocated may not be: give the sizes of "
            "tiles, as by --tile=16, and a capacity to what else is not known");
  return llvm::Error::success();
}

void Storage::declare(Builder &W) const {
  for (const Piece &P : Pieces) {
    for (const Buffer *B : P.Members)
      declareExtents(*B, W);
    looptree::AllocateNode Memory;
    Memory.Name = P.Name;
    for (const Buffer *B : P.Members)
      Memory.Buffers.push_back(B->declaration());
    Memory.Flag = P.Flag;
    if (!P.Flag.empty())
      Memory.FlagValue = P.Members.front()->UseCondition;
    W.add(looptree::share(std::move(Memory)));
    if (P.Members.size() > 1)
      for (const Buffer *B : P.Members) {
        looptree::AliasNode A;
        A.Home = B->declaration();
        A.Memory = P.Name;
        W.add(looptree::share(std::move(A)));
      }
  }
}

/// The extents of \p B; of one with a constant shape those that its loops use.
void Storage::declareExtents(const Buffer &B, Builder &W) const {
  for (auto &[Name, Value] : B.Extents)
    if (!B.HasConstantShape || Used.contains(Name))
      W.let(Name, Value);
}

} // namespace lower
} // namespace stevedore
