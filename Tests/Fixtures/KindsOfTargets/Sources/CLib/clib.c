#include "CLib.h"
#include "private.h"
#include <math.h>
#if !defined(CXX_TOO) || !defined(SWIFT_PACKAGE) || defined(Fancy)
#error "defines"
#endif
#ifndef MORE
#define MORE 0
#endif
static volatile double nothing;
int clib(void) { return VALUE + MORE + OTHERS + (int)sqrt(nothing); }
