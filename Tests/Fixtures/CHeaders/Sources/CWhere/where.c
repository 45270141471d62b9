#include "where.h"
int where = WHERE;
