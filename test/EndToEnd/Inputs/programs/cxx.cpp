/* A region in a namespace of C++. */
#include <cstdio>

namespace picture {

constexpr int width = 24;

struct Canvas {
  float dots[width][width];
};

template <typename T> T twice(T x) { return x + x; }

void smooth(float (&to)[width][width], const float (&from)[width][width],
            int border) {
#pragma scop
  for (int y = border; y < width - border; ++y)
    for (int x = border; x < width - border; ++x)
      to[y][x] = 0.25f * (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] +
                          from[y][x + 1]);
#pragma endscop
}

} // namespace picture

int main() {
  static picture::Canvas a, b;
  for (int y = 0; y < picture::width; ++y)
    for (int x = 0; x < picture::width; ++x)
      a.dots[y][x] = picture::twice(float(y * x % 13));
  for (int border = 1; border < 14; border += 4) {
    picture::smooth(b.dots, a.dots, border);
    picture::smooth(a.dots, b.dots, border + 1);
    for (auto &row : a.dots)
      for (float dot : row)
        std::printf("%a\n", double(dot));
  }
}
