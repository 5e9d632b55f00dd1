//===- TextDocument.h - Keys and values of the text form --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCOP_TEXTDOCUMENT_H
#define STEVEDORE_LIB_SCOP_TEXTDOCUMENT_H

#include "TextValue.h"
#include "stevedore/Support/Isl.h"
#include <map>

namespace stevedore {

/// Reads one file: YAML into values, values into isl objects. The first
/// error is kept with its location; later steps see null objects.
class TextDocument {
public:
  TextDocument(llvm::MemoryBufferRef Buffer, isl::ctx Ctx);

protected:
  isl::ctx Ctx;
  llvm::SourceMgr Manager;
  llvm::SMLoc Start;
  std::string FirstError;
  std::string Warnings;

  void fail(llvm::SMRange Where, const llvm::Twine &Message);
  void parseYaml();
  void checkKeys();
  const TextValue *find(llvm::StringRef Key) const;
  /// The text behind \p Key, or \p Default.
  std::string text(llvm::StringRef Key, llvm::StringRef Default);
  /// What stands behind \p Key, null if nothing does; an error if it is no list
  /// of \p Of, such as \p Example.
  const TextValue *list(llvm::StringRef Key, llvm::StringRef Of,
                        llvm::StringRef Example);
  template <typename IslObject>
  IslObject parse(llvm::StringRef Key, llvm::StringRef Default);
  void check(llvm::StringRef Key, const std::string &Mistake);

private:
  std::map<std::string, TextValue> Values;

  void note(const llvm::SMDiagnostic &D);
  void readEntry(llvm::yaml::KeyValueNode &Entry);
};

/// Parses the text of \p Key (or \p Default) and reports isl's complaint at the
/// value's place.
template <typename IslObject>
IslObject TextDocument::parse(llvm::StringRef Key, llvm::StringRef Default) {
  IslObject Result(Ctx, text(Key, Default));
  if (Result.is_null()) {
    const char *Detail = isl_ctx_last_error_msg(Ctx.get());
    check(Key, "isl does not accept the value of '" + Key.str() + "'" +
                   (Detail ? ": " + std::string(Detail) : std::string()));
    isl_ctx_reset_error(Ctx.get());
  }
  return Result;
}

} // namespace stevedore

#endif // STEVEDORE_LIB_SCOP_TEXTDOCUMENT_H
