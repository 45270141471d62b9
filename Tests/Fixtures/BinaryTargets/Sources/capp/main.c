#include "cuser.h"
#include <stdio.h>
int main(void) { printf("%d\n", cuser()); return 0; }
