//===- RegionInput.h - A tool's region ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The command line of test tools: [--option=value ...] file.stv.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_REGIONINPUT_H
#define STEVEDORE_TEST_TOOLS_REGIONINPUT_H

#include "stevedore/Pipeline/Options.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Scop/Text.h"
#include "llvm/Support/MemoryBuffer.h"
#include "isl/map.h"
#include "isl/set.h"

namespace stevedore {

/// Sets \p O from \p Arguments, and reads the region of the file among them.
inline llvm::Expected<TextInput>
readRegion(llvm::ArrayRef<char *> Arguments, Options &O, IslContext &Ctx) {
  llvm::StringRef File;
  for (llvm::StringRef Argument : Arguments) {
    auto [Name, Value] = Argument.split('=');
    if (!Name.consume_front("--"))
      File = Argument;
    else if (llvm::Error E = setOption(O, Name, Value))
      return std::move(E);
  }
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return llvm::createStringError("cannot read '" + File + "'");
  return readText((*Buffer)->getMemBufferRef(), Ctx);
}

/// \p S where each access is one element in each instance: text unites the
/// references of a statement to an array.
inline Scop withSingleReferences(Scop S) {
  for (Statement &Stmt : S.Statements) {
    std::vector<Access> Single;
    for (const Access &A : Stmt.Accesses)
      A.Relation.foreach_basic_map([&](isl::basic_map Reference) -> isl::stat {
        Single.push_back(A);
        Single.back().Relation = isl::map(Reference);
        return isl::stat::ok();
      });
    Stmt.Accesses = std::move(Single);
  }
  return S;
}

/// \p S where arrays have the extents that the accesses in it tell: those along
/// each dimension alone.
inline Scop withExtents(Scop S) {
  isl::union_set All =
      S.reads().unite(S.mustWrites()).unite(S.mayWrites()).range();
  for (Array &A : S.Arrays)
    All.foreach_set([&](isl::set Elements) -> isl::stat {
      if (A.Rank == 0 || Elements.get_tuple_name() != A.Name)
        return isl::stat::ok();
      A.Extent = isl::set::universe(Elements.get_space());
      for (unsigned D = 0; D < A.Rank; ++D) {
        isl_set *Along = isl_set_eliminate(Elements.copy(), isl_dim_set, D + 1,
                                           A.Rank - D - 1);
        Along = isl_set_eliminate(Along, isl_dim_set, 0, D);
        A.Extent = A.Extent.intersect(
            isl::set(isl::manage(isl_set_simple_hull(Along))));
      }
      return isl::stat::ok();
    });
  return S;
}

/// \p In with all that it fixes, as it can be emitted.
inline TiledInput lowerable(const TextInput &In) {
  ScheduleInput Given;
  Given.HasBand = In.Band.has_value();
  if (Given.HasBand) {
    Given.Theta = In.Theta;
    Given.Outer = In.Band->Outer;
    Given.Size = In.Band->Size;
    Given.Tiling = In.Tiling;
  }
  return TiledInput(withExtents(withSingleReferences(*In.Program)), Given);
}

/// The region \p In, planned by \p O, with its counts in closed form.
inline RegionResult planWithCounts(const TextInput &In, const Options &O) {
  PipelineRequest Request;
  Request.Wanted.HasCounts = true;
  Request.Limits = O.Run.Limits;
  return runPipeline(TiledInput(*In.Program), O.Decided, O.Target, Request);
}

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_REGIONINPUT_H
