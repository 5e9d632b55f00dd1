//===- stevedore/Script/Script.h - Transformation scripts -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the Representation that a script leads to. Runs transformation
/// scripts, which are Lua 5.4 without access to files, to the system or to
/// binary code, within limits of instructions and memory.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCRIPT_SCRIPT_H
#define STEVEDORE_SCRIPT_SCRIPT_H

#include "stevedore/Transform/Validity.h"
#include "llvm/Support/Error.h"
#include <string>

namespace stevedore {

/// A script and the name of its file.
struct Script {
  std::string File;
  std::string Text;
};

/// Errors: \p File cannot be read, is no file, or is too long.
llvm::Expected<Script> readScript(llvm::StringRef File);

/// What a script is told of a region.
struct ScriptRegion {
  /// The name of its function.
  std::string Name;
  unsigned Line = 0;
};

/// Something in a script that its author has to change.
class ScriptError : public llvm::ErrorInfo<ScriptError> {
public:
  static char ID;
  explicit ScriptError(std::string Message) : Message(std::move(Message)) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string Message;
};

/// Runs \p Code on \p Program, which is \p S. Errors: a ScriptError
/// "FILE:LINE: message", or budget.
llvm::Error runScript(const Script &Code, const ScriptRegion &Region,
                      const Scop &S, TransformedProgram &Program);

} // namespace stevedore

#endif // STEVEDORE_SCRIPT_SCRIPT_H
