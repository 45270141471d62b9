// libcurl, opened when it is first needed: nothing is linked, and where it is missing everything else works.

#ifndef MONO_CURL_H
#define MONO_CURL_H

#include <stddef.h>
#include <stdint.h>

/// The library's functions. Zero it, and give it to `mono_curl_open`.
struct mono_curl {
    int (*global_init)(long);
    const char *(*version)(void);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    const char *(*easy_strerror)(int);
    void *(*list_append)(void *, const char *);
    void (*list_free)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_add)(void *, void *);
    int (*multi_remove)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
    void *(*multi_info_read)(void *, int *);
};

/// What happened to a library that was to be opened.
enum mono_curl_opening { MONO_CURL_OPENED, MONO_CURL_NO_LIBRARY, MONO_CURL_NO_FUNCTION, MONO_CURL_REFUSED };

/// Opens the library of that name. `complaint`, which is valid until the next call of `dlopen` on this thread, says what
/// is missing.
int mono_curl_open(struct mono_curl *curl, const char *name, const char **complaint);

/// How a transfer moves bytes. It must stay where it is while it is under way.
struct mono_transfer {
    /// Of the request: from `bytes`, or from `source` where that is not -1; `size` bytes.
    const void *bytes;
    int source;
    int64_t size;
    /// Of the answer: to `sink` where that is not -1, else to `received`, which the transfer allocates; no more than
    /// `limit`. What comes with any status but 2xx is a page for people: it goes nowhere, and after `page_limit` bytes
    /// the rest of it is not waited for.
    int sink;
    int64_t limit;
    int64_t page_limit;

    // What came of it.
    int64_t sent;
    /// Of the answer, without pages; of pages.
    int64_t count;
    int64_t page_count;
    char *received;
    size_t room;
    /// An `errno` of reading or writing files here; 0 where there was none.
    int failure;
    /// The answer has more than `limit` bytes.
    int is_too_large;
    /// A page has more than `page_limit` bytes.
    int is_cut_short;

    // Of libcurl, set by `mono_curl_prepare`: how the request is asked what status its answer has.
    int (*easy_getinfo)(void *, int, ...);
    void *easy;
};

enum mono_method { MONO_GET, MONO_HEAD, MONO_PUT };

/// What stays the same for all requests of a client; texts may be null.
struct mono_curl_settings {
    const char *user_agent;
    /// Files: authorities that are trusted beside, or in place of, the system's; a client's certificate and its key.
    const char *authorities, *certificate, *key;
    /// In milliseconds, from the start to a connection.
    long connect_limit;
    /// In seconds, with less than a byte a second.
    long stall_limit;
    int follows_redirects;
};

/// Sets all that a request needs. `headers`: made with `list_append`; it must live as long as the request. Returns
/// libcurl's code, 0 for success.
int mono_curl_prepare(
    const struct mono_curl *curl, void *easy, const char *url, int method, void *headers,
    const struct mono_curl_settings *settings, struct mono_transfer *transfer, int64_t limit_in_milliseconds);

/// Of an ended request: the status of the answer, 0 where there was none.
long mono_curl_status(const struct mono_curl *curl, void *easy);

/// The next request that ended, with libcurl's code; null where there is none.
void *mono_curl_next_end(const struct mono_curl *curl, void *multi, int *code);

/// Most connections that are kept open, and most to one server.
void mono_curl_set_connections(const struct mono_curl *curl, void *multi, long most);

#endif
