#ifndef MONO_SHA256_H
#define MONO_SHA256_H

#include <stddef.h>
#include <stdint.h>

/// SHA-256 as in FIPS 180-4, over bytes that arrive in pieces.
typedef struct {
    uint32_t h[8];
    uint64_t count;
    unsigned char block[64];
} mono_sha256_state;

void mono_sha256_init(mono_sha256_state *state);
void mono_sha256_update(mono_sha256_state *state, const void *bytes, size_t count);
/// Writes 32 bytes to `digest`.
void mono_sha256_finish(mono_sha256_state *state, void *digest);
/// The same with the portable code, whatever the processor can do: for tests that compare the two.
void mono_sha256_update_portable(mono_sha256_state *state, const void *bytes, size_t count);

#endif
