func more() {}
