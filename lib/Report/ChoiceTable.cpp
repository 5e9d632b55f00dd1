//===- ChoiceTable.cpp - Sizes that are best as a table -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace stevedore;
using namespace llvm;

using TableRow = std::vector<std::string>;

/// A number as text: whole, or "-" where there is none.
static std::string numberText(const json::Value *V) {
  if (!V)
    return "-";
  if (auto Whole = V->getAsInteger())
    return std::to_string(*Whole);
  auto Number = V->getAsNumber();
  return Number ? formatv("{0:F0}", *Number).str() : "-";
}

static const char *const Columns[] = {"localBytes", "bytes", "transfers",
                                      "cycles"};

/// The names of the sizes of \p Choice, T2 before T10.
static std::vector<std::string> sizesOf(const json::Object &Choice) {
  std::vector<std::string> Result;
  if (const json::Object *Tiles = Choice.getObject("tiles"))
    for (const auto &Size : *Tiles)
      Result.push_back(std::string(Size.first.str()));
  llvm::sort(Result, [](const std::string &A, const std::string &B) {
    return std::make_pair(A.size(), A) < std::make_pair(B.size(), B);
  });
  return Result;
}

/// One choice, marked where it is the best, and where its bytes are estimated.
static TableRow rowOf(const json::Object &Choice, bool IsBest) {
  TableRow Result = {IsBest ? "*" : ""};
  Result.front() += Choice.get("estimated") ? "~" : "";
  for (const std::string &Size : sizesOf(Choice))
    Result.push_back(numberText(Choice.getObject("tiles")->get(Size)));
  for (const char *Column : Columns)
    Result.push_back(numberText(Choice.get(Column)));
  return Result;
}

/// \p Rows with their columns aligned to the right.
static std::string aligned(ArrayRef<TableRow> Rows) {
  std::vector<size_t> Widths(Rows.front().size(), 0);
  for (const TableRow &R : Rows)
    for (size_t K = 0; K < R.size(); ++K)
      Widths[K] = std::max(Widths[K], R[K].size());
  std::string Text;
  for (const TableRow &R : Rows) {
    for (size_t K = 0; K < R.size(); ++K)
      Text += std::string(Widths[K] - R[K].size() + (K ? 2 : 0), ' ') + R[K];
    Text += "\n";
  }
  return Text;
}

std::string stevedore::choiceTable(const json::Object &Region) {
  const json::Object *Best = Region.getObject("best");
  const json::Array *Front = Region.getArray("pareto");
  if (!Best || !Front)
    return "";
  TableRow Head = {""};
  llvm::append_range(Head, sizesOf(*Best));
  Head.insert(Head.end(), std::begin(Columns), std::end(Columns));
  std::vector<TableRow> Rows = {Head, rowOf(*Best, true)};
  for (const json::Value &Choice : *Front)
    if (const json::Object *O = Choice.getAsObject())
      Rows.push_back(rowOf(*O, false));
  return Region.getString("function").value_or("").str() + ": at least " +
         numberText(Region.get("bound")) + " elements must move\n" +
         aligned(Rows);
}
