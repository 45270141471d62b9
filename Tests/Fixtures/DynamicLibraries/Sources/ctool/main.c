#include "cbase.h"
#include "clonely.h"
#include <stdio.h>
int main(void) { printf("%d %d\n", cbase(), clonely()); return 0; }
