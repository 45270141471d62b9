#include "number.h"
const char *note(void) { return "ok"; }
