// look-at-files LIST: asks the system for the state of each file that a line of LIST names, one after the other, and
// prints how many there are. No program that has to know whether one of them changed can do less.
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int main(int count, char **words) {
    FILE *list = count == 2 ? fopen(words[1], "r") : NULL;
    if (!list) {
        fprintf(stderr, "usage: look-at-files LIST\n");
        return 2;
    }
    char path[4096];
    long found = 0;
    struct stat state;
    while (fgets(path, sizeof path, list)) {
        path[strcspn(path, "\n")] = 0;
        if (stat(path, &state) != 0) {
            perror(path);
            return 1;
        }
        found++;
    }
    printf("%ld\n", found);
    return 0;
}
