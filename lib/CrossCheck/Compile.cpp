//===- Compile.cpp - A file as LLVM IR ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

using namespace clang;
using namespace stevedore;

/// The options of \p Given that say what the program means, and those that make
/// loops of it that can be read.
static CodeGenOptions optionsFor(const CodeGenOptions &Given) {
  CodeGenOptions Result = Given;
  Result.OptimizationLevel = 2;
  Result.DisableLifetimeMarkers = true;
  Result.CoverageMapping = false;
  Result.setProfileInstr(llvm::driver::ProfileInstrKind::ProfileNone);
  Result.setDebugInfo(llvm::codegenoptions::LimitedDebugInfo);
  Result.DebugColumnInfo = true;
  Result.DebugInfoMacroExpansionLoc = true;
  if (Result.DwarfVersion == 0)
    Result.DwarfVersion = 5;
  return Result;
}

/// Whether what \p F is given and returns are numbers.
static bool isMathFunction(const llvm::Function &F) {
  auto isNumber = [](const llvm::Type *T) {
    return T->isFloatingPointTy() || T->isIntegerTy();
  };
  return F.getReturnType()->isFloatingPointTy() &&
         llvm::all_of(F.getFunctionType()->params(), isNumber);
}

/// Library functions that write nothing but `errno` write nothing: models of C
/// do not have it.
static void ignoreErrno(llvm::Module &M) {
  llvm::TargetLibraryInfoImpl Known(M.getTargetTriple());
  llvm::TargetLibraryInfo Library(Known);
  for (llvm::Function &F : M) {
    llvm::LibFunc Number;
    if (F.isDeclaration() && Library.getLibFunc(F, Number) && isMathFunction(F))
      F.setDoesNotAccessMemory();
  }
}

CompiledFile
stevedore::compileInMemory(CompilerInstance &CI,
                           llvm::ArrayRef<const FunctionDecl *> Functions) {
  CompiledFile Result;
  Result.Context = std::make_unique<llvm::LLVMContext>();
  ASTContext &AST = CI.getASTContext();
  DiagnosticOptions Silent;
  DiagnosticsEngine Diagnostics(DiagnosticIDs::create(), Silent,
                                new IgnoringDiagConsumer);
  Diagnostics.setSourceManager(&AST.getSourceManager());
  CodeGenOptions Options = optionsFor(CI.getCodeGenOpts());
  std::unique_ptr<CodeGenerator> Generator(
      CreateLLVMCodeGen(Diagnostics, "memory", CI.getVirtualFileSystemPtr(),
                        CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(),
                        Options, *Result.Context));
  Generator->Initialize(AST);
  for (Decl *D : AST.getTranslationUnitDecl()->decls())
    Generator->HandleTopLevelDecl(DeclGroupRef(D));
  for (const FunctionDecl *F : Functions)
    if (!isa<CXXConstructorDecl, CXXDestructorDecl>(F))
      Generator->GetAddrOfGlobal(GlobalDecl(F), /*isForDefinition=*/false);
  Generator->HandleTranslationUnit(AST);
  if (Diagnostics.hasErrorOccurred())
    return Result;
  Result.Module = Generator->ReleaseModule();
  ignoreErrno(*Result.Module);
  return Result;
}
