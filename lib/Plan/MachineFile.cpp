//===- MachineFile.cpp - Machines from files ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/MachineFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace stevedore;
using namespace llvm;

std::optional<int64_t> stevedore::bytesInText(StringRef Text) {
  int64_t Unit = Text.consume_back("K")   ? int64_t(1) << 10
                 : Text.consume_back("M") ? int64_t(1) << 20
                 : Text.consume_back("G") ? int64_t(1) << 30
                                          : 1;
  // Sums and multiples of it are numbers of 64 bits.
  int64_t Number, Bytes;
  if (Text.getAsInteger(10, Number) || MulOverflow(Number, Unit, Bytes) ||
      !isInt<49>(Bytes))
    return std::nullopt;
  return Bytes;
}

namespace {

/// A number of bytes from 1 on.
struct ByteCount {
  int64_t Value = 0;
};

/// A number of something from 1 on.
struct Amount {
  unsigned Value = 1;
};

/// A number from 1 to Most.
template <unsigned Most> struct Few {
  unsigned Value = 1;
};

/// A number of cycles from 0 on.
struct CycleCount {
  unsigned Value = 0;
};

struct CopyText {
  CycleCount Latency;
  std::optional<Amount> BytesPerCycle;
  Few<3> Dimensions;
  bool IsAsynchronous = false;
  Few<2> Channels;
  Amount Align;
};

struct MemoryText {
  std::string Name;
  std::optional<ByteCount> Bytes;
  bool IsCache = false;
  CopyText Copy;
};

struct ComputeText {
  CycleCount CyclesPerAccess;
  Amount Registers = {16};
};

struct MachineText {
  std::string Name;
  std::vector<MemoryText> Memories;
  ComputeText Compute;
  Amount Workers;
};

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(MemoryText)

namespace llvm {
namespace yaml {

template <> struct ScalarTraits<ByteCount> {
  static void output(const ByteCount &N, void *, raw_ostream &OS) {
    OS << N.Value;
  }
  static StringRef input(StringRef Text, void *, ByteCount &N) {
    N.Value = bytesInText(Text).value_or(0);
    return N.Value < 1 ? "expected a number of bytes below 2^48, as 64K or 1M"
                       : "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<Amount> {
  static void output(const Amount &N, void *, raw_ostream &OS) {
    OS << N.Value;
  }
  static StringRef input(StringRef Text, void *, Amount &N) {
    return Text.getAsInteger(10, N.Value) || N.Value < 1
               ? "expected a number from 1 on"
               : "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <unsigned Most> struct ScalarTraits<Few<Most>> {
  static void output(const Few<Most> &N, void *, raw_ostream &OS) {
    OS << N.Value;
  }
  static StringRef input(StringRef Text, void *, Few<Most> &N) {
    bool IsIn =
        !Text.getAsInteger(10, N.Value) && N.Value >= 1 && N.Value <= Most;
    return IsIn ? "" : Most == 2 ? "expected 1 or 2" : "expected 1, 2 or 3";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<CycleCount> {
  static void output(const CycleCount &N, void *, raw_ostream &OS) {
    OS << N.Value;
  }
  static StringRef input(StringRef Text, void *, CycleCount &N) {
    return Text.getAsInteger(10, N.Value)
               ? "expected a number of cycles from 0 on"
               : "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct MappingTraits<CopyText> {
  static void mapping(IO &In, CopyText &C) {
    In.mapOptional("latency", C.Latency);
    In.mapOptional("bytesPerCycle", C.BytesPerCycle);
    In.mapOptional("dimensions", C.Dimensions);
    In.mapOptional("asynchronous", C.IsAsynchronous);
    In.mapOptional("channels", C.Channels);
    In.mapOptional("align", C.Align);
  }
};

template <> struct MappingTraits<MemoryText> {
  static void mapping(IO &In, MemoryText &M) {
    In.mapRequired("name", M.Name);
    In.mapOptional("bytes", M.Bytes);
    In.mapOptional("cache", M.IsCache);
    In.mapOptional("copy", M.Copy);
  }
};

template <> struct MappingTraits<ComputeText> {
  static void mapping(IO &In, ComputeText &C) {
    In.mapOptional("cyclesPerAccess", C.CyclesPerAccess);
    In.mapOptional("registers", C.Registers);
  }
};

template <> struct MappingTraits<MachineText> {
  static void mapping(IO &In, MachineText &M) {
    In.mapOptional("name", M.Name);
    In.mapOptional("memories", M.Memories);
    In.mapOptional("compute", M.Compute);
    In.mapOptional("workers", M.Workers);
  }
};

} // namespace yaml
} // namespace llvm

/// Keeps the first message as "FILE:LINE: error: ...".
static void keepMessage(const SMDiagnostic &D, void *Into) {
  auto &Kept = *static_cast<std::string *>(Into);
  if (Kept.empty())
    Kept =
        (D.getFilename() + ":" + Twine(D.getLineNo()) + ": " + D.getMessage())
            .str();
}

Expected<Machine> stevedore::readMachine(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createFileError(File, Buffer.getError());
  MachineText Text;
  std::string Message;
  yaml::Input In((*Buffer)->getMemBufferRef(), nullptr, keepMessage, &Message);
  In >> Text;
  if (In.error())
    return createStringError(Message.empty() ? File + ": no machine in YAML"
                                             : Twine(Message));
  Machine Result;
  Result.Workers = Text.Workers.Value;
  Result.CyclesPerAccess = Text.Compute.CyclesPerAccess.Value;
  Result.VectorRegisters = Text.Compute.Registers.Value;
  if (!Text.Memories.empty())
    Result.Memories.clear();
  for (const MemoryText &M : Text.Memories) {
    Memory New;
    New.IsCache = M.IsCache;
    if (M.Bytes)
      New.Bytes = M.Bytes->Value;
    New.Engine = {M.Copy.Latency.Value,
                  M.Copy.BytesPerCycle ? M.Copy.BytesPerCycle->Value : 0,
                  M.Copy.Dimensions.Value,
                  M.Copy.IsAsynchronous,
                  M.Copy.Channels.Value,
                  M.Copy.Align.Value};
    New.Name = M.Name;
    Result.Memories.push_back(New);
  }
  if (Error E = checkPlannable(Result))
    return createStringError(File + ": " + toString(std::move(E)));
  return Result;
}
