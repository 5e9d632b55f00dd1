//===- Templates.cpp - Filling the holes of templates ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

namespace stevedore {
namespace codegen {

std::string fill(const TextTemplate &T, const std::vector<Linear> &Coordinates,
                 const std::vector<std::string> &Accesses) {
  std::string Out;
  for (const TextPiece &P : T)
    switch (P.K) {
    case TextPiece::Literal:
      Out += P.Text;
      break;
    case TextPiece::Iterator: {
      std::string Value = P.Index < Coordinates.size()
                              ? Coordinates[P.Index].text()
                              : std::string("0");
      Out += P.Text.empty() ? parenthesize(Value)
                            : "(" + P.Text + ")" + parenthesize(Value);
      break;
    }
    case TextPiece::AccessRef:
      Out += P.Index < Accesses.size() ? Accesses[P.Index] : std::string("0");
      break;
    }
  return Out;
}

std::string remoteElement(const SourceText &Source, const Array &A,
                          const std::vector<Linear> &Subscripts) {
  const TextTemplate &Reference = Source.array(A).Reference;
  if (!Reference.empty())
    return fill(Reference, Subscripts, {});
  std::string Text = A.Name;
  for (const Linear &L : Subscripts)
    Text += "[" + L.text() + "]";
  return Text;
}

} // namespace codegen
} // namespace stevedore
