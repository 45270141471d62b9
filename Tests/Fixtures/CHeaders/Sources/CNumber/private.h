#define PRIVATE 42
