//===- stevedore/Script/Script.h - Transformation scripts -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the Representation that a script leads to, and what it chooses for
/// tiles and buffers. Runs transformation scripts, which are Lua 5.4 without
/// access to files but scripts that they include, to the system or to binary
/// code, within limits of instructions and memory.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCRIPT_SCRIPT_H
#define STEVEDORE_SCRIPT_SCRIPT_H

#include "stevedore/Plan/Decisions.h"
#include "stevedore/Transform/Validity.h"
#include "llvm/Support/Error.h"
#include <functional>
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
  /// What the user calls it; may be empty.
  std::string Label;
};

/// A program at given sizes, for which a script wants to know the figures.
struct ScriptCandidate {
  const TransformedProgram &Program;
  const Decisions &Decided;
  /// Parameters and tile sizes.
  std::vector<std::pair<std::string, int64_t>> Values;
};

/// What tiles move and hold; what could not be counted is none.
struct ScriptFigures {
  struct OfArray {
    std::string Name;
    std::optional<int64_t> Loads, Stores;
    int64_t Cells;
  };
  int64_t Tiles = 0, Strips = 0, LocalBytes = 0;
  std::vector<OfArray> Arrays;
};

/// Loops that are tiled together: those with the tile sizes T\p First and on.
struct ScriptBand {
  /// The loops around them.
  unsigned Outer = 0;
  unsigned First = 0;
  unsigned Size = 0;
  /// The statements of the source in them.
  std::vector<std::string> Statements;
};

/// What scripts are run with.
struct ScriptRequest {
  /// What the region has where the script, which is one of the decisions and
  /// may be null, sets nothing else.
  Decisions Decided;
  ScriptRegion Place;
  /// The figures of a candidate. Errors: what it is that is missing, or budget.
  std::function<llvm::Expected<ScriptFigures>(const ScriptCandidate &)>
      Evaluate;
  /// The bands of a candidate, which has no values. Errors: budget.
  std::function<llvm::Expected<std::vector<ScriptBand>>(
      const ScriptCandidate &)>
      Bands;
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

/// Runs the script of \p Request on \p Program, which is \p S: what the region has
/// then; of two values for one thing the later one counts. Errors: a ScriptError
/// "FILE:LINE: message", or budget.
llvm::Expected<Decisions> runScript(const ScriptRequest &Request,
                                    const Scop &S,
                                    TransformedProgram &Program);

} // namespace stevedore

#endif // STEVEDORE_SCRIPT_SCRIPT_H
