//===- OpenMPPragmas.cpp - OpenMP directives in the text ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMP/OpenMPPragmas.h"
#include "OpenMP/LoopHints.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace stevedore;

namespace {

/// A line of the preprocessor, continued lines put together and comments
/// replaced by blanks.
struct LogicalLine {
  std::string Text;
  /// Number of characters in the source, without the end of the line.
  size_t Length = 0;
};

/// Notes each pragma that begins with `omp` and each hint for a loop.
class OpenMPRecorder : public PPCallbacks {
public:
  OpenMPRecorder(Preprocessor &PP, ScopPragmas &Pragmas)
      : PP(PP), SM(PP.getSourceManager()), Pragmas(Pragmas) {}
  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override;

private:
  std::optional<OpenMPPragma> inFile(SourceLocation Loc) const;
  std::optional<OpenMPPragma> inMacro(SourceLocation Loc) const;
  unsigned tokenAfter(unsigned Offset) const;
  llvm::StringRef buffer() const {
    return SM.getBufferData(SM.getMainFileID());
  }

  Preprocessor &PP;
  const SourceManager &SM;
  ScopPragmas &Pragmas;
};

} // namespace

/// The length of a continuation, backslash and end of line, at the beginning of
/// \p Text; 0 if there is none.
static size_t continuation(llvm::StringRef Text) {
  if (!Text.consume_front("\\"))
    return 0;
  return Text.starts_with("\r\n") ? 3 : Text.starts_with("\n") ? 2 : 0;
}

static LogicalLine readLine(llvm::StringRef Text) {
  LogicalLine Result;
  size_t At = 0;
  auto IsEnd = [&] { return At >= Text.size() || Text[At] == '\n'; };
  while (!IsEnd()) {
    llvm::StringRef Rest = Text.substr(At);
    if (size_t Skipped = continuation(Rest)) {
      At += Skipped;
    } else if (Rest.starts_with("/*")) {
      size_t Close = Text.find("*/", At + 2);
      At = Close == llvm::StringRef::npos ? Text.size() : Close + 2;
      Result.Text += ' ';
    } else if (Rest.starts_with("//")) {
      while (!IsEnd())
        At += std::max<size_t>(continuation(Text.substr(At)), 1);
    } else {
      Result.Text += Text[At++];
    }
  }
  Result.Length = At - (At > 0 && Text[At - 1] == '\r');
  return Result;
}

/// Takes the word \p Word off the front of \p Text.
static bool takeWord(llvm::StringRef &Text, llvm::StringRef Word) {
  llvm::StringRef Rest = Text.ltrim();
  bool Found = Rest.consume_front(Word) &&
               (Rest.empty() || !(llvm::isAlnum(Rest[0]) || Rest[0] == '_'));
  if (Found)
    Text = Rest.trim();
  return Found;
}

/// The pragma in `_Pragma("...")` at the beginning of \p Text, and the number
/// of characters of all of it.
static std::optional<LogicalLine> readOperator(llvm::StringRef Text) {
  llvm::StringRef Rest = Text;
  if (!takeWord(Rest, "_Pragma") || !Rest.consume_front("("))
    return std::nullopt;
  Rest = Rest.ltrim();
  size_t Close =
      Rest.consume_front("\"") ? Rest.find('"') : llvm::StringRef::npos;
  size_t End = Close == llvm::StringRef::npos ? Close : Rest.find(')', Close);
  llvm::StringRef Inside = Rest.take_front(Close);
  if (End == llvm::StringRef::npos)
    return std::nullopt;
  return LogicalLine{Inside.trim().str(),
                     size_t(Rest.data() - Text.data()) + End + 1};
}

std::optional<OpenMPPragma> OpenMPRecorder::inFile(SourceLocation Loc) const {
  OpenMPPragma Result;
  Result.Begin = SM.getFileOffset(Loc);
  llvm::StringRef Text = buffer().substr(Result.Begin);
  Result.IsLine = Text.starts_with("#") || Text.starts_with("%:");
  if (!Result.IsLine) {
    std::optional<LogicalLine> Operator = readOperator(Text);
    if (!Operator)
      return std::nullopt;
    Result.Text = Operator->Text;
    Result.End = Result.Begin + Operator->Length;
    return Result;
  }
  LogicalLine Line = readLine(Text);
  llvm::StringRef Rest = Line.Text;
  Rest = Rest.drop_front(Rest.starts_with("#") ? 1 : 2);
  if (!takeWord(Rest, "pragma"))
    return std::nullopt;
  Result.Text = Rest.str();
  Result.End = Result.Begin + Line.Length;
  return Result;
}

/// A directive from a macro's expansion. Its text is known where `_Pragma` has
/// a literal there, or where the macro's arguments are that.
std::optional<OpenMPPragma> OpenMPRecorder::inMacro(SourceLocation Loc) const {
  CharSourceRange Range = SM.getExpansionRange(Loc);
  OpenMPPragma Result;
  Result.IsLine = false;
  Result.Begin = SM.getFileOffset(Range.getBegin());
  Result.End = SM.getFileOffset(
      Lexer::getLocForEndOfToken(Range.getEnd(), 0, SM, PP.getLangOpts()));
  bool Invalid = false;
  const char *Spelling = SM.getCharacterData(SM.getSpellingLoc(Loc), &Invalid);
  if (Invalid)
    return std::nullopt;
  if (std::optional<LogicalLine> Operator = readOperator(Spelling)) {
    Result.Text = Operator->Text;
    return Result;
  }
  llvm::StringRef Arguments =
      buffer().slice(Result.Begin, Result.End).split('(').second;
  Result.Text = Arguments.drop_back(Arguments.ends_with(")")).trim().str();
  return Result;
}

/// The offset of the first token from \p Offset on that is part of no line of
/// the preprocessor and no `_Pragma`.
unsigned OpenMPRecorder::tokenAfter(unsigned Offset) const {
  while (true) {
    llvm::StringRef Text = buffer();
    Lexer Raw(SM.getLocForStartOfFile(SM.getMainFileID()), PP.getLangOpts(),
              Text.begin(), Text.begin() + Offset, Text.end());
    Token Next;
    Raw.LexFromRawLexer(Next);
    unsigned At = SM.getFileOffset(Next.getLocation());
    if (Next.is(tok::hash) && Next.isAtStartOfLine()) {
      Offset = At + readLine(Text.substr(At)).Length;
      continue;
    }
    bool IsOperator =
        Next.is(tok::raw_identifier) && Next.getRawIdentifier() == "_Pragma";
    size_t Close = IsOperator ? Text.find(')', At) : llvm::StringRef::npos;
    if (Close == llvm::StringRef::npos)
      return At;
    Offset = Close + 1;
  }
}

void OpenMPRecorder::PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) {
  if (!SM.isWrittenInMainFile(SM.getExpansionLoc(Loc)))
    return;
  std::optional<OpenMPPragma> Found =
      Loc.isMacroID() ? inMacro(Loc) : inFile(Loc);
  if (!Found)
    return;
  llvm::StringRef Text = Found->Text;
  bool IsOpenMP = takeWord(Text, "omp");
  if (!IsOpenMP && !readLoopHint(Text))
    return;
  Found->Text = Text.str();
  Found->Location = SM.getExpansionLoc(Loc);
  Found->Next = tokenAfter(Found->End);
  (IsOpenMP ? Pragmas.OpenMP : Pragmas.LoopHints).push_back(std::move(*Found));
}

void stevedore::recordOpenMP(Preprocessor &PP, ScopPragmas &Pragmas) {
  PP.addPPCallbacks(std::make_unique<OpenMPRecorder>(PP, Pragmas));
}

/// Whether the directive with this text applies to no statement.
static bool standsAlone(llvm::StringRef Text) {
  llvm::StringRef Name =
      Text.take_while([](char C) { return llvm::isAlpha(C); });
  llvm::StringRef After = Text.drop_front(Name.size()).ltrim();
  if (Name == "ordered" &&
      (After.starts_with("depend") || After.starts_with("doacross")))
    return true;
  return llvm::StringSwitch<bool>(Name)
      .Cases({"barrier", "flush", "taskwait", "taskyield"}, true)
      .Cases({"threadprivate", "declare", "requires", "cancel"}, true)
      .Default(false);
}

/// Whether a line is a hint for the loop after it, or a directive without which
/// the loop does the same: one that shares it out among threads of its own.
static bool isForLoop(llvm::StringRef Line) {
  if (!Line.consume_front("#") || !takeWord(Line, "pragma"))
    return false;
  if (!takeWord(Line, "omp")) {
    std::optional<LoopHint> Hint = readLoopHint(Line);
    return Hint && !Hint->IsInside;
  }
  return takeWord(Line, "simd") ||
         (takeWord(Line, "parallel") && takeWord(Line, "for"));
}

/// The offset of the first such line directly before the line of \p Offset; the
/// compilation may leave it out.
static unsigned withLines(llvm::StringRef Buffer, unsigned Offset) {
  unsigned Result = Offset;
  llvm::StringRef Before = Buffer.take_front(Offset).rtrim(" \t");
  while (Before.ends_with("\n")) {
    Before = Before.drop_back();
    size_t Start = Before.rfind('\n') + 1;
    llvm::StringRef Line = Before.substr(Start).trim();
    if (!Line.empty() && !Line.starts_with("#"))
      break;
    if (isForLoop(Line))
      Result = Line.begin() - Buffer.begin();
    Before = Before.take_front(Start);
  }
  return Result;
}

unsigned stevedore::withHints(const ScopPragmas &Pragmas,
                              llvm::StringRef Buffer, unsigned Offset) {
  unsigned Result = withLines(Buffer, Offset);
  for (const OpenMPPragma &P : llvm::reverse(Pragmas.LoopHints))
    if ((P.Next == Offset || P.Next == Result) &&
        !readLoopHint(P.Text)->IsInside)
      Result = std::min(Result, P.Begin);
  return Result;
}

std::vector<const OpenMPPragma *>
stevedore::directivesBefore(const ScopPragmas &Pragmas, unsigned Offset) {
  std::vector<const OpenMPPragma *> Result;
  for (auto P = Pragmas.OpenMP.rbegin(); P != Pragmas.OpenMP.rend(); ++P) {
    if (P->Next != Offset || standsAlone(P->Text))
      continue;
    Result.insert(Result.begin(), &*P);
    std::vector<const OpenMPPragma *> Before =
        directivesBefore(Pragmas, P->Begin);
    Result.insert(Result.begin(), Before.begin(), Before.end());
  }
  return Result;
}
