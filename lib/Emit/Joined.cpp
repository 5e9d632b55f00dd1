//===- Joined.cpp - Several nodes in few lines ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"

namespace stevedore {

using namespace looptree;

/// Prints the constants that \p B defines from number \p I on, as many as fit
/// into a line. Returns the number behind them.
size_t CPrinter::definitions(const Block &B, size_t I) {
  const auto *First = llvm::cast<LetNode>(B[I].get());
  std::string Text = definition(*First);
  for (++I; I < B.size(); ++I) {
    const auto *L = llvm::dyn_cast<LetNode>(B[I].get());
    if (!L || L->IsMutable || L->Type != First->Type || First->IsMutable)
      break;
    std::string More = ", " + variable(L->Name) + " = " + text(L->Value);
    if (W.column() + Text.size() + More.size() >= Writer::PageWidth)
      break;
    Text += More;
  }
  W.line(Text + ";");
  return I;
}

/// The same for buffers of one type in one memory; an asterisk of the type
/// would be that of the first one alone.
size_t CPrinter::aliases(const Block &B, size_t I) {
  std::string Type, Memory, Text;
  for (; I < B.size(); ++I) {
    const auto *A = llvm::dyn_cast<AliasNode>(B[I].get());
    if (!A)
      break;
    std::string More = "*const " + A->Home.Name + " = " + A->Memory;
    if (!Text.empty() &&
        (typeOf(A->Home.Array) != Type || A->Memory != Memory ||
         Type.find('*') != std::string::npos ||
         W.column() + Text.size() + More.size() >= Writer::PageWidth))
      break;
    Buffers[A->Home.Name] = A->Home;
    Type = typeOf(A->Home.Array);
    Memory = A->Memory;
    Text += Text.empty() ? Type + " " + More : ", " + More;
  }
  W.line(Text + ";");
  return I;
}

/// The same for held elements; an asterisk of the type would be that of the
/// first one alone. What is stored comes back behind the body. None is
/// constant: a statement may take the address of what it only reads.
void CPrinter::hold(const HoldNode &H) {
  std::string Head, Text;
  for (const HeldElement &E : H.Held) {
    std::string Type = typeOf(E.Of.Array) + " ";
    std::string More = E.Name + " = " + element(E.Of);
    bool IsMore =
        Type == Head && Type.find('*') == std::string::npos &&
        W.column() + Text.size() + More.size() + 2 < Writer::PageWidth;
    if (!IsMore && !Text.empty())
      W.line(Text + ";");
    Text = IsMore ? Text + ", " + More : Type + More;
    Head = Type;
  }
  W.line(Text + ";");
  block(H.Body);
  for (const HeldElement &E : H.Held)
    if (E.IsStored)
      W.line(element(E.Of) + " = " + E.Name + ";");
}

/// The same for ranges of addresses, which are null where nothing is accessed.
size_t CPrinter::ranges(const Block &B, size_t I) {
  std::string Text;
  for (; I < B.size(); ++I) {
    const auto *R = llvm::dyn_cast<RangeNode>(B[I].get());
    if (!R)
      break;
    bool MayBeEmpty = !R->Condition.isInteger(1);
    auto address = [&](const std::string &Condition, const std::string &Byte) {
      return " = " + (MayBeEmpty ? Condition + " ? " + Byte + " : 0" : Byte);
    };
    std::string More = "*" + R->Low +
                       address(text(R->Condition), firstByte(*R)) + ", *" +
                       R->High + address(R->Low, endOf(*R));
    if (!Text.empty() &&
        W.column() + Text.size() + More.size() >= Writer::PageWidth)
      break;
    Text += (Text.empty() ? "const char " : ", ") + More;
    for (const std::string &End : {R->Low, R->High})
      if (!MayBeEmpty)
        NeverEmpty.insert(End);
  }
  W.line(Text + ";");
  return I;
}

/// \p B; a scope at its end needs no braces of its own if it has some and
/// declarations may follow statements.
void CPrinter::block(const Block &B, bool IsBraced) {
  for (size_t I = 0; I < B.size();) {
    const auto *Inner = llvm::dyn_cast<ScopeNode>(B[I].get());
    if (B[I]->K == Node::Let) {
      I = definitions(B, I);
    } else if (B[I]->K == Node::Alias) {
      I = aliases(B, I);
    } else if (B[I]->K == Node::Range) {
      I = ranges(B, I);
    } else if (Inner && IsBraced && I + 1 == B.size() &&
               Options.DeclaresInLoops) {
      block(Inner->Body);
      ++I;
    } else if (const auto *H = llvm::dyn_cast<HoldNode>(B[I].get())) {
      bool IsLast = IsBraced && I + 1 == B.size();
      bool NeedsBraces = !IsLast || (I > 0 && !Options.DeclaresInLoops);
      if (NeedsBraces)
        W.open("");
      hold(*H);
      if (NeedsBraces)
        W.close();
      ++I;
    } else {
      node(*B[I++]);
    }
  }
}

/// Whether \p F is a run of transfers, split where the buffer wraps:
///
///   for (long s = first, e = last; s <= e;) {
///     const long p = wrap(s - base, b);
///     const long n = min(e - s + 1, b - p);
///     GET(&local[... + p], &remote[s], n slices);
///     s += n;
///   }
bool CPrinter::isWrappingRun(const ForNode &F) const {
  if (!F.Init || !F.LimitValue || F.Step || F.Body.size() != 4)
    return false;
  auto *Place = llvm::dyn_cast<LetNode>(F.Body[0].get());
  auto *Count = llvm::dyn_cast<LetNode>(F.Body[1].get());
  auto *T = llvm::dyn_cast<TransferNode>(F.Body[2].get());
  auto *Next = llvm::dyn_cast<AssignNode>(F.Body[3].get());
  if (!Place || !Count || !T || !Next || !T->Count)
    return false;
  Expr N = Expr::variable(Count->Name);
  return Place->Value.kind() == Expr::Wrap &&
         Count->Value.kind() == Expr::Min &&
         Count->Value.operands().size() == 2 &&
         Count->Value.operands()[1] ==
             Expr::make(Expr::Sub, {Place->Value.operands()[1],
                                    Expr::variable(Place->Name)}) &&
         *T->Count == N && Next->Name == F.Counter && Next->Adds &&
         Next->Value == N;
}

/// Such a run in short; there are b - p > 0 cells before the wrap:
///
///   for (long s = first, e = last, n; (n = min(e - s + 1, b - p)) > 0; s += n) {
///     GET(&local[... + p], &remote[s], n slices);
///   }
void CPrinter::wrappingRun(const ForNode &F) {
  auto &Place = llvm::cast<LetNode>(*F.Body[0]);
  auto &Count = llvm::cast<LetNode>(*F.Body[1]);
  TransferNode T = llvm::cast<TransferNode>(*F.Body[2]);
  auto put = [&](Expr E) { return E.substitute(Place.Name, Place.Value); };
  for (Element *Side : {&T.Local, &T.Remote})
    for (Expr &E : Side->Subscripts)
      E = put(E);
  std::string C = variable(F.Counter), N = variable(Count.Name);
  W.open("for (long " + C + " = " + text(*F.Init) + ", " + variable(F.Limit) +
         " = " + text(*F.LimitValue) + ", " + N + "; (" + N + " = " +
         text(put(Count.Value)) + ") > 0; " + C + " += " + N + ")");
  transfer(T);
  W.close();
}

} // namespace stevedore
