//===- Tests.cpp - Run-time tests as C ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"

namespace stevedore {

using namespace looptree;

std::string CPrinter::firstByte(const RangeNode &R) const {
  return "(const char *)&" + remote(R.Array, R.First);
}

std::string CPrinter::endOf(const RangeNode &R) const {
  return "(const char *)(&" + remote(R.Array, R.Last) + " + 1)";
}

void CPrinter::believe(const BelieveNode &B) {
  std::string Quoted;
  llvm::raw_string_ostream(Quoted).write_escaped(B.Text);
  auto test = [&](const Expr &Condition) {
    W.line(macro("BELIEVE") + "(" + text(Condition) + ", \"" + Quoted +
           "\");");
  };
  if (!B.Tested)
    return test(B.Condition);
  W.open("");
  std::string Type = typeOf(B.Tested->Array), Cell = Options.Prefix + "cell";
  W.line(Type + " " + Cell + ";");
  W.line(macro("GET") + "(&" + Cell + ", &" +
         remote(B.Tested->Array, B.Tested->Subscripts) + ", sizeof(" + Type +
         "));");
  // In a variable of its own: compilers complain of what no value of a small
  // type can be.
  W.line("const long long " + B.Value + " = " + Cell + ";");
  test(B.Condition);
  W.close();
}

} // namespace stevedore
