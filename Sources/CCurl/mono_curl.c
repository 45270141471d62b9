// See mono_curl.h. The numbers are those of libcurl's headers, which are not needed to build this; they are part of its
// binary interface and never change.

#define _GNU_SOURCE
#include "mono_curl.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GLOBAL_DEFAULT = 3,

    OPT_NUMBER = 0,
    OPT_POINTER = 10000,
    OPT_FUNCTION = 20000,
    OPT_SIZE = 30000,

    OPT_WRITEDATA = OPT_POINTER + 1,
    OPT_URL = OPT_POINTER + 2,
    OPT_READDATA = OPT_POINTER + 9,
    OPT_WRITEFUNCTION = OPT_FUNCTION + 11,
    OPT_READFUNCTION = OPT_FUNCTION + 12,
    OPT_USERAGENT = OPT_POINTER + 18,
    OPT_LOW_SPEED_LIMIT = OPT_NUMBER + 19,
    OPT_LOW_SPEED_TIME = OPT_NUMBER + 20,
    OPT_HTTPHEADER = OPT_POINTER + 23,
    OPT_SSLCERT = OPT_POINTER + 25,
    OPT_NOBODY = OPT_NUMBER + 44,
    OPT_UPLOAD = OPT_NUMBER + 46,
    OPT_FOLLOWLOCATION = OPT_NUMBER + 52,
    OPT_CAINFO = OPT_POINTER + 65,
    OPT_MAXREDIRS = OPT_NUMBER + 68,
    OPT_HTTP_VERSION = OPT_NUMBER + 84,
    OPT_SSLKEY = OPT_POINTER + 87,
    OPT_NOSIGNAL = OPT_NUMBER + 99,
    OPT_INFILESIZE_LARGE = OPT_SIZE + 115,
    OPT_TCP_NODELAY = OPT_NUMBER + 121,
    OPT_TIMEOUT_MS = OPT_NUMBER + 155,
    OPT_CONNECTTIMEOUT_MS = OPT_NUMBER + 156,
    OPT_SEEKFUNCTION = OPT_FUNCTION + 167,
    OPT_SEEKDATA = OPT_POINTER + 168,
    OPT_PROTOCOLS = OPT_NUMBER + 181,
    OPT_REDIR_PROTOCOLS = OPT_NUMBER + 182,
    OPT_TCP_KEEPALIVE = OPT_NUMBER + 213,

    PROTOCOL_HTTP = 1,
    PROTOCOL_HTTPS = 2,
    HTTP_VERSION_1_1 = 2,

    INFO_RESPONSE_CODE = 0x200000 + 2,

    MULTI_MAXCONNECTS = OPT_NUMBER + 6,
    MULTI_MAX_HOST_CONNECTIONS = OPT_NUMBER + 7,

    MESSAGE_DONE = 1,
    READ_ABORT = 0x10000000,
};

int mono_curl_open(struct mono_curl *curl, const char *name, const char **complaint) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *complaint = dlerror();
        return MONO_CURL_NO_LIBRARY;
    }
    const struct { void **into; const char *name; } functions[] = {
        {(void **)&curl->global_init, "curl_global_init"},
        {(void **)&curl->version, "curl_version"},
        {(void **)&curl->easy_init, "curl_easy_init"},
        {(void **)&curl->easy_cleanup, "curl_easy_cleanup"},
        {(void **)&curl->easy_setopt, "curl_easy_setopt"},
        {(void **)&curl->easy_getinfo, "curl_easy_getinfo"},
        {(void **)&curl->easy_strerror, "curl_easy_strerror"},
        {(void **)&curl->list_append, "curl_slist_append"},
        {(void **)&curl->list_free, "curl_slist_free_all"},
        {(void **)&curl->multi_init, "curl_multi_init"},
        {(void **)&curl->multi_cleanup, "curl_multi_cleanup"},
        {(void **)&curl->multi_setopt, "curl_multi_setopt"},
        {(void **)&curl->multi_add, "curl_multi_add_handle"},
        {(void **)&curl->multi_remove, "curl_multi_remove_handle"},
        {(void **)&curl->multi_perform, "curl_multi_perform"},
        {(void **)&curl->multi_poll, "curl_multi_poll"},
        {(void **)&curl->multi_wakeup, "curl_multi_wakeup"},
        {(void **)&curl->multi_info_read, "curl_multi_info_read"},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].into = dlsym(library, functions[index].name);
        if (!*functions[index].into) {
            *complaint = functions[index].name;
            return MONO_CURL_NO_FUNCTION;
        }
    }
    if (curl->global_init(GLOBAL_DEFAULT) != 0) {
        *complaint = "curl_global_init";
        return MONO_CURL_REFUSED;
    }
    return MONO_CURL_OPENED;
}

// What is not all of `size * count` ends the transfer.
static size_t mono_receive(const char *bytes, size_t size, size_t count, void *context) {
    struct mono_transfer *transfer = context;
    size_t length = size * count;
    long status = 0;
    if (transfer->easy_getinfo(transfer->easy, INFO_RESPONSE_CODE, &status) != 0 || status < 200 || status > 299) {
        transfer->page_count += (int64_t)length;
        if (transfer->page_count <= transfer->page_limit) return length;
        transfer->is_cut_short = 1;
        return length == 0 ? 0 : length - 1;
    }
    if ((int64_t)length > transfer->limit - transfer->count) {
        transfer->is_too_large = 1;
        return length == 0 ? 0 : length - 1;
    }
    if (transfer->sink >= 0) {
        size_t done = 0;
        while (done < length) {
            ssize_t written = write(transfer->sink, bytes + done, length - done);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) {
                transfer->failure = errno;
                return length - 1;
            }
            done += (size_t)written;
        }
    } else {
        size_t wanted = (size_t)transfer->count + length;
        if (wanted > transfer->room) {
            size_t room = transfer->room ? transfer->room : 4096;
            while (room < wanted) room *= 2;
            char *grown = realloc(transfer->received, room);
            if (!grown) {
                transfer->failure = ENOMEM;
                return length - 1;
            }
            transfer->received = grown;
            transfer->room = room;
        }
        memcpy(transfer->received + transfer->count, bytes, length);
    }
    transfer->count += (int64_t)length;
    return length;
}

static size_t mono_send(char *into, size_t size, size_t count, void *context) {
    struct mono_transfer *transfer = context;
    int64_t left = transfer->size - transfer->sent;
    size_t length = size * count;
    if ((int64_t)length > left) length = (size_t)left;
    if (transfer->source >= 0) {
        ssize_t found;
        do found = pread(transfer->source, into, length, transfer->sent);
        while (found < 0 && errno == EINTR);
        // A file that became shorter is another one.
        if (found < 0 || (found == 0 && length > 0)) {
            transfer->failure = found < 0 ? errno : EIO;
            return READ_ABORT;
        }
        length = (size_t)found;
    } else if (length > 0) {
        memcpy(into, (const char *)transfer->bytes + transfer->sent, length);
    }
    transfer->sent += (int64_t)length;
    return length;
}

// A connection that was kept open may turn out to be closed: then the body is sent again.
static int mono_seek(void *context, int64_t offset, int origin) {
    struct mono_transfer *transfer = context;
    if (origin != SEEK_SET || offset < 0 || offset > transfer->size) return 1;
    transfer->sent = offset;
    return 0;
}

int mono_curl_prepare(
    const struct mono_curl *curl, void *easy, const char *url, int method, void *headers,
    const struct mono_curl_settings *settings, struct mono_transfer *transfer, int64_t limit_in_milliseconds
) {
    int code = 0;
    transfer->easy_getinfo = curl->easy_getinfo;
    transfer->easy = easy;
#define SET(option, value) if (code == 0) code = curl->easy_setopt(easy, option, value)
#define SET_TEXT(option, value) if (code == 0 && (value)) code = curl->easy_setopt(easy, option, (const char *)(value))
    SET_TEXT(OPT_URL, url);
    SET(OPT_PROTOCOLS, (long)(PROTOCOL_HTTP | PROTOCOL_HTTPS));
    SET(OPT_REDIR_PROTOCOLS, (long)(PROTOCOL_HTTP | PROTOCOL_HTTPS));
    SET(OPT_HTTP_VERSION, (long)HTTP_VERSION_1_1);
    SET(OPT_NOSIGNAL, 1L);
    SET(OPT_TCP_NODELAY, 1L);
    SET(OPT_TCP_KEEPALIVE, 1L);
    SET(OPT_CONNECTTIMEOUT_MS, settings->connect_limit);
    SET(OPT_LOW_SPEED_LIMIT, 1L);
    SET(OPT_LOW_SPEED_TIME, settings->stall_limit);
    SET(OPT_TIMEOUT_MS, (long)limit_in_milliseconds);
    SET(OPT_FOLLOWLOCATION, (long)settings->follows_redirects);
    SET(OPT_MAXREDIRS, 3L);
    SET_TEXT(OPT_USERAGENT, settings->user_agent);
    SET_TEXT(OPT_CAINFO, settings->authorities);
    SET_TEXT(OPT_SSLCERT, settings->certificate);
    SET_TEXT(OPT_SSLKEY, settings->key);
    SET_TEXT(OPT_HTTPHEADER, headers);
    SET(OPT_WRITEFUNCTION, mono_receive);
    SET(OPT_WRITEDATA, (void *)transfer);
    if (method == MONO_HEAD) SET(OPT_NOBODY, 1L);
    if (method == MONO_PUT) {
        SET(OPT_UPLOAD, 1L);
        SET(OPT_READFUNCTION, mono_send);
        SET(OPT_READDATA, (void *)transfer);
        SET(OPT_SEEKFUNCTION, mono_seek);
        SET(OPT_SEEKDATA, (void *)transfer);
        SET(OPT_INFILESIZE_LARGE, (int64_t)transfer->size);
    }
    return code;
#undef SET
#undef SET_TEXT
}

long mono_curl_status(const struct mono_curl *curl, void *easy) {
    long status = 0;
    return curl->easy_getinfo(easy, INFO_RESPONSE_CODE, &status) == 0 ? status : 0;
}

void *mono_curl_next_end(const struct mono_curl *curl, void *multi, int *code) {
    // `CURLMsg`.
    struct message {
        int kind;
        void *easy;
        union {
            void *whatever;
            int code;
        } data;
    } *message;
    int left = 0;
    while ((message = curl->multi_info_read(multi, &left))) {
        if (message->kind != MESSAGE_DONE) continue;
        *code = message->data.code;
        return message->easy;
    }
    return NULL;
}

void mono_curl_set_connections(const struct mono_curl *curl, void *multi, long most) {
    curl->multi_setopt(multi, MULTI_MAXCONNECTS, most);
    curl->multi_setopt(multi, MULTI_MAX_HOST_CONNECTIONS, most);
}
