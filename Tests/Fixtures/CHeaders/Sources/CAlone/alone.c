#include "alone.h"
int alone(void) { return 1; }
