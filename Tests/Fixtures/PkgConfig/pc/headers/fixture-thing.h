#define OFFSET 0
static inline int fixture_thing(void) { return 5; }
