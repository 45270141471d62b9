#include "cbase.h"
int cbase(void) { return 7; }
