//===- Forward.cpp - Forward substitution ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forward.h"
#include "Dataflow.h"
#include "Rows.h"
#include "Steps.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace stevedore;
using namespace llvm;

/// The values of \p M, a function on \p Domain, as rows over (dimensions of the
/// domain, parameters, 1); none where they are not affine.
static std::optional<CoefficientMatrix> rowsOf(const Scop &S, const isl::map &M,
                                               const isl::set &Domain) {
  isl::pw_multi_aff Value = isl::manage(
      isl_pw_multi_aff_from_map(M.intersect_domain(Domain).release()));
  Value = Value.gist(Domain);
  CoefficientMatrix Result;
  for (unsigned D = 0;
       D < countOf(isl_pw_multi_aff_dim(Value.get(), isl_dim_out)); ++D) {
    std::optional<Coefficients> Row =
        rowOf(S, isl::manage(isl_pw_multi_aff_get_pw_aff(Value.get(), int(D))));
    if (!Row)
      return std::nullopt;
    Result.push_back(std::move(*Row));
  }
  return Result;
}

AccessFunction stevedore::functionOf(const Scop &S, const Access &A,
                                     const RepresentedStatement &P,
                                     const isl::set &Domain) {
  AccessFunction Result;
  Result.Array = A.Array;
  Result.Reads = A.Reads;
  Result.Writes = A.MustWrites || A.MayWrites;
  Result.Relation = A.Relation;
  if (!A.Chosen.empty() || !A.Relation.is_single_valued().is_true())
    return Result;
  std::optional<CoefficientMatrix> Rows = rowsOf(S, A.Relation, Domain);
  if (!Rows)
    return Result;
  unsigned Width = P.depth() + P.NumLocals, Rest = S.Parameters.size() + 1;
  Result.F = CoefficientMatrix(Rows->size(), Coefficients(Width + Rest));
  for (auto [To, From] : zip(*Result.F, *Rows)) {
    for (auto [D, I] : enumerate(P.Iterators))
      To[I] = From[D];
    std::copy_n(From.end() - Rest, Rest, To.end() - Rest);
  }
  return Result;
}

namespace {

/// A statement that gets values in place of what it reads.
class Forwarding {
public:
  Forwarding(const Scop &S, unsigned Reader, unsigned A)
      : S(S), Reader(S.Statements[Reader]), Array(A), New(this->Reader),
        Domain(this->Reader.Domain.intersect_params(S.Context)) {}
  Expected<Statement> run();

private:
  /// The instance of a statement that has written what an instance reads.
  struct Source {
    const Statement *Writer;
    /// { T[j] -> S[i] }
    isl::map Instance;
    CoefficientMatrix Iterators;
  };

  const Scop &S;
  const Statement &Reader;
  unsigned Array;
  Statement New;
  /// { T[j] }
  isl::set Domain;
  std::vector<ForwardedValue> Values;

  Expected<unsigned> valueOf(const isl::map &Read);
  Expected<Source> sourceOf(const isl::map &Read) const;
  Error checkOperand(const Source &From, const Access &Operand) const;
  Expected<std::vector<TextHole>> addOperands(const Source &From);
  void addValues(const Source &From, ArrayRef<TextHole> Accesses);
  Error replaceReads();
  void dropReads(ArrayRef<std::optional<unsigned>> ValueOfRead);
};

} // namespace

static bool mayBeWritten(const Scop &S, unsigned Array) {
  return any_of(S.Statements, [&](const Statement &Stmt) {
    return any_of(Stmt.Accesses, [&](const Access &A) {
      return A.Array == Array && A.MayWrites;
    });
  });
}

static std::vector<TextHole> holesOf(const Statement &Stmt) {
  std::vector<TextHole> Result = Stmt.Holes;
  for (unsigned K = 0; Stmt.Values.empty() && K < Stmt.Accesses.size(); ++K)
    Result.push_back({false, K});
  return Result;
}

/// The row \p Outer over (the values \p Inner, parameters, 1), in terms of what
/// these are made of.
static Coefficients composed(const Coefficients &Outer,
                             const CoefficientMatrix &Inner,
                             unsigned NumParameters, unsigned Depth) {
  Coefficients Result(Depth + NumParameters + 1);
  std::copy_n(Outer.end() - NumParameters - 1, NumParameters + 1,
              Result.end() - NumParameters - 1);
  for (auto [K, Row] : enumerate(Inner))
    for (unsigned C = 0; C < Row.size(); ++C)
      Result[C] += Outer[K] * Row[C];
  return Result;
}

/// Who has written what \p Read, { T[j] -> A[m] }, reads: instances of one
/// statement.
Expected<Forwarding::Source> Forwarding::sourceOf(const isl::map &Read) const {
  const std::string &Name = S.Arrays[Array].Name;
  if (mayBeWritten(S, Array))
    return unmet("no statement may write '" + Name + "' only perhaps");
  auto Found = sourcesOf(S, S.Order, Read.intersect_domain(Domain), {Array});
  if (!Found)
    return Found.takeError();
  std::vector<isl::map> Writers;
  Found->Writers.foreach_map([&](isl::map M) -> isl::stat {
    Writers.push_back(M);
    return isl::stat::ok();
  });
  bool IsOne = Writers.size() == 1 && Found->Initial.is_empty().is_true();
  Expected<bool> IsAlways = checked(
      S.ctx(),
      IsOne ? Domain.is_subset(Writers.front().domain()) : isl::boolean(false),
      "who writes what a statement reads");
  if (!IsAlways)
    return IsAlways.takeError();
  if (!*IsAlways)
    return unmet("each iteration of " + nameWithLine(Reader.Name, Reader.Line) +
                 " has to read elements of '" + Name +
                 "' that one statement has written");
  Source Result = {S.findStatement(isl_map_get_tuple_name(Writers.front().get(),
                                                          isl_dim_out)),
                   Writers.front(),
                   {}};
  const Statement &W = *Result.Writer;
  if (!W.Assigns || count_if(W.Accesses, [](const Access &A) {
                      return A.MustWrites || A.MayWrites;
                    }) != 1)
    return unmet(nameWithLine(W.Name, W.Line) + " has to assign '" + Name +
                 "' the value of an expression, and nothing else");
  std::optional<CoefficientMatrix> Rows = rowsOf(S, Result.Instance, Domain);
  if (!Rows || !Result.Instance.is_single_valued().is_true())
    return unmet("the iteration of " + nameWithLine(W.Name, W.Line) +
                 " whose value " + nameWithLine(Reader.Name, Reader.Line) +
                 " reads has to be an affine function of the reader's");
  Result.Iterators = std::move(*Rows);
  return Result;
}

/// \p Operand of the writer has the same value where the reader is executed:
/// its last write before both is the same one.
Error Forwarding::checkOperand(const Source &From,
                               const Access &Operand) const {
  const Statement &W = *From.Writer;
  const std::string &Name = S.Arrays[Operand.Array].Name;
  if (!Operand.Chosen.empty() || !Operand.Relation.is_single_valued().is_true())
    return unmet("what " + nameWithLine(W.Name, W.Line) + " reads of '" + Name +
                 "' has to be one element with affine subscripts");
  if (mayBeWritten(S, Operand.Array))
    return unmet("no statement may write '" + Name + "' only perhaps");
  isl::map Here = Operand.Relation.intersect_domain(W.Domain);
  auto Before = sourcesOf(S, S.Order, Here, {Operand.Array});
  auto After =
      sourcesOf(S, S.Order, From.Instance.apply_range(Here), {Operand.Array});
  if (!Before || !After)
    return joinErrors(Before.takeError(), After.takeError());
  isl::union_map Of(From.Instance);
  for (auto [A, B] : {std::pair(&Before->Writers, &After->Writers),
                      std::pair(&Before->Initial, &After->Initial)}) {
    Expected<bool> Same = checked(S.ctx(), Of.apply_range(*A).is_equal(*B),
                                  "whether somebody overwrites an operand");
    if (!Same)
      return Same.takeError();
    if (!*Same)
      return unmet("'" + Name + "', which " + nameWithLine(W.Name, W.Line) +
                   " reads, is overwritten before " +
                   nameWithLine(Reader.Name, Reader.Line) + " would read it");
  }
  return Error::success();
}

/// Adds what the writer reads to the accesses: where its accesses are then.
Expected<std::vector<TextHole>> Forwarding::addOperands(const Source &From) {
  std::vector<TextHole> Result;
  for (const Access &Operand : From.Writer->Accesses) {
    Result.push_back(
        {false, Operand.Reads ? unsigned(New.Accesses.size()) : 0});
    if (!Operand.Reads)
      continue;
    if (Error E = checkOperand(From, Operand))
      return std::move(E);
    Access Here = Operand;
    Here.Relation = coalesced(From.Instance.apply_range(
        Operand.Relation.intersect_domain(From.Writer->Domain)));
    New.Accesses.push_back(std::move(Here));
  }
  return Result;
}

/// Adds the values that the writer computes first, and its own, where its
/// accesses number k are \p Accesses [k].
void Forwarding::addValues(const Source &From, ArrayRef<TextHole> Accesses) {
  unsigned First = Values.size(), Depth = countOf(Domain.tuple_dim());
  std::vector<ForwardedValue> All = From.Writer->Values;
  CoefficientMatrix Same;
  for (unsigned K = 0; K < From.Iterators.size(); ++K) {
    Same.emplace_back(From.Iterators.size() + S.Parameters.size() + 1);
    Same.back()[K] = 1;
  }
  All.push_back({From.Writer->Name, Array, Same, holesOf(*From.Writer)});
  for (ForwardedValue &V : All) {
    for (Coefficients &Row : V.Iterators)
      Row = composed(Row, From.Iterators, S.Parameters.size(), Depth);
    for (TextHole &H : V.Holes)
      H = H.IsValue ? TextHole{true, First + H.Number} : Accesses[H.Number];
    Values.push_back(std::move(V));
  }
}

/// The number of the value that \p Read, { T[j] -> A[m] }, reads.
Expected<unsigned> Forwarding::valueOf(const isl::map &Read) {
  Expected<Source> From = sourceOf(Read);
  if (!From)
    return From.takeError();
  auto Accesses = addOperands(*From);
  if (!Accesses)
    return Accesses.takeError();
  addValues(*From, *Accesses);
  return unsigned(Values.size()) - 1;
}

/// Takes away the reads for which there are values, which come before those
/// that the statement has.
void Forwarding::dropReads(ArrayRef<std::optional<unsigned>> ValueOfRead) {
  std::vector<TextHole> Now;
  std::vector<Access> Kept;
  for (auto [K, A] : enumerate(New.Accesses)) {
    bool IsValue = K < ValueOfRead.size() && ValueOfRead[K];
    Now.push_back({IsValue, IsValue ? *ValueOfRead[K] : unsigned(Kept.size())});
    if (!IsValue)
      Kept.push_back(A);
  }
  unsigned First = Values.size();
  auto Move = [&](std::vector<TextHole> &Holes, unsigned Offset) {
    for (TextHole &H : Holes)
      H = H.IsValue ? TextHole{true, H.Number + Offset} : Now[H.Number];
  };
  for (ForwardedValue &V : Values)
    Move(V.Holes, 0);
  New.Holes = holesOf(Reader);
  Move(New.Holes, First);
  for (ForwardedValue V : Reader.Values) {
    Move(V.Holes, First);
    Values.push_back(std::move(V));
  }
  New.Accesses = std::move(Kept);
  New.Values = std::move(Values);
}

Error Forwarding::replaceReads() {
  std::vector<std::optional<unsigned>> ValueOfRead(Reader.Accesses.size());
  for (auto [K, A] : enumerate(Reader.Accesses)) {
    if (A.Array != Array || !A.Reads)
      continue;
    bool IsPlain = !A.MustWrites && !A.MayWrites && A.Chosen.empty() &&
                   A.Relation.is_single_valued().is_true();
    if (!IsPlain)
      return unmet(nameWithLine(Reader.Name, Reader.Line) + " has to read '" +
                   S.Arrays[Array].Name +
                   "' only, one element by each reference to it");
    for (unsigned Other = 0; Other < K && !ValueOfRead[K]; ++Other)
      if (ValueOfRead[Other] &&
          Reader.Accesses[Other].Relation.is_equal(A.Relation).is_true())
        ValueOfRead[K] = ValueOfRead[Other];
    if (ValueOfRead[K])
      continue;
    if (Error E = valueOf(A.Relation).moveInto(ValueOfRead[K]))
      return E;
  }
  if (Values.empty())
    return unmet(nameWithLine(Reader.Name, Reader.Line) + " has to read '" +
                 S.Arrays[Array].Name + "'");
  dropReads(ValueOfRead);
  return Error::success();
}

Expected<Statement> Forwarding::run() {
  if (Error E = replaceReads())
    return std::move(E);
  return std::move(New);
}

Expected<Scop> stevedore::forwardValues(const Scop &S, unsigned Reader,
                                        unsigned A) {
  Expected<Statement> New = Forwarding(S, Reader, A).run();
  if (!New)
    return New.takeError();
  Scop Result = S;
  Result.Statements[Reader] = std::move(*New);
  return Result;
}
