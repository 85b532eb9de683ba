// What every kernel shares. The host puts this text before each of the others and gives as definitions:
//   SIDE      cells in a row, 3 to 5
//   THREADS   threads in a block
//   REFLECT   which symmetry makes the second view of a position: 0 transpose, 1 mirror the columns, 2 none
// Blank directions: 0 up, 1 right, 2 down, 3 left. Opposite: d ^ 2.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define CELLS (SIDE * SIDE)
#define ALL_CELLS ((1u << CELLS) - 1)
#define ALL_LANES 0xffffffffu
// The cells of the leftmost column.
#if SIDE == 5
#define LEFT 0x108421u
#elif SIDE == 4
#define LEFT 0x1111u
#else
#define LEFT 0x49u
#endif

// How far the blank's cell number moves.
__device__ __forceinline__ int step(int d) { return (d & 1) ? 2 - d : (d - 1) * SIDE; }

// The directions in which the blank can leave a cell, a bit each.
__device__ __forceinline__ u32 exits(int cell) {
    int row = cell / SIDE, column = cell % SIDE;
    return (row > 0 ? 1u : 0u) | (column < SIDE - 1 ? 2u : 0u) | (row < SIDE - 1 ? 4u : 0u) | (column > 0 ? 8u : 0u);
}

// Where a cell and a direction go in the second view.
__device__ __forceinline__ int seen_cell(int cell) {
#if REFLECT == 0
    return (cell % SIDE) * SIDE + cell / SIDE;
#elif REFLECT == 1
    return cell - 2 * (cell % SIDE) + SIDE - 1;
#else
    return cell;
#endif
}
__device__ __forceinline__ int seen_direction(int d) {
#if REFLECT == 0
    return 3 - d;
#elif REFLECT == 1
    return (4 - d) & 3;
#else
    return d;
#endif
}

// The empty cells that the blank reaches from any of `from`.
__device__ __forceinline__ u32 flood(u32 from, u32 empty) {
    for (;;) {
        u32 next = (from | from << SIDE | from >> SIDE | (from & ~(LEFT << (SIDE - 1))) << 1 | (from & ~LEFT) >> 1) & empty;
        if (next == from) return from;
        from = next;
    }
}

// Nanoseconds of the card's clock.
#ifndef NANOSECONDS
__device__ __forceinline__ u64 nanoseconds() {
    u64 now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}
#endif

#ifndef DYNAMIC_SHARED
#define DYNAMIC_SHARED(name) extern __shared__ u32 name[]
#endif
