#include "CxxLib.h"
#include "CLib.h"
namespace zoo { std::string text() { return clib() ? TEXT : ""; } }
