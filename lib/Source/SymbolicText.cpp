//===- SymbolicText.cpp - Text for programs that have none ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Source/SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

static TextPiece literal(std::string Text) {
  return {TextPiece::Literal, std::move(Text), 0};
}

/// "A[#0][#1]".
static TextTemplate elementOf(const Array &A) {
  TextTemplate Result = {literal(A.Name)};
  for (unsigned K = 0; K < A.Rank; ++K) {
    Result.push_back(literal("["));
    Result.push_back({TextPiece::Iterator, "", K});
    Result.push_back(literal("]"));
  }
  return Result;
}

/// "B[i] = S0(A[i - 1], A[i]);": what is written alone is assigned; of several
/// writes, addresses are arguments.
static TextTemplate bodyOf(const Statement &Stmt) {
  std::vector<unsigned> Written, Read;
  for (unsigned K = 0; K < Stmt.Accesses.size(); ++K) {
    const Access &A = Stmt.Accesses[K];
    if (A.MustWrites || A.MayWrites)
      Written.push_back(K);
    if (A.Reads)
      Read.push_back(K);
  }
  TextTemplate Result;
  auto add = [&](llvm::StringRef Before, unsigned Access) {
    if (!Before.empty())
      Result.push_back(literal(Before.str()));
    Result.push_back({TextPiece::AccessRef, "", Access});
  };
  bool IsAssigned = Written.size() == 1 && Stmt.Accesses[Written[0]].MustWrites;
  if (IsAssigned)
    add("", Written[0]);
  Result.push_back(literal((IsAssigned ? " = " : "") + Stmt.Name + "("));
  llvm::StringRef Before = "";
  if (!IsAssigned)
    for (unsigned K : Written) {
      add(Before.empty() ? "&" : ", &", K);
      Before = ", ";
    }
  for (unsigned K : Read) {
    add(Before, K);
    Before = ", ";
  }
  Result.push_back(literal(");"));
  return Result;
}

std::shared_ptr<const SourceText> stevedore::symbolicText(const Scop &S) {
  auto Result = std::make_shared<SourceText>();
  Result->ElementTypes = {"double"};
  for (const Array &A : S.Arrays)
    Result->Arrays[A.Name].Reference = elementOf(A);
  for (const Statement &Stmt : S.Statements)
    Result->Bodies[Stmt.Name] = bodyOf(Stmt);
  return Result;
}

/// The accesses to one element each of which \p A, of \p Stmt, consists.
static llvm::Expected<std::vector<Access>>
elementsOf(const Access &A, const Statement &Stmt, const Scop &S) {
  if (A.Relation.is_single_valued().is_true())
    return std::vector<Access>{A};
  std::vector<Access> Result;
  bool IsOneEach = true;
  A.Relation.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
    Result.push_back(A);
    Result.back().Relation = isl::map(Piece);
    IsOneEach &= Piece.is_single_valued().is_true();
    return isl::stat::ok();
  });
  if (IsOneEach)
    return Result;
  return llvm::createStringError(
      "'" + Stmt.Name + "' accesses several elements of '" +
      S.Arrays[A.Array].Name +
      "' by one map, for which loops have no form: give each element a map of "
      "its own");
}

llvm::Expected<Scop> stevedore::withOneElementEach(Scop S) {
  for (Statement &Stmt : S.Statements) {
    std::vector<Access> Accesses;
    for (const Access &A : Stmt.Accesses) {
      auto Elements = elementsOf(A, Stmt, S);
      if (!Elements)
        return Elements.takeError();
      llvm::append_range(Accesses, *Elements);
    }
    Stmt.Accesses = std::move(Accesses);
  }
  return S;
}
