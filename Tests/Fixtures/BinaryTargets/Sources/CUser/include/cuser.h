int cuser(void);
