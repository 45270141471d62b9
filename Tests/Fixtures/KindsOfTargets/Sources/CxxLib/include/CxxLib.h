#pragma once
#include <string>
namespace zoo {
std::string text();
struct Pair { int one; int twice() const { return one * 2; } };
}
