#define WHERE 1
