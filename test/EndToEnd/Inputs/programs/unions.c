#include <stdio.h>
#include <stdint.h>
/* Unions of a function, whose members are the same memory. */
union word { int32_t whole; int16_t half[2]; uint8_t byte[4]; };
static void clamp(int n, int lo, int hi, int16_t *restrict s) {
  union word in;
  for (int i = 0; i < n; i++) {
    in.whole = (int32_t)((uint16_t)s[2 * i] | (uint32_t)(uint16_t)s[2 * i + 1] << 16);
    in.half[0] = in.half[0] < lo ? lo : in.half[0];
    in.half[1] = in.half[1] > hi ? hi : in.half[1];
    s[2 * i] = in.half[0];
    s[2 * i + 1] = in.half[1];
  }
}
static int32_t kept(int n, const int16_t *s) {
  union word sum;
  sum.whole = 0x1010101;
  for (int i = 0; i < n; i++) {
    sum.half[0] += s[i];
    sum.byte[3] ^= sum.byte[0];
    if (s[i] & 1)
      sum.byte[1] = i;
  }
  return sum.whole;
}
static void inside(int n, int16_t *s) {
  for (int i = 0; i < n; i++) {
    union word in;
    in.half[0] = s[i];
    in.half[1] = 3;
    s[i] = in.whole >> 7;
  }
}
/* Others see these, or store to them. */
static void seen(int n, int16_t *s, int16_t **out) {
  union word in;
  *out = &in.half[1];
  in.whole = 0;
  for (int i = 0; i < n; i++) {
    in.whole += s[i];
    **out += 1;
    s[i] = in.half[1];
  }
}
static void member(int n, int16_t *s, union word *w, struct { union word in; } *p) {
  for (int i = 0; i < n; i++) {
    w->half[0] += s[i];
    p->in.byte[2] ^= w->byte[1];
    s[i] = p->in.whole;
  }
}
static int16_t s[200];
int main(void) {
  unsigned long sum = 0;
  static union { union word w[2]; int16_t h[4]; } u;
  for (int n = 0; n < 100; n += 1 + n / 4) {
    int16_t *out;
    for (int i = 0; i < 200; i++) s[i] = i * 77 % 310 - 150;
    clamp(n, -20, 70, s);
    sum = sum * 31 + kept(n, s + 3);
    inside(n, s + 5);
    seen(n, s + 50, &out);
    member(n, s + 90, &u.w[0], (void *)&u.w[n % 2]);
    member(n % 3, u.h, &u.w[0], (void *)&u.w[1]);
    for (int i = 0; i < 200; i++) sum = sum * 31 + s[i];
    sum = sum * 31 + u.h[0] + u.h[3];
  }
  printf("%lu\n", sum);
  return 0;
}
