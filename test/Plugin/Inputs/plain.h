#define PLAIN 7
