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
#include <tuple>
#include <vector>

namespace stevedore {

/// Those of the tile sizes T1, T2, ... that are constants; the others are
/// parameters.
class ConstantSizes {
public:
  /// The size T\p Number, from 1 on, of the tiles for memory number \p Memory
  /// from the nearest out; none where it is a parameter.
  std::optional<int64_t> of(unsigned Number, unsigned Memory = 0) const {
    auto Found = Sizes.find({Memory, Number});
    return Found == Sizes.end() ? std::nullopt : std::optional(Found->second);
  }
  /// Makes T\p Number the constant \p Size, or a parameter.
  void set(unsigned Number, std::optional<int64_t> Size, unsigned Memory = 0) {
    if (Size)
      Sizes[{Memory, Number}] = *Size;
    else
      Sizes.erase({Memory, Number});
  }
  /// Whether all of T1 to T\p Count are constants.
  bool haveAll(unsigned Count, unsigned Memory = 0) const {
    for (unsigned Number = 1; Number <= Count; ++Number)
      if (!of(Number, Memory))
        return false;
    return true;
  }
  /// The constants without their numbers.
  std::vector<int64_t> values() const {
    std::vector<int64_t> Result;
    for (const auto &[Of, Size] : Sizes)
      Result.push_back(Size);
    return Result;
  }
  bool operator==(const ConstantSizes &Other) const {
    return Sizes == Other.Sizes;
  }
  bool empty() const { return Sizes.empty(); }
  struct Entry {
    unsigned Memory, Number;
    bool operator<(const Entry &Other) const {
      return std::tie(Memory, Number) < std::tie(Other.Memory, Other.Number);
    }
    bool operator==(const Entry &Other) const {
      return Memory == Other.Memory && Number == Other.Number;
    }
  };
  /// Pairs of Entry and size, those of the nearest memory first.
  auto begin() const { return Sizes.begin(); }
  auto end() const { return Sizes.end(); }

private:
  std::map<Entry, int64_t> Sizes;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_CONSTANTSIZES_H
