#include <thing.h>
