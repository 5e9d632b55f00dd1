// --banks= spreads buffers over memories for high-level synthesis: what one iteration of
// an innermost loop accesses is in different ones.
// RUN: %stevedore --tile=16,16 --assume-no-alias --banks=8 -Rpass-missed=stevedore %s -o %t.c -- -std=c99 2> %t.messages
// RUN: FileCheck %s --input-file=%t.c
// RUN: FileCheck %s --input-file=%t.messages --check-prefix=MESSAGES
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -O2 -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -c %t.c -o %t.o
// RUN: %stevedore --tile=16,16 --assume-no-alias --banks=1 %s -o %t.one.c -- -std=c99
// RUN: %stevedore --tile=16,16 --assume-no-alias %s -o %t.none.c -- -std=c99
// RUN: cmp %t.one.c %t.none.c
// RUN: not grep "^ *#pragma HLS" %t.none.c
// RUN: %stevedore --tile=16,16 --assume-no-alias --banks=8 --report=%t.json %s -o %t.c -- -std=c99
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: not %stevedore --banks=65 %s -o %t.c -- 2>&1 | FileCheck %s --check-prefix=ERROR
// REQUIRES: gcc, clang
// ERROR: expected 'auto' or a number from 1 to 64

// Five points are in five memories by (2i + j) mod 5: the array gets a dimension for
// them, and elements move one by one.
// CHECK-LABEL: {{^}}void five(
// CHECK: STEVEDORE_LOCAL(float, a_local, [16][16]);
// CHECK-NEXT: STEVEDORE_LOCAL(float, b_local, [5][18][4]);
// CHECK-NEXT: {{^ *}}#pragma HLS ARRAY_PARTITION variable=b_local complete dim=1{{$}}
// CHECK: STEVEDORE_GET(&b_local[{{.*}} % 5][i - iT + 1][{{.*}} / 5],
// CHECK: {{^ *}}/* compute */
// CHECK: b_local[(2 * i + j - 2 * iT - jT + 3) % 5][i - iT + 1][(j - jT + 1) / 5]
// REPORT: "banks": {
// REPORT-NEXT: "count": 5,
// REPORT-NEXT: "cyclic": false,
// REPORT-NEXT: "dimension": 1,
// REPORT-NEXT: "form": [
// REPORT-NEXT: 2,
// REPORT-NEXT: 1
// REPORT-NEXT: ]
void five(float a[64][64], float b[64][64]) {
#pragma scop
  for (int i = 1; i < 63; i++)
    for (int j = 1; j < 63; j++)
      a[i][j] = b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1];
#pragma endscop
}

// Where one dimension tells the bank, the array stays as it is.
// CHECK-LABEL: {{^}}void three(
// CHECK: STEVEDORE_LOCAL(float, b_local, [18]){{.*}};
// CHECK-NEXT: {{^ *}}#pragma HLS ARRAY_PARTITION variable=b_local cyclic factor=3 dim=1{{$}}
// CHECK: STEVEDORE_GET(&b_local[{{.*}}], &b[
// CHECK: = b_local[i - iT + 1] + b_local[i - iT] + b_local[i - iT + 2];
void three(float a[64], float b[64]) {
#pragma scop
  for (int i = 1; i < 63; i++)
    a[i] = b[i] + b[i - 1] + b[i + 1];
#pragma endscop
}

// Nine cells are too many for eight memories.
// CHECK-LABEL: {{^}}void nine(
// CHECK-NOT: PARTITION
// MESSAGES: banks.c:[[@LINE+3]]:{{[0-9]+}}: remark: the buffer of 'b' has no banks: one iteration accesses 9 cells, and in at most 8 banks two of them meet, most often b_local[{{.*}}] and b_local[{{.*}}] [-Rpass-missed=stevedore]
void nine(float a[64], float b[80]) {
#pragma scop
  for (int i = 0; i < 64; i++)
    a[i] = b[i] + b[i + 1] + b[i + 2] + b[i + 3] + b[i + 4] + b[i + 5] + b[i + 6] +
           b[i + 7] + b[i + 8];
#pragma endscop
}
