#include <fixture-thing.h>
