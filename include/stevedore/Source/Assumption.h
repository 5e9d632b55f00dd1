//===- Assumption.h - What the user promises --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Conditions in isl's language that hold wherever a region is entered.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SOURCE_ASSUMPTION_H
#define STEVEDORE_SOURCE_ASSUMPTION_H

#include "stevedore/Support/Isl.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace stevedore {

/// A condition on parameters, "n > 0", or on each element of an array, whose
/// name with empty brackets stands for it: "0 <= index[] < n".
struct Assumption {
  /// Empty: the condition is on parameters alone.
  std::string Array;
  /// The name of the array, without brackets, is the element.
  std::string Condition;
  /// The words of the user.
  std::string Text;
  /// What else is in Condition: names, and the C text of members, "p->n".
  std::vector<std::string> Parameters;
  /// The words there that stand for them.
  std::vector<std::string> Words;

  /// { : ... } over the parameters, { [e] : ... } with elements e of the array;
  /// null if isl does not read the condition.
  isl::set set(isl::ctx Ctx) const;
};

/// Whether \p Parameter is no name, but the C text of a member.
inline bool isMember(llvm::StringRef Parameter) {
  return Parameter.contains('.') || Parameter.contains("->");
}

class SourceText;

/// \p A with the names of the parameters of \p Source in place of the members
/// whose values they have.
Assumption withNames(Assumption A, const SourceText &Source);

/// Errors: elements of more than one array, text that isl does not read.
llvm::Expected<Assumption> parseAssumption(llvm::StringRef Text);

} // namespace stevedore

#endif // STEVEDORE_SOURCE_ASSUMPTION_H
