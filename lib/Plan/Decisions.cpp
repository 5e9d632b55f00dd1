//===- Decisions.cpp - Decisions from text --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Decisions.h"
#include "stevedore/Support/OptionValue.h"

using namespace llvm;

namespace stevedore {
namespace {

template <bool Decisions::*Member>
Error setSwitch(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.*Member, Name, Value, {"off", "on"});
}

Error setTile(Decisions &D, StringRef Name, StringRef Value) {
  SmallVector<StringRef> Parts;
  Value.split(Parts, ',');
  ConstantSizes Sizes;
  D.IsTiled = Value != "none";
  if (!D.IsTiled)
    Parts.clear();
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
    Sizes.set(unsigned(I) + 1, Size);
  }
  D.TileSizes = std::move(Sizes);
  return Error::success();
}

Error setReuse(Decisions &D, StringRef Name, StringRef Value) {
  unsigned Coordinates = 0;
  if (Value.starts_with("strip:")) {
    if (Value.drop_front(6).getAsInteger(10, Coordinates) || Coordinates == 0)
      return invalidValue(
          Name, Value,
          "expected a number of tiled loops, at least 1, behind "
          "'strip:'");
    D.Reuse = ReuseScope::strip(Coordinates);
    return Error::success();
  }
  if (Error E =
          setEnumerator(Coordinates, Name, Value, {"none", "strip", "nest"}))
    return E;
  D.Reuse =
      Coordinates == 2 ? ReuseScope::nest() : ReuseScope::strip(Coordinates);
  return Error::success();
}

Error setTransfers(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Transfers, Name, Value,
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
  return setEnumerator(D.Order, Name, Value, {"sequential", "pipelined"});
}

Error setChannels(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Channels, Name, Value, {"1", "2"});
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

Error setModulo(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Modulo, Name, Value, {"exact", "pow2"});
}

Error setModuli(Decisions &D, StringRef Name, StringRef Value) {
  if (Error E = setEnumerator(D.Moduli, Name, Value, {"1", "2", "3"}))
    return E;
  ++D.Moduli;
  return Error::success();
}

Error setDependences(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Dependences, Name, Value, {"value", "memory"});
}

Error setSchedule(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.Scheduler, Name, Value, {"source", "isl"});
}

Error setShortLoops(Decisions &D, StringRef Name, StringRef Value) {
  return setEnumerator(D.TilesShortLoops, Name, Value, {"whole", "tiled"});
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
    {"buffers", setBuffers},
    {"channels", setChannels},
    {"dependences", setDependences},
    {"linearize", setSwitch<&Decisions::Linearize>},
    {"max-local", setMaxLocal},
    {"moduli", setModuli},
    {"modulo", setModulo},
    {"order", setOrder},
    {"parallel", setParallel},
    {"profitable", setProfitable},
    {"reuse", setReuse},
    {"schedule", setSchedule},
    {"share-buffers", setSwitch<&Decisions::ShareBuffers>},
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

WorkerDecision workersOf(const Decisions &D, unsigned Workers) {
  bool IsOpen = D.OpensTeam && Workers == 1;
  WorkerDecision Result;
  Result.Number = D.Workers.value_or(IsOpen ? 0 : Workers);
  if (Result.Number != 1)
    Result.Kind = D.OpensTeam ? WorkerDecision::Team : WorkerDecision::Callers;
  return Result;
}

bool isDecision(StringRef Name) { return find(Name) != nullptr; }

Error setDecision(Decisions &D, StringRef Name, StringRef Value) {
  return find(Name)->Set(D, Name, Value);
}

} // namespace stevedore
