// Steps of four and what is left of them, by pointers that move through several
// rows; flags, signs and planes that turn; sums of pointers that lead to members
// and elements; the first of several rows, which is copied.
#include <stdio.h>
#include <string.h>

struct point {
  float x, y;
};
struct table {
  int length;
  struct point *points;
};

void bias(int rows, int width, const signed char *in, short *out) {
  for (int r = 0; r < rows; r++) {
    int left = width >> 2;
    while (left > 0) {
      *out++ = *in++ + 1;
      *out++ = *in++ + 2;
      *out++ = *in++ + 3;
      *out++ = *in++ + 4;
      left--;
    }
    left = width & 3;
    while (left > 0) {
      *out++ = *in++ - 1;
      left--;
    }
  }
}

void unpack(int n, const unsigned char *packed, signed char *out) {
  int low = 1;
  for (int i = 0; i < n; i++) {
    if (low)
      out[i] = (signed char)(packed[i >> 1] << 4) >> 4;
    else
      out[i] = (signed char)packed[i >> 1] >> 4;
    low = !low;
  }
}

void checkered(int rows, int width, int from, float *a) {
  int sign = from;
  for (int r = 0; r < rows; r++) {
    sign = 1 - sign;
    for (int c = 0; c < width; c++)
      if (sign)
        a[r * width + c] = -a[r * width + c];
      else
        a[r * width + c] += 2;
  }
}

void leapfrog(int steps, float time[2][40]) {
  int now = 0;
  for (int s = 0; s < steps; s++) {
    now = !now;
    for (int i = 1; i < 39; i++)
      time[now][i] = time[!now][i - 1] + 0.5f * time[1 - now][i + 1];
  }
}

void circle(struct table *t, struct point *other, int n) {
  for (int i = 0; i < n; i++) {
    (t->points + i)->x = 3.0f * i - (other + n - 1 - i)->y;
    (i + t->points)->y = (other + i)->x;
  }
}

static void keep_larger(signed char *to, const signed char *from, int n) {
  for (int i = 0; i < n; i++)
    if (from[i] > to[i])
      to[i] = from[i];
}

void highest(int rows, int taps, int n, const signed char *restrict in,
             signed char *restrict out) {
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int k = 0; k < taps; k++) {
      const signed char *row = in + n * (k + r);
      if (count == 0) {
        memcpy(out, row, n);
        count++;
      } else {
        keep_larger(out, row, n);
      }
    }
    out += n;
  }
}

struct layer {
  const signed char *bias;
  struct {
    const signed char *least;
  } clip;
};

/* Members that may be null, and are bases of arrays, too. */
void forward(const struct layer *l, struct layer own, int n, int m,
             const signed char *restrict in, short *restrict out) {
  for (int i = 0; i < n; i++) {
    short sum = l->bias ? l->bias[i] : 3;
    for (int j = 0; j < m; j++)
      sum += in[i * m + j];
    if (own.clip.least && sum < own.clip.least[i])
      sum = own.clip.least[i];
    out[i] = sum + (own.clip.least != 0 ? own.clip.least[i] : -1);
  }
}

static signed char bytes[400], most[400];
static unsigned char packed[64];
static short wide[400];
static float plane[400];
static struct point points[2][40];

static void print(const char *what, double sum) { printf("%s %g\n", what, sum); }

int main(void) {
  for (int width = -5; width < 14; width++)
    for (int rows = -1; rows < 6; rows++) {
      double sums[5] = {0};
      struct table t = {40, points[0]};
      for (int i = 0; i < 400; i++) {
        bytes[i] = (signed char)(i * 37 % 251 - 125);
        packed[i % 64] = (unsigned char)(i * 91 + width);
        wide[i] = most[i] = 0;
        plane[i] = (float)(i % 19);
      }
      for (int i = 0; i < 80; i++)
        points[i / 40][i % 40] = (struct point){i, i * 0.5f};
      bias(rows, width, bytes, wide);
      unpack(width * 3, packed, most + 200);
      checkered(rows, width, rows & 1, plane);
      leapfrog(rows, (float(*)[40])(plane + 300));
      circle(&t, points[1], width + 6);
      highest(rows, width / 3, width < 0 ? 0 : width, bytes, most);
      struct layer l = {width & 1 ? bytes : 0, {rows & 1 ? bytes + 9 : 0}};
      forward(&l, l, width, rows < 0 ? 0 : rows, bytes + 20, wide + 300);
      for (int i = 0; i < 400; i++) {
        sums[0] += wide[i] * (i % 7 + 1);
        sums[1] += most[i] * (i % 11 + 1);
        sums[2] += plane[i] * (i % 5 + 1);
        sums[3] += points[i / 200][i / 5 % 40].x * (i % 3 + 1);
        sums[4] += points[i / 200][i / 5 % 40].y * (i % 3 + 1);
      }
      print("bias", sums[0]);
      print("bytes", sums[1]);
      print("plane", sums[2]);
      print("points", sums[3]);
      print("points", sums[4]);
    }
  return 0;
}
