// Variables of which each worker that calls a function has its own, and a team one,
// and values of options that there are none of.
// RUN: %stevedore --workers=param %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --parallel=openmp %s -o %t.c -- -Werror 2>&1 | FileCheck %s --check-prefix=TEAM
// RUN: not %stevedore --workers=0 %s -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %stevedore --parallel=mpi %s -- 2>&1 | FileCheck %s --check-prefix=MPI

// NONE: error: invalid value '0' for 'workers': expected 'param' or a number from 1 on
// MPI: error: invalid value 'mpi' for 'parallel': expected

// CHECK: workers.c:[[@LINE+4]]:3: warning: {{.*}}the region changes what workers have in common, and each worker has a variable 'last' of its own, which is seen behind it: '--parallel=openmp' has one for all
double seen(int n, double a[n]) {
  double last[4];
#pragma scop
  for (int i = 0; i < 4; i++)
    last[i] = a[i];
  for (int i = 0; i < n; i++)
    a[i] *= 2;
#pragma endscop
  return last[1] + last[3];
}

// CHECK: workers.c:[[@LINE+4]]:3: remark: one worker executes the region: each worker has a variable 'before' of its own
void unseen(int n, double a[n]) {
  double before[n];
#pragma scop
  for (int i = 0; i < n; i++)
    before[i] = a[i];
  for (int i = 0; i < n; i++)
    a[i] = before[n - 1 - i];
#pragma endscop
}

// What a pointer of the function leads to may be of each worker, or of all.
// CHECK: workers.c:[[@LINE+4]]:3: warning: {{.*}}and each worker has a variable 'to' of its own, which is seen behind it
void through(int n, double a[n]) {
  double *to = n > 7 ? a : a + 1;
#pragma scop
  for (int i = 0; i < n - 1; i++)
    to[i] = to[i] + i;
#pragma endscop
}

// TEAM: workers.c:[[@LINE+4]]:3: remark: one worker executes the region: every thread has a variable 'last'
static __thread double last[100];
void everyThread(double a[100][100]) {
#pragma scop
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      a[i][j] = last[j];
#pragma endscop
}
