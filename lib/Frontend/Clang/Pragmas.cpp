//===- Pragmas.cpp ----------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMPPragmas.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Records one of the two pragmas and swallows the rest of its line, so that
/// the parser never sees it and no warning about unknown pragmas appears.
class ScopPragmaHandler : public PragmaHandler {
public:
  ScopPragmaHandler(bool IsBegin, ScopPragmas &Pragmas)
      : PragmaHandler(IsBegin ? "scop" : "endscop"), IsBegin(IsBegin),
        Pragmas(Pragmas) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &FirstToken) override {
    SourceLocation Loc = PP.getSourceManager().getExpansionLoc(Introducer.Loc);
    const SourceManager &SM = PP.getSourceManager();
    if (!SM.isWrittenInMainFile(Loc)) {
      if (IsBegin && !SM.isInSystemHeader(Loc))
        Pragmas.Elsewhere.push_back(Loc);
      return;
    }
    if (IsBegin)
      begin(Loc);
    else
      end(Loc);
  }

private:
  void begin(SourceLocation Loc) {
    if (isOpen())
      Pragmas.Unmatched.push_back(Pragmas.Pairs.back().Begin);
    if (isOpen())
      Pragmas.Pairs.pop_back();
    Pragmas.Pairs.push_back({Loc, SourceLocation()});
  }

  void end(SourceLocation Loc) {
    if (isOpen())
      Pragmas.Pairs.back().End = Loc;
    else
      Pragmas.Unmatched.push_back(Loc);
  }

  bool isOpen() const {
    return !Pragmas.Pairs.empty() && Pragmas.Pairs.back().End.isInvalid();
  }

  bool IsBegin;
  ScopPragmas &Pragmas;
};

} // namespace

void stevedore::registerScopPragmas(Preprocessor &PP, ScopPragmas &Pragmas) {
  PP.AddPragmaHandler(new ScopPragmaHandler(true, Pragmas));
  PP.AddPragmaHandler(new ScopPragmaHandler(false, Pragmas));
  recordOpenMP(PP, Pragmas);
}
