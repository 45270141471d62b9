#include "cuser.h"
#include "number.h"
int cuser(void) { return prebuilt_number() + NUMBERS; }
