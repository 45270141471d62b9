int prebuilt_number(void) { return 42; }
