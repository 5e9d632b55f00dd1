//===- stevedore/Support/ConstantSizes.h - Tile sizes -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The tile sizes of a region that are constants.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_CONSTANTSIZES_H
#define STEVEDORE_SUPPORT_CONSTANTSIZES_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stevedore {

/// Those of the tile sizes T1, T2, ... that are constants; the others are
/// parameters.
class ConstantSizes {
public:
  /// The size T\p Number, from 1 on; none where it is a parameter.
  std::optional<int64_t> of(unsigned Number) const {
    auto Found = Sizes.find(Number);
    return Found == Sizes.end() ? std::nullopt : std::optional(Found->second);
  }
  /// Makes T\p Number the constant \p Size, or a parameter.
  void set(unsigned Number, std::optional<int64_t> Size) {
    if (Size)
      Sizes[Number] = *Size;
    else
      Sizes.erase(Number);
  }
  /// Whether all of T1 to T\p Count are constants.
  bool haveAll(unsigned Count) const {
    for (unsigned Number = 1; Number <= Count; ++Number)
      if (!of(Number))
        return false;
    return true;
  }
  /// The constants without their numbers.
  std::vector<int64_t> values() const {
    std::vector<int64_t> Result;
    for (const auto &[Number, Size] : Sizes)
      Result.push_back(Size);
    return Result;
  }
  bool operator==(const ConstantSizes &Other) const {
    return Sizes == Other.Sizes;
  }
  auto begin() const { return Sizes.begin(); }
  auto end() const { return Sizes.end(); }

private:
  std::map<unsigned, int64_t> Sizes;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_CONSTANTSIZES_H
