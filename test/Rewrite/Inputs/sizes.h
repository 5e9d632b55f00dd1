#define SIZES "sizes.h"
#define FACTOR 2
