#define NUMBERS 1
int prebuilt_number(void);
