// Tables of differences, built level by level from the goal.
//
// A placement says where the tiles of one pattern stand: index = sum of cell(k) * BASE^k. Its word has one bit for
// each tile k and blank direction d, bit 4k + d: whether that slide (blank from the neighbour onto the tile's cell)
// lowers the number of slides of pattern tiles still needed. The other tiles count as empty cells, the blank is known
// by its region, so the sum over disjoint patterns never exceeds the distance.
//
// A level holds the (placement, region) pairs at one distance. Each slide changes the parity of the sum of the
// tiles' rows and columns, so a level has placements of one parity only: `front` is read at that parity and written
// at the other, and `seen` is not written where it is read as a neighbour. One array each suffices.
//
// The host defines BASE, Mask (u16 where a board has up to 16 cells, else u32), PER (masks in 16 bytes) and LEVELS.
#if BASE == 16
typedef u64 Rest;
#else
typedef u32 Rest;  // 25^6 is less than 2^32
#endif

struct Level {
    Mask *front, *seen;
    u32 *words;
    u32 *any;    // set when the next level is not empty
    u64 count;   // placements
    u32 parity;  // of this level
};

template <int K> __device__ __forceinline__ void expand_placement(const Level &p, u64 index, u32 from, bool &more) {
    int at[K];
    u32 taken = 0, parity = 0;
    {
        Rest rest = (Rest)index;
#pragma unroll
        for (int k = 0; k < K; k++) {
            at[k] = (int)(rest % BASE);
            rest /= BASE;
            taken |= 1u << at[k];
            parity ^= (u32)(at[k] / SIDE + at[k] % SIDE) & 1;
        }
    }
    if (parity != p.parity) return;
    p.front[index] = 0;
    const u32 before = p.seen[index];
    from &= ~before;
    if (!from) return;
    const u32 region = flood(from, ALL_CELLS & ~taken);
    p.seen[index] = (Mask)(before | region);
    u32 word = p.words[index];
    u64 weight = 1;
#pragma unroll
    for (int k = 0; k < K; k++, weight *= BASE) {
        const int tile = at[k];
        const u32 leave = exits(tile);
#pragma unroll
        for (int d = 0; d < 4; d++) {
            if (!(leave >> (d ^ 2) & 1)) continue;
            const int blank = tile - step(d);
            if (!(region >> blank & 1)) continue;
            const u64 next = index + (u64)((long long)(blank - tile) * (long long)weight);
            if (((volatile Mask *)p.seen)[next] >> tile & 1) {
                word |= 1u << (4 * k + d);
            } else {
                const u64 bit = next * (8 * sizeof(Mask)) + tile;
                atomicOr((u32 *)p.front + (bit >> 5), 1u << (bit & 31));
                more = true;
            }
        }
    }
    p.words[index] = word;
}

template <int K> __device__ __forceinline__ void expand_level(const Level &p) {
    bool more = false;
    const u64 groups = (p.count + PER - 1) / PER;
    for (u64 group = blockIdx.x * (u64)blockDim.x + threadIdx.x; group < groups; group += (u64)gridDim.x * blockDim.x) {
        const uint4 masks = ((const uint4 *)p.front)[group];
        if (!(masks.x | masks.y | masks.z | masks.w)) continue;
#pragma unroll
        for (int e = 0; e < PER; e++) {
            const int bit = e * 8 * (int)sizeof(Mask);
            const u32 word = bit < 32 ? masks.x : bit < 64 ? masks.y : bit < 96 ? masks.z : masks.w;
            const u32 from = word >> (bit & 31) & ALL_CELLS;
            if (from) expand_placement<K>(p, group * PER + e, from, more);
        }
    }
    if (more) *p.any = 1;
}

#define LEVEL(K) \
    extern "C" __global__ void level_##K(const Level p) { expand_level<K>(p); }
LEVELS
