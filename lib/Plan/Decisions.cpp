//===- Decisions.cpp - Decisions from text --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Decisions.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/OptionValue.h"

using namespace llvm;

namespace stevedore {
namespace {

template <bool Decisions::*Member>
Error setSwitch(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.*Member, Name, Value, {"off", "on"});
}

/// Reads "param,32" into the sizes of tiles for \p Memory.
Error readSizes(ConstantSizes &Sizes, unsigned Memory, StringRef Name,
                StringRef Value, StringRef List) {
  SmallVector<StringRef> Parts;
  List.split(Parts, ',');
  for (size_t I = 0; I < Parts.size(); ++I) {
    StringRef Part = Parts[I].trim();
    int64_t Size;
    if (Part == "param")
      continue;
    if (Part.getAsInteger(10, Size))
      return invalidValue(Name, Value,
                          "expected 'param' or sizes separated by commas, "
                          "'auto' or 'none'");
    if (Size < 1)
      return invalidValue(Name, Value, "a tile size must be at least 1");
    if (Size > INT32_MAX)
      return invalidValue(Name, Value,
                          "a tile size must be at most 2147483647");
    Sizes.set(unsigned(I) + 1, Size, Memory);
  }
  return Error::success();
}

Error setTile(Decisions &D, StringRef Name, StringRef Value) {
  SmallVector<StringRef> Lists;
  Value.split(Lists, ':');
  ConstantSizes Sizes;
  D.IsTiled = Value != "none";
  for (size_t I = 0; D.IsTiled && I < Lists.size(); ++I)
    if (Error E = readSizes(Sizes, unsigned(Lists.size() - 1 - I), Name, Value,
                            Lists[I]))
      return E;
  if (Lists.size() > limits::Memories)
    return invalidValue(Name, Value, "a chain has too many memories");
  D.Memories = Lists.size() > 1 ? unsigned(Lists.size()) : 0;
  D.TileSizes = std::move(Sizes);
  return Error::success();
}

/// Reads \p Value, a list with a colon between the values of the memories from
/// the farthest to the nearest, or one for all, by \p Read, which takes a value
/// from its front.
template <typename T>
Error setForMemories(T &Nearest, std::map<unsigned, T> &Farther,
                     StringRef Value,
                     function_ref<Error(T &Into, StringRef &Rest)> Read) {
  std::vector<T> Found;
  do {
    Found.push_back(Nearest);
    if (Error E = Read(Found.back(), Value))
      return E;
  } while (Value.consume_front(":"));
  Nearest = Found.back();
  Farther.clear();
  for (size_t K = 0; K + 1 < Found.size(); ++K)
    Farther.emplace(unsigned(Found.size() - 1 - K), Found[K]);
  return Error::success();
}

/// The same for the enumerators \p Names of \p Choice.
template <typename T>
Error setEnumerators(T &Nearest, std::map<unsigned, T> &Farther,
                     StringRef Option, StringRef Value,
                     ArrayRef<StringRef> Names) {
  auto Read = [&](T &Into, StringRef &Rest) {
    StringRef One = Rest.take_until([](char C) { return C == ':'; });
    Rest = Rest.drop_front(One.size());
    return setEnumerator(Into, Option, One, Names);
  };
  return setForMemories<T>(Nearest, Farther, Value, Read);
}

/// Takes "strip:2" from the front of \p Rest.
Error readReuse(ReuseScope &Into, StringRef Name, StringRef Value,
                StringRef &Rest) {
  unsigned Coordinates = 0;
  StringRef One = Rest.take_until([](char C) { return C == ':'; });
  StringRef Behind = Rest.drop_front(One.size());
  Rest = Behind;
  bool HasNumber = One == "strip" && Behind.consume_front(":") &&
                   !is_contained({'n', 's'}, Behind.empty() ? ' ' : Behind[0]);
  if (HasNumber) {
    if (Behind.consumeInteger(10, Coordinates) || Coordinates == 0 ||
        (!Behind.empty() && Behind.front() != ':'))
      return invalidValue(
          Name, Value,
          "expected a number of tiled loops, at least 1, behind "
          "'strip:'");
    Rest = Behind;
    Into = ReuseScope::strip(Coordinates);
    return Error::success();
  }
  if (Error E =
          setEnumerator(Coordinates, Name, One, {"none", "strip", "nest"}))
    return E;
  Into = Coordinates == 2 ? ReuseScope::nest() : ReuseScope::strip(Coordinates);
  return Error::success();
}

Error setReuse(Decisions &D, StringRef Name, StringRef Value) {
  auto Read = [&](ReuseScope &Into, StringRef &Rest) {
    return readReuse(Into, Name, Value, Rest);
  };
  return setForMemories<ReuseScope>(D.Reuse, D.FartherReuse, Value, Read);
}

Error setTransfers(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerators(D.Transfers, D.FartherTransfers, Name, Value,
                        {"auto", "exact", "hull", "box"});
}

Error setTiling(Decisions &D, StringRef Name, StringRef Value) {
  auto Tiling = parseTiling(Value);
  if (!Tiling)
    return invalidValue(Name, Value, toString(Tiling.takeError()));
  D.Tiling = std::move(*Tiling);
  return Error::success();
}

Error setTiles(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Tiles, Name, Value, {"rational", "exact"});
}

Error setOrder(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerators(D.Order, D.FartherOrder, Name, Value,
                        {"sequential", "pipelined"});
}

Error setChannels(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Channels, Name, Value, {"1", "2"});
}

Error setOverlap(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Overlap, Name, Value, {"strip", "nest"});
}

/// Beside the allocations of the table there is `none`, for measurements: the
/// tiled loops on remote memory.
Error setAllocation(Decisions &D, StringRef Name, StringRef Value) {
  if (Value == "none") {
    D.Allocation = AllocationKind::None;
    return Error::success();
  }
  return setEnumerator(D.Allocation, Name, Value,
                       {"box", "modulo", "basis", "lattice"});
}

/// An empty list: no array.
Error setBuffers(Decisions &D, StringRef Name, StringRef Value) {
  std::vector<std::string> Arrays;
  if (Error E = addNames(Arrays, Name, Value))
    return E;
  D.Buffers = std::move(Arrays);
  return Error::success();
}

Error setSharing(Decisions &D, StringRef Name, StringRef Value) {
  unsigned Sharing = 0;
  if (Error E = setEnumerator(Sharing, Name, Value, {"off", "on", "overlap"}))
    return E;
  D.ShareBuffers = Sharing > 0;
  D.OverlapsInTiles = Sharing > 1;
  return Error::success();
}

Error setModulo(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Modulo, Name, Value, {"exact", "pow2"});
}

Error setModuli(Decisions &D, StringRef Name, StringRef Value) {
  if (Error E = setEnumerator(D.Moduli, Name, Value, {"1", "2", "3"}))
    return E;
  ++D.Moduli;
  return Error::success();
}

Error setBanks(Decisions &D, StringRef Name, StringRef Value) {
  unsigned Number = limits::Banks;
  if (Value != "auto" &&
      (Value.getAsInteger(10, Number) || Number < 1 || Number > limits::Banks))
    return invalidValue(Name, Value,
                        "expected 'auto' or a number from 1 to " +
                            Twine(limits::Banks));
  D.Banks = Number;
  return Error::success();
}

Error setDependences(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Dependences, Name, Value, {"value", "memory"});
}

Error setSchedule(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Scheduler, Name, Value, {"source", "isl"});
}

Error setRegisters(Decisions &D, StringRef Name, StringRef Value) {
  RegisterTiles Result;
  Result.IsAuto = Value == "auto";
  SmallVector<StringRef> Parts;
  if (!Result.IsAuto && Value != "off")
    Value.split(Parts, ',');
  unsigned Copies = 1;
  for (StringRef Part : Parts) {
    unsigned Factor;
    if (Part.trim().getAsInteger(10, Factor) || Factor < 1)
      return invalidValue(Name, Value,
                          "expected 'auto', 'off' or factors from 1 on, "
                          "separated by commas");
    if (Factor > limits::JammedCopies ||
        (Copies *= Factor) > limits::JammedCopies)
      return invalidValue(Name, Value,
                          "the product of the factors must be at most " +
                              Twine(limits::JammedCopies));
    Result.Factors.push_back(Factor);
  }
  D.Registers = std::move(Result);
  return Error::success();
}

Error setShortLoops(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.TilesShortLoops, Name, Value, {"whole", "tiled"});
}

Error setPoints(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.OrdersPoints, Name, Value, {"source", "auto"});
}

Error setProfitable(Decisions &D, StringRef Name, StringRef Value) {
  bool IsWanted = true;
  if (Error E = setEnumerator(IsWanted, Name, Value, {"off", "on"}))
    return E;
  D.Profitable = IsWanted;
  return Error::success();
}

Error setWorkers(Decisions &D, StringRef Name, StringRef Value) {
  unsigned Number = 0;
  if (Value != "param" && (Value.getAsInteger(10, Number) || Number < 1))
    return invalidValue(Name, Value, "expected 'param' or a number from 1 on");
  D.Workers = Number;
  return Error::success();
}

Error setParallel(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.OpensTeam, Name, Value, {"macros", "openmp"});
}

Error setMaxLocal(Decisions &D, StringRef Name, StringRef Value) {
  int64_t Bytes;
  if (Value.getAsInteger(10, Bytes) || Bytes < 0 || Bytes > INT32_MAX)
    return invalidValue(Name, Value,
                        "expected a number of bytes from 0 to 2147483647");
  D.MaxLocal = Bytes;
  return Error::success();
}

struct DecisionEntry {
  const char *Name;
  Error (*Set)(Decisions &D, StringRef Name, StringRef Value);
};

constexpr DecisionEntry Table[] = {
    {"allocation", setAllocation},
    {"banks", setBanks},
    {"buffers", setBuffers},
    {"channels", setChannels},
    {"dependences", setDependences},
    {"linearize", setSwitch<&Decisions::Linearize>},
    {"max-local", setMaxLocal},
    {"moduli", setModuli},
    {"modulo", setModulo},
    {"order", setOrder},
    {"overlap", setOverlap},
    {"parallel", setParallel},
    {"points", setPoints},
    {"profitable", setProfitable},
    {"registers", setRegisters},
    {"reuse", setReuse},
    {"schedule", setSchedule},
    {"share-buffers", setSharing},
    {"short-loops", setShortLoops},
    {"split-arrays", setSwitch<&Decisions::SplitArrays>},
    {"tile", setTile},
    {"tiles", setTiles},
    {"tiling", setTiling},
    {"transfers", setTransfers},
    {"workers", setWorkers},
};

const DecisionEntry *find(StringRef Name) {
  const DecisionEntry *Found =
      find_if(Table, [&](const DecisionEntry &E) { return Name == E.Name; });
  return Found == std::end(Table) ? nullptr : Found;
}

} // namespace

Decisions Decisions::of(unsigned Memory) const {
  Decisions Result = *this;
  auto Take = [&](auto &Value, const auto &Farther) {
    if (auto Known = Farther.find(Memory); Known != Farther.end())
      Value = Known->second;
  };
  Take(Result.Reuse, FartherReuse);
  Take(Result.Transfers, FartherTransfers);
  Take(Result.Order, FartherOrder);
  return Result;
}

unsigned Decisions::memoriesOfLists() const {
  unsigned Last = 0;
  auto See = [&](const auto &Farther) {
    if (!Farther.empty())
      Last = std::max(Last, Farther.rbegin()->first);
  };
  See(FartherReuse);
  See(FartherTransfers);
  See(FartherOrder);
  return Last + 1;
}

WorkerDecision workersOf(const Decisions &D, unsigned Workers) {
  bool IsOpen = D.OpensTeam && Workers == 1;
  WorkerDecision Result;
  Result.Number = D.Workers.value_or(IsOpen ? 0 : Workers);
  if (Result.Number != 1)
    Result.Kind = D.OpensTeam ? WorkerDecision::Team : WorkerDecision::Callers;
  return Result;
}

/// Lists \p Text of the decisions for each memory, where lists are for several.
static std::string listText(const Decisions &D, bool HasList,
                            function_ref<std::string(const Decisions &)> Text) {
  std::string Result;
  for (unsigned Memory = HasList ? D.memoriesOfLists() : 1; Memory-- > 0;)
    Result += Text(D.of(Memory)) + (Memory == 0 ? "" : ":");
  return Result;
}

std::string reuseText(const Decisions &D) {
  return listText(D, !D.FartherReuse.empty(),
                  [](const Decisions &Of) { return Of.Reuse.name(); });
}

std::string orderText(const Decisions &D) {
  return listText(
      D, !D.FartherOrder.empty(), [](const Decisions &Of) -> std::string {
        return Of.Order == OrderKind::Sequential ? "sequential" : "pipelined";
      });
}

Error setDecision(Decisions &D, StringRef Name, StringRef Value) {
  return find(Name)->Set(D, Name, Value);
}

} // namespace stevedore
