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
  /// The statements that the table `region` shows.
  std::vector<std::string> Shown;
  /// What isl was computing when it went over the budget; else empty.
  std::string OverBudget;
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
  llvm::Expected<unsigned> statement(int I);

  /// Applies \p Effect to each statement that argument 1 stands for: one, a
  /// list of them, or all whose beta begins with a list of numbers.
  llvm::Error
  each(llvm::function_ref<llvm::Error(Representation &, unsigned)> Effect);

  /// Calls the function below \p NumArguments values on the stack; its results
  /// stay there.
  llvm::Error callBack(int NumArguments);

private:
  llvm::Expected<std::vector<std::string>> names(int I);
  std::string nameAt(int Index);
};

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

/// Questions, `lazy`, `legal` and `define`.
llvm::ArrayRef<ScriptFunction> otherFunctions();

/// Calls the C++ function \p F, with all values of the stack as arguments: the
/// number of results; or -1 with a message on the top of the stack, to which
/// the place is to be added, or -2 with an error that has one.
int runFunction(lua_State *L, const ScriptFunction &F);

/// Returns \p Results of runFunction() or runDefined() to Lua, or raises the
/// error. No C++ object may be alive where this is called.
int returnOrRaise(lua_State *L, int Results);

/// The body of a function that `define` made, with its description as upvalue.
int runDefined(lua_State *L);

/// Makes `region.statements` of the statements that there are.
void showStatements(Host &H, lua_State *L);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCRIPT_CALL_H
