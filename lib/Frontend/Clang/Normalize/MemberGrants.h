//===- MemberGrants.h - Members that a caller may not name ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A body in place of a call may use members of a class that are not public.
/// The text then reaches them through pointers to members, which an explicit
/// instantiation may take of any member (C++17 [temp.spec.general]/6):
///
///   namespace stevedore_members_7 {
///   template <typename Tag, auto Member> struct stevedore_grant {
///     friend constexpr auto stevedore_pointer(Tag) { return Member; }
///   };
///   struct stevedore_tag_data {
///     friend constexpr auto stevedore_pointer(stevedore_tag_data);
///   };
///   template struct stevedore_grant<stevedore_tag_data, &::matrix::data>;
///   constexpr auto data = stevedore_pointer(stevedore_tag_data{});
///   }
///
/// and `m.data` becomes `(m.*stevedore_members_7::data)`. In trees the
/// namespace, with an asterisk in front of its name, qualifies the member.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MEMBERGRANTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MEMBERGRANTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace stevedore {

/// The members that one region is granted.
class MemberGrants {
public:
  /// For a region of \p Caller that begins at \p Begin.
  MemberGrants(clang::ASTContext &AST, const clang::FunctionDecl *Caller,
               clang::SourceLocation Begin);

  /// Whether the caller may not name \p Field.
  bool isNeeded(const clang::FieldDecl *Field) const;
  /// Whether \p Field can be granted.
  bool isPossible(const clang::FieldDecl *Field) const;
  /// \p E, the use of a member, by way of its grant.
  clang::Expr *granted(const clang::MemberExpr *E);
  /// The declarations for all that has been granted; empty if nothing has.
  std::string text() const;

private:
  struct Class {
    clang::NamespaceDecl *Namespace = nullptr;
    llvm::SetVector<const clang::FieldDecl *> Fields;
  };

  clang::ASTContext &AST;
  const clang::FunctionDecl *Caller;
  std::string Name;
  llvm::MapVector<const clang::RecordDecl *, Class> Classes;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MEMBERGRANTS_H
