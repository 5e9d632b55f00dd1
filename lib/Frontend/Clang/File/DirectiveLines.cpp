//===- DirectiveLines.cpp - Lines of the preprocessor ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/DirectiveLines.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>

using namespace stevedore;

/// Calls \p Visit for each line of \p Text that is a directive, with what
/// follows its `#`.
static void
forEachDirective(llvm::StringRef Text,
                 llvm::function_ref<void(llvm::StringRef)> Visit) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    llvm::StringRef Code = Line.ltrim();
    if (Code.consume_front("#"))
      Visit(Code.ltrim());
  }
}

bool stevedore::hasDefiningDirective(llvm::StringRef Text) {
  bool Found = false;
  forEachDirective(Text, [&](llvm::StringRef Code) {
    Found |= Code.starts_with("define") || Code.starts_with("undef") ||
             Code.starts_with("include");
  });
  return Found;
}

/// The number of `#if`s of \p Text that it does not end, and of `#endif`s,
/// `#else`s and `#elif`s that it does not begin.
static std::pair<unsigned, unsigned> openConditions(llvm::StringRef Text) {
  unsigned Begun = 0, Missing = 0;
  forEachDirective(Text, [&](llvm::StringRef Code) {
    bool Ends = Code.starts_with("endif");
    if (Code.starts_with("if"))
      ++Begun;
    else if ((Ends || Code.starts_with("el")) && Begun == 0)
      ++Missing;
    else if (Ends)
      --Begun;
  });
  return {Begun, Missing};
}

bool stevedore::crossesConditions(llvm::StringRef Text) {
  return openConditions(Text) != std::pair(0u, 0u);
}

unsigned stevedore::withConditions(llvm::StringRef Buffer, unsigned Begin,
                                   unsigned End) {
  unsigned Result = Begin;
  while (Result > 0 && openConditions(Buffer.slice(Result, End)).second > 0) {
    size_t Break = Buffer.take_front(Result - 1).rfind('\n');
    unsigned Previous = Break == llvm::StringRef::npos ? 0 : Break + 1;
    llvm::StringRef Line = Buffer.slice(Previous, Result).trim();
    if (!Line.empty() && !Line.starts_with("#"))
      return Begin;
    Result = Previous;
  }
  return Result;
}

unsigned stevedore::throughConditions(llvm::StringRef Buffer, unsigned Begin,
                                      unsigned End) {
  unsigned Result = End;
  while (openConditions(Buffer.slice(Begin, Result)).first > 0) {
    size_t Start = Buffer.find('\n', Result);
    if (Start == llvm::StringRef::npos ||
        !Buffer.slice(Result, Start).trim().empty())
      return End;
    size_t Stop = std::min(Buffer.find('\n', Start + 1), Buffer.size());
    llvm::StringRef Line = Buffer.slice(Start, Stop).trim();
    bool IsCondition =
        Line.consume_front("#") &&
        (Line.ltrim().starts_with("if") || Line.ltrim().starts_with("el") ||
         Line.ltrim().starts_with("endif"));
    if (!Line.empty() && !IsCondition)
      return End;
    Result = Stop;
  }
  return Result;
}
