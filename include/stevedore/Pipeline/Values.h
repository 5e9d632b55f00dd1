//===- stevedore/Pipeline/Values.h - Values of --evaluate= ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What parameters and tile sizes are where numbers are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_VALUES_H
#define STEVEDORE_PIPELINE_VALUES_H

#include "stevedore/Support/ConstantSizes.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Values.h"
#include "isl/isl-noexceptions.h"
#include "llvm/Support/Error.h"

namespace stevedore {

/// The values of `--tile=` and `--evaluate=`; the latter have to outlive them.
class EvaluationValues {
public:
  /// \p AreWanted: numbers are asked for, `--evaluate=` is given, though it may
  /// have no values.
  EvaluationValues(ConstantSizes TileSizes,
                   llvm::ArrayRef<std::pair<std::string, int64_t>> Given,
                   bool AreWanted)
      : TileSizes(std::move(TileSizes)), Given(Given), AreWanted(AreWanted) {}

  bool areWanted() const { return AreWanted; }

  /// The value of \p Name: for a tile size that of `--tile=`; else that of
  /// `--evaluate=`; for a tile size without either, 32.
  std::optional<int64_t> of(const Roles &Parameters,
                            llvm::StringRef Name) const;

  /// An error that names those of \p Names that have no value, if numbers are
  /// asked for.
  llvm::Error check(const Roles &Parameters,
                    llvm::ArrayRef<std::string> Names) const;

private:
  ConstantSizes TileSizes;
  llvm::ArrayRef<std::pair<std::string, int64_t>> Given;
  bool AreWanted;
};

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_VALUES_H
