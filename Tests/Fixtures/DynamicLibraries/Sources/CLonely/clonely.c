#include "clonely.h"
#include <math.h>
static volatile double four = 4;
int clonely(void) { return (int)sqrt(four); }
