//===- BufferSizes.h - Bytes of local memory --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The bytes of the buffers of a plan, evaluated often.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_BUFFERSIZES_H
#define STEVEDORE_LIB_PIPELINE_BUFFERSIZES_H

#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/AffineForm.h"

namespace stevedore {

/// What RegionPlan's buffers take, each as large as the largest array in it.
class BufferSizes {
public:
  /// The buffers in memory number \p Memory. \p Names are the parameters that
  /// values are given for. One without a value counts as 0. Where it is a
  /// cache, one band after the other has all of it.
  BufferSizes(const RegionPlan &Plan, llvm::ArrayRef<std::string> Names,
              unsigned Memory = 0, bool IsCache = false);

  /// The bytes where the parameters have the values \p Values.
  double bytesAt(llvm::ArrayRef<int64_t> Values) const;

private:
  struct Form {
    QuasiAffineForm F;
    /// Places in the values with factors, where the form has whole factors and
    /// no floors, which is faster.
    std::vector<std::pair<unsigned, int64_t>> Terms;
    bool IsPlain = false;
    /// The places of its variables in the values; none: 0.
    std::vector<std::optional<unsigned>> Places;
  };
  struct Size {
    std::vector<std::vector<Form>> MaxOfMins;
    bool RoundUpToPowerOfTwo;
  };
  struct Array {
    double ElementBytes;
    /// It takes no cells where none of these conjunctions holds; none: always
    /// some.
    std::vector<std::vector<std::pair<Form, bool>>> Used;
    /// The moduli of each choice.
    std::vector<std::vector<Size>> Choices;
  };
  std::vector<std::string> Names;
  std::vector<std::vector<Array>> Buffers;
  bool IsCache;

  Form formOf(const isl::aff &A) const;
  void addUse(const isl::set &Context, Array &Of) const;
  static int64_t valueOf(const Form &F, llvm::ArrayRef<int64_t> Values);
  static int64_t valueOf(const Size &S, llvm::ArrayRef<int64_t> Values);
  static double bytesOf(const Array &A, llvm::ArrayRef<int64_t> Values);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_BUFFERSIZES_H
