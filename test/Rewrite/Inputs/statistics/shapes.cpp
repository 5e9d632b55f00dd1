#include <vector>

template <class T> void scale(std::vector<T> &v, T by)
{
  for (unsigned i = 0; i < v.size(); i++)
    v[i] *= by;
}

template void scale<float>(std::vector<float> &, float);
template void scale<double>(std::vector<double> &, double);

template <class T> void unused(T *v)
{
  for (int i = 0; i < 4; i++)
    v[i] = 0;
}

int lambdas(int *a)
{
  auto clear = [a](int n) {
    for (int i = 0; i < n; i++)
      a[i] = 0;
  };
  clear(4);
  return a[0];
}
