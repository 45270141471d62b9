#ifndef NUMBER_TEXT_H
#define NUMBER_TEXT_H

#include <stddef.h>

/// Writes `value` with as few digits as read back as the same number, and ends it with a zero byte.
/// Returns the length without that byte, or -1 where `size` does not suffice; 32 always does.
int number_text(double value, char *buffer, size_t size);

#endif
