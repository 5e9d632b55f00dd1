#define SET(element, value) (element) = (value)
int next(int);
