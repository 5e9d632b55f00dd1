//===- OpenMacros.cpp - Macros that flags may change ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/OpenMacros.h"
#include "State/RegionState.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace stevedore;

namespace {

class OpenMacroRecorder : public PPCallbacks {
public:
  OpenMacroRecorder(Preprocessor &PP, ScopPragmas &Pragmas)
      : PP(PP), SM(PP.getSourceManager()), Pragmas(Pragmas) {}

  void If(SourceLocation, SourceRange, ConditionValueKind) override {
    Groups.push_back({});
  }
  void Ifdef(SourceLocation, const Token &, const MacroDefinition &) override {
    Groups.push_back({});
  }
  void Ifndef(SourceLocation, const Token &Name,
              const MacroDefinition &) override {
    Groups.push_back({Name.getIdentifierInfo()});
  }
  void Endif(SourceLocation, SourceLocation) override { Groups.pop_back(); }

  void MacroDefined(const Token &Name, const MacroDirective *MD) override {
    const MacroInfo *Info = MD->getMacroInfo();
    SourceLocation Loc = Name.getLocation();
    bool IsGuard = !Groups.empty() && Info->getNumTokens() == 0 &&
                   Groups.back().Guard == Name.getIdentifierInfo();
    if (IsGuard)
      Groups.back().IsGuard = true;
    else if (SM.isWrittenInCommandLineFile(Loc) ||
             (!SM.isInSystemHeader(Loc) &&
              llvm::any_of(Groups, [](const Group &G) { return !G.IsGuard; })))
      Open.insert(Info);
  }

  void MacroExpands(const Token &Name, const MacroDefinition &MD, SourceRange,
                    const MacroArgs *) override {
    const MacroInfo *Info = MD.getMacroInfo();
    if (!Open.contains(Info))
      return;
    std::string Value;
    if (isNumber(*Info, Value))
      note(Name, Value);
  }

  void MacroUndefined(const Token &Name, const MacroDefinition &MD,
                      const MacroDirective *) override {
    if (Open.contains(MD.getMacroInfo()))
      note(Name, "");
  }

private:
  /// From `#if` to `#endif`, or around the text of a header.
  struct Group {
    const IdentifierInfo *Guard = nullptr;
    bool IsGuard = false;
  };

  void note(const Token &Name, const std::string &Value) {
    SourceLocation Loc = SM.getExpansionLoc(Name.getLocation());
    if (SM.isWrittenInMainFile(Loc))
      Pragmas.OpenMacros.push_back({SM.getFileOffset(Loc),
                                    Name.getIdentifierInfo()->getName().str(),
                                    Value});
  }

  /// Whether \p Info stands for a number, to which it sets \p Text: literals
  /// with operators and parentheses.
  bool isNumber(const MacroInfo &Info, std::string &Text) const {
    bool HasNumber = false;
    for (const Token &T : Info.tokens()) {
      HasNumber |= T.is(tok::numeric_constant);
      if (!T.isOneOf(tok::numeric_constant, tok::l_paren, tok::r_paren,
                     tok::minus, tok::plus, tok::star, tok::slash))
        return false;
      Text += PP.getSpelling(T);
    }
    return HasNumber && Info.isObjectLike();
  }

  Preprocessor &PP;
  const SourceManager &SM;
  ScopPragmas &Pragmas;
  /// Those that are open, the innermost last.
  std::vector<Group> Groups;
  llvm::DenseSet<const MacroInfo *> Open;
};

} // namespace

void stevedore::recordOpenMacros(Preprocessor &PP, ScopPragmas &Pragmas) {
  PP.addPPCallbacks(std::make_unique<OpenMacroRecorder>(PP, Pragmas));
}

void stevedore::requireMacros(RegionState &R) {
  const SourceManager &SM = R.AST.getSourceManager();
  auto offset = [&](SourceLocation Loc) {
    return SM.getFileOffset(SM.getExpansionLoc(Loc));
  };
  unsigned Begin = offset(R.Code.Function->getSourceRange().getBegin());
  unsigned End = offset(R.Form.Statements.back()->getEndLoc());
  std::map<std::string, std::string> Values;
  for (const ScopPragmas::OpenMacro &M : R.Code.Pragmas.OpenMacros)
    if (Begin <= M.Offset && M.Offset <= End)
      Values[M.Name] = M.Value;
  for (const auto &[Name, Value] : Values)
    if (!Value.empty())
      R.require("(" + Name + ") == (" + Value + ")");
}
