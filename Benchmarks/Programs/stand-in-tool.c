// All programs of a toolchain that does next to nothing: it reads the sources and objects that it is given, and writes
// the outputs that it is asked for, a line each. An object changes with what it is made of, but for lines that only hold
// a comment; a module never does.
//
// What mono does itself for a large workspace can so be measured in minutes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096, MOST_WORDS = 1 << 20 };

static uint64_t content = 1469598103934665603ULL;

static char *text_of(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        *size = fread(text, 1, (size_t)length, file);
        text[*size] = 0;
    }
    fclose(file);
    return text;
}

static void put(const char *path, const char *first, const char *rest, mode_t mode) {
    char folder[LONGEST_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(folder, 0777);
        *slash = '/';
    }
    unlink(path);
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    fputs(first, file);
    fputs(rest, file);
    if (fclose(file) || chmod(path, mode)) {
        perror(path);
        exit(1);
    }
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && !strcmp(text + length - wanted, end);
}

static int has(char **words, const char *word) {
    for (char **at = words; *at; at++)
        if (!strcmp(*at, word)) return 1;
    return 0;
}

static const char *after(char **words, const char *word) {
    for (char **at = words; at[0] && at[1]; at++)
        if (!strcmp(*at, word)) return at[1];
    return NULL;
}

// The arguments, with those of response files in their places.
static char **words_of(int count, char **arguments) {
    char **words = calloc(MOST_WORDS + 1, sizeof *words);
    if (!words) exit(1);
    int found = 0;
    for (int at = 1; at < count && found < MOST_WORDS; at++) {
        size_t size;
        char *text = arguments[at][0] == '@' ? text_of(arguments[at] + 1, &size) : NULL;
        if (!text) {
            words[found++] = arguments[at];
            continue;
        }
        for (char *word = strtok(text, " \n\t"); word && found < MOST_WORDS; word = strtok(NULL, " \n\t"))
            words[found++] = word;
    }
    return words;
}

static void take(const char *text, size_t size) {
    for (size_t byte = 0; byte < size; byte++) content = (content ^ (unsigned char)text[byte]) * 1099511628211ULL;
}

static void take_source(const char *text) {
    while (*text) {
        size_t line = strcspn(text, "\n");
        if (text[line]) line++;
        const char *first = text + strspn(text, " \t");
        if (strncmp(first, "//", 2)) take(text, line);
        text += line;
    }
}

static void read_inputs(char **words) {
    for (char **at = words; *at; at++) {
        int is_source = ends_with(*at, ".swift");
        if (!is_source && !ends_with(*at, ".o") && !ends_with(*at, ".autolink")) continue;
        size_t size;
        char *text = text_of(*at, &size);
        if (text && is_source) take_source(text);
        if (text && !is_source) take(text, size);
        free(text);
    }
}

// Writes all outputs of that kind that the output file map names.
static void write_mapped(const char *map, const char *kind, const char *first, const char *rest) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\": \"", kind);
    for (const char *at = strstr(map, key); at; at = strstr(at, key)) {
        char path[LONGEST_PATH];
        size_t length = 0;
        for (at += strlen(key); *at && *at != '"' && length + 1 < sizeof path; at++) {
            if (*at == '\\' && at[1]) at++;
            path[length++] = *at;
        }
        path[length] = 0;
        put(path, first, rest, 0644);
    }
}

static void write_module(const char *path) {
    char documentation[LONGEST_PATH];
    snprintf(documentation, sizeof documentation, "%.*s.swiftdoc", (int)(strlen(path) - strlen(".swiftmodule")), path);
    put(path, name_of(path), "\n", 0644);
    put(documentation, "documentation", "\n", 0644);
}

// Where linkers write what they read.
static const char *dependency_file(char **words) {
    for (char **at = words; *at; at++) {
        const char *found = strstr(*at, "--dependency-file");
        if (!found) continue;
        found += strlen("--dependency-file");
        if (*found == '=' || *found == ',') return found + 1;
        if (at[1] && !strcmp(at[1], "-Xlinker")) return at[2];
        return at[1];
    }
    return NULL;
}

int main(int count, char **arguments) {
    char **words = words_of(count, arguments);
    if (has(words, "-print-target-info")) {
        puts("{\n  \"compilerVersion\": \"stand-in 1\",\n  \"target\": {\n"
             "    \"triple\": \"x86_64-unknown-linux-gnu\"\n  }\n}");
        return 0;
    }
    if (has(words, "-###")) {
        fputs(
            has(words, "-fsyntax-only") ? " \"clang\" \"-cc1\" \"-internal-isystem\" \"/usr/include\"\n"
                                        : " \"clang\" \"-cc1\"\n \"/bin/true\" \"-o\"\n",
            stderr);
        return 0;
    }
    read_inputs(words);
    char line[32];
    snprintf(line, sizeof line, " %016llx\n", (unsigned long long)content);
    const char *map_path = after(words, "-output-file-map"), *module = after(words, "-emit-module-path");
    const char *interface = after(words, "-emit-module-interface-path"), *output = after(words, "-o");
    const char *dependencies = dependency_file(words);
    size_t size;
    char *map = map_path ? text_of(map_path, &size) : NULL;
    if (map) {
        write_mapped(map, "dependencies", "x:\n", "");
        write_mapped(map, "swift-dependencies", "state", line);
        write_mapped(map, "object", "object", line);
    }
    if (module && ends_with(module, ".swiftmodule")) write_module(module);
    if (interface) put(interface, "interface", "\n", 0644);
    if (dependencies) put(dependencies, "x:\n", "", 0644);
    // What clang links is taken for a program by its first bytes.
    int links = strstr(name_of(arguments[0]), "clang") != NULL;
    if (output && !map) put(output, links ? "\177ELF" : name_of(output), line, links ? 0755 : 0644);
    return 0;
}
