//===- stevedore/Frontend/Polly/ShapedAddresses.h - Subscripts --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on ShapedAddresses: subscripts of arrays whose rows have constant
/// lengths, where Polly reads them. LLVM splits the address of A[i][j] into one
/// step by rows and one by elements, which Polly takes for one subscript
/// 16 i + j; rows that overlap for all that it knows have no small local array.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_FRONTEND_POLLY_SHAPEDADDRESSES_H
#define STEVEDORE_FRONTEND_POLLY_SHAPEDADDRESSES_H

#include "llvm/IR/Instructions.h"
#include <vector>

namespace stevedore {

/// Writes the addresses of loads and stores of one function with all subscripts
/// in one getelementptr, for as long as this lives. The addresses are the same
/// numbers. That subscripts are within rows is nothing that they say: Polly
/// assumes it, and tests it before its loops run.
class ShapedAddresses {
public:
  explicit ShapedAddresses(llvm::Function &F);
  ShapedAddresses(const ShapedAddresses &) = delete;
  ShapedAddresses &operator=(const ShapedAddresses &) = delete;
  /// Puts the addresses back that there were, unless they are to be kept.
  ~ShapedAddresses();

  /// Whether an address is another one now.
  bool any() const { return !All.empty(); }
  /// Leaves the addresses as they are.
  void keep() { All.clear(); }

private:
  struct Shaped {
    llvm::Use *Operand;
    llvm::Value *Before;
    /// In the order in which each uses those before it.
    std::vector<llvm::Instruction *> Added;
  };
  std::vector<Shaped> All;
};

} // namespace stevedore

#endif // STEVEDORE_FRONTEND_POLLY_SHAPEDADDRESSES_H
