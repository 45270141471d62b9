#include "number.h"
#include "private.h"
int number(void) { return PRIVATE; }
