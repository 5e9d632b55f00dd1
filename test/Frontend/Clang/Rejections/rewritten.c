// A file that has been rewritten is left alone as a whole when it comes again,
// with the functions that were added since.
// RUN: %stevedore %s -o %t.1.c --
// RUN: not cmp -s %s %t.1.c
// RUN: %stevedore %t.1.c -o %t.2.c -- 2>&1 | FileCheck %s
// RUN: cmp %t.1.c %t.2.c
// CHECK: remark: the file has been rewritten before, and is left alone as a whole [-Rpass-missed=stevedore]
// CHECK: note: {{.*}}rewrite the original file
// RUN: echo 'void g(int n, double *b) { for (int i = 0; i < n; i++) b[i] = 2; }' > %t.3.c
// RUN: cat %t.3.c >> %t.2.c
// RUN: %stevedore --profitable=off %t.2.c -o %t.3.c -- 2>&1 | FileCheck %s
// RUN: cmp %t.2.c %t.3.c

// Marked regions are no exception, and are warned of; other options make other
// text, which is recognized, too.
// RUN: sed 's/int n/int m/; s/i < n/i < m/; s/f(/h(/' %s > %t.4.c
// RUN: %stevedore --order=pipelined --tile=8 --allocation=box %s -o %t.5.c --
// RUN: cat %t.4.c >> %t.5.c
// RUN: %stevedore %t.5.c -o %t.6.c -- 2>&1 | FileCheck %s --check-prefix=MARKED
// RUN: cmp %t.5.c %t.6.c
// MARKED: warning: the file has been rewritten before, and is left alone as a whole [-Wstevedore]
// RUN: not %stevedore --strict %t.5.c -o %t.7.c --

// Macros for transfers and comments of the user do not make a file one of those.
// RUN: echo '#ifndef STEVEDORE_GET' > %t.8.c
// RUN: echo '#define STEVEDORE_GET(local, remote, bytes) __builtin_memcpy(local, remote, bytes)' >> %t.8.c
// RUN: echo '#endif' >> %t.8.c
// RUN: cat %s >> %t.8.c
// RUN: %stevedore --strict %t.8.c -o %t.9.c --
// RUN: not cmp -s %t.8.c %t.9.c

void f(int n, double *a) {
#pragma scop
  /* compute */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
