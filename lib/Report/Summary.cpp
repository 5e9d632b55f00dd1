//===- Summary.cpp - A region in sentences --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Report/Summary.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;
using namespace llvm;

/// "1 loop", "2 loops".
static std::string counted(size_t Number, StringRef Noun) {
  return std::to_string(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

/// "A, B and C"; "nothing" for none.
static std::string enumerated(ArrayRef<std::string> Names) {
  if (Names.empty())
    return "nothing";
  std::string Front = llvm::join(Names.drop_back(), ", ");
  return Front.empty() ? Names.back() : Front + " and " + Names.back();
}

/// "16 x jacobi_T2": the sizes of the tiles of \p T, parameters with
/// \p MacroPrefix.
static std::string tileSizes(const RegionPlan &Plan, const Level &T,
                             const std::string &MacroPrefix) {
  std::vector<std::string> Sizes;
  if (T.B.TileNumbers != 0)
    Sizes.push_back("a constant shape");
  for (const std::string &Name : T.Tiles.SizeNames) {
    unsigned Number = T.Tiles.Parameters.numberOf(Name);
    auto Size = Plan.Decided.TileSizes.of(Number, T.B.Memory);
    if (!Plan.isTileNumber(Number))
      Sizes.push_back(Size ? std::to_string(*Size)
                           : MacroPrefix + Plan.Memories.shown(Name));
  }
  return llvm::join(Sizes, " x ");
}

static const Array &arrayOf(const RegionPlan &Plan, const LocalArray &L) {
  return Plan.Program->Arrays[L.Transfers.Array];
}

/// The names of the arrays of \p T of which \p Transfers moves elements, each
/// once.
static std::vector<std::string>
movedArrays(const RegionPlan &Plan, const Level &T,
            llvm::function_ref<isl::map(const LocalArray &)> Transfers) {
  std::vector<std::string> Names;
  for (const LocalArray &L : T.Arrays) {
    const std::string &Name = arrayOf(Plan, L).Name;
    if (!Transfers(L).is_empty().is_true() && !llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
  return Names;
}

namespace {

/// Parameters that have values.
using KnownValues = std::map<std::string, int64_t>;

/// A number of bytes, as a constant and terms in parameters and tile sizes.
struct Bytes {
  int64_t Constant = 0;
  std::vector<std::string> Terms;

  /// Adds the buffer \p M, in whose extents \p Known parameters have values.
  void add(int64_t ElementBytes, const ModularMapping &M,
           const KnownValues &Known);
  std::string text() const;
};

} // namespace

/// \p Text, an expression, with \p Known values in place of their names.
static std::string withValues(StringRef Text, const KnownValues &Known) {
  std::string Result;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isPartOfName);
    auto Value = Known.find(Word.str());
    Result += Value == Known.end() ? Word.str() : std::to_string(Value->second);
    StringRef Rest = Text.drop_front(Word.size());
    StringRef Between = Rest.take_until(isPartOfName);
    Result += Between;
    Text = Rest.drop_front(Between.size());
  }
  return Result;
}

void Bytes::add(int64_t ElementBytes, const ModularMapping &M,
                const KnownValues &Known) {
  std::string Text;
  for (const ModularMapping &Choice : M.choices()) {
    int64_t Factor = ElementBytes;
    std::vector<std::string> Factors;
    std::vector<std::string> Texts = Choice.moduliTexts();
    for (unsigned R = 0; R < Texts.size(); ++R) {
      std::optional<int64_t> Value;
      if (!Choice.Slanted && !Choice.Packed && !Choice.Strided)
        Value = Choice.Moduli[R].constant();
      if (Value)
        Factor *= *Value;
      else
        Factors.push_back("(" + withValues(Texts[R], Known) + ")");
    }
    if (Factors.empty() && Choice.Where.is_null()) {
      Constant += Factor;
      return;
    }
    Factors.insert(Factors.begin(), std::to_string(Factor));
    Text =
        withValues(Choice.leastText(Text, llvm::join(Factors, " * ")), Known);
  }
  Terms.push_back(Text);
}

std::string Bytes::text() const {
  std::vector<std::string> All = Terms;
  if (Constant != 0 || All.empty())
    All.push_back(std::to_string(Constant));
  return llvm::join(All, " + ") + " bytes";
}

/// The buffers of the level \p Of, and their bytes; a buffer that several
/// arrays share has those of all of them, at most.
static std::string buffers(const RegionPlan &Plan, const Level &Of) {
  size_t Count = 0;
  Bytes Size;
  KnownValues Known;
  for (const auto &[Of, Size] : Plan.Decided.TileSizes)
    Known[nameOf(Role::TileSize, Of.Number, Of.Memory)] = Size;
  for (const std::vector<PlannedArray> &Members : buffersOf(Plan)) {
    bool IsUsed = false;
    for (const PlannedArray &P : Members) {
      if (P.Band != &Of)
        continue;
      IsUsed = true;
      Size.add(arrayOf(Plan, *P.Local).ElementBytes, P.Local->Mapping,
               Known);
    }
    Count += IsUsed;
  }
  return counted(Count, "buffer") + " of " + Size.text();
}

static std::string describeLevel(const RegionPlan &Plan, const Level &T,
                                 const std::string &MacroPrefix) {
  std::vector<std::string> Loaded = movedArrays(
      Plan, T,
      [&](const LocalArray &L) { return L.Transfers.loaded(T.Tiles); });
  std::vector<std::string> Stored = movedArrays(
      Plan, T, [](const LocalArray &L) { return L.Transfers.Store; });
  return counted(T.B.Size, "loop") + " in tiles of " +
         tileSizes(Plan, T, MacroPrefix) +
         (Plan.numMemories() > 1 ? " in " + Plan.Memories.of(T.B.Memory) : "") +
         ", which load " + enumerated(Loaded) + " and store " +
         enumerated(Stored) + " through " + buffers(Plan, T);
}

static std::vector<std::string> describe(const RegionResult &R,
                                         const std::string &MacroPrefix) {
  std::vector<std::string> Result;
  for (const LevelPlace &Place : R.Plan.allLevels())
    Result.push_back(R.Plan.Decided.IsTiled
                         ? describeLevel(R.Plan, Place.level(), MacroPrefix)
                         : "no loop is tiled, and arrays take " +
                               buffers(R.Plan, Place.level()));
  if (Result.empty())
    Result.push_back("no loop is tiled");
  return Result;
}

std::vector<std::string> stevedore::describeBands(const RegionResult &R,
                                                  const EmitOptions &Code) {
  return describe(R, sizeMacroPrefix(Code));
}

std::vector<std::string> stevedore::describeArrays(const RegionResult &R) {
  std::vector<std::string> Result;
  for (const LevelPlace &Place : R.Plan.allLevels())
    for (const LocalArray &L : Place.level().Arrays) {
      const Level &T = Place.level();
      const Array &A = arrayOf(R.Plan, L);
      Result.push_back(
          "buffer " + L.Mapping.mappingText(A.Name, A.Rank) + " modulo " +
          L.Mapping.moduliText() + " by " + L.Mapping.Method +
          (R.Plan.Decided.IsTiled
               ? "; tiles load " + toText(L.Transfers.loaded(T.Tiles)) +
                     " and store " + toText(L.Transfers.Store)
               : ""));
    }
  return Result;
}

std::string stevedore::summarize(const RegionResult &R) {
  if (!R.Transformed)
    return "left alone: " + R.Reason;
  return llvm::join(describe(R, ""), "; ");
}
