/* Particles that pull each other: forces from all pairs, then one step of
   time, in an array of structures. */
//@ function particles
//@ size steps n
//@ grid 0,3 1,0 1,1 2,2 2,5 3,13
//@ large 10,4000
//@ struct particle double x double y double vx double vy double fx double fy
//@ array p struct:particle [n]
//@ call particles(steps, n, 0.01, p)
struct particle {
  double x, y, vx, vy, fx, fy;
};

void particles(int steps, int n, double dt, struct particle *p) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      p[i].fx = 0.0;
      p[i].fy = 0.0;
      for (int j = 0; j < n; j++) {
        p[i].fx += p[j].x - p[i].x;
        p[i].fy += p[j].y - p[i].y;
      }
    }
    for (int i = 0; i < n; i++) {
      p[i].vx += dt * p[i].fx;
      p[i].vy += dt * p[i].fy;
      p[i].x += dt * p[i].vx;
      p[i].y += dt * p[i].vy;
    }
  }
#pragma endscop
}
