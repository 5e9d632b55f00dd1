//===- MachineNames.cpp - Machines by name --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/MachineNames.h"
#include "stevedore/Plan/MachineFile.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>
#include <map>

using namespace stevedore;
using namespace llvm;

/// The directory of installed machines beside the one of the tool or plugin
/// that this code is part of.
static std::string machineDirectory() {
  Dl_info Where = {};
  void *Here = reinterpret_cast<void *>(&machineDirectory);
  std::string File;
  if (dladdr(Here, &Where) != 0 && Where.dli_fname)
    File = Where.dli_fname;
  if (!StringRef(File).ends_with(".so") || !sys::fs::exists(File))
    File = sys::fs::getMainExecutable(nullptr, Here);
  SmallString<64> Real;
  if (sys::fs::real_path(File, Real))
    return "";
  // From bin, lib or lib/x86_64-linux-gnu.
  StringRef Path = Real;
  for (unsigned Up = 0; Up < 3; ++Up) {
    Path = sys::path::parent_path(Path);
    SmallString<64> Machines = Path;
    sys::path::append(Machines, "share", "stevedore", "machines");
    if (sys::fs::is_directory(Machines))
      return Machines.str().str();
  }
  return "";
}

/// The names of the machines in \p Directory, sorted, and `native`.
static std::vector<std::string> namesIn(StringRef Directory) {
  std::vector<std::string> Result = {"native"};
  std::error_code Code;
  for (sys::fs::directory_iterator It(Directory, Code), End; It != End && !Code;
       It.increment(Code))
    if (sys::path::extension(It->path()) == ".yaml")
      Result.push_back(sys::path::stem(It->path()).str());
  llvm::sort(Result);
  return Result;
}

static std::string lineIn(const Twine &File) {
  auto Buffer = MemoryBuffer::getFileAsStream(File);
  return Buffer ? (*Buffer)->getBuffer().split('\n').first.trim().str() : "";
}

Machine stevedore::nativeMachine(StringRef Caches) {
  std::map<unsigned, int64_t> Sizes;
  unsigned Line = 0;
  for (unsigned Index = 0; Index < 16; ++Index) {
    Twine Number(Index);
    std::string Directory = (Caches + "/index" + Number + "/").str();
    std::string Type = lineIn(Directory + "type");
    unsigned Level;
    auto Bytes = bytesInText(lineIn(Directory + "size"));
    bool IsData = Type == "Data" || Type == "Unified";
    if (IsData && Bytes && *Bytes >= 1 &&
        !StringRef(lineIn(Directory + "level")).getAsInteger(10, Level)) {
      Sizes[Level] = *Bytes;
      StringRef(lineIn(Directory + "coherency_line_size"))
          .getAsInteger(10, Line);
    }
  }
  Memory Cache;
  Cache.IsCache = true;
  Cache.Bytes = Sizes.count(2)
                    ? std::max<int64_t>(Sizes[2] / limits::CacheShare, 1)
                : Sizes.count(1) ? Sizes[1]
                                 : limits::CacheBytes;
  Cache.Engine.Latency = limits::CacheLatency;
  Cache.Engine.BytesPerCycle = limits::CacheBytesPerCycle;
  Cache.Engine.Align = Line ? Line : limits::CacheLine;
  Machine Result;
  Result.CyclesPerAccess = 1;
  Result.Memories = {Cache};
  return Result;
}

Expected<Machine> stevedore::findMachine(StringRef FileOrName) {
  bool IsFile = FileOrName.contains('/') || FileOrName.contains('.');
  if (IsFile || sys::fs::exists(FileOrName))
    return readMachine(FileOrName);
  if (FileOrName == "native")
    return nativeMachine("/sys/devices/system/cpu/cpu0/cache");
  std::string Directory = machineDirectory();
  std::vector<std::string> Names = namesIn(Directory);
  if (is_contained(Names, FileOrName))
    return readMachine(Directory + "/" + FileOrName.str() + ".yaml");
  return createStringError("there is no machine '" + FileOrName + "'" +
                           didYouMean(nearestName(FileOrName, Names)) +
                           "; known are " + join(Names, ", ") +
                           ", and files in YAML");
}
