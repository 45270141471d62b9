#include "deep/base.h"
#include <where.h>
#define DOUBLE 2
int number(void);
const char *note(void);
static inline int scaled(void) { return DOUBLE * BASE * WHERE; }
