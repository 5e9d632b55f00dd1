// The tiles of two loops that became one leave some out between others: a tile
// that is loaded while another one is computed is the next one in buffers, not
// the one behind a gap, which waits.
// RUN: %stevedore --profitable=off --order=pipelined %s -o %t.c -- -std=c99 2>&1 \
// RUN:     | FileCheck %s --allow-empty --implicit-check-not=warning
// RUN: FileCheck %s --check-prefix=WAITS < %t.c
// WAITS: {{^ *}}for (long part = (last == 1 || iT_next != T1 + iT_held ? 0 : 1)
void kernel(int n, int m, unsigned A[restrict][2 * n + 2 * m + 6],
            unsigned char B[restrict 48], double C[restrict 48][48]) {
#pragma scop
  for (int i = n - 1; i >= 0; i -= 2)
    C[i][i] = 0.5 * B[i];
  for (int j = 0; j < n - 1; j++)
    A[j + 2][n + m - j] = A[j + 1][j + 1] ^ B[n + m - j];
#pragma endscop
}
