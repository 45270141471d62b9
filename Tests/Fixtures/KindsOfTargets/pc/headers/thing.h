static inline int thing(void) { return 5; }
