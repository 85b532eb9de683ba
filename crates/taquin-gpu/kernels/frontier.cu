// One position, exactly: breadth first without duplicates up to a frontier, then depth first below it (deep.cu).
//
// Tiles are numbered 1 to CELLS - 1, the blank is 0. A position has two views, itself and its reflection; each view
// reads four tables, one for each pattern: eight slots. A packed position has 5 bits for each cell but the last, which
// follows from the others: cells 0 to 11 in `lo`, the rest in `hi`, whose top bit says that the place is taken.
#define SLOTS 8
#define LAST (CELLS - 1)
#define LABEL_SUM (CELLS * (CELLS - 1) / 2)
#define TAKEN (1ull << 63)
#define BUSY (1ull << 62)

struct Key {
    u64 lo, hi;
};

// A node of the depth-first search: where it is, what may still be done there, and under which root.
struct Node {
    u64 lo, hi;
    u32 meta;       // directions still open | slides since the root << 8
    u32 automaton;  // state
    u32 bounds;     // of the first view | of the second << 8
    u32 root;       // index among the roots
};

// Where each tile is found in the tables: slot | 4 * its place in the pattern << 8, and the weight of a cell there.
struct Views {
    u32 info[2][32];
    u32 weight[2][32];
    u32 base[SLOTS];
};

struct Control {
    u32 head, out, found, ahead, full, stop, lock[2];
    u32 record[2][12];  // [1]: within the limit, [0]: one iteration ahead; root, length, path in 8 words
    u64 nodes, added;
    u64 histogram[128];  // sampled nodes by slides still allowed
};

// A thread's column of shared memory: words and indices of the eight slots, the board, the path.
#define SHARED_WORDS (2 * SLOTS + 7 + 8)
#define WORD(s) columns[(s) * THREADS + tid]
#define INDEX(s) columns[(SLOTS + (s)) * THREADS + tid]
#define BOARD(q) (((u8 *)columns)[((2 * SLOTS + ((q) >> 2)) * THREADS + tid) * 4 + ((q) & 3)])
#define PATH(x) columns[(2 * SLOTS + 7 + (x)) * THREADS + tid]
// A word that is not known. No word has all 24 bits: its six tiles would stand on inner cells (four exits each), no two
// of them side by side (a slide comes from an empty cell), and of the nine inner cells at most five are so apart.
#define STALE 0xffffffu

#define PROLOGUE                                                        \
    DYNAMIC_SHARED(columns);                                            \
    const int tid = threadIdx.x;                                        \
    __shared__ u32 info[2][32], weight[2][32], leave[32], base[SLOTS];  \
    for (int i = tid; i < 32; i += blockDim.x) {                        \
        leave[i] = i < CELLS ? exits(i) : 0;                            \
        for (int j = 0; j < 2; j++) {                                   \
            info[j][i] = p.views->info[j][i];                           \
            weight[j][i] = p.views->weight[j][i];                       \
        }                                                               \
        if (i < SLOTS) base[i] = p.views->base[i];                      \
    }                                                                   \
    __syncthreads();

// A packed position into this thread's column; gives the blank's cell.
#define UNPACK(KEY_LO, KEY_HI, BLANK)                                                              \
    do {                                                                                           \
        for (int s_ = 0; s_ < SLOTS; s_++) INDEX(s_) = base[s_];                                   \
        u64 rest_ = (KEY_LO);                                                                      \
        u32 sum_ = 0;                                                                              \
        BLANK = LAST;                                                                              \
        for (int q_ = 0; q_ < CELLS; q_++) {                                                       \
            u32 tile_;                                                                             \
            if (q_ == 12) rest_ = (KEY_HI);                                                        \
            if (q_ < LAST) {                                                                       \
                tile_ = (u32)rest_ & 31;                                                           \
                rest_ >>= 5;                                                                       \
                sum_ += tile_;                                                                     \
            } else {                                                                               \
                tile_ = LABEL_SUM - sum_;                                                          \
            }                                                                                      \
            BOARD(q_) = (u8)tile_;                                                                 \
            if (tile_ == 0) {                                                                      \
                BLANK = q_;                                                                        \
            } else {                                                                               \
                INDEX(info[0][tile_] & 31) += weight[0][tile_] * (u32)q_;                          \
                INDEX(info[1][tile_] & 31) += weight[1][tile_] * (u32)seen_cell(q_);               \
            }                                                                                      \
        }                                                                                          \
    } while (0)

__device__ __forceinline__ u64 hash(u64 lo, u64 hi) {
    u64 z = lo * 0x9e3779b97f4a7c15ull + hi;
    z ^= z >> 29;
    z *= 0xbf58476d1ce4e5b9ull;
    z ^= z >> 32;
    z += hi * 0x94d049bb133111ebull;
    z ^= z >> 31;
    z *= 0xd6e8feb86659fd93ull;
    return z ^ z >> 32;
}

// Puts a key where there is none; gives what was there before.
#ifndef EXCHANGE_KEY
#if WIDE_EXCHANGE
__device__ __forceinline__ Key exchange_key(Key *at, u64 lo, u64 hi) {
    Key old;
    asm volatile("ld.volatile.global.v2.u64 {%0,%1},[%2];" : "=l"(old.lo), "=l"(old.hi) : "l"(at));
    if (old.hi == 0)
        asm volatile(
            "{ .reg .b128 c,n,o; mov.b128 c,{%2,%2}; mov.b128 n,{%3,%4}; atom.global.cas.b128 o,[%5],c,n; mov.b128 {%0,%1},o; }"
            : "=l"(old.lo), "=l"(old.hi)
            : "l"(0ull), "l"(lo), "l"(hi), "l"(at)
            : "memory");
    return old;
}
#else
// Where the card has no 128-bit exchange (before sm_90): the high half is claimed, the low half written, then the
// claim lifted. Whoever finds a claim with the same high half waits for it; lanes advance on their own since sm_70.
__device__ __forceinline__ Key exchange_key(Key *at, u64 lo, u64 hi) {
    Key old;
    old.lo = 0;
    old.hi = ((volatile Key *)at)->hi;
    if (old.hi == 0) old.hi = atomicCAS(&at->hi, 0ull, hi | BUSY);
    if (old.hi == 0) {
        ((volatile Key *)at)->lo = lo;
        __threadfence();
        atomicExch(&at->hi, hi);
        return old;
    }
    if ((old.hi & ~BUSY) == hi) {
        while (old.hi & BUSY) old.hi = ((volatile Key *)at)->hi;
        __threadfence();
        old.lo = ((volatile Key *)at)->lo;
    }
    return old;
}
#endif
#endif

// 1: added, 0: it was there, -1: no room within reach. What is carried along is merged either way.
__device__ __forceinline__ int insert(Key *keys, u32 *carried, u64 mask, u64 lo, u64 hi, u32 carry) {
    u64 place = hash(lo, hi) & mask;
    for (int probe = 0; probe < 8192; probe++) {
        const Key old = exchange_key(keys + place, lo, hi);
        if (old.hi == 0) {
            atomicOr(&carried[place], carry);
            return 1;
        }
        if (old.lo == lo && old.hi == hi) {
            atomicOr(&carried[place], carry);
            return 0;
        }
        place = (place + 1) & mask;
    }
    return -1;
}

// The bound of the start in both views, found by walking down the tables.
struct Measure {
    const u32 *words;
    const Views *views;
    const u8 *board;
    u32 *bounds;
    u32 tiles;  // in a pattern
};
extern "C" __global__ void measure(const Measure p) {
    if (blockIdx.x | threadIdx.x) return;
    for (int j = 0; j < 2; j++) {
        int total = 0;
        for (int slot = 4 * j; slot < 4 * j + 4; slot++) {
            int at[8], blank = 0;
            u32 index = p.views->base[slot], weights[8];
            for (int q = 0; q < CELLS; q++) {
                const u32 tile = p.board[q], seen = j ? seen_cell(q) : q;
                if (!tile) {
                    blank = seen;
                } else if ((p.views->info[j][tile] & 31) == slot) {
                    const int k = (p.views->info[j][tile] >> 8) / 4;
                    at[k] = seen;
                    weights[k] = p.views->weight[j][tile];
                    index += seen * weights[k];
                }
            }
            for (bool moved = true; moved;) {
                u32 taken = 0;
                for (u32 k = 0; k < p.tiles; k++) taken |= 1u << at[k];
                const u32 region = flood(1u << blank, ALL_CELLS & ~taken), word = p.words[index];
                moved = false;
                for (u32 bit = 0; bit < 4 * p.tiles && !moved; bit++) {
                    const int k = bit >> 2, d = bit & 3, from = at[k] - step(d);
                    if (!(word >> bit & 1) || !(region >> from & 1)) continue;
                    index -= (u32)step(d) * weights[k];
                    blank = at[k];
                    at[k] = from;
                    total++;
                    moved = true;
                }
            }
        }
        p.bounds[j] = total;
    }
}

// One layer: every position of one table into the next, where its bound allows.
struct Expand {
    const Key *keys;
    const u32 *carried;  // directions back | bound of the first view << 4 | of the second << 12
    u64 first, places;   // from and up to here in this launch
    Key *next_keys;
    u32 *next_carried;
    u64 next_mask;
    const u32 *words;
    const Views *views;
    Control *control;
    int limit;  // slides still allowed from this layer
};
extern "C" __global__ void expand(const Expand p) {
    PROLOGUE
    u64 added = 0;
    u32 nodes = 0;
    for (u64 i = p.first + blockIdx.x * (u64)blockDim.x + tid; i < p.places; i += (u64)gridDim.x * blockDim.x) {
        const Key key = p.keys[i];
        if (!key.hi) continue;
        const u32 carried = p.carried[i];
        nodes++;
        int blank;
        UNPACK(key.lo, key.hi, blank);
        const u32 open = leave[blank] & ~carried & 15;
        for (int d = 0; d < 4; d++) {
            if (!(open >> d & 1)) continue;
            const int next = blank + step(d);
            const u32 tile = BOARD(next);
            u32 carry = 1u << (d ^ 2);
            bool within = true, goal = false;
            for (int j = 0; j < 2 && within; j++) {
                const u32 where = info[j][tile], word = __ldcg(p.words + INDEX(where & 31));
                const int lower = word >> ((where >> 8) + (j ? seen_direction(d) : d)) & 1;
                const int bound = (int)(carried >> (4 + 8 * j) & 255) + (lower ? -1 : 1);
                within = 1 + bound <= p.limit;
                carry |= (u32)bound << (4 + 8 * j);
                if (j == 0) goal = bound == 0;
            }
            if (!within) continue;
            if (goal) p.control->found = 1;
            u64 lo = key.lo, hi = key.hi;
            // The last cell has no bits.
            if (blank < LAST) {
                if (blank < 12) lo |= (u64)tile << (5 * blank);
                else hi |= (u64)tile << (5 * (blank - 12));
            }
            if (next < LAST) {
                if (next < 12) lo &= ~(31ull << (5 * next));
                else hi &= ~(31ull << (5 * (next - 12)));
            }
            const int how = insert(p.next_keys, p.next_carried, p.next_mask, lo, hi, carry);
            if (how > 0) added++;
            if (how < 0) p.control->full = 1;
        }
    }
    if (added) atomicAdd(&p.control->added, added);
    if (nodes) atomicAdd(&p.control->nodes, (u64)nodes);
}

// The positions of one part of the frontier as roots. Parts are chosen by hash, so they are the same in every run.
struct Gather {
    const Key *keys;
    const u32 *carried;
    u64 places;
    Node *roots;
    Control *control;
    u32 room, part, parts;
};
extern "C" __global__ void gather(const Gather p) {
    for (u64 first = blockIdx.x * (u64)blockDim.x; first < p.places; first += (u64)gridDim.x * blockDim.x) {
        const u64 i = first + threadIdx.x;
        bool mine = false;
        Key key;
        if (i < p.places) {
            key = p.keys[i];
            mine = key.hi != 0 && (u32)(hash(key.lo, key.hi) >> 40) % p.parts == p.part;
        }
        const u32 lanes = __ballot_sync(ALL_LANES, mine), lane = threadIdx.x & 31;
        u32 place = 0;
        if (lane == 0 && lanes) place = atomicAdd(&p.control->out, (u32)__popc(lanes));
        place = __shfl_sync(ALL_LANES, place, 0) + __popc(lanes & ((1u << lane) - 1));
        if (!mine || place >= p.room) continue;
        const u32 carried = p.carried[i];
        Node node;
        node.lo = key.lo;
        node.hi = key.hi;
        node.meta = 15 & ~carried;
        node.automaton = 0;
        node.bounds = (carried >> 4 & 255) | (carried >> 12 & 255) << 8;
        node.root = place;
        p.roots[place] = node;
    }
}
