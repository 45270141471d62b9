int alone(void);
