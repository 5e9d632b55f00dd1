//===- CommonBuffers.cpp - Arrays that overlap in one buffer --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommonBuffers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// Puts arrays into buffers.
class Overlapping {
public:
  Overlapping(const Driver &D, const AllocationRequest &Wanted,
              CrossConflictsOf Across, ArrayRef<OverlappingArray> Arrays)
      : D(D), Wanted(Wanted), Across(Across), Arrays(Arrays) {}
  Error run();

private:
  const Driver &D;
  const AllocationRequest &Wanted;
  CrossConflictsOf Across;
  ArrayRef<OverlappingArray> Arrays;
  /// The numbers of the arrays in each buffer.
  std::vector<std::vector<unsigned>> Buffers;
  /// By the numbers of two arrays; none where that takes too long.
  std::map<std::pair<unsigned, unsigned>, std::optional<CrossConflicts>> Known;

  /// What an array would do in a buffer.
  struct Place {
    std::vector<unsigned> Members;
    std::vector<ModularMapping> Mappings;
    double Saving = 0;
  };

  double cells(const MappedArray &A, const ModularMapping &M) const;
  bool areAlike(unsigned X, unsigned Y) const;
  Expected<std::optional<CrossConflicts>> between(unsigned X, unsigned Y);
  Expected<std::optional<CommonConflicts>>
  conflictsOf(ArrayRef<unsigned> Members);
  Expected<Place> tried(const std::vector<unsigned> &Buffer, unsigned Array);
  Error place(unsigned Array);
};

} // namespace

/// The cells of \p A by \p M at typical values.
double Overlapping::cells(const MappedArray &A, const ModularMapping &M) const {
  if (A.Table && &M == &A.Mapping)
    return double(A.Table->Count);
  return double(cellsAt(M, [&](StringRef Name) {
    return std::optional(Wanted.Typical.of(A.Conflicts.Parameters, Name));
  }));
}

/// Whether elements of both may be in one buffer.
bool Overlapping::areAlike(unsigned X, unsigned Y) const {
  const Array &A = *Arrays[X].Of, &B = *Arrays[Y].Of;
  return A.ElementType == B.ElementType && A.ElementBytes == B.ElementBytes;
}

Expected<std::optional<CrossConflicts>> Overlapping::between(unsigned X,
                                                             unsigned Y) {
  auto [It, New] = Known.try_emplace({X, Y});
  if (!New)
    return It->second;
  auto Found = D.timed("conflicts", [&] { return Across(X, Y); });
  if (Found) {
    It->second = std::move(*Found);
    return It->second;
  }
  Error Failed = Found.takeError();
  if (takeOverBudget(Failed))
    return It->second;
  return std::move(Failed);
}

/// What \p Members ask of one buffer, in their order.
Expected<std::optional<CommonConflicts>>
Overlapping::conflictsOf(ArrayRef<unsigned> Members) {
  CommonConflicts Result;
  for (unsigned J = 0; J < Members.size(); ++J) {
    Result.Arrays.push_back(Arrays[Members[J]].Mapped->Conflicts);
    for (unsigned I = 0; I < J; ++I) {
      auto [Low, High] = std::minmax(Members[I], Members[J]);
      auto Found = between(Low, High);
      if (!Found)
        return Found.takeError();
      if (!*Found)
        return std::optional<CommonConflicts>();
      Result.Across.push_back(Low == Members[I] ? **Found
                                                : (*Found)->reversed());
      Result.Across.back().First = I;
      Result.Across.back().Second = J;
    }
  }
  return std::optional(std::move(Result));
}

/// Array number \p Array in \p Buffer; without mappings where it saves nothing.
Expected<Overlapping::Place>
Overlapping::tried(const std::vector<unsigned> &Buffer, unsigned Array) {
  Place Result;
  if (!all_of(Buffer, [&](unsigned Member) { return areAlike(Member, Array); }))
    return Result;
  Result.Members = Buffer;
  Result.Members.push_back(Array);
  auto C = conflictsOf(Result.Members);
  if (!C)
    return C.takeError();
  if (!*C)
    return Result;
  std::vector<ModularMapping> Before;
  for (unsigned Member : Result.Members)
    Before.push_back(Arrays[Member].Mapped->Mapping);
  auto Found =
      valueOr(D.run(CommonBufferStage, **C, Before, Wanted.Mapping.Modulo), {});
  if (!Found)
    return Found.takeError();
  if (Found->empty())
    return Result;
  const MappedArray &First = *Arrays[Buffer.front()].Mapped,
                    &Own = *Arrays[Array].Mapped;
  double Saving = cells(First, First.Mapping) + cells(Own, Own.Mapping) -
                  cells(Own, Found->front());
  if (Saving > 0) {
    Result.Mappings = std::move(*Found);
    Result.Saving = Saving;
  }
  return Result;
}

/// Puts array number \p Array where it saves most, or into a buffer of its own.
Error Overlapping::place(unsigned Array) {
  Place Best;
  std::vector<unsigned> *Home = nullptr;
  for (std::vector<unsigned> &Buffer : Buffers) {
    auto Next = tried(Buffer, Array);
    if (!Next)
      return Next.takeError();
    if (Next->Saving > Best.Saving) {
      Best = std::move(*Next);
      Home = &Buffer;
    }
  }
  if (!Home) {
    Buffers.push_back({Array});
    return Error::success();
  }
  *Home = Best.Members;
  for (unsigned I = 0; I < Best.Members.size(); ++I) {
    MappedArray &Member = *Arrays[Best.Members[I]].Mapped;
    Member.Mapping = std::move(Best.Mappings[I]);
    Member.Table.reset();
    Member.Buffer = Arrays[Best.Members.front()].Mapped->Buffer;
  }
  return Error::success();
}

Error Overlapping::run() {
  std::vector<std::pair<double, unsigned>> Sizes;
  for (unsigned A = 0; A < Arrays.size(); ++A)
    Sizes.emplace_back(-cells(*Arrays[A].Mapped, Arrays[A].Mapped->Mapping), A);
  llvm::sort(Sizes);
  for (auto [Size, Array] : Sizes)
    if (Error E = place(Array))
      return E;
  return Error::success();
}

Error stevedore::overlapArrays(const Driver &D, const AllocationRequest &Wanted,
                               CrossConflictsOf Across,
                               ArrayRef<OverlappingArray> Arrays) {
  return Overlapping(D, Wanted, Across, Arrays).run();
}

void stevedore::showCommonBuffers(const Driver &D,
                                  ArrayRef<OverlappingArray> Arrays) {
  std::map<unsigned, std::vector<std::string>> Buffers;
  for (const OverlappingArray &A : Arrays)
    Buffers[A.Mapped->Buffer].push_back(A.Of->Name);
  for (const auto &[Number, Members] : Buffers)
    if (Members.size() > 1)
      D.show(MappingStage.Info, [&, &Names = Members](raw_ostream &OS) {
        OS << "one buffer for " << join(drop_end(Names), ", ") << " and "
           << Names.back() << "\n";
      });
}
