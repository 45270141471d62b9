#include "CxxLib.h"
#include <iostream>
int main() { std::cout << "cxxtool " << __cplusplus << "\n"; }
