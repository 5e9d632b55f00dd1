// Elements of other ranges are found by subscripts.
// RUN: %stevedore %s -o %t.c -- -std=c++17 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -std=c++17 \
// RUN:     -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

struct Particle {
  double position, speed;
  double trace[50];
};

#ifndef FOLLOWED
void move(Particle (&particles)[1000], double dt) {
#pragma scop
// CHECK: ranges.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: range-based 'for' loop in a region [-Wstevedore]
// CHECK: note: write it as a 'for' loop over an integer subscript
  for (auto &[position, speed, trace] : particles)
    position += dt * speed;
#pragma endscop
}
#else
void move(Particle (&particles)[1000], double dt) {
#pragma scop
  for (int i = 0; i < 1000; i++)
    particles[i].position += dt * particles[i].speed;
#pragma endscop
}
#endif
