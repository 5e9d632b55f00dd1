//===- stevedore/Support/OptionValue.h - Values of options ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Reads the values of options, with one message for each kind of mistake.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_OPTIONVALUE_H
#define STEVEDORE_SUPPORT_OPTIONVALUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace stevedore {

/// "'a', 'b' or 'c'", with the one that \p Value was perhaps meant to be.
std::string alternatives(llvm::StringRef Value,
                         llvm::ArrayRef<llvm::StringRef> Names);

/// "invalid value 'V' for 'name': Expectation".
llvm::Error invalidValue(llvm::StringRef Name, llvm::StringRef Value,
                         const llvm::Twine &Expectation);

/// Sets \p Target to the enumerator that \p Value names, the one at the same
/// place in the enumeration as in \p Names counted from \p First.
template <typename T>
llvm::Error setEnumerator(T &Target, llvm::StringRef Name,
                          llvm::StringRef Value,
                          llvm::ArrayRef<llvm::StringRef> Names,
                          unsigned First = 0) {
  const llvm::StringRef *Found = llvm::find(Names, Value);
  if (Found == Names.end())
    return invalidValue(Name, Value, "expected " + alternatives(Value, Names));
  Target = static_cast<T>(First + (Found - Names.begin()));
  return llvm::Error::success();
}

/// A flag is set by no value or 'true', reset by 'false'.
llvm::Error setFlag(bool &Target, llvm::StringRef Name, llvm::StringRef Value);

/// Adds a comma separated list of names; the empty text is the empty list.
llvm::Error addNames(std::vector<std::string> &Target, llvm::StringRef Name,
                     llvm::StringRef Value);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_OPTIONVALUE_H
