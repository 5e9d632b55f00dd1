//===- TextDocument.cpp - Keys and values of the text form ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextDocument.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

TextDocument::TextDocument(MemoryBufferRef Buffer, isl::ctx Ctx) : Ctx(Ctx) {
  Manager.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Buffer.getBuffer(),
                                     Buffer.getBufferIdentifier()),
      SMLoc());
  Manager.setDiagHandler(
      [](const SMDiagnostic &D, void *Self) {
        static_cast<TextDocument *>(Self)->note(D);
      },
      this);
}

void TextDocument::note(const SMDiagnostic &D) {
  bool IsError = D.getKind() == SourceMgr::DK_Error;
  if (IsError && !FirstError.empty())
    return;
  raw_string_ostream OS(IsError ? FirstError : Warnings);
  D.print(nullptr, OS, /*ShowColors=*/false);
}

void TextDocument::fail(SMRange Where, const Twine &Message) {
  Manager.PrintMessage(Where.Start, SourceMgr::DK_Error, Message, {Where});
}

void TextDocument::readEntry(yaml::KeyValueNode &Entry) {
  SmallString<32> Storage;
  auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Entry.getKey());
  if (!Key) {
    fail(Entry.getSourceRange(), "expected a key such as 'domain'");
    return;
  }
  std::string Name = Key->getValue(Storage).str();
  SMRange KeyRange = Key->getSourceRange();
  TextValue V;
  if (!readValue(Entry.getValue(), V)) {
    fail(KeyRange, "the value of '" + Name +
                       "' is neither text, nor a list, nor { key: value }");
    return;
  }
  if (!Values.emplace(Name, V).second)
    fail(KeyRange, "'" + Name + "' is given twice");
}

void TextDocument::parseYaml() {
  StringRef Text =
      Manager.getMemoryBuffer(Manager.getMainFileID())->getBuffer();
  Start = SMLoc::getFromPointer(Text.data());
  yaml::Stream Stream(Text, Manager, /*ShowColors=*/false);
  auto Document = Stream.begin();
  if (Document == Stream.end())
    return;
  auto *Root = dyn_cast_or_null<yaml::MappingNode>(Document->getRoot());
  if (!Root) {
    fail({Start, Start},
         "expected 'key: value' lines, such as domain: \"...\"");
    return;
  }
  for (yaml::KeyValueNode &Entry : *Root)
    readEntry(Entry);
}

void TextDocument::checkKeys() {
  static constexpr StringLiteral Known[] = {"context",     "domain",
                                            "reads",       "mayReads",
                                            "mustWrites",  "mayWrites",
                                            "lowerOut",    "schedule",
                                            "band",        "tiling",
                                            "liveOut",     "tileContext",
                                            "parallel",    "parallelSemantics",
                                            "order",       "always",
                                            "critical",    "conflicts",
                                            "differences", "owners",
                                            "executes",    "phases"};
  for (const auto &[Key, V] : Values)
    if (!is_contained(Known, Key))
      fail(V.Where, "unknown key '" + Key + "'; known are " +
                        join(ArrayRef(Known), ", "));
}

const TextValue *TextDocument::find(StringRef Key) const {
  auto It = Values.find(Key.str());
  return It == Values.end() ? nullptr : &It->second;
}

std::string TextDocument::text(StringRef Key, StringRef Default) {
  const TextValue *V = find(Key);
  if (!V)
    return Default.str();
  if (V->K != TextValue::Scalar)
    fail(V->Where, "'" + Key + "' must be isl text in quotes");
  return V->Text;
}

const TextValue *TextDocument::list(StringRef Key, StringRef Of,
                                    StringRef Example) {
  const TextValue *V = find(Key);
  if (V && V->K != TextValue::Sequence)
    fail(V->Where, "'" + Key + "' must be a list of " + Of + ", as in " + Key +
                       ": " + Example);
  return V;
}

/// Reports \p Mistake, if there is one, at the value of \p Key.
void TextDocument::check(StringRef Key, const std::string &Mistake) {
  const TextValue *V = find(Key);
  if (!Mistake.empty())
    fail(V ? V->Where : SMRange(Start, Start), Mistake);
}
