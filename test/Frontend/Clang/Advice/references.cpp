// The object that a reference stands for can be written where it is used.
// RUN: %stevedore %s -o %t.cpp -- -std=c++17 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.cpp -- -std=c++17 \
// RUN:     -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.cpp
// DONE: /* compute */

struct Particle {
  double position, speed;
};

#ifndef FOLLOWED
void move(int n, Particle *p, double dt) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: references.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: reference 'x' is declared in the region [-Wstevedore]
// CHECK: note: use the object that it refers to
    double &x = p[i].position;
    x += dt * p[i].speed;
  }
#pragma endscop
}
#else
void move(int n, Particle *p, double dt) {
#pragma scop
  for (int i = 0; i < n; i++)
    p[i].position += dt * p[i].speed;
#pragma endscop
}
#endif
