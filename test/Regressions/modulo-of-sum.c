// Branches that depend on n + m modulo 6: isl takes n modulo 6 for that where
// its context does not mention m.
// REQUIRES: stevedore
// RUN: %stevedore --reuse=none %s -o %t.c -- -std=c99 2>&1 \
// RUN:   | FileCheck %s --allow-empty --implicit-check-not="internal error"
// RUN: FileCheck %s --check-prefix=CODE < %t.c
// CODE-NOT: {{n_2}} % 6
// CODE: {{6 \* stevedore_floord\(m_2 \+ n_2, 6\) == m_2 \+ n_2}}
// CODE-NOT: {{n_2}} % 6

void modulo(int n, int m, const unsigned char c[][2 * n + 2 * m + 6],
            double *restrict a, const float *restrict b, double *restrict d) {
#pragma scop
  for (unsigned i = 2; i < (unsigned)n; i += 3) {
    d[i] = c[n + m - i][n + m - i];
    a[(long)(n + m - i) * (n + m + 30) + i] =
        b[i] * a[(long)i * (n + m + 30) + i + 2];
    a[(long)i * (n + m + 30) + i] = 0.5;
  }
#pragma endscop
}
