//===- stevedore/Support/OutputFile.h ----------------------------- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Output files that are there as a whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_OUTPUTFILE_H
#define STEVEDORE_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace stevedore {

/// Writes \p Text to a temporary file that is renamed to \p Path. What is there
/// and is no regular file, a device or a pipe, is written to as it is.
llvm::Error writeOutputFile(llvm::StringRef Path, llvm::StringRef Text);

/// Writes \p Text to standard output.
llvm::Error writeStandardOutput(llvm::StringRef Text);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_OUTPUTFILE_H
