#include "number_text.h"

#include <stdio.h>
#include <stdlib.h>

int number_text(double value, char *buffer, size_t size) {
    // Minus zero is zero to people.
    if (value == 0) value = 0;
    // 15 digits suffice for every number that people type, 17 for every number there is.
    for (int digits = 15; digits <= 17; digits++) {
        int length = snprintf(buffer, size, "%.*g", digits, value);
        if (length < 0 || (size_t)length >= size) return -1;
        if (digits == 17 || strtod(buffer, NULL) == value) return length;
    }
    return -1;
}
