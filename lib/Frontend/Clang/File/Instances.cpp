//===- Instances.cpp - Regions of instances of templates ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/Instances.h"
#include "Reasons/Rejections.h"
#include "stevedore/Source/SourceText.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Writes everything that new loops are made of.
class ModelWriter {
public:
  explicit ModelWriter(llvm::raw_ostream &OS) : OS(OS) {}
  void write(const SourceRegion &Region);

private:
  void write(const SourceText &Source);
  void write(const TextTemplate &Text);
  /// A field, and what no field has in it.
  template <typename T> void field(const T &Value) { OS << Value << '\0'; }

  llvm::raw_ostream &OS;
};

} // namespace

void ModelWriter::write(const TextTemplate &Text) {
  for (const TextPiece &Piece : Text) {
    field(unsigned(Piece.K));
    field(Piece.Text);
    field(Piece.Index);
  }
}

void ModelWriter::write(const SourceText &Source) {
  for (const auto &[Name, Body] : Source.Bodies) {
    field(Name);
    write(Body);
  }
  for (const auto &[Name, Place] : Source.Places)
    for (const StatementPlace::Iterator &Iterator : Place.Iterators) {
      field(Iterator.Name);
      field(Iterator.Type);
    }
  for (const auto &[Name, Array] : Source.Arrays) {
    field(Name);
    write(Array.Reference);
    field(Array.Declaration);
    field(Array.Variable);
  }
  for (const std::string &Type : Source.ElementTypes)
    field(Type);
  for (const auto &[Name, Value] : Source.Parameters) {
    field(Name);
    field(Value);
  }
  for (const DirectiveText &Directive : Source.Directives) {
    field(Directive.Clauses);
    field(Directive.LaneClauses);
  }
  for (const LoopHint &Hint : Source.Hints)
    field(Hint.Text);
  field(Source.RuntimeCondition);
}

void ModelWriter::write(const SourceRegion &Region) {
  const Scop &Program = Region.Model->Program;
  print(OS, Program);
  for (const Array &A : Program.Arrays) {
    field(A.Name);
    field(A.ElementType);
    for (bool Is :
         {A.LiveOut, A.ThroughPointer, A.NoAlias, A.Private, A.DeclaredInside})
      field(unsigned(Is));
    field(A.Pointers);
  }
  write(*Region.Source);
  field(Region.Epilogue);
  field(Region.Mentions);
  field(Region.EndOffset);
}

static std::string textOf(const SourceRegion &Region) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  ModelWriter(OS).write(Region);
  return Text;
}

/// Whether \p First and \p Second have one model, but for the sizes of
/// elements, of which both get the larger ones.
static bool unify(SourceRegion &First, SourceRegion &Second) {
  if (!First.Model || !Second.Model)
    return false;
  std::vector<Array> &Arrays = First.Model->Program.Arrays;
  std::vector<Array> &Others = Second.Model->Program.Arrays;
  if (Arrays.size() != Others.size())
    return false;
  for (size_t I = 0; I < Arrays.size(); ++I)
    Arrays[I].ElementBytes = Others[I].ElementBytes =
        std::max(Arrays[I].ElementBytes, Others[I].ElementBytes);
  return textOf(First) == textOf(Second);
}

void stevedore::forEachShared(const SourceManager &SM,
                              std::vector<std::vector<SourceRegion>> Instances,
                              llvm::function_ref<void(SourceRegion)> Add) {
  if (Instances.empty())
    return;
  for (SourceRegion &Region : Instances.front()) {
    for (auto &Other : llvm::drop_begin(Instances)) {
      auto Same = llvm::find_if(Other, [&](const SourceRegion &R) {
        return R.BeginOffset == Region.BeginOffset;
      });
      bool IsThere = Same != Other.end();
      if (Region.Why || (IsThere && unify(Region, *Same)))
        continue;
      SourceLocation Loc = SM.getLocForStartOfFile(SM.getMainFileID())
                               .getLocWithOffset(Region.BeginOffset);
      Region.Model.reset();
      Region.Why = IsThere && Same->Why
                       ? std::move(Same->Why)
                       : makeRejection(RejectReason::Template, Loc, {});
    }
    Add(std::move(Region));
  }
}
