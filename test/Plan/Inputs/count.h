#include <string.h>
extern long loaded;
