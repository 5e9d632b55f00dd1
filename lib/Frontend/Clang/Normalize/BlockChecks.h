//===- BlockChecks.h - What assignments in place of calls count on -*- C++ -*-//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What has to hold where assignments stand for memset(), memcpy() and
/// memmove(), and is known once the region's places and domains are.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BLOCKCHECKS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BLOCKCHECKS_H

#include "State/RegionState.h"

namespace stevedore {

/// Whether the subscript of \p Check stays within its row in the instances \p
/// Domain of nest \p N, where that can be made sure of. Errors: it has no
/// affine value.
llvm::Expected<bool> staysInRow(RegionState &R, const RowCheck &Check,
                                const Nest &N, isl::set Domain);

/// An error unless the subscripts of the statement \p E that have to stay
/// within rows, by RegionForm::RowChecks, do when it is executed in nest \p N,
/// and what memmove() copies is in another array than it writes.
llvm::Error checkBlock(RegionState &R, const clang::Expr *E, const Nest &N);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BLOCKCHECKS_H
