// A loop of which a counter that only counts goes down, beside one that goes up,
// has the order of the loop over the one that goes up.
// RUN: %stevedore --print=scop --profitable=off %s -- 2>/dev/null | FileCheck %s

// CHECK-LABEL: # last_step,
// CHECK: schedule: {{.*}}S0[i] -> [i]
void last_step(int n, double a[n], double b[n]) {
  int i = 0, left = n;
#pragma scop
  while (left > 0) {
    a[i] = 2 * b[i];
    i++;
    left--;
  }
#pragma endscop
}

// CHECK-LABEL: # in_condition,
// CHECK: domain: {{.*}}S0[i] : 0 <= i < left }
// CHECK: schedule: {{.*}}S0[i] -> [i]
void in_condition(unsigned n, double a[n], double b[n]) {
  unsigned i = 0, left = n;
#pragma scop
  while (left-- != 0) {
    a[i] = 2 * b[i];
    i += 1;
  }
#pragma endscop
}

// CHECK-LABEL: # tested_last,
// CHECK: schedule: {{.*}}S0[i] -> [i]
void tested_last(int n, double a[2 * n + 2], double b[2 * n + 2]) {
  int i = 2, left = 2 * n;
#pragma scop
  do {
    a[i] = 2 * b[i];
    i++;
  } while (--left > 0);
#pragma endscop
}

// Nothing else need mention the one that goes up.
// CHECK-LABEL: # unused,
// CHECK: schedule: {{.*}}S0[j, i] -> [j, i]
void unused(int m, int n, double *restrict a) {
#pragma scop
  for (int j = 0; j < m; j++) {
    int i = 0, left = n;
    while (left--) {
      a[j] *= 2;
      i++;
    }
  }
#pragma endscop
}

// It stays what is counted where the body needs it, where there is no other,
// where that is read behind its step, and where it goes up by more.
// CHECK-LABEL: # needed,
// CHECK: schedule: {{.*}}S0[left_now] -> [-left_now]
void needed(int n, double a[n], double b[n]) {
  int i = 0, left = n;
#pragma scop
  while (left > 0) {
    a[i] = left * b[i];
    i++;
    left--;
  }
#pragma endscop
}

// CHECK-LABEL: # alone,
// CHECK: schedule: {{.*}}S0[left_now] -> [-left_now]
void alone(int n, const double *b, double a[n]) {
  int left = n;
#pragma scop
  while (left > 0) {
    *a++ = 2 * *b++;
    left--;
  }
#pragma endscop
}

// CHECK-LABEL: # behind,
// CHECK: schedule: {{.*}}S0[left_now] -> [-left_now]
void behind(int n, double a[n + 1], double b[n + 1]) {
  int i = 0, left = n;
#pragma scop
  while (left > 0) {
    i++;
    a[i] = 2 * b[i];
    left--;
  }
#pragma endscop
}

// CHECK-LABEL: # by_three,
// CHECK: schedule: {{.*}}S0[left_now] -> [-left_now]
void by_three(int n, double a[3 * n], double b[3 * n]) {
  int i = 0, left = n;
#pragma scop
  while (left > 0) {
    a[i] = 2 * b[i];
    i += 3;
    left--;
  }
#pragma endscop
}

// What they hold behind the loop is set there.
// RUN: %stevedore --profitable=off %s -o %t.c -- 2>/dev/null
// RUN: FileCheck --check-prefix=LAST --input-file=%t.c %s
// LAST-LABEL: int last_values(
// LAST: int stevedore_end_left = (long long)(left) >= 1 ? -1 : (long long)(left) - 1;
// LAST: left = stevedore_end_left;
int last_values(int n, double a[n], double b[n]) {
  int i = 0, left = n;
#pragma scop
  while (left-- > 0) {
    a[i] = 2 * b[i];
    i++;
  }
#pragma endscop
  return 10 * left + i;
}
