#define OTHERS 0
