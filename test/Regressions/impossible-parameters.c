// Dependences are those of the parameter values that can be: here n is never
// negative.
// REQUIRES: stevedore
// RUN: %stevedore --strict %s -- -std=c99 | FileCheck %s
// CHECK: /* compute */

void last(unsigned n)
{
  int a;
#pragma scop
  for (unsigned i = 0; i < 20 && i < n + 10; i++)
    a = 5;
#pragma endscop
}
