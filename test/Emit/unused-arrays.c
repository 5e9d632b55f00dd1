// Arrays that only the original loops use are mentioned where those are left
// out.
// RUN: %stevedore --tile=32 %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %gcc -Wall -Wextra -Werror -c %t.c -o %t.o
// REQUIRES: gcc, clang

// CHECK: {{^ *}}STEVEDORE_PUT(&s
// CHECK: {{^ *}}(void)tmp;
// CHECK-NOT: {{^ *}}(void)
double f(int n) {
  double tmp[n], other[n], s = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    tmp[i] = i * 0.5;
    other[i] = tmp[i];
    s += tmp[i];
  }
#pragma endscop
  return s + other[3];
}
