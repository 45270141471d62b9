.data
zoo_nothing: .byte 0
.section .note.GNU-stack,"",%progbits
