int with_preprocessor(void);
int without_preprocessor(void);
