//===- TextValue.h - Values of the text form --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What stands behind a key of the text form, with its place.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCOP_TEXTVALUE_H
#define STEVEDORE_LIB_SCOP_TEXTVALUE_H

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <string>
#include <utility>
#include <vector>

namespace stevedore {

/// A scalar or list of the file with the place it stands at.
struct TextValue {
  std::string Text;
  std::vector<std::string> List;
  /// Where each element of List stands.
  std::vector<llvm::SMRange> Places;
  std::vector<std::pair<std::string, std::string>> Fields;
  enum { Scalar, Sequence, Mapping } K = Scalar;
  llvm::SMRange Where;
};

/// Fills \p V from a scalar, a list of scalars or a mapping of scalars; false:
/// \p N is none of these.
bool readValue(llvm::yaml::Node *N, TextValue &V);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCOP_TEXTVALUE_H
