//===- stevedore/Support/Roles.h - What parameters stand for ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the parameters of a relation stand for, as a value beside the relation,
/// made where their names are made. This file alone knows how names look: the
/// readers of text, where a name is all there is, ask it for the roles of the
/// names that they find.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_ROLES_H
#define STEVEDORE_SUPPORT_ROLES_H

#include "stevedore/Support/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <vector>

namespace stevedore {

/// What a parameter stands for.
enum class Role {
  /// A parameter of the program, which no other role is known of.
  Structure,
  /// A size of a tile, which the shape of the tiles depends on.
  TileSize,
  /// The size of a tile that ends where the tile around it does, at most
  /// TileSize.
  CutSize,
  /// The counter of a loop around a band.
  OuterCounter,
  /// A coordinate of a tile's origin.
  TileOrigin
};

/// The roles of parameters by their names.
class Roles {
public:
  /// Makes a parameter with the role \p R, the \p Number-th of the region from
  /// 1 on. Returns its name.
  /// The tiles of \p Memory (Band::Memory) have parameters of their own.
  std::string add(Role R, unsigned Number, unsigned Memory = 0);
  /// Gives the parameter \p Name the role \p R and the number \p Number.
  void set(llvm::StringRef Name, Role R, unsigned Number, unsigned Memory = 0);
  /// Adds the roles of \p Other.
  void add(const Roles &Other);
  /// The role of the parameter \p Name; Role::Structure for others.
  Role of(llvm::StringRef Name) const;
  /// The number of the parameter \p Name in its role; 0 for others.
  unsigned numberOf(llvm::StringRef Name) const;
  /// The memory whose tiles the parameter \p Name is about; 0 for others.
  unsigned memoryOf(llvm::StringRef Name) const;
  bool isTileSize(llvm::StringRef Name) const {
    return of(Name) == Role::TileSize;
  }
  /// Whether buffers are as large as for any of its values: of counters, and of
  /// sizes of which another one is the most.
  bool isOuterCounter(llvm::StringRef Name) const {
    Role R = of(Name);
    return R == Role::OuterCounter || R == Role::CutSize;
  }
  bool operator==(const Roles &Other) const { return Entries == Other.Entries; }

private:
  struct Entry {
    Role Kind;
    unsigned Number, Memory;
    bool operator==(const Entry &Other) const {
      return Kind == Other.Kind && Number == Other.Number &&
             Memory == Other.Memory;
    }
  };
  std::map<std::string, Entry, std::less<>> Entries;
};

/// The name of memory number \p Number of a chain, from the nearest out: "L1",
/// "L2", ...
std::string memoryName(unsigned Number);

/// The name of the \p Number-th parameter with the role \p R, from 1 on; a
/// structure parameter has none of this form. Of tiles for another than the
/// nearest memory it begins with the memory's: "L2_T1".
std::string nameOf(Role R, unsigned Number, unsigned Memory = 0);

/// The role that the name \p Name has in text.
Role roleInText(llvm::StringRef Name);

/// The roles that the parameters \p Names, or those of \p Space, have in text.
Roles rolesInText(llvm::ArrayRef<std::string> Names);
Roles rolesInText(const isl::space &Space);

/// The tuple name of the executions of band number \p Number, from 0 on.
std::string bandName(unsigned Number);

/// The number of the band whose executions \p Name names; none for others.
std::optional<unsigned> bandNumber(llvm::StringRef Name);

/// Whether \p Name is one that text may not give to parameters of a program:
/// that of a role, of a statement (S0) or of a band (Band0).
bool isReservedName(llvm::StringRef Name);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_ROLES_H
