//===- StatisticsText.cpp - Numbers as text -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// A number with its names in the table, in CSV and, in two parts, in JSON.
struct Column {
  const char *Group;
  const char *Head;
  const char *Name;
  const char *Object;
  const char *Member;
  unsigned Statistics::*Number;
};

constexpr Column Columns[] = {
    {"Regions", "all", "regions", "regions", "all", &Statistics::Regions},
    {"", "parametric", "parametricRegions", "regions", "parametric",
     &Statistics::ParametricRegions},
    {"Statements", "all", "statements", "statements", "all",
     &Statistics::Statements},
    {"", "in regions", "statementsInRegions", "statements", "inRegions",
     &Statistics::StatementsInRegions},
    {"References", "all", "references", "references", "all",
     &Statistics::References},
    {"", "affine", "affineReferences", "references", "affine",
     &Statistics::AffineReferences},
    {"Loops", "all", "loops", "loops", "all", &Statistics::Loops},
    {"", "in regions", "loopsInRegions", "loops", "inRegions",
     &Statistics::LoopsInRegions},
    {"Depth", "all", "depth", "depth", "all", &Statistics::Depth},
    {"", "in regions", "depthInRegions", "depth", "inRegions",
     &Statistics::DepthInRegions},
};

} // namespace

/// Columns of numbers are as wide as their heads.
static size_t widthOf(const Column &Item) {
  return std::max<size_t>(
      {StringRef(Item.Head).size(), StringRef(Item.Group).size(), 6});
}

/// The share of references that are affine, rounded down: only all of them are
/// 100%.
static std::string affineShare(const Statistics &S) {
  if (S.References == 0)
    return "-";
  return utostr(uint64_t(S.AffineReferences) * 100 / S.References) + "%";
}

static bool isAffineColumn(const Column &Item) {
  return Item.Number == &Statistics::AffineReferences;
}

static void addLine(raw_ostream &OS, const std::string &Name, size_t Width,
                    const Statistics &S) {
  OS << left_justify(Name, Width);
  for (const Column &Item : Columns) {
    OS << "  " << right_justify(utostr(S.*Item.Number), widthOf(Item));
    if (isAffineColumn(Item))
      OS << " " << right_justify(affineShare(S), 4);
  }
  OS << "\n";
}

/// One of two lines of heads; a group has two columns.
static void addHeads(raw_ostream &OS, size_t Width, const char *Column::*Head) {
  std::string Line;
  raw_string_ostream LineOS(Line);
  LineOS.indent(Width);
  for (const Column &Item : Columns) {
    LineOS << "  " << right_justify(Item.*Head, widthOf(Item));
    if (isAffineColumn(Item))
      LineOS << "     ";
  }
  OS << StringRef(Line).rtrim() << "\n";
}

std::string stevedore::statisticsTable(ArrayRef<FileStatistics> Files) {
  std::string Text;
  raw_string_ostream OS(Text);
  size_t Width = StringRef("total").size();
  for (const FileStatistics &F : Files)
    if (F.Error.empty())
      Width = std::max(Width, F.File.size());
  Statistics All = total(Files);
  addHeads(OS, Width, &Column::Group);
  addHeads(OS, Width, &Column::Head);
  for (const FileStatistics &F : Files)
    if (F.Error.empty())
      addLine(OS, F.File, Width, F.Numbers);
  addLine(OS, "total", Width, All);
  if (!All.Refused.empty())
    OS << "\nRefusals by reason\n";
  for (const auto &[Reason, R] : All.Refused)
    OS << right_justify(utostr(R.Count), 8) << "  " << Reason << ": "
       << R.Example << "\n";
  size_t NumFailed =
      count_if(Files, [](const FileStatistics &F) { return !F.Error.empty(); });
  if (NumFailed > 0)
    OS << "\nFiles that do not compile: " << NumFailed << " of " << Files.size()
       << "\n";
  for (const FileStatistics &F : Files)
    if (!F.Error.empty())
      OS << "  " << F.File << ": " << F.Error << "\n";
  return Text;
}

static json::Object numbersOf(const Statistics &S) {
  json::Object Result;
  for (const Column &Item : Columns) {
    json::Value &Group =
        Result.try_emplace(Item.Object, json::Object()).first->second;
    Group.getAsObject()->try_emplace(Item.Member, S.*Item.Number);
  }
  Result["regionsOfDepth"] = json::Array(S.RegionsOfDepth);
  json::Array Refusals;
  for (const auto &[Reason, R] : S.Refused)
    Refusals.push_back(json::Object{
        {"reason", Reason}, {"count", R.Count}, {"example", R.Example}});
  Result["refusals"] = std::move(Refusals);
  return Result;
}

json::Object stevedore::statisticsReport(ArrayRef<FileStatistics> Files) {
  json::Array Rows;
  unsigned NumFailed = 0;
  for (const FileStatistics &F : Files) {
    bool IsCounted = F.Error.empty();
    json::Object Row =
        IsCounted ? numbersOf(F.Numbers) : json::Object{{"error", F.Error}};
    Row["file"] = F.File;
    NumFailed += !IsCounted;
    Rows.push_back(std::move(Row));
  }
  json::Object All = numbersOf(total(Files));
  All["files"] = Files.size();
  All["failed"] = NumFailed;
  return json::Object{
      {"version", 1}, {"files", std::move(Rows)}, {"total", std::move(All)}};
}

/// \p Text as a field of CSV (RFC 4180).
static std::string field(StringRef Text) {
  if (Text.find_first_of(",\"\r\n") == StringRef::npos)
    return Text.str();
  std::string Result = "\"";
  for (char C : Text)
    Result += C == '"' ? std::string("\"\"") : std::string(1, C);
  return Result + "\"";
}

std::string stevedore::statisticsRows(ArrayRef<FileStatistics> Files) {
  std::string Text;
  raw_string_ostream OS(Text);
  Statistics All = total(Files);
  OS << "file,error";
  for (const Column &Item : Columns)
    OS << "," << Item.Name;
  for (const auto &[Reason, R] : All.Refused)
    OS << ",refused:" << Reason;
  OS << "\n";
  for (const FileStatistics &F : Files) {
    bool IsCounted = F.Error.empty();
    OS << field(F.File) << "," << field(F.Error);
    for (const Column &Item : Columns)
      OS << "," << (IsCounted ? utostr(F.Numbers.*Item.Number) : "");
    for (const auto &[Reason, Sum] : All.Refused) {
      auto Own = F.Numbers.Refused.find(Reason);
      unsigned Count = Own == F.Numbers.Refused.end() ? 0 : Own->second.Count;
      OS << "," << (IsCounted ? utostr(Count) : "");
    }
    OS << "\n";
  }
  return Text;
}
