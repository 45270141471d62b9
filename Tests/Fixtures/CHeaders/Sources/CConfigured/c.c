int nothing_to_configure;
