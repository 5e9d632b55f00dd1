//===- Storage.cpp - The memory of the buffers ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Storage.h"
#include "stevedore/Support/Limits.h"

namespace stevedore {
namespace codegen {

void unifyStorage(std::vector<BandCode> &Bands) {
  std::set<unsigned> Allocated;
  for (const BandCode &Band : Bands)
    for (const Buffer &B : Band.Buffers)
      if (!B.Plain)
        Allocated.insert(B.Local->Buffer);
  for (BandCode &Band : Bands)
    for (Buffer &B : Band.Buffers) {
      if (!B.Plain || !Allocated.count(B.Local->Buffer))
        continue;
      B.Plain = false;
      for (BufferRow &Row : B.Rows) {
        Row.Cells = Row.Modulus;
        Row.CellForms = Row.ModulusForms;
      }
    }
}

Storage::Storage(const std::vector<BandCode> &Bands,
                 const CodeGenOptions &Options, Names &N, llvm::StringRef Loops)
    : Options(Options), N(N), Loops(Loops) {
  std::map<unsigned, size_t> Places;
  for (const BandCode &Band : Bands)
    for (const Buffer &B : Band.Buffers) {
      if (!mentions(Loops, B.Name))
        continue;
      auto [It, New] = Places.try_emplace(B.Local->Buffer, Pieces.size());
      if (New)
        Pieces.push_back({B.Name, {}, {}});
      Pieces[It->second].Members.push_back(&B);
    }
  for (Piece &P : Pieces)
    if (P.Members.size() > 1)
      P.Name = N.fresh("shared");
    else if (!P.isPlain() && !P.Members.front()->Needed.empty())
      P.Flag = N.fresh("needs_" + P.Members.front()->Remote->Name);
}

bool Storage::allocates() const { return !pointers().empty(); }

std::vector<std::string> Storage::pointers() const {
  std::vector<std::string> Result;
  for (const Piece &P : Pieces)
    if (!P.isPlain())
      Result.push_back(P.Name);
  return Result;
}

std::vector<std::string> Storage::granted() const {
  std::vector<std::string> Result;
  for (const Piece &P : Pieces)
    if (!P.isPlain())
      Result.push_back(P.Flag.empty() ? P.Name
                                      : "(" + P.Name + " || !" + P.Flag + ")");
  return Result;
}

void Storage::declare(Writer &W) const {
  for (const Piece &P : Pieces) {
    for (const Buffer *B : P.Members)
      declareExtents(*B, W);
    if (P.isPlain())
      declarePlain(P, W);
    else
      declareAllocated(P, W);
    if (P.Members.size() > 1)
      for (const Buffer *B : P.Members)
        W.line(B->Type + " *const " + B->Name + " = " + P.Name + ";");
  }
}

void Storage::declareExtents(const Buffer &B, Writer &W) const {
  for (auto &[Name, Value] : B.Extents)
    if (!B.Plain || mentions(Loops, Name))
      W.line("const long " + Name + " = " + Value + ";");
}

/// Compilers warn of arrays that are set and never read.
void Storage::declarePlain(const Piece &P, Writer &W) const {
  const Buffer &First = *P.Members.front();
  int64_t Cells = 1;
  for (const Buffer *B : P.Members)
    Cells = std::max(Cells, B->PlainCells);
  bool Small =
      Cells * int64_t(First.Remote->ElementBytes) <= limits::ZeroedBytes;
  std::string Zeros = Options.IsCPlusPlus ? " = {}" : " = {0}";
  W.line(First.Type + " " + P.Name + "[" + std::to_string(Cells) + "]" +
         (Small ? Zeros : "") + ";");
  if (P.Members.size() == 1 && isOnlyAssigned(Loops, P.Name))
    W.line("(void)" + P.Name + ";");
}

/// The bytes of \p B as C text.
std::string Storage::bytes(const Buffer &B) const {
  std::string Bytes = "sizeof(" + B.Type + ")";
  for (const BufferRow &Row : B.Rows)
    Bytes = N.Prefix + "times(" + Bytes + ", (size_t)" + Row.Cells + ")";
  return Bytes;
}

void Storage::declareAllocated(const Piece &P, Writer &W) const {
  std::vector<std::string> Sizes;
  for (const Buffer *B : P.Members)
    Sizes.push_back(bytes(*B));
  const std::string &Type = P.Members.front()->Type;
  std::string Memory = "(" + Type + " *)" + Options.MacroPrefix + "ALLOC(" +
                       nested(N.Prefix + "most", Sizes) + ")";
  if (!P.Flag.empty()) {
    W.line("const int " + P.Flag + " = " + P.Members.front()->Needed + ";");
    Memory = P.Flag + " ? " + Memory + " : (" + Type + " *)0";
  }
  W.line(Type + " *" + P.Name + " = " + Memory + ";");
}

} // namespace codegen
} // namespace stevedore
