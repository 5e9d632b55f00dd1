// Pointers that move are a base, which stays, and an offset.
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>&1 | FileCheck %s
// RUN: %stevedore --profitable=off %s -o %t.c -- && FileCheck --check-prefix=ENDS --input-file=%t.c %s
// RUN: %stevedore --print=tree --profitable=off %s -o %t.tree --
// RUN: %stevedore-opt %t.tree | FileCheck --check-prefix=TREE %s
// TREE: float *stevedore_end_to = to + (
// TREE: to = stevedore_end_to;

// CHECK: remark: pointer 'p' is modified in the region
// CHECK: remark: pointer 'p' is modified in the region
// CHECK-LABEL: walked
// CHECK: from[i]
// CHECK: to[2i]
void walked(int n, const float *from, float *to) {
  for (int i = 0; i < n; i++) {
    *to = *from++;
    to += 2;
  }
}

// A counter that begins with what it holds where the region is entered.
// CHECK-LABEL: down
// CHECK: taken
void down(unsigned count, const float *taken, float *to) {
  while (count > 0u) {
    *to++ = *taken++;
    count--;
  }
}

// CHECK-LABEL: rows
// CHECK: in[i, j]
// CHECK: out[i, j]
void rows(int n, int m, const float *in, float *out) {
  for (int i = 0; i < n; i++) {
    const float *row = in + i * m;
    float *to = &out[i * m];
    for (int j = 0; j < m; j++)
      to[j] = row[j] * 2;
  }
}

// Pointers set from others, compared with each other.
// CHECK-LABEL: windows
// CHECK: state[s_at
void windows(int n, const float *state, float *to) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    const float *end = state + 7;
    for (const float *s = state; s < end; s++)
      sum += *s;
    to[i] = sum;
    state++;
  }
}

// Two bases: a statement for each.
// CHECK-LABEL: # two,
// CHECK: mustWrites: {{.*}}S0[i] -> a[i] : 0 <= i <= 7 and i < n; S1[i] -> b[-8 + i] : 8 <= i < n
void two(int n, float *a, float *b) {
  float *to = a;
  for (int i = 0; i < n; i++) {
    *to++ = 1;
    if (i == 7)
      to = b;
  }
}

struct pair { int first, second; };

// CHECK-LABEL: members
// CHECK: of[n - n_now
void members(int n, const struct pair *of, int *to) {
  do {
    *to++ = of->first - of->second;
    of++;
  } while (--n > 0);
}

// What somebody reads behind the region gets its value there, whatever branch
// has been taken.
// ENDS-LABEL: ends(
// ENDS: float *stevedore_end_to = to + ([[N:.*]]);
// ENDS: int stevedore_end_count = [[COUNT:.*]];
// ENDS: if (!done)
// ENDS: stevedore_end_to = to;
// ENDS-NEXT: stevedore_end_count = count;
// ENDS: to = stevedore_end_to;
// ENDS-NEXT: count = stevedore_end_count;
long ends(int count, const float *from, float *to) {
  const float *first = to;
  while (count > 0) {
    *to++ = *from++;
    count--;
  }
  return to - first + count;
}

// Pointers that end at others, and steps in the last statement.
// CHECK-LABEL: until
// CHECK: [n] -> { S0[a_at] : 0 <= a_at < n }
void until(int n, const float *a, float *to) {
  const float *end = a + n;
  while (a < end)
    *to++ = *a++ * 2;
}

// CHECK-LABEL: given_end
// CHECK: [end_a] -> { S0[a_at] : 0 <= a_at < end_a }
void given_end(const float *a, const float *end, float *to) {
  for (; a != end; ++a)
    *to++ = *a;
}

// A counter that is a value, too.
// CHECK-LABEL: values
// CHECK: domain: {{.*}}S0[left_now] : 0 < left_now <= left
void values(unsigned left, unsigned *to) {
  while (left > 0u) {
    *to++ = left * 2;
    left--;
  }
}

// Where a pointer is behind a branch is a product on one side.
const double *guarded(int n, int m, const double *restrict from,
                      double *restrict to) {
  if (n > 0) {
    int rows = n;
    do {
      to[rows] = from[0];
      from += m;
      rows--;
    } while (rows > 0);
  }
  return from;
}
// CHECK-NOT: warning
// CHECK-LABEL: # guarded
// CHECK: reads: {{.*}}S0[rows{{.*}}] -> from[

// Where data decide which, and where there are three, it is refused.
// CHECK-NOT: # {{data_decide|three}}
void data_decide(int n, const int *a, const int *b, const int *w, int *c) {
  const int *p = a;
  for (int i = 0; i < n; i++) {
    if (w[i] > 3)
      p = b;
    c[i] = *p++;
  }
}
void three(int n, const int *a, const int *b, const int *d, int *c) {
  const int *p = a;
  for (int i = 0; i < n; i++) {
    c[i] = *p;
    p = i > 3 ? b : d;
  }
}
