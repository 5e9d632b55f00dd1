//===- Allocations.cpp - Local memory in C --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"

namespace stevedore {

using namespace looptree;

/// The number of bytes of \p B; products that are too large are a number that
/// the allocator refuses.
std::string CPrinter::bytes(const Buffer &B) const {
  std::string Bytes = "sizeof(" + typeOf(B.Array) + ")";
  for (const Expr &Cells : B.Cells)
    Bytes = helper("times") + "(" + Bytes + ", " + text(Cells) + ")";
  return Bytes;
}

/// What tells high-level synthesis of the banks of \p B.
void CPrinter::partition(const Buffer &B) {
  if (!B.Banks)
    return;
  const Expr &Cells = B.Cells[B.Banks->Row];
  std::string Count = std::to_string(B.Banks->Count);
  W.line("#pragma HLS ARRAY_PARTITION variable=" + B.Name +
         (Cells.isInteger(B.Banks->Count) ? " complete"
                                          : " cyclic factor=" + Count) +
         " dim=" + std::to_string(B.Banks->Row + 1));
}

void CPrinter::allocate(const AllocateNode &A) {
  for (const Buffer &B : A.Buffers)
    Buffers[B.Name] = B;
  unsigned Where = A.Buffers.front().Memory;
  MemoryOf[A.Name] = Where;
  std::string Type = typeOf(A.Buffers.front().Array), Name = A.Name;
  if (A.Plain) {
    std::string Zeros = Options.IsCPlusPlus ? " = {}" : " = {0}";
    std::string Value = A.IsZeroed ? Zeros : "";
    if (Scalars.count(A.Name)) {
      W.line(Type + " " + Name + Value + ";");
      return;
    }
    std::string Extents;
    if (Flat.count(A.Name))
      Extents = "[" + std::to_string(*A.Plain) + "]";
    else
      for (const Expr &Cells : A.Buffers.front().Cells)
        Extents += "[" + text(Cells) + "]";
    // A comma would end the argument of the macro.
    if (llvm::StringRef(Type).contains(','))
      Type = "__typeof__(" + Type + ")";
    W.line(macro("LOCAL", Where) + "(" + Type + ", " + Name + ", " + Extents +
           ")" + Value + ";");
    if (!Flat.count(A.Name))
      partition(A.Buffers.front());
    return;
  }
  std::string Bytes = bytes(A.Buffers.back());
  for (size_t I = A.Buffers.size() - 1; I-- > 0;)
    Bytes = helper("most") + "(" + bytes(A.Buffers[I]) + ", " + Bytes + ")";
  std::string Memory = "(" + Type + " *)" +
                       macro(A.IsRemote ? "ALLOC_REMOTE" : "ALLOC", Where) +
                       "(" + Bytes + ")";
  if (A.FlagValue) {
    W.line("const int " + A.Flag + " = " + text(*A.FlagValue) + ";");
    Memory = A.Flag + " ? " + Memory + " : (" + Type + " *)0";
  }
  W.line(Type + " *" + Name + " = " + Memory + ";");
}

} // namespace stevedore
