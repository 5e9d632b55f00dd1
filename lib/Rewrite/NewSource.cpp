//===- NewSource.cpp - Compiling new text ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Rewrite/NewSource.h"
#include "stevedore/Rewrite/Messages.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace stevedore {

std::unique_ptr<llvm::MemoryBuffer>
replaceInput(CompilerInvocation &Invocation, llvm::StringRef Text) {
  FrontendInputFile &Input = Invocation.getFrontendOpts().Inputs.front();
  bool IsFile = Input.isFile() && Input.getFile() != "-";
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(
      Text, IsFile ? Input.getFile() : "<stdin>");
  if (!IsFile) {
    Input = FrontendInputFile(Buffer->getMemBufferRef(), Input.getKind(),
                              Input.isSystem());
    return Buffer;
  }
  Invocation.getPreprocessorOpts().addRemappedFile(Input.getFile(),
                                                   Buffer.release());
  return nullptr;
}

void silence(DiagnosticOptions &Options) {
  Options.DiagnosticLogFile.clear();
  Options.DiagnosticSerializationFile.clear();
  // In others Clang takes the consumer for one that it has made itself.
  Options.setFormat(DiagnosticOptions::Clang);
  llvm::erase_if(Options.Warnings, isOwnWarningFlag);
}

void keepWarningsAsWarnings(DiagnosticOptions &Options) {
  llvm::erase_if(Options.Warnings, [](llvm::StringRef Warning) {
    return Warning == "error" || Warning.starts_with("error=");
  });
  Options.PedanticErrors = false;
}

void ignoreScopPragmas(Preprocessor &PP) {
  PP.AddPragmaHandler(new EmptyPragmaHandler("scop"));
  PP.AddPragmaHandler(new EmptyPragmaHandler("endscop"));
  PP.AddPragmaHandler("stevedore", new EmptyPragmaHandler("local"));
}

} // namespace stevedore
