#define BASE 1
