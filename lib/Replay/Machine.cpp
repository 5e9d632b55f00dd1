//===- Machine.cpp - Memories and transfers -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace stevedore {
namespace replay {

/// The finalizer of SplitMix64 over both words.
Value mix(Value A, uint64_t B) {
  uint64_t H = A * 0x9e3779b97f4a7c15u + B + 0x632be59bd9b4e019u;
  H = (H ^ (H >> 30)) * 0xbf58476d1ce4e5b9u;
  H = (H ^ (H >> 27)) * 0x94d049bb133111ebu;
  H ^= H >> 31;
  return H == Poison ? 1 : H;
}

Computation::Computation(unsigned Statement, llvm::ArrayRef<int64_t> Iteration)
    : Instance(mix(1, Statement)) {
  for (int64_t I : Iteration)
    Instance = mix(Instance, I);
  Result = Instance;
}

std::string vectorText(llvm::ArrayRef<int64_t> Vector) {
  std::string Result;
  for (int64_t I : Vector)
    Result += (Result.empty() ? "" : ", ") + std::to_string(I);
  return "[" + Result + "]";
}

/// Whether \p A comes before \p B in memory.
static bool isBefore(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B) {
  return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end());
}

void RemoteArray::include(llvm::ArrayRef<int64_t> Subscripts) {
  if (IsEmpty) {
    Low = High = Subscripts.vec();
    IsEmpty = false;
  }
  std::vector<int64_t> All = Subscripts.vec();
  Span &Own =
      Spans.try_emplace(pointerOf(Subscripts), Span{All, All}).first->second;
  if (isBefore(Subscripts, Own.First))
    Own.First = All;
  if (isBefore(Own.Last, Subscripts))
    Own.Last = std::move(All);
  for (size_t D = 0; D < Subscripts.size(); ++D) {
    Low[D] = std::min(Low[D], Subscripts[D]);
    High[D] = std::max(High[D], Subscripts[D]);
  }
}

uint64_t RemoteArray::volume() const {
  uint64_t Result = !IsEmpty;
  for (size_t D = 0; D < Low.size(); ++D)
    Result = llvm::SaturatingMultiply(Result, uint64_t(High[D]) - Low[D] + 1);
  return Result;
}

void RemoteArray::initialize(unsigned Array,
                             std::vector<SubscriptRange> Ranges) {
  Number = Array;
  Extent = std::move(Ranges);
  Cells.resize(volume());
  Value First = mix(2, Array);
  for (size_t I = 0; I < Cells.size(); ++I)
    Cells[I] = mix(First, I);
}

bool RemoteArray::contains(llvm::ArrayRef<int64_t> Subscripts) const {
  return llvm::all_of(llvm::zip(Extent, Subscripts), [](const auto &Pair) {
    return std::get<0>(Pair).contains(std::get<1>(Pair));
  });
}

Value RemoteArray::unused(llvm::ArrayRef<int64_t> Subscripts) const {
  Value Result = mix(4, Number);
  for (int64_t I : Subscripts)
    Result = mix(Result, I);
  return Result;
}

Value *RemoteArray::find(llvm::ArrayRef<int64_t> Subscripts) {
  if (IsEmpty)
    return nullptr;
  size_t Index = 0;
  for (size_t D = 0; D < Subscripts.size(); ++D) {
    if (Subscripts[D] < Low[D] || Subscripts[D] > High[D])
      return nullptr;
    Index = Index * (High[D] - Low[D] + 1) + (Subscripts[D] - Low[D]);
  }
  return &Cells[Index];
}

void RemoteArray::next(llvm::MutableArrayRef<int64_t> Subscripts) const {
  if (Subscripts.empty())
    return;
  size_t D = Subscripts.size() - 1;
  ++Subscripts[D];
  for (; D > 0 && Extent[D].isKnown() && Subscripts[D] == *Extent[D].Last + 1;
       --D) {
    Subscripts[D] = *Extent[D].First;
    ++Subscripts[D - 1];
  }
}

bool RemoteArray::isApart(llvm::ArrayRef<int64_t> Step,
                          int64_t Distance) const {
  int64_t Length = 1, Apart = 0;
  for (size_t D = Step.size(); D-- > 0;) {
    Apart += Step[D] * Length;
    if (D > 0 && !Extent[D].isKnown())
      return true;
    if (D > 0)
      Length *= *Extent[D].Last - *Extent[D].First + 1;
  }
  return Apart == Distance;
}

bool RemoteArray::isWithin(llvm::ArrayRef<int64_t> From,
                           llvm::ArrayRef<int64_t> To) const {
  auto Own = Spans.find(pointerOf(From));
  return Own == Spans.end() || (!isBefore(Own->second.First, From) &&
                                !isBefore(To, Own->second.Last));
}

std::vector<int64_t> RemoteArray::subscriptsOf(size_t Index) const {
  std::vector<int64_t> Result(Low.size());
  for (size_t D = Low.size(); D-- > 0;) {
    size_t Size = High[D] - Low[D] + 1;
    Result[D] = Low[D] + int64_t(Index % Size);
    Index /= Size;
  }
  return Result;
}

unsigned Machine::allocate(int64_t Cells) {
  // Poison is written many cells at a time.
  step(Cells / 8);
  Memories.emplace_back();
  if (!stopped())
    Memories.back().Cells.resize(Cells, Poison);
  return Memories.size() - 1;
}

void Machine::free(unsigned Memory) {
  Memories[Memory].IsLive = false;
  Memories[Memory].Cells = {};
}

void Machine::place(unsigned Buffer, unsigned Memory, Vector Extents) {
  Buffers[Buffer] = {Memory, std::move(Extents), true};
}

void Machine::hold(unsigned Buffer, Value V) {
  if (!Buffers[Buffer].IsPlaced)
    place(Buffer, allocate(1), {});
  if (!stopped())
    Memories[memoryOf(Buffer)].Cells.front() = V;
}

int64_t Machine::cell(unsigned Buffer, llvm::ArrayRef<int64_t> Subscripts,
                      bool IsFlat) {
  const Placement &P = Buffers[Buffer];
  if (IsFlat)
    return Subscripts.front();
  int64_t Cell = 0;
  for (size_t D = 0; D < Subscripts.size(); ++D) {
    if (Subscripts[D] < 0 || Subscripts[D] >= P.Extents[D]) {
      F.fail("position " + llvm::Twine(Subscripts[D]) + " is outside of the " +
             llvm::Twine(P.Extents[D]) + " cells of a buffer along dimension " +
             llvm::Twine(D + 1));
      return -1;
    }
    Cell = Cell * P.Extents[D] + Subscripts[D];
  }
  return Cell;
}

Value *Machine::local(unsigned Memory, int64_t Cell) {
  struct Memory &M = Memories[Memory];
  if (!M.IsLive || Cell < 0 || Cell >= int64_t(M.Cells.size())) {
    F.fail(M.IsLive ? "cell " + llvm::Twine(Cell) + " is outside of the " +
                          llvm::Twine(M.Cells.size()) + " of a buffer"
                    : llvm::Twine("a buffer is used that has been freed"));
    return nullptr;
  }
  return &M.Cells[Cell];
}

/// A transfer may move elements of an array that the program does not use.
Value *Machine::remote(unsigned Array, llvm::ArrayRef<int64_t> Subscripts,
                       bool Writes) {
  Value *Result = Remote[Array].find(Subscripts);
  if (!Result && Remote[Array].contains(Subscripts)) {
    Unused = Remote[Array].unused(Subscripts);
    return &Unused;
  }
  if (!Result)
    F.fail(S.Arrays[Array].Name + vectorText(Subscripts) +
           " is touched, which does not exist or is not used");
  if (Result && Team && !Team->use(F.Worker, Result, Writes))
    F.fail("two workers use " + S.Arrays[Array].Name + vectorText(Subscripts) +
           " between barriers, and one of them stores there");
  return Result;
}

/// A copy between two buffers. What nobody has written may be on its way to the
/// nearer one, and is found when a statement reads it.
void Machine::performBetween(const Copy &C) {
  for (int64_t I = 0; I < C.Length && !stopped(); ++I) {
    Value *Near = local(C.Memory, C.Cell + I);
    Value *Far = local(*C.FarMemory, C.FarCell + I);
    if (!Near || !Far)
      return;
    if (!C.Gets && *Near == Poison)
      F.fail("a cell is stored that holds nothing");
    (C.Gets ? *Near : *Far) = C.Gets ? *Far : *Near;
    step();
  }
}

void Machine::perform(const Copy &C) {
  if (C.FarMemory)
    return performBetween(C);
  Vector Subscripts = C.Subscripts;
  for (int64_t I = 0; I < C.Length && !stopped(); ++I) {
    Value *Near = local(C.Memory, C.Cell + I);
    Value *Far = remote(C.Array, Subscripts, !C.Gets);
    if (!Near || !Far)
      return;
    if (!C.Gets && *Near == Poison)
      F.fail("a cell is stored that holds nothing");
    if (!C.Gets && Far == &Unused && *Near != Unused)
      F.fail("an element of array " + S.Arrays[C.Array].Name +
             " is stored that the program does not use");
    (C.Gets ? *Near : *Far) = C.Gets ? *Far : *Near;
    Remote[C.Array].next(Subscripts);
    step();
  }
}

bool Machine::isAtOnce(const Copy &C) {
  Timing::Pace Pace = C.Gets ? When.Gets : When.Puts;
  if (Pace == Timing::Mixed)
    return mix(3, Started) % 2;
  return Pace == Timing::AtOnce;
}

void Machine::complete(unsigned long Number) {
  auto It = Flights.find(Number);
  if (It == Flights.end())
    return;
  Flight Ended = std::move(It->second);
  Flights.erase(It);
  for (unsigned long Before : Ended.After)
    complete(Before);
  perform(Ended.C);
}

void Machine::start(Copy C, std::optional<int64_t> Tag) {
  ++Started;
  if (C.Length < 0)
    F.fail("a transfer has " + llvm::Twine(C.Length) + " elements");
  bool AtOnce = !Tag || isAtOnce(C);
  llvm::erase_if(Fenced, [&](unsigned long N) { return !Flights.count(N); });
  if (!AtOnce) {
    Flights[Started] = {std::move(C), Tag.value_or(0), Fenced};
    return;
  }
  for (unsigned long Before : Fenced)
    complete(Before);
  perform(C);
}

void Machine::wait(int64_t Tag) {
  std::vector<unsigned long> Waited;
  for (const auto &[Number, Fl] : Flights)
    if (Fl.Tag == Tag)
      Waited.push_back(Number);
  for (unsigned long Number : Waited)
    complete(Number);
}

void Machine::fence(int64_t Tag) {
  for (const auto &[Number, Fl] : Flights)
    if (Fl.Tag == Tag)
      Fenced.push_back(Number);
}

void Machine::finish() {
  for (const auto &[Number, Fl] : Flights)
    F.fail("the region ends before a transfer with tag " + llvm::Twine(Fl.Tag));
}

} // namespace replay
} // namespace stevedore
