//===- Compile.h - A file as LLVM IR ----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Clang's code generation in memory, without the compiler's passes.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CROSSCHECK_COMPILE_H
#define STEVEDORE_LIB_CROSSCHECK_COMPILE_H

#include "clang/AST/Decl.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace clang {
class CompilerInstance;
}

namespace stevedore {

/// LLVM IR of a file.
struct CompiledFile {
  std::unique_ptr<llvm::LLVMContext> Context;
  /// Null: code generation failed.
  std::unique_ptr<llvm::Module> Module;
};

/// Compiles what \p CI has parsed, with debug information and as if it were to
/// be optimized; functions that nobody calls, too, if they are in \p Functions.
CompiledFile
compileInMemory(clang::CompilerInstance &CI,
                llvm::ArrayRef<const clang::FunctionDecl *> Functions);

} // namespace stevedore

#endif // STEVEDORE_LIB_CROSSCHECK_COMPILE_H
