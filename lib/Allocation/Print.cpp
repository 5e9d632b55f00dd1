//===- Print.cpp - Mappings as text ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Allocation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;

/// Names of subscripts: i, j, k, l, then i4, i5, ...
static std::string subscriptName(unsigned K) {
  return K < 4 ? std::string(1, "ijkl"[K]) : "i" + std::to_string(K);
}

/// "2i - j"
static std::string rowText(const std::vector<int64_t> &Row) {
  std::string Text;
  for (unsigned K = 0; K < Row.size(); ++K) {
    if (Row[K] == 0)
      continue;
    if (Text.empty())
      Text += Row[K] < 0 ? "-" : "";
    else
      Text += Row[K] < 0 ? " - " : " + ";
    if (std::abs(Row[K]) != 1)
      Text += std::to_string(std::abs(Row[K]));
    Text += subscriptName(K);
  }
  return Text.empty() ? "0" : Text;
}

/// "{ A[i, j] -> [Cell] }"
static std::string mappingOf(llvm::StringRef Array, unsigned Rank,
                             llvm::StringRef Cell) {
  std::string Text = ("{ " + Array + "[").str();
  for (unsigned K = 0; K < Rank; ++K)
    Text += (K ? ", " : "") + subscriptName(K);
  return (Text + "] -> [" + Cell + "] }").str();
}

/// \p Text as a factor of a product: in parentheses where it is a sum.
static std::string factor(const std::string &Text) {
  unsigned Depth = 0;
  for (unsigned I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')';
    if (Depth == 0 && (Text[I] == ' ' || (I == 0 && Text[I] == '-')))
      return "(" + Text + ")";
  }
  return Text;
}

/// "j - (T2 + 1)*i", for the rows that become one.
static std::string slantedText(const ModularMapping &M) {
  const SlantedForm &S = *M.Slanted;
  return rowText(M.Matrix[S.Inner]) + (S.Sign < 0 ? " - " : " + ") +
         factor(S.strideText()) + "*" + factor(rowText(M.Matrix[S.Outer]));
}

/// \p Form as text: "n + 1".
static std::string formText(const isl::aff &Form) {
  return Extent{{{Form}}, false, true}.text();
}

/// \p Row and the offset \p Offset: "i + N - 2".
static std::string withOffset(const std::string &Row, const isl::aff &Offset) {
  std::string Text = formText(Offset);
  if (Text == "0")
    return Row;
  if (Row == "0")
    return Text;
  bool IsNegative = Text[0] == '-';
  return Row + (IsNegative ? " - " : " + ") + Text.substr(IsNegative);
}

/// \p C times \p Factor as a sum with \p Offset.
static std::string scaledText(const std::vector<int64_t> &C, int64_t Factor,
                              const isl::aff &Offset) {
  std::vector<int64_t> Row(C);
  for (int64_t &Entry : Row)
    Entry *= Factor;
  return withOffset(rowText(Row), Offset);
}

/// "i*(i + 1)/2 + j", for the rows that become one.
static std::string packedText(const ModularMapping &M) {
  const PackedForm &P = *M.Packed;
  PackedForm::Series Before = P.cellsBefore();
  const std::vector<int64_t> &C = M.Matrix[P.Outer];
  std::vector<int64_t> X = M.Matrix[P.Inner];
  for (unsigned K = 0; K < X.size(); ++K)
    X[K] -= P.Slope * C[K];
  isl::aff Offset =
      Before.Offset.sub(P.First.scale(isl::val(P.First.ctx(), Before.Factor)));
  std::string Text = factor(scaledText(C, 1, P.First.neg())) + "*" +
                     factor(scaledText(C, Before.Factor, Offset));
  if (Before.Divisor != 1)
    Text += "/" + std::to_string(Before.Divisor);
  std::string Along = withOffset(rowText(X), P.offsetOfX().neg());
  return Text + (Along[0] == '-' ? " - " + Along.substr(1) : " + " + Along);
}

std::string ModularMapping::mappingText(llvm::StringRef Array,
                                        unsigned Rank) const {
  std::string Cell;
  for (unsigned R = 0; R < Matrix.size(); ++R) {
    if ((Slanted && R == Slanted->Outer && !Slanted->hasSteps()) ||
        (Packed && R == Packed->Outer))
      continue;
    bool IsSlanted = Slanted && R == Slanted->Inner,
         IsPacked = Packed && R == Packed->Inner;
    Cell += Cell.empty() ? "" : ", ";
    std::string Row = IsSlanted  ? slantedText(*this)
                      : IsPacked ? packedText(*this)
                                 : rowText(Matrix[R]);
    if (int64_t D = divisor(R); D != 1)
      Row = "floor(" + factor(Row) + "/" + std::to_string(D) + ")";
    Cell += Offsets.empty() ? Row : withOffset(Row, Offsets[R]);
  }
  return mappingOf(Array, Rank, Cell);
}

/// The part of a linear form from position \p K of its order on:
/// c_k . m + b_k (...).
static std::string nestedText(const ModularMapping &M, unsigned K) {
  unsigned R = M.Linear->Order[K];
  std::string Row = rowText(M.Matrix[R]), Modulus = M.Moduli[R].text();
  if (M.Linear->OfResidues)
    Row = factor(Row) + " mod " + factor(Modulus);
  if (K + 1 == M.Linear->Order.size())
    return Row;
  if (M.Linear->OfResidues)
    Row = "(" + Row + ")";
  std::string Rest = nestedText(M, K + 1);
  bool IsUnit = Rest.size() == 1;
  return Row + " + " + factor(Modulus) + "*" +
         (IsUnit ? Rest : "(" + Rest + ")");
}

std::string ModularMapping::linearText(llvm::StringRef Array,
                                       unsigned Rank) const {
  return mappingOf(Array, Rank, Matrix.empty() ? "0" : nestedText(*this, 0));
}

std::string ModularMapping::linearModulusText() const {
  std::string Text;
  for (unsigned R : Linear->Order)
    Text += (Text.empty() ? "" : "*") + factor(Moduli[R].text());
  return Text.empty() ? "1" : Text;
}

std::string SlantedForm::strideText() const {
  if (!hasSteps())
    return Stride.text();
  return "ceil(" + factor(Stride.text()) + "/" + factor(Step.text()) + ")";
}

std::string SlantedForm::modulusText() const {
  std::string Others = "(" + Count.text() + " - 1)";
  if (std::optional<int64_t> Known = Count.constant())
    Others = std::to_string(*Known - 1);
  return factor(strideText()) + (Others == "1" ? "" : "*" + Others) + " + " +
         Rest.text();
}

std::string PackedForm::cellsText() const {
  Series Before = cellsBefore();
  const isl::aff &Rows = Count.MaxOfMins.front().front();
  isl::aff Times =
      Rows.scale(isl::val(Rows.ctx(), Before.Factor)).add(Before.Offset);
  std::string Text = factor(formText(Rows)) + "*" + factor(formText(Times));
  if (Before.Divisor != 1)
    Text += "/" + std::to_string(Before.Divisor);
  return "max(1, " + Text + ")";
}

std::vector<std::string> ModularMapping::moduliTexts() const {
  std::vector<std::string> Result;
  for (unsigned R = 0; R < Moduli.size(); ++R) {
    if (Packed && R == Packed->Inner)
      Result.push_back(Packed->cellsText());
    else if (Packed && R == Packed->Outer)
      continue;
    else if (Slanted && R == Slanted->Inner)
      Result.push_back(Slanted->modulusText());
    else if (divisor(R) != 1)
      Result.push_back("ceil(" + factor(Moduli[R].text()) + "/" +
                       std::to_string(divisor(R)) + ")");
    else if (!Slanted || R != Slanted->Outer)
      Result.push_back(Moduli[R].text());
    else if (Slanted->hasSteps())
      Result.push_back(Slanted->Step.text());
  }
  return Result;
}

std::string ModularMapping::moduliText() const {
  std::string Text;
  for (const ModularMapping &Choice : choices()) {
    Text += Text.empty() ? "[" : " or [";
    Text += llvm::join(Choice.moduliTexts(), ", ") + "]";
    if (!Choice.Where.is_null())
      Text += " where " + Choice.whereText();
  }
  return Text;
}

std::vector<ModularMapping> ModularMapping::choices() const {
  std::vector<ModularMapping> Result = {*this};
  Result.front().Others.clear();
  for (const OtherModuli &Other : Others) {
    Result.push_back(Result.front());
    Result.back().Moduli = Other.Moduli;
    Result.back().Where = Other.Where;
  }
  return Result;
}

/// Prints
///   array A
///     mapping: { A[i, j] -> [i - j, j] }
///     moduli: [2*N - 1, 2]
///     linear: { A[i, j] -> [i - j + (2*N - 1)*j] } modulo (2*N - 1)*2
///     method: lattice
/// with the linear form where it was asked for.
void stevedore::print(llvm::raw_ostream &OS, const ConflictRelation &C,
                      const ModularMapping &M) {
  OS << "array " << C.Array << "\n  mapping: " << M.mappingText(C.Array, C.Rank)
     << "\n  moduli: " << M.moduliText() << "\n";
  if (M.Linear)
    OS << "  linear: " << M.linearText(C.Array, C.Rank) << " modulo "
       << M.linearModulusText() << "\n";
  OS << "  method: " << M.Method << "\n";
}
