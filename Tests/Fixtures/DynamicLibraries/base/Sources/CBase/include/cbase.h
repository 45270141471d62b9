int cbase(void);
