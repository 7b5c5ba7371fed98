/* The start of an image on QEMU's RISC-V `virt` machine: stack, memory, main. */
    .section .text.start, "ax"
    .globl _start
_start:
    csrr t0, mhartid
    bnez t0, park
    la t0, trap
    csrw mtvec, t0
    la t0, __bss_start
    la t1, __bss_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:  la t0, __stack_bottom
    la sp, __stack_top
    li t1, 0xA5A5A5A5
3:  bgeu t0, sp, 4f
    sw t1, 0(t0)
    addi t0, t0, 4
    j 3b
4:  call board_start
    call image_main
    li a0, 0
    call board_end
park:
    wfi
    j park
    .balign 4
trap:
    /* Nothing here interrupts, so this is a fault: the emulator ends with status 2. */
    la sp, __stack_top
    li a0, 2
    call board_end
    j park
