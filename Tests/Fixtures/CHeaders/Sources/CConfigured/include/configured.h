#include <configuration.h>
static inline int configured(void) { return CONFIGURATION; }
