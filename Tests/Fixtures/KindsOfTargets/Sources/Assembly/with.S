#define VALUE 77
.text
.globl with_preprocessor
with_preprocessor:
#if defined(__aarch64__)
    mov w0, #VALUE
#else
    movl $VALUE, %eax
#endif
    ret
.section .note.GNU-stack,"",%progbits
