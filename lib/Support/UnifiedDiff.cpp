//===- UnifiedDiff.cpp - What changed -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/UnifiedDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace llvm;

namespace {

using Lines = std::vector<StringRef>;

/// Lines of one text from Begin up to End.
struct Range {
  size_t Begin, End;
  bool empty() const { return Begin == End; }
};

/// Lines of the old text that become lines of the new one.
struct Change {
  Range Old, New;
};

/// A line of both texts.
struct Match {
  size_t Old, New;
};

/// Finds the lines that two texts have in common: those at both ends, and
/// between them, in each part, those that either has once, as far as they come
/// in the same order (patience diff).
class Comparison {
public:
  Comparison(const Lines &Old, const Lines &New) : Old(Old), New(New) {}
  void compare(Range O, Range N);
  std::vector<Change> Changes;

private:
  std::vector<Match> anchors(Range O, Range N) const;

  const Lines &Old;
  const Lines &New;
};

} // namespace

/// The lines of \p Text with their ends.
static Lines linesOf(StringRef Text) {
  Lines Result;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Result.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Result;
}

/// The longest sequence of \p Matches, which are in the order of the old text,
/// that is in the order of the new one.
static std::vector<Match> increasing(const std::vector<Match> &Matches) {
  std::vector<size_t> Last, Before(Matches.size());
  for (size_t I = 0; I < Matches.size(); ++I) {
    auto At = llvm::partition_point(Last, [&](size_t Other) {
      return Matches[Other].New < Matches[I].New;
    });
    Before[I] = At == Last.begin() ? I : *(At - 1);
    if (At == Last.end())
      Last.push_back(I);
    else
      *At = I;
  }
  std::vector<Match> Result(Last.size());
  size_t I = Last.empty() ? 0 : Last.back();
  for (Match &M : llvm::reverse(Result)) {
    M = Matches[I];
    I = Before[I];
  }
  return Result;
}

std::vector<Match> Comparison::anchors(Range O, Range N) const {
  struct Places {
    unsigned InOld = 0, InNew = 0;
    size_t New = 0;
  };
  StringMap<Places> Known;
  for (size_t I = O.Begin; I < O.End; ++I)
    ++Known[Old[I]].InOld;
  for (size_t I = N.Begin; I < N.End; ++I) {
    Places &P = Known[New[I]];
    ++P.InNew;
    P.New = I;
  }
  std::vector<Match> Unique;
  for (size_t I = O.Begin; I < O.End; ++I) {
    const Places &P = Known[Old[I]];
    if (P.InOld == 1 && P.InNew == 1)
      Unique.push_back({I, P.New});
  }
  return increasing(Unique);
}

void Comparison::compare(Range O, Range N) {
  while (!O.empty() && !N.empty() && Old[O.Begin] == New[N.Begin])
    ++O.Begin, ++N.Begin;
  while (!O.empty() && !N.empty() && Old[O.End - 1] == New[N.End - 1])
    --O.End, --N.End;
  if (O.empty() && N.empty())
    return;
  std::vector<Match> Anchors = anchors(O, N);
  if (Anchors.empty()) {
    Changes.push_back({O, N});
    return;
  }
  for (const Match &M : Anchors) {
    compare({O.Begin, M.Old}, {N.Begin, M.New});
    O.Begin = M.Old + 1;
    N.Begin = M.New + 1;
  }
  compare(O, N);
}

/// "3,4": a range as it stands in the head of a hunk.
static std::string place(Range R) {
  size_t Length = R.End - R.Begin;
  return std::to_string(Length == 0 ? R.Begin : R.Begin + 1) +
         (Length == 1 ? "" : "," + std::to_string(Length));
}

static void addLines(raw_ostream &OS, char Mark, ArrayRef<StringRef> Added) {
  for (StringRef Line : Added) {
    OS << Mark << Line;
    if (!Line.ends_with("\n"))
      OS << "\n\\ No newline at end of file\n";
  }
}

static const size_t Context = 3;

/// Prints \p Changes, which are near each other, as one hunk.
static void addHunk(raw_ostream &OS, ArrayRef<Change> Changes, const Lines &Old,
                    const Lines &New) {
  const Change &First = Changes.front(), &Last = Changes.back();
  size_t Before = std::min(Context, First.Old.Begin);
  size_t After = std::min(Context, Old.size() - Last.Old.End);
  OS << "@@ -" << place({First.Old.Begin - Before, Last.Old.End + After})
     << " +" << place({First.New.Begin - Before, Last.New.End + After})
     << " @@\n";
  size_t At = First.Old.Begin - Before;
  auto All = [](const Lines &Of, Range R) {
    return ArrayRef(Of).slice(R.Begin, R.End - R.Begin);
  };
  for (const Change &C : Changes) {
    addLines(OS, ' ', All(Old, {At, C.Old.Begin}));
    addLines(OS, '-', All(Old, C.Old));
    addLines(OS, '+', All(New, C.New));
    At = C.Old.End;
  }
  addLines(OS, ' ', All(Old, {At, Last.Old.End + After}));
}

std::string stevedore::unifiedDiff(StringRef Old, StringRef New,
                                   StringRef OldName, StringRef NewName) {
  Lines OldLines = linesOf(Old), NewLines = linesOf(New);
  Comparison C(OldLines, NewLines);
  C.compare({0, OldLines.size()}, {0, NewLines.size()});
  if (C.Changes.empty())
    return "";
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "--- " << OldName << "\n+++ " << NewName << "\n";
  ArrayRef<Change> Rest = C.Changes;
  while (!Rest.empty()) {
    size_t Length = 1;
    while (Length < Rest.size() &&
           Rest[Length].Old.Begin - Rest[Length - 1].Old.End <= 2 * Context)
      ++Length;
    addHunk(OS, Rest.take_front(Length), OldLines, NewLines);
    Rest = Rest.drop_front(Length);
  }
  return Text;
}
