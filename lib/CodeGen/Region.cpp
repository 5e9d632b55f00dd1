//===- Region.cpp - The code of a region ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"
#include "Phases.h"
#include "Tiles.h"
#include "isl/ast.h"
#include "isl/set.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

using namespace codegen;

namespace {

/// Assembles the pieces of one region.
class RegionEmitter {
public:
  RegionEmitter(const RegionPlan &Plan, const CodeGenOptions &Options)
      : Plan(Plan), Options(Options), N(Options.Prefix) {}
  llvm::Expected<std::string> run();

private:
  void bindParameters();
  void bindSizes();
  llvm::Error layOut();
  llvm::Error skeleton(Writer &W);
  llvm::Error skeletonNode(const isl::ast_node &Node, Writer &W);
  llvm::Error skeletonLeaf(const Leaf &L, Writer &W);
  void buffers(const std::string &Body, Writer &W, bool &MayFail);
  void release(Writer &W);
  void original(Writer &W);
  std::string definitions(const std::string &Body);
  std::vector<std::string> checks(const std::string &Overlap);

  const RegionPlan &Plan;
  const CodeGenOptions &Options;
  Names N;
  std::vector<std::string> Sizes;
  /// C names of the outer counters of each band.
  std::vector<std::vector<std::string>> OuterNames;
  std::vector<BandFrame> Frames;
  std::vector<std::vector<Buffer>> Homes;
};

} // namespace

/// Gives every parameter a local constant of type long.
void RegionEmitter::bindParameters() {
  for (const char *Helper : {"min", "max", "floord", "mod", "first", "wrap",
                             "pow2", "times", "disjoint", "full", "done"})
    N.fresh(Helper);
  for (const Parameter &P : Plan.Program->Parameters)
    N.bind(P.Name, N.fresh(P.Name));
}

/// Gives every tile size a local constant, or its value.
void RegionEmitter::bindSizes() {
  unsigned Number = 0;
  for (const TiledBand &T : Plan.Bands) {
    for (const std::string &Name : T.Tiles.SizeNames) {
      if (Number < Options.ConstantSizes.size())
        N.fix(Name, Options.ConstantSizes[Number]);
      else
        N.bind(Name, N.fresh(Name));
      Sizes.push_back(Name);
      ++Number;
    }
    OuterNames.emplace_back();
    for (const std::string &Name : T.Tiles.OuterNames) {
      if (N.of(Name) == Name)
        N.bind(Name, N.fresh(Name));
      OuterNames.back().push_back(N.of(Name));
    }
  }
}

llvm::Error RegionEmitter::layOut() {
  for (unsigned I = 0; I < Plan.Bands.size(); ++I) {
    llvm::Expected<BandFrame> F = makeBandFrame(Plan, I, Options, N);
    if (!F)
      return F.takeError();
    Frames.push_back(std::move(*F));
    llvm::Expected<std::vector<Buffer>> B = layOutBuffers(Frames.back());
    if (!B)
      return B.takeError();
    Homes.push_back(std::move(*B));
  }
  return llvm::Error::success();
}

/// The code around the bands, in the order of the skeleton.
llvm::Error RegionEmitter::skeleton(Writer &W) {
  unsigned Dimensions = 0;
  Plan.Order.Skeleton.foreach_map([&](isl::map M) {
    Dimensions = std::max(Dimensions, unsigned(isl_map_dim(M.get(),
                                                           isl_dim_out)));
    return isl::stat::ok();
  });
  NestOptions Nesting;
  for (unsigned I = 0; I < Dimensions; ++I)
    Nesting.Counters.push_back(N.fresh("t" + std::to_string(I)));
  Nesting.Atomic = Dimensions > 0;
  Nesting.Program = Plan.Program.get();
  llvm::Expected<Nest> Loops =
      buildNest(Plan.Program->Context, Plan.Order.Skeleton, Nesting, N);
  if (!Loops)
    return Loops.takeError();
  return skeletonNode(Loops->Root, W);
}

llvm::Error RegionEmitter::skeletonNode(const isl::ast_node &Node, Writer &W) {
  switch (kind(Node)) {
  case isl_ast_node_block:
    for (const isl::ast_node &Child : children(Node))
      if (llvm::Error E = skeletonNode(Child, W))
        return E;
    return llvm::Error::success();
  case isl_ast_node_mark:
    return skeletonNode(isl::manage(isl_ast_node_mark_get_node(Node.get())), W);
  case isl_ast_node_if: {
    W.open("if (" + toC(isl::manage(isl_ast_node_if_get_cond(Node.get())), N) +
           ")");
    if (llvm::Error E = skeletonNode(
            isl::manage(isl_ast_node_if_get_then_node(Node.get())), W))
      return E;
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true) {
      W.otherwise();
      if (llvm::Error E = skeletonNode(
              isl::manage(isl_ast_node_if_get_else_node(Node.get())), W))
        return E;
    }
    W.close();
    return llvm::Error::success();
  }
  case isl_ast_node_for: {
    Loop L = takeApart(Node, N);
    if (L.Degenerate) {
      W.open("");
      W.line("const long " + L.Counter + " = " + L.Init + ";");
    } else {
      W.open("for (long " + L.Counter + " = " + L.Init + "; " + L.Condition +
             "; " + L.Counter + " += " + std::to_string(L.Step) + ")");
    }
    llvm::Error E = skeletonNode(L.Body, W);
    W.close();
    return E;
  }
  case isl_ast_node_user:
    return skeletonLeaf(Nest::leaf(Node), W);
  default:
    return llvm::Error::success();
  }
}

/// A band's tiles, or a statement on remote memory.
llvm::Error RegionEmitter::skeletonLeaf(const Leaf &L, Writer &W) {
  if (const Statement *S = Plan.Program->findStatement(L.Tuple)) {
    std::vector<std::string> Elements;
    for (size_t I = 0; I < S->Accesses.size(); ++I)
      Elements.push_back(remoteElement(
          Plan.Program->Arrays[S->Accesses[I].Array], L.Accesses[I]));
    W.line(fill(S->Body, L.Coordinates, Elements));
    return llvm::Error::success();
  }
  unsigned Number = 0;
  if (!llvm::StringRef(L.Tuple).starts_with("Band") ||
      llvm::StringRef(L.Tuple).drop_front(4).getAsInteger(10, Number) ||
      Number >= Frames.size())
    return llvm::createStringError("the skeleton names no statement or band '" +
                                   L.Tuple + "'");
  Writer Inner = W.sibling();
  Inner.open("");
  Writer Tiles = Inner.sibling();
  if (llvm::Error E = emitTiles(Frames[Number], Homes[Number], Tiles))
    return E;
  const std::vector<std::string> &Outer = OuterNames[Number];
  for (size_t I = 0; I < Outer.size() && I < L.Coordinates.size(); ++I)
    if (mentions(Tiles.text(), Outer[I]))
      Inner.line("const long " + Outer[I] + " = " + L.Coordinates[I].text() +
                 ";");
  Inner.raw(Tiles.text());
  Inner.close();
  W.raw(Inner.text());
  return llvm::Error::success();
}

/// Declares or allocates the buffers that \p Body uses.
void RegionEmitter::buffers(const std::string &Body, Writer &W,
                            bool &MayFail) {
  for (const std::vector<Buffer> &Band : Homes)
    for (const Buffer &B : Band) {
      if (!mentions(Body, B.Name))
        continue;
      for (auto &[Name, Value] : B.Extents)
        if (!B.Plain || mentions(Body, Name))
          W.line("const long " + Name + " = " + Value + ";");
      if (B.Plain) {
        W.line(B.Type + " " + B.Name + "[" + std::to_string(B.PlainCells) +
               "];");
        continue;
      }
      MayFail = true;
      std::string Bytes = "sizeof(" + B.Type + ")";
      for (const BufferRow &Row : B.Rows)
        Bytes = N.Prefix + "times(" + Bytes + ", (size_t)" + Row.Cells + ")";
      W.line(B.Type + " *" + B.Name + " = (" + B.Type + " *)" +
             Options.MacroPrefix + "ALLOC(" + Bytes + ");");
    }
}

static std::vector<const Buffer *>
allocated(const std::vector<std::vector<Buffer>> &Homes,
          const std::string &Body) {
  std::vector<const Buffer *> Result;
  for (const std::vector<Buffer> &Band : Homes)
    for (const Buffer &B : Band)
      if (!B.Plain && mentions(Body, B.Name))
        Result.push_back(&B);
  return Result;
}

/// The original text as a block of its own.
void RegionEmitter::original(Writer &W) {
  llvm::StringRef Text = Options.OriginalText;
  W.raw(Options.Indent);
  W.raw(Text);
  if (!Text.ends_with("\n"))
    W.raw("\n");
}

/// Constants for the parameters and sizes that \p Body uses.
std::string RegionEmitter::definitions(const std::string &Body) {
  Writer W(Options.Indent + "  ");
  std::string Function = identifier(Options.Function);
  if (Options.RegionInFunction > 1)
    Function += "_" + std::to_string(Options.RegionInFunction);
  for (const std::string &Name : Sizes)
    if (!N.value(Name))
      W.line("const long " + N.of(Name) + " = " + N.Prefix + "min(" + Function +
             "_" + Name + ", 1L << 30);");
  for (const Parameter &P : Plan.Program->Parameters)
    if (mentions(Body, N.of(P.Name)))
      W.line("const long " + N.of(P.Name) + " = " + P.Text + ";");
  return W.text();
}

/// Everything that must hold before the new loops may run.
std::vector<std::string> RegionEmitter::checks(const std::string &Overlap) {
  std::vector<std::string> Result;
  for (const std::string &Name : Sizes)
    if (!N.value(Name))
      Result.push_back(N.of(Name) + " >= 1");
  if (!Plan.Program->RuntimeCondition.empty())
    Result.push_back("(" + Plan.Program->RuntimeCondition + ")");
  if (!Overlap.empty())
    Result.push_back(Overlap);
  return Result;
}

llvm::Expected<std::string> RegionEmitter::run() {
  bindParameters();
  bindSizes();
  if (llvm::Error E = layOut())
    return std::move(E);
  std::string Inside = Options.Indent + "  ";
  Writer Ranges(Inside);
  llvm::Expected<std::string> Overlap =
      emitOverlapCheck(Plan, Options, N, Ranges);
  if (!Overlap)
    return Overlap.takeError();
  std::vector<std::string> Checks = checks(*Overlap);

  Writer Loops(Inside + (Checks.empty() ? "" : "  "));
  Writer Draft(Inside);
  if (llvm::Error E = skeleton(Draft))
    return std::move(E);
  bool MayFail = false;
  Writer Storage(Loops.margin());
  buffers(Draft.text(), Storage, MayFail);
  std::vector<const Buffer *> Heap = allocated(Homes, Draft.text());
  std::string Done = N.Prefix + "done";

  Writer Body(Inside);
  if (!Checks.empty() && MayFail)
    Body.line("int " + Done + " = 0;");
  else if (MayFail)
    Body.line("int " + Done + " = 0;");
  if (!Checks.empty())
    Body.open("if (" + llvm::join(Checks, " && ") + ")");
  Body.raw(Storage.text());
  if (MayFail) {
    std::vector<std::string> NonNull;
    for (const Buffer *B : Heap)
      NonNull.push_back(B->Name);
    Body.open("if (" + llvm::join(NonNull, " && ") + ")");
  }
  Writer Final = Body.sibling();
  llvm::StringRef Rest = Draft.text();
  while (!Rest.empty()) {
    auto [Line, More] = Rest.split('\n');
    Final.line(Line.drop_front(std::min(Line.size(), Inside.size())));
    Rest = More;
  }
  Body.raw(Final.text());
  if (MayFail) {
    Body.line(Done + " = 1;");
    Body.close();
    for (const Buffer *B : Heap)
      Body.line(Options.MacroPrefix + "FREE(" + B->Name + ");");
  }
  if (!Checks.empty() && MayFail) {
    Body.close();
    Body.open("if (!" + Done + ")");
    original(Body);
    Body.close();
  } else if (MayFail) {
    Body.open("if (!" + Done + ")");
    original(Body);
    Body.close();
  } else if (!Checks.empty()) {
    Body.otherwise();
    original(Body);
    Body.close();
  }
  if (!Options.Epilogue.empty())
    Body.line(Options.Epilogue);
  std::string Declarations;
  for (const Array &A : Plan.Program->Arrays)
    if (!A.Private && !A.Declaration.empty())
      Declarations += Inside + A.Declaration + "\n";
  return Options.Indent + "{\n" + Declarations +
         definitions(Ranges.text() + Body.text()) + Ranges.text() +
         Body.text() + Options.Indent + "}";
}

llvm::Expected<std::string> generateRegion(const RegionPlan &Plan,
                                           const CodeGenOptions &Options) {
  return RegionEmitter(Plan, Options).run();
}

} // namespace stevedore
