//===- Machine.h - Memories and transfers -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The machine that emitted loops run on: remote memory, local buffers, and
/// transfers that take some time. Values are identities of what made them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_MACHINE_H
#define STEVEDORE_LIB_REPLAY_MACHINE_H

#include "Original.h"
#include "Workers.h"
#include "stevedore/Scop/Scop.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>

namespace stevedore {
namespace replay {

/// The identity of a value: a hash of what it was computed from, and by what.
using Value = uint64_t;

/// What a cell holds that nothing was stored to.
inline constexpr Value Poison = 0;

/// The identity of what is made from \p A and \p B; never Poison.
Value mix(Value A, uint64_t B);

/// Subscripts, or an iteration vector.
using Vector = llvm::SmallVector<int64_t, 6>;

/// "[1, 2]".
std::string vectorText(llvm::ArrayRef<int64_t> Vector);

/// What an instance of a statement computes from \p Reads.
class Computation {
public:
  Computation(unsigned Statement, llvm::ArrayRef<int64_t> Iteration);
  /// The identity of the instance itself.
  Value instance() const { return Instance; }
  void read(Value V) { Result = mix(Result, V); }
  /// What access number \p Access writes.
  Value written(unsigned Access) const { return mix(Result, Access); }
  /// The identity of access number \p Access of the instance.
  Value accessed(unsigned Access) const { return mix(Instance, Access); }

private:
  Value Instance, Result;
};

/// Whether the instance that computes \p C writes by \p A, its access number
/// \p Number: of those that may, half of the instances do.
inline bool writes(const Access &A, const Computation &C, unsigned Number) {
  return A.MustWrites || (A.MayWrites && mix(C.accessed(Number), 1) % 2);
}

/// An array in remote memory: the elements in a box, and how they follow each
/// other.
class RemoteArray {
public:
  /// Where it \p HasPointers, the first subscript selects one of several.
  explicit RemoteArray(bool HasPointers = false) : HasPointers(HasPointers) {}
  /// Widens the box to hold \p Subscripts, an element that is used.
  void include(llvm::ArrayRef<int64_t> Subscripts);
  /// The number of elements in the box, saturated.
  uint64_t volume() const;
  /// Gives each element a value of its own, of array number \p Array, whose
  /// elements are those of \p Extent where that is known.
  void initialize(unsigned Array, std::vector<SubscriptRange> Extent);
  /// Whether the element exists, used or not.
  bool contains(llvm::ArrayRef<int64_t> Subscripts) const;
  /// Its value before the program, outside of the box.
  Value unused(llvm::ArrayRef<int64_t> Subscripts) const;

  /// The element; null if it is outside of the box.
  Value *find(llvm::ArrayRef<int64_t> Subscripts);
  /// Moves \p Subscripts to the element that is next in memory.
  void next(llvm::MutableArrayRef<int64_t> Subscripts) const;
  /// Whether elements whose subscripts differ by \p Step are \p Distance apart
  /// in memory, as far as the lengths of rows are known.
  bool isApart(llvm::ArrayRef<int64_t> Step, int64_t Distance) const;
  /// Whether all elements that are used, of those to which the same pointer as
  /// to \p First leads, lie from \p First to \p Last in memory.
  bool isWithin(llvm::ArrayRef<int64_t> First,
                llvm::ArrayRef<int64_t> Last) const;
  /// Whether an element is used, of those to which pointer number \p Pointer
  /// leads (0 where there are none).
  bool isUsed(int64_t Pointer) const { return Spans.count(Pointer); }
  bool hasPointers() const { return HasPointers; }
  const std::vector<Value> &cells() const { return Cells; }
  /// The subscripts of cells()[Index].
  std::vector<int64_t> subscriptsOf(size_t Index) const;

private:
  /// The first and the last element that is used through one pointer.
  struct Span {
    std::vector<int64_t> First, Last;
  };
  int64_t pointerOf(llvm::ArrayRef<int64_t> Subscripts) const {
    return HasPointers ? Subscripts[0] : 0;
  }

  bool IsEmpty = true;
  bool HasPointers;
  unsigned Number = 0;
  std::vector<int64_t> Low, High;
  std::vector<SubscriptRange> Extent;
  /// By the numbers of pointers.
  std::map<int64_t, Span> Spans;
  std::vector<Value> Cells;
};

/// When transfers copy what they move, the direction of parallel loops, and how
/// many workers there are.
struct Timing {
  enum Pace {
    /// When they are started.
    AtOnce,
    /// When they are waited for.
    AtLast,
    /// Some at once, the others when they are waited for.
    Mixed
  };
  Pace Gets, Puts;
  bool IsReversed;
  unsigned Workers = 1;
  Interleaving Order = Interleaving::Ascending;
};

/// A number of elements that follow each other in remote and in local memory.
struct Copy {
  bool Gets;
  unsigned Memory;
  int64_t Cell;
  unsigned Array;
  /// Of the element in remote memory.
  Vector Subscripts;
  int64_t Length;
  /// The memory and the cell on the other side where that is a buffer.
  std::optional<unsigned> FarMemory = std::nullopt;
  int64_t FarCell = 0;
};

/// How often a copy is made again, how many cells apart, and what is added to
/// each subscript.
struct Run {
  int64_t Count, LocalPitch;
  Vector Step;
};

/// The state of a machine that runs the loops of a region.
class Machine {
public:
  /// Worker number \p Worker of \p Team, which may be null, on the memory \p
  /// Arrays.
  Machine(const Scop &S, std::vector<RemoteArray> &Arrays, Timing When,
          unsigned long MaxSteps, WorkerTeam *Team = nullptr,
          unsigned Worker = 0)
      : When(When), Remote(Arrays), Executed(S.Statements.size()), S(S),
        MaxSteps(MaxSteps), Team(Team) {
    F.Worker = Worker;
    F.Workers = Team ? Team->size() : 1;
  }

  /// Makes room for variables and buffers.
  void reserve(size_t NumSlots, size_t NumBuffers) {
    F.Values.resize(NumSlots);
    Buffers.resize(NumBuffers);
  }

  /// The variables, and the first failure.
  Frame F;
  const Timing When;
  std::vector<RemoteArray> &Remote;
  /// Of each statement, the sum of the identities of the instances executed.
  std::vector<Value> Executed;
  /// What each access of an instance reads in the program, to find the first
  /// that reads something else; null: that is not looked for.
  const llvm::DenseMap<Value, Value> *Reads = nullptr;

  /// True if there is nothing more to do: a failure, or too many steps.
  bool stopped() const { return !F.Failure.empty() || Steps >= MaxSteps; }
  bool isExhausted() const { return Steps >= MaxSteps; }
  /// Letting another worker go on costs about as much as some steps.
  void step(unsigned long Count = 1) {
    Steps += Count;
    if (Team && Team->step(F.Worker))
      Steps += 20;
  }
  /// Waits for the other workers.
  void barrier() {
    if (Team && !Team->barrier(F.Worker))
      F.fail("workers meet different barriers");
  }
  unsigned long steps() const { return Steps; }

  /// The original loops run instead, whose result is that of the original.
  void takeOriginal() { IsOriginal = true; }
  bool tookOriginal() const { return IsOriginal; }

  /// New memory with poison in all of its \p Cells. Returns its number.
  unsigned allocate(int64_t Cells);
  void free(unsigned Memory);
  /// Lays buffer number \p Buffer over the beginning of \p Memory.
  void place(unsigned Buffer, unsigned Memory, Vector Extents);
  /// Makes buffer number \p Buffer, which has one cell, hold \p V.
  void hold(unsigned Buffer, Value V);
  unsigned memoryOf(unsigned Buffer) const { return Buffers[Buffer].Memory; }

  /// The number of the cell at \p Subscripts of \p Buffer in its memory; -1
  /// after a failure.
  int64_t cell(unsigned Buffer, llvm::ArrayRef<int64_t> Subscripts,
               bool IsFlat);
  Value *local(unsigned Memory, int64_t Cell);
  Value *remote(unsigned Array, llvm::ArrayRef<int64_t> Subscripts,
                bool Writes);

  /// Starts \p C, which ends at the next wait for \p Tag; without a tag it ends
  /// at once.
  void start(Copy C, std::optional<int64_t> Tag);
  void wait(int64_t Tag);
  void fence(int64_t Tag);
  /// At the end of the program, when nothing may be under way.
  void finish();

private:
  struct Memory {
    std::vector<Value> Cells;
    bool IsLive = true;
  };
  struct Placement {
    unsigned Memory = 0;
    Vector Extents;
    bool IsPlaced = false;
  };
  /// A transfer under way, and those that have to end before it begins.
  struct Flight {
    Copy C;
    int64_t Tag;
    std::vector<unsigned long> After;
  };

  const Scop &S;
  std::vector<Memory> Memories;
  std::vector<Placement> Buffers;
  /// By their number in the order in which they were started.
  std::map<unsigned long, Flight> Flights;
  /// Flights that those to come may not overtake.
  std::vector<unsigned long> Fenced;
  unsigned long Started = 0, Steps = 0, MaxSteps;
  WorkerTeam *Team;
  bool IsOriginal = false;
  /// The element found last that the program does not use.
  Value Unused = Poison;

  void perform(const Copy &C);
  void performBetween(const Copy &C);
  void complete(unsigned long Number);
  bool isAtOnce(const Copy &C);
};

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_MACHINE_H
