int ckit_is_optimized(void);
