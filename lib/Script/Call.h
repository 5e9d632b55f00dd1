//===- Call.h - Functions of scripts ----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The functions that a script calls, and the arguments they take.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCRIPT_CALL_H
#define STEVEDORE_LIB_SCRIPT_CALL_H

#include "Sandbox.h"
#include "stevedore/Script/Script.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// What the functions of a script work on.
struct Host {
  Sandbox &Lua;
  const Scop &S;
  TransformedProgram &Program;
  const ScriptRequest &Request;
  /// What the region has.
  Decisions Decided;
  /// What the table `region` shows.
  std::string Shown = {};
  /// What isl was computing when it went over the budget; else empty.
  std::string OverBudget = {};
  /// The files that are being included, the innermost last, without links.
  std::vector<std::string> Including = {};
  unsigned NumIncluded = 0;
};

/// A call from a script: arguments are on the stack from 1 on.
class Call {
public:
  Call(Host &H, lua_State *L) : H(H), L(L) {}

  Host &H;
  lua_State *L;
  /// An error of the script's own is on the top of the stack, to be passed on.
  bool IsRaised = false;

  /// Argument number \p I, called \p Name in messages.
  llvm::Expected<int64_t> number(int I, const char *Name);
  llvm::Expected<Coefficients> row(int I, const char *Name);
  llvm::Expected<CoefficientMatrix> matrix(int I, const char *Name);
  /// One statement: its name, or an object with its name.
  llvm::Expected<unsigned> statement(int I, const char *Name);
  /// The names of the statements that argument number \p I stands for.
  llvm::Expected<std::vector<std::string>> names(int I);
  /// One array: its name, or an object with its name.
  llvm::Expected<unsigned> array(int I);

  /// Runs \p Step of the program, which calls the script; what that chooses is
  /// taken back where it fails.
  llvm::Error step(llvm::function_ref<llvm::Error(Representation &)> Step);

  /// Applies \p Effect to each statement that argument 1 stands for: one, a
  /// list of them, or all whose beta begins with a list of numbers.
  llvm::Error
  each(llvm::function_ref<llvm::Error(Representation &, unsigned)> Effect);

  /// "FILE:LINE: " of the call.
  std::string where();

  /// The name at \p Index of the stack: a string, or that of an object; empty
  /// where there is none.
  std::string nameAt(int Index);

  /// Calls the function below \p NumArguments values on the stack; its results
  /// stay there.
  llvm::Error callBack(int NumArguments);
};

/// Level \p Value as a number that no level is where it is negative.
unsigned levelOf(int64_t Value);

/// A function of scripts.
struct ScriptFunction {
  const char *Name;
  int NumArguments;
  /// The arguments, for messages.
  const char *Usage;
  /// The number of results, which are on the top of the stack.
  llvm::Expected<int> (*Run)(Call &C);
};

/// The primitives and their compositions.
llvm::ArrayRef<ScriptFunction> primitiveFunctions();

/// The steps that change the layout of arrays.
llvm::ArrayRef<ScriptFunction> layoutFunctions();

/// Questions.
llvm::ArrayRef<ScriptFunction> questionFunctions();

/// What is chosen beside the program.
llvm::ArrayRef<ScriptFunction> choiceFunctions();

/// `lazy`, `legal`, `define` and `include`.
llvm::ArrayRef<ScriptFunction> languageFunctions();

/// Runs the file that the script names.
llvm::Expected<int> runInclude(Call &C);

/// Calls the C++ function \p F, with all values of the stack as arguments: the
/// number of results; or -1 with a message on the top of the stack, to which
/// the place is to be added, or -2 with an error that has one.
int runFunction(lua_State *L, const ScriptFunction &F);

/// Returns \p Results of runFunction() or runDefined() to Lua, or raises the
/// error. No C++ object may be alive where this is called.
int returnOrRaise(lua_State *L, int Results);

/// The body of a function that `define` made, with its description as upvalue.
int runDefined(lua_State *L);

/// Pushes the list \p Row.
void pushRow(lua_State *L, llvm::ArrayRef<int64_t> Row);

/// Makes the table `region`.
void openRegion(Host &H, lua_State *L);

/// Makes `region.statements` and `region.arrays` of those that there are.
void showRegion(Host &H, lua_State *L);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCRIPT_CALL_H
