#ifdef __cplusplus
extern "C" {
#endif
int behind(void);
#ifdef __cplusplus
}
#endif
