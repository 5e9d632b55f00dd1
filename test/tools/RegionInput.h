//===- RegionInput.h - A tool's region ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The command line of test tools: [--option=value ...] file.stv.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_REGIONINPUT_H
#define STEVEDORE_TEST_TOOLS_REGIONINPUT_H

#include "stevedore/Pipeline/Options.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Scop/Text.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stevedore {

/// Sets \p O from \p Arguments, and reads the region of the file among them.
inline llvm::Expected<TextInput>
readRegion(llvm::ArrayRef<char *> Arguments, Options &O, IslContext &Ctx) {
  llvm::StringRef File;
  for (llvm::StringRef Argument : Arguments) {
    auto [Name, Value] = Argument.split('=');
    if (!Name.consume_front("--"))
      File = Argument;
    else if (llvm::Error E = setOption(O, Name, Value))
      return std::move(E);
  }
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return llvm::createStringError("cannot read '" + File + "'");
  return readText((*Buffer)->getMemBufferRef(), Ctx);
}

/// The region \p In, planned by \p O, with its counts in closed form.
inline RegionResult planWithCounts(const TextInput &In, const Options &O) {
  PipelineRequest Request;
  Request.Wanted.HasCounts = true;
  Request.Limits = O.Run.Limits;
  return runPipeline(TiledInput(*In.Program), O.Decided, O.Target, Request);
}

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_REGIONINPUT_H
