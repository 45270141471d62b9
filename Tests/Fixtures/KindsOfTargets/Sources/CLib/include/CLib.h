#ifdef __cplusplus
extern "C" {
#endif
int clib(void);
#ifdef __cplusplus
}
#endif
