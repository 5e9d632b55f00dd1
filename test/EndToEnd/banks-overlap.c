// Arrays that overlap in one buffer stay in one memory: none of them may move alone.
// RUN: %stevedore --tile=7 --share-buffers=overlap --banks=auto --replay=off -Rpass-missed=stevedore %s -o %t.c -- -std=c99 2> %t.messages
// RUN: FileCheck %s --input-file=%t.messages
// RUN: %gcc -std=c99 -w %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=c99 -w -fsanitize=address,undefined %t.c -o %t.tiled && %t.tiled | diff %t.expected -
// REQUIRES: gcc, gcc-sanitizers
// CHECK: it shares cells with another array
#include <stdio.h>

static short sum[31], source[40];

void neighbours(void) {
#pragma scop
  for (int i = 1; i < 31; i++)
    sum[i] = source[i + 3] + source[i];
#pragma endscop
}

int main(void) {
  for (int i = 0; i < 40; i++)
    source[i] = i * i % 89;
  neighbours();
  for (int i = 0; i < 31; i++)
    printf("%d ", sum[i]);
}
