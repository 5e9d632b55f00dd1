//===- Buffers.h - Local arrays for Polly -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_POLLY_BUFFERS_H
#define STEVEDORE_LIB_EMIT_POLLY_BUFFERS_H

#include "stevedore/Emit/Polly/CopyPlan.h"

namespace stevedore {

/// The parameters \p Names of \p M as its first dimensions of \p Type.
isl::map parametersInto(isl::map M, isl_dim_type Type,
                        llvm::ArrayRef<std::string> Names);

/// The buffer of \p A, an array of the band \p T of \p Plan. Errors: no buffer
/// that Polly can express keeps the elements of \p A apart.
llvm::Expected<LocalBuffer> planBuffer(const RegionPlan &Plan,
                                       const Level &T, const LocalArray &A,
                                       BufferPlaces Places);

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_POLLY_BUFFERS_H
