//===- SourceText.cpp - A program's C text --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Source/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;

/// The value of \p Key in \p Map; an empty one if it is not there.
template <typename T>
static const T &find(const std::map<std::string, T> &Map,
                     const std::string &Key) {
  static const T Empty;
  auto It = Map.find(Key);
  return It == Map.end() ? Empty : It->second;
}

const TextTemplate &SourceText::body(const std::string &Statement) const {
  return find(Bodies, Statement);
}

const ArrayText &SourceText::array(const Array &A) const {
  return find(Arrays, A.Name);
}

std::string SourceText::elementType(const Array &A) const {
  return A.ElementType < ElementTypes.size() ? ElementTypes[A.ElementType] : "";
}

std::string SourceText::parameter(const Parameter &P) const {
  auto It = Parameters.find(P.Name);
  return It == Parameters.end() ? P.Name : It->second;
}

std::string SourceText::directive(const ParallelLoop &P, bool WithLanes) const {
  std::string Text;
  auto Add = [&](const char *Word) {
    Text += (Text.empty() ? "" : " ") + std::string(Word);
  };
  if (P.StartsThreads)
    Add("parallel");
  if (P.SharesOut)
    Add("for");
  if (P.UsesLanes && WithLanes)
    Add("simd");
  if (P.Number >= Directives.size())
    return Text;
  const DirectiveText &D = Directives[P.Number];
  return Text + D.Clauses + (WithLanes ? D.LaneClauses : "");
}

std::vector<std::string> SourceText::directives(const Scop &S) const {
  std::vector<std::string> Result;
  for (const ParallelLoop &P : S.ParallelLoops)
    Result.push_back(directive(P, true));
  return Result;
}

unsigned SourceText::addElementType(const std::string &Name) {
  auto It = llvm::find(ElementTypes, Name);
  if (It == ElementTypes.end())
    It = ElementTypes.insert(It, Name);
  return It - ElementTypes.begin();
}

void stevedore::forEachPiece(
    const TextTemplate &T, llvm::function_ref<void(const TextPiece &)> Visit) {
  for (const TextPiece &P : T) {
    Visit(P);
    for (const TextTemplate &Subscript : P.Subscripts)
      forEachPiece(Subscript, Visit);
  }
}

bool stevedore::isWholeSubscript(const TextTemplate &T, const TextPiece *P) {
  bool HasBoth = P != &T.front() && P != &T.back();
  return HasBoth && P->Text.empty() && P[-1].K == TextPiece::Literal &&
         P[1].K == TextPiece::Literal &&
         llvm::StringRef(P[-1].Text).ends_with("[") &&
         llvm::StringRef(P[1].Text).starts_with("]");
}

void stevedore::forEachIdentifier(
    llvm::StringRef Text, llvm::function_ref<void(llvm::StringRef)> Visit) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; };
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(IsPart);
    if (!Word.empty() && !llvm::isDigit(Word.front()))
      Visit(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
}

llvm::StringSet<> stevedore::mentionedNames(const Scop &S,
                                            const SourceText &Source) {
  llvm::StringSet<> Result;
  auto Add = [&](llvm::StringRef Text) {
    forEachIdentifier(Text, [&](llvm::StringRef Name) { Result.insert(Name); });
  };
  auto AddAll = [&](const TextTemplate &Pieces) {
    forEachPiece(Pieces, [&](const TextPiece &P) { Add(P.Text); });
  };
  for (const Statement &Stmt : S.Statements) {
    AddAll(Source.body(Stmt.Name));
    Add(Stmt.Name);
  }
  for (const Array &A : S.Arrays) {
    const ArrayText &Text = Source.array(A);
    AddAll(Text.Reference);
    for (const std::string &Part : {A.Name, Text.Declaration, Text.Variable,
                                    Text.Memory, Source.elementType(A)})
      Add(Part);
    for (const std::string &Size : Text.Sizes)
      Add(Size);
  }
  for (const Parameter &P : S.Parameters)
    Add(Source.parameter(P));
  for (const std::string &Directive : Source.directives(S))
    Add(Directive);
  for (const LoopHint &Hint : Source.Hints)
    Add(Hint.Text);
  Add(Source.RuntimeCondition);
  return Result;
}

namespace {

/// Names that mean nothing yet in a region.
class NewNames {
public:
  NewNames(const Scop &S, const SourceText &Source)
      : Taken(mentionedNames(S, Source)), InUse(Source.InUse) {}

  /// \p Base, with a number behind it where that means something.
  std::string like(const std::string &Base) {
    std::string Name = Base;
    for (unsigned I = 2; !isFree(Name); ++I)
      Name = Base + "_" + std::to_string(I);
    Taken.insert(Name);
    return Name;
  }

private:
  llvm::StringSet<> Taken;
  const NamesInUse &InUse;

  bool isFree(const std::string &Name) const {
    return !Taken.contains(Name) && !InUse.Original.contains(Name) &&
           !(InUse.Macros && InUse.Macros->contains(Name));
  }
};

} // namespace

/// The text of an array of \p Rank dimensions that a transformation made.
static ArrayText textOfMade(const Array &A, NewNames &Names) {
  ArrayText Text;
  Text.Memory = Names.like(identifier(A.Name) + "_memory");
  auto Add = [&](TextPiece::Kind K, const std::string &Literal,
                 unsigned Index) {
    Text.Reference.push_back({K, Literal, Index});
  };
  Add(TextPiece::Literal, Text.Memory + "[" + std::string(A.Rank ? "" : "0"),
      0);
  for (unsigned D = 0; D < A.Rank; ++D) {
    Text.Sizes.push_back(
        Names.like(identifier(A.Name) + "_size" + std::to_string(D + 1)));
    if (D + 2 < A.Rank)
      Text.Reference.front().Text += "(";
  }
  for (unsigned D = 0; D < A.Rank; ++D) {
    if (D)
      Add(TextPiece::Literal,
          std::string(D > 1 ? ")" : "") + " * " + Text.Sizes[D] + " + ", 0);
    Add(TextPiece::Iterator, "", D);
  }
  Add(TextPiece::Literal, "]", 0);
  return Text;
}

void stevedore::appendForm(TextTemplate &Out, const std::string &Type,
                           llvm::ArrayRef<int64_t> Row,
                           llvm::ArrayRef<std::string> Parameters) {
  unsigned Depth = Row.size() - 1 - Parameters.size();
  unsigned One = llvm::find(Row, 1) - Row.begin();
  bool IsAlone = size_t(llvm::count(Row, 0)) + 1 == Row.size();
  if (One < Depth && IsAlone)
    return Out.push_back({TextPiece::Iterator, Type, One});
  auto add = [&](std::string Text) {
    Out.push_back({TextPiece::Literal, std::move(Text), 0});
  };
  add(Type.empty() ? "(" : "(" + Type + ")(");
  bool IsFirst = true;
  auto addFactor = [&](int64_t Of) {
    add(IsFirst ? (Of < 0 ? "-" : "") : Of < 0 ? " - " : " + ");
    IsFirst = false;
    return std::to_string(Of < 0 ? -uint64_t(Of) : uint64_t(Of));
  };
  for (unsigned C = 0; C + 1 < Row.size(); ++C) {
    if (Row[C] == 0)
      continue;
    if (std::string Factor = addFactor(Row[C]); Factor != "1")
      add(Factor + " * ");
    if (C < Depth)
      Out.push_back({TextPiece::Iterator, "long", C});
    else
      add("(long)(" + Parameters[C - Depth] + ")");
  }
  if (IsFirst || Row.back() != 0)
    add(addFactor(Row.back()));
  add(")");
}

namespace {

/// The text of a statement that computes values which were forwarded to it:
///
///   {
///     double A_value = B[i - 1] * 2;
///     C[i] = A_value + 1;
///   }
///
/// Each is rounded by itself, as where it was stored.
class ForwardedText {
public:
  ForwardedText(const Scop &S, const SourceText &Source, const Statement &Stmt,
                NewNames &Names)
      : S(S), Source(Source), Stmt(Stmt) {
    for (const ForwardedValue &V : Stmt.Values)
      Variables.push_back(
          Names.like(identifier(S.Arrays[V.Array].Name) + "_value"));
    for (const Parameter &P : S.Parameters)
      Parameters.push_back(Source.parameter(P));
  }
  TextTemplate whole();

private:
  const Scop &S;
  const SourceText &Source;
  const Statement &Stmt;
  std::vector<std::string> Variables, Parameters;
  TextTemplate Out;

  void add(std::string Text) {
    Out.push_back({TextPiece::Literal, std::move(Text), 0});
  }
  void add(const TextTemplate &T, llvm::ArrayRef<TextHole> Holes,
           const ForwardedValue *V);
};

} // namespace

/// Adds \p T, the text of the statement itself or of \p V.
void ForwardedText::add(const TextTemplate &T, llvm::ArrayRef<TextHole> Holes,
                        const ForwardedValue *V) {
  for (const TextPiece &P : T) {
    if (P.K == TextPiece::Iterator && V) {
      appendForm(Out, P.Text, V->Iterators[P.Index], Parameters);
      continue;
    }
    if (P.K != TextPiece::AccessRef) {
      Out.push_back(P);
      continue;
    }
    const TextHole &H = Holes[P.Index];
    if (H.IsValue) {
      add(Variables[H.Number]);
      continue;
    }
    TextPiece New = {TextPiece::AccessRef, "", H.Number};
    for (const TextTemplate &Subscript : P.Subscripts) {
      TextTemplate Before = std::exchange(Out, {});
      add(Subscript, Holes, V);
      New.Subscripts.push_back(std::exchange(Out, std::move(Before)));
    }
    Out.push_back(std::move(New));
  }
}

TextTemplate ForwardedText::whole() {
  add("{");
  for (auto [Variable, V] : llvm::zip(Variables, Stmt.Values)) {
    TextTemplate Assignment = Source.body(V.Writer);
    Assignment.erase(Assignment.begin());
    add("\n  " + Source.elementType(S.Arrays[V.Array]) + " " + Variable);
    add(Assignment, V.Holes, &V);
  }
  add("\n  ");
  add(Source.body(Stmt.Name), Stmt.Holes, nullptr);
  add("\n}");
  return std::move(Out);
}

std::shared_ptr<const SourceText>
stevedore::withAdditions(std::shared_ptr<const SourceText> Source,
                         const Scop &S) {
  bool Any = llvm::any_of(S.Arrays, [](const Array &A) { return A.Made; }) ||
             llvm::any_of(S.Statements, [](const Statement &Stmt) {
               return Stmt.Copies || !Stmt.Values.empty();
             });
  if (!Any)
    return Source;
  auto Result = std::make_shared<SourceText>(*Source);
  NewNames Names(S, *Source);
  for (const Array &A : S.Arrays)
    if (A.Made)
      Result->Arrays[A.Name] = textOfMade(A, Names);
  for (const Statement &Stmt : S.Statements) {
    if (!Stmt.Values.empty())
      Result->Bodies[Stmt.Name] =
          ForwardedText(S, *Source, Stmt, Names).whole();
    if (Stmt.Copies)
      Result->Bodies[Stmt.Name] = {{TextPiece::AccessRef, "", 0},
                                   {TextPiece::Literal, " = ", 0},
                                   {TextPiece::AccessRef, "", 1},
                                   {TextPiece::Literal, ";", 0}};
  }
  return Result;
}

std::string stevedore::identifier(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!llvm::isAlnum(C) && C != '_')
      C = '_';
  return Result;
}
