#include "behind.h"
#include <vector>
extern "C" int behind(void) { return std::vector<int>{1, 2, 3}.size(); }
