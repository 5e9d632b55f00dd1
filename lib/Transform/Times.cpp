//===- Times.cpp - A whole schedule as a step -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Transform/Primitives.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

Error stevedore::setSchedule(Representation &R, unsigned S,
                             const CoefficientMatrix &A,
                             const Coefficients &Beta,
                             const CoefficientMatrix &Gamma) {
  unsigned Depth = R.Statements[S]->depth(), Width = R.Parameters.size() + 1;
  bool IsUnimodular = IntegerMatrix::isUnimodular(A, Depth);
  if (!IsUnimodular)
    return createStringError("A has to be a " + Twine(Depth) + " x " +
                             Twine(Depth) + " matrix of determinant 1 or -1");
  if (Beta.size() != Depth + 1 || any_of(Beta, [](int64_t B) { return B < 0; }))
    return createStringError("beta has to have " + Twine(Depth + 1) +
                             " entries, none below 0");
  if (!hasShape(Gamma, Depth, Width))
    return createStringError("Gamma has to be a " + Twine(Depth) + " x " +
                             Twine(Width) +
                             " matrix, with a column for each parameter and "
                             "for 1");
  RepresentedStatement &P = R.edit(S);
  P.A = A;
  P.Beta = Beta;
  P.Gamma = Gamma;
  return Error::success();
}
