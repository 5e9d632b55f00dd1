// Statements of one loop whose strides have other offsets at other values of
// the parameters keep their order in the generated loops.
// REQUIRES: stevedore
// RUN: %stevedore %s -o %t.c --report=%t.json -- -std=c99 2>&1 \
// RUN:   | FileCheck --allow-empty %s
// RUN: FileCheck --check-prefix=REPLAY %s < %t.json
// CHECK-NOT: {{.}}
// REPLAY: "instances":

void f(int n, int m, int A[32][45][30], int b[], int C[38][34])
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 1; j < n; j++) {
      for (int k = 0; k < n; k++)
        A[j - i + 2 * k + 10][19][i + k + 5] = b[0];
      for (int k = 0; k < n; k += 2)
        C[j - k + 11][j + k + 8] -=
            A[j + k + 9][i - j - k + 21][7 - j] + C[k + 14][i + j + k + 10];
    }
  for (int i = 0; i < n; i++)
    C[0][i] = C[i + 14][i + 7];
#pragma endscop
}
