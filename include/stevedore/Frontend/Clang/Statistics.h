//===- stevedore/Frontend/Clang/Statistics.h - What a file has  -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Counts regions, statements, references and refusals of a file, as figure 17
/// of A. Cohen, S. Girbal and O. Temam, Facilitating the Exploration of
/// Compositions of Program Transformations (INRIA RR-5114), does.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_FRONTEND_CLANG_STATISTICS_H
#define STEVEDORE_FRONTEND_CLANG_STATISTICS_H

#include "stevedore/Frontend/Clang/Extract.h"
#include <map>

namespace stevedore {

/// Numbers of a file or of several; docs/statistics.md says what counts.
struct Statistics {
  /// Maximal regions, and those of them with a parameter.
  unsigned Regions = 0;
  unsigned ParametricRegions = 0;
  unsigned Statements = 0;
  unsigned StatementsInRegions = 0;
  unsigned References = 0;
  unsigned AffineReferences = 0;
  unsigned Loops = 0;
  unsigned LoopsInRegions = 0;
  /// The most loops in each other: in functions, and inside of one region.
  unsigned Depth = 0;
  unsigned DepthInRegions = 0;
  /// Regions by their depths, which are at least 1: number 0 is for depth 1.
  std::vector<unsigned> RegionsOfDepth;
  /// Places where loops are refused for one reason, and the first message.
  struct Refusals {
    unsigned Count = 0;
    std::string Example;
  };
  /// By Rejection::Reason.
  std::map<std::string, Refusals> Refused;

  void add(const Statistics &Other);
};

/// Counts what the main file has. Marks of regions are not heeded, nor is
/// Options.Missed.
Statistics countFile(clang::ASTContext &AST, const ScopPragmas &Pragmas,
                     ExtractOptions Options);

} // namespace stevedore

#endif // STEVEDORE_FRONTEND_CLANG_STATISTICS_H
