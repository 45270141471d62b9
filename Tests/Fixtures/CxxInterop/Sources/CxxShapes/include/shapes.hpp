#pragma once
#include <string>
#include <vector>
namespace shapes {
struct Box { int width, height; int area() const { return width * height; } };
inline int standard() { return __cplusplus >= 202002L ? 20 : 17; }
std::vector<int> sides(const Box &box);
std::string name(const Box &box);
}
