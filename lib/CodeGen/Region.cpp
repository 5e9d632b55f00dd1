//===- Region.cpp - The code of a region ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"
#include "Phases.h"
#include "Storage.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

using namespace codegen;

namespace {

/// Assembles the pieces of one region:
///
///   {
///     sizes, parameters, ranges of bytes
///     int done = 0;
///     if (sizes are positive and nothing overlaps) {
///       buffers
///       if (all buffers were allocated) {
///         loops
///         done = 1;
///       }
///       free
///     }
///     if (!done) {
///       original loops
///     }
///     epilogue
///   }
///
/// What cannot fail is not tested.
class RegionEmitter {
public:
  RegionEmitter(const RegionPlan &Plan, const CodeGenOptions &Options)
      : Plan(Plan), Options(Options), N(Options.Prefix) {}
  llvm::Expected<std::string> run();

private:
  void bindParameters();
  void bindSizes();
  llvm::Error layOut();
  std::string declarations(const std::string &Loops) const;
  std::string definitions(const std::string &Uses) const;
  std::vector<std::string> checks(const std::string &Overlap) const;
  void quiet(const std::string &Text, Writer &W) const;
  void storage(const Storage &Buffers, const std::string &Loops,
               Writer &W) const;
  void original(Writer &W) const;

  const RegionPlan &Plan;
  const CodeGenOptions &Options;
  Names N;
  std::vector<std::string> Sizes;
  std::vector<BandCode> Bands;
};

} // namespace

/// Gives every parameter a local constant of type long. The names of helpers
/// are taken first.
void RegionEmitter::bindParameters() {
  for (const char *Helper : {"min", "max", "floord", "mod", "first", "wrap",
                             "pow2", "times", "most", "disjoint", "full",
                             "done"})
    N.fresh(Helper);
  for (const Parameter &P : Plan.Program->Parameters)
    N.bind(P.Name, N.fresh(P.Name));
}

/// Gives every tile size a local constant, or its value, and every outer
/// counter a name.
void RegionEmitter::bindSizes() {
  for (const TiledBand &T : Plan.Bands) {
    for (const std::string &Name : T.Tiles.SizeNames) {
      if (Sizes.size() < Options.ConstantSizes.size())
        N.fix(Name, Options.ConstantSizes[Sizes.size()]);
      else
        N.bind(Name, N.fresh(Name));
      Sizes.push_back(Name);
    }
    for (const std::string &Name : T.Tiles.OuterNames)
      if (N.of(Name) == Name)
        N.bind(Name, N.fresh(Name));
  }
}

llvm::Error RegionEmitter::layOut() {
  for (unsigned I = 0; I < Plan.Bands.size(); ++I) {
    llvm::Expected<BandFrame> Frame = makeBandFrame(Plan, I, Options, N);
    if (!Frame)
      return Frame.takeError();
    llvm::Expected<std::vector<Buffer>> Buffers = layOutBuffers(*Frame);
    if (!Buffers)
      return Buffers.takeError();
    Bands.push_back({std::move(*Frame), std::move(*Buffers)});
  }
  unifyStorage(Bands);
  return llvm::Error::success();
}

/// Remote homes of variables declared in the region that \p Loops uses there;
/// the reference to an element begins with the variable's name.
std::string RegionEmitter::declarations(const std::string &Loops) const {
  std::string Text;
  for (const Array &A : Plan.Program->Arrays) {
    const ArrayText &Written = Options.Source->array(A);
    if (A.Private || Written.Declaration.empty() || Written.Reference.empty() ||
        !mentions(Loops, Written.Reference.front().Text))
      continue;
    const std::string &Name = Written.Reference.front().Text;
    Text += Options.Indent + "  " + Written.Declaration + "\n";
    if (isOnlyAssigned(Loops, Name))
      Text += Options.Indent + "  (void)" + Name + ";\n";
  }
  return Text;
}

/// Sizes, limited so that no sum of them and of coordinates overflows, and the
/// parameters that occur in \p Uses.
std::string RegionEmitter::definitions(const std::string &Uses) const {
  Writer W(Options.Indent + "  ");
  std::string Macro = identifier(Options.Function) + "_";
  if (Options.RegionInFunction > 1)
    Macro += std::to_string(Options.RegionInFunction) + "_";
  for (const std::string &Name : Sizes)
    if (!N.value(Name))
      W.line("const long " + N.of(Name) + " = " + N.Prefix + "min(" + Macro +
             Name + ", 1L << 30);");
  for (const Parameter &P : Plan.Program->Parameters)
    if (mentions(Uses, N.of(P.Name)))
      W.line("const long " + N.of(P.Name) + " = " +
             Options.Source->parameter(P) + ";");
  return W.text();
}

/// Everything that must hold before the new loops may run.
std::vector<std::string>
RegionEmitter::checks(const std::string &Overlap) const {
  std::vector<std::string> Result;
  for (const std::string &Name : Sizes)
    if (!N.value(Name))
      Result.push_back(N.of(Name) + " >= 1");
  if (!Options.Source->RuntimeCondition.empty())
    Result.push_back("(" + Options.Source->RuntimeCondition + ")");
  if (asksForTeam(*Plan.Program))
    Result.push_back("!" + Options.MacroPrefix + "IN_PARALLEL()");
  if (!Overlap.empty())
    Result.push_back(Overlap);
  return Result;
}

/// New code. GCC's warnings that follow values through a function take sizes
/// for possible that the program excludes; they are off in here.
void RegionEmitter::quiet(const std::string &Text, Writer &W) const {
  if (Text.empty())
    return;
  W.line(Options.MacroPrefix + "QUIET");
  W.raw(Text);
  W.line(Options.MacroPrefix + "LOUD");
}

/// \p Loops between the allocation and the release of \p Buffers.
void RegionEmitter::storage(const Storage &Buffers, const std::string &Loops,
                            Writer &W) const {
  Buffers.declare(W);
  std::vector<std::string> Pointers = Buffers.pointers();
  if (Pointers.empty()) {
    quiet(Loops, W);
    return;
  }
  W.open("if (" + llvm::join(Buffers.granted(), " && ") + ")");
  Writer Inner(W.margin());
  quiet(deeper(Loops), Inner);
  W.raw(Inner.text());
  W.line(N.Prefix + "done = 1;");
  W.close();
  for (const std::string &Name : Pointers)
    W.line(Options.MacroPrefix + "FREE(" + Name + ");");
}

/// The original region, as it was.
void RegionEmitter::original(Writer &W) const {
  llvm::StringRef Text = Options.OriginalText;
  W.raw(Options.Indent);
  W.raw(Text);
  if (!Text.ends_with("\n"))
    W.raw("\n");
}

llvm::Expected<std::string> RegionEmitter::run() {
  bindParameters();
  bindSizes();
  if (llvm::Error E = layOut())
    return std::move(E);
  Writer Body(Options.Indent + "  "), Ranges = Body.sibling(),
                                      Guard = Body.sibling();
  llvm::Expected<std::string> Overlap =
      emitOverlapCheck(Plan, Options, N, Ranges);
  if (!Overlap)
    return Overlap.takeError();
  std::vector<std::string> Checks = checks(*Overlap);
  Writer Loops(Body.margin() + (Checks.empty() ? "" : "  "));
  if (llvm::Error E = emitSkeleton(Plan, *Options.Source, Bands, N, Loops))
    return std::move(E);
  Storage Buffers(Bands, Options, N, Loops.text());
  bool Allocates = Buffers.allocates();
  if (Allocates)
    Body.line("int " + N.Prefix + "done = 0;");
  if (!Checks.empty())
    Body.open("if (" + llvm::join(Checks, " && ") + ")");
  storage(Buffers, Loops.text(), Body);
  if (Allocates) {
    if (!Checks.empty())
      Body.close();
    Body.open("if (!" + N.Prefix + "done)");
  } else if (!Checks.empty()) {
    Body.otherwise();
  }
  if (Allocates || !Checks.empty()) {
    original(Body);
    Body.close();
  } else if (!Options.Mentions.empty()) {
    Body.line(Options.Mentions);
  }
  if (!Options.Epilogue.empty())
    Body.line(Options.Epilogue);
  quiet(Ranges.text(), Guard);
  return Options.Indent + "{\n" + declarations(Loops.text()) +
         definitions(Guard.text() + Body.text()) + Guard.text() + Body.text() +
         Options.Indent + "}";
}

llvm::Expected<std::string> generateRegion(const RegionPlan &Plan,
                                           const CodeGenOptions &Options) {
  return RegionEmitter(Plan, Options).run();
}

} // namespace stevedore
