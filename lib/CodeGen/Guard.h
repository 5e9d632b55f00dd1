//===- Guard.h - Run-time checks before a region ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The condition under which the rewritten region may run.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CODEGEN_GUARD_H
#define STEVEDORE_LIB_CODEGEN_GUARD_H

#include "Ast.h"
#include "stevedore/CodeGen/CodeGen.h"

namespace stevedore {
namespace codegen {

/// Prints definitions of the byte ranges that the region touches in arrays
/// that may overlap, and returns the C condition that no two of them do when
/// one is written; empty when there is nothing to check.
llvm::Expected<std::string> emitOverlapCheck(const RegionPlan &Plan,
                                             const CodeGenOptions &Options,
                                             Names &N, Writer &W);

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_GUARD_H
