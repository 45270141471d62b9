#include "CLib.h"
#include <stdio.h>
int main(void) {
    printf("ctool %d\n", clib());
    return 0;
}
