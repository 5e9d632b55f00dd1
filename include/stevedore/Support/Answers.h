//===- stevedore/Support/Answers.h - What isl has answered ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Questions about isl objects, asked once for all objects that are alike but
/// for names: loop nests of one form have the same answers. What isl computes
/// from a set does not depend on what its parameters and tuples are called,
/// only on which of them are the same and in which order they come; so the
/// answer about one set is, with other names, that about another.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_ANSWERS_H
#define STEVEDORE_SUPPORT_ANSWERS_H

#include "llvm/ADT/Twine.h"
#include "isl/isl-noexceptions.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// A function with its arguments. Two questions of one key are the same but
/// for a renaming, one to one, of parameters and tuples. The key has each
/// constraint as it is stored, so that answers look alike, too.
class Question {
public:
  /// A question about \p What: the name of a function, and what it takes beside
  /// isl objects.
  Question(isl::ctx Ctx, llvm::StringRef What) : Ctx(Ctx.get()), Key(What) {}

  /// Objects with divisions, and null objects, leave the question no key.
  Question &about(const isl::set &Object);
  Question &about(const isl::map &Object);
  Question &about(const isl::basic_set &Object);
  Question &about(llvm::StringRef Text) {
    Key += ("|" + Text).str();
    return *this;
  }

  /// \p Answer to the question \p Other, of the same key, with the names here.
  isl::set renamed(isl::set Answer, const Question &Other) const;
  isl::map renamed(isl::map Answer, const Question &Other) const;
  isl::basic_set renamed(const isl::basic_set &Answer,
                         const Question &Other) const;
  isl::aff renamed(const isl::aff &Answer, const Question &Other) const;
  isl::boolean renamed(isl::boolean Answer, const Question &) const {
    return Answer;
  }
  uint64_t renamed(uint64_t Answer, const Question &) const { return Answer; }
  std::vector<int64_t> renamed(std::vector<int64_t> Answer,
                               const Question &) const {
    return Answer;
  }

  /// What was learnt in the context under the key; null where that is nothing,
  /// or there is no key.
  std::shared_ptr<const void> known() const;
  void learn(std::shared_ptr<const void> Answer) const;

private:
  isl_ctx *Ctx;
  std::string Key;
  bool HasKey = true;
  /// The names, in the order in which they come first.
  std::vector<isl::id> Names;

  template <typename T> Question &addObject(const T &Object);
  void addName(isl_id *Name);
  void addSpace(const isl::space &Space);
  void addTuple(const isl::space &Tuple);
  isl_id *nameFor(isl_id *Name, const Question &Other) const;
};

/// A question with its answer.
template <typename T> struct AnsweredQuestion {
  Question Q;
  T Answer;
};

/// \p Answer to \p Other, a question of the key of \p Q, with the names of
/// that.
template <typename T>
T renamed(const Question &Q, const T &Answer, const Question &Other) {
  return Q.renamed(Answer, Other);
}

/// The answer to \p Q, where one to the same question but for names is known.
template <typename T> std::optional<T> knownAnswer(const Question &Q) {
  auto Before = std::static_pointer_cast<const AnsweredQuestion<T>>(Q.known());
  if (!Before)
    return std::nullopt;
  return renamed(Q, Before->Answer, Before->Q);
}

template <typename T> void learnAnswer(const Question &Q, const T &Answer) {
  Q.learn(std::make_shared<const AnsweredQuestion<T>>(
      AnsweredQuestion<T>{Q, Answer}));
}

template <typename T> bool isDelivered(const T &Answer) {
  return !Answer.is_null();
}
inline bool isDelivered(isl::boolean Answer) { return !Answer.is_error(); }

/// The answer to \p Q, by \p Ask where none is known. What isl does not
/// deliver is not learnt.
template <typename Function>
auto answered(const Question &Q, Function Ask) -> decltype(Ask()) {
  using T = decltype(Ask());
  if (std::optional<T> Known = knownAnswer<T>(Q))
    return std::move(*Known);
  T Answer = Ask();
  if (isDelivered(Answer))
    learnAnswer(Q, Answer);
  return Answer;
}

/// Begins and ends a table of answers for \p Ctx.
void beginAnswers(isl_ctx *Ctx);
void endAnswers(isl_ctx *Ctx);

/// Whether \p A and \p B, of one space, have nothing in common.
isl::boolean areDisjoint(const isl::set &A, const isl::set &B);
isl::boolean areDisjoint(const isl::map &A, const isl::map &B);
/// Whether \p A is a subset of \p B.
isl::boolean isSubset(const isl::set &A, const isl::set &B);
isl::boolean isSubset(const isl::map &A, const isl::map &B);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_ANSWERS_H
