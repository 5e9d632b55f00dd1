#include <stdio.h>
#include "plain.h"

int main(int argc, char **argv)
{
  printf("%d %s %d\n", argc, argv[0][0] ? "named" : "unnamed", PLAIN);
  return 0;
}
