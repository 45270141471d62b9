int clonely(void);
