.text
.globl without_preprocessor
without_preprocessor:
#if defined(__aarch64__)
    mov w0, #78
#else
    movl $78, %eax
#endif
    ret
.section .note.GNU-stack,"",%progbits
