// Exact distances of many positions of one small board: iterative deepening, one position a lane.
//
// A position is one word, `at`: four bits for each slot, the cell where that tile stands; the tiles of a pattern have
// consecutive slots, so a table's index is a piece of it; the blank is slot 15. Patterns begin at slots 0, CUT1 and, if
// there are three, CUT2; REMEMBER says whether the stack keeps the words that were read (big tables) or reads them
// again. The second view is the reflected position with its own tables, which are the same where the reflection
// leaves the blank's home in place. TABLE_n is where pattern n's words begin.
#define TILES (CELLS - 1)
#define BLANK_SLOT 15
#define PARTS (CUT2 < TILES ? 3 : 2)
#define PIECE(at, n) \
    ((n) == 0 ? (u32)((at) & ((1ull << (4 * CUT1)) - 1)) \
     : (n) == 1 ? (u32)((at) >> (4 * CUT1) & ((1ull << (4 * (CUT2 - CUT1))) - 1)) \
                : (u32)((at) >> (4 * (CUT2 < TILES ? CUT2 : 0)) & ((1ull << (4 * (TILES - (CUT2 < TILES ? CUT2 : 0)))) - 1)))
#define ALL_STALE ((1u << 2 * PARTS) - 1)
#define PART_OF(slot) ((slot) < CUT1 ? 0 : PARTS == 2 || (slot) < CUT2 ? 1 : 2)
#if CUT1 == 8
#define PLACE(slot) ((slot) & 7)
#else
#define PLACE(slot) ((slot) - ((slot) < CUT1 ? 0 : PARTS == 2 || (slot) < CUT2 ? CUT1 : CUT2))
#endif
#define TABLE(n) ((n) == 0 ? 0ull : (n) == 1 ? (u64)TABLE_1 : (u64)TABLE_2)
#define STACK 84
#define NEVER 1000
#define POLL 63
// Of `states`: subtrees of a position still open, and what was met in them.
#define FOUND (1u << 30)
#define FOUND_AHEAD (1u << 29)
#define OPEN_COUNT 0xffffffu
#define TOO_FAR 254

// Whether a slide of this slot's tile lowers the bound.
#define LOWER(word, slot, d) ((PART_OF(slot) == 0 ? word[0] : PARTS == 2 || PART_OF(slot) == 1 ? word[1] : word[2]) >> (PLACE(slot) * 4 + (d)) & 1)

struct Node {
    u64 at;
    u32 id;
    u32 meta;  // directions open 4 | slides 7 | limit 7 | slack of the first view + 1, 6 | of the second + 1, 6
    u32 automaton, unused;
};
#define META(open, g, limit, a, b) ((u32)(open) | (u32)(g) << 4 | (u32)(limit) << 11 | (u32)((a) + 1) << 18 | (u32)((b) + 1) << 24)

struct Control {
    u32 head, out, stop, unused;
    u64 nodes;
};

// EXITS: the directions in which the blank can leave each cell, four bits each.
__device__ __forceinline__ u32 exits_of(int cell) { return (u32)(EXITS >> (4 * cell)) & 15; }
__device__ __forceinline__ u32 nibble(u64 word, u32 i) { return (u32)(word >> (4 * i)) & 15; }

// The position as the second view has it. SEEN_SLOTS: for each slot, the slot of the tile's image.
__device__ __forceinline__ u64 reflect(u64 at) {
    u64 seen = 0;
#if SIDE == 4 && REFLECT == 0
#pragma unroll
    for (int s = 0; s < 16; s++) seen |= (u64)nibble(at, s) << (4 * nibble(SEEN_SLOTS, s));
    return (seen & 0x3333333333333333ull) << 2 | (seen >> 2 & 0x3333333333333333ull);
#else
#pragma unroll
    for (int s = 0; s < 16; s++)
        if (s < TILES || s == BLANK_SLOT) seen |= (u64)seen_cell(nibble(at, s)) << (4 * nibble(SEEN_SLOTS, s));
    return seen;
#endif
}

// For each cell the slot that stands there.
__device__ __forceinline__ u64 slots_of(u64 at) {
    u64 slots = 0;
#pragma unroll
    for (int s = 1; s < 16; s++)
        if (s < TILES || s == BLANK_SLOT) slots |= (u64)s << (4 * nibble(at, s));
    return slots;
}

// The bound of one pattern, by walking down its table.
template <int K> __device__ __forceinline__ int walk(const u32 *__restrict__ words, u64 index, int blank) {
    int bound = 0;
    for (bool moved = true; moved && bound < 120;) {
        u32 taken = 0;
#pragma unroll
        for (int k = 0; k < K; k++) taken |= 1u << nibble(index, k);
        const u32 region = flood(1u << blank, ALL_CELLS & ~taken);
        u32 word = __ldcg(words + index);
        moved = false;
        while (word && !moved) {
            const int bit = __ffs(word) - 1, k = bit >> 2, tile = nibble(index, k), from = tile - step(bit & 3);
            word &= word - 1;
            if (!(region >> from & 1)) continue;
            index ^= (u64)(tile ^ from) << (4 * k);
            blank = tile;
            bound++;
            moved = true;
        }
    }
    return bound;
}
__device__ __forceinline__ int walk_all(const u32 *words, u64 at, int blank) {
    int bound = walk<CUT1>(words, PIECE(at, 0), blank) + walk<CUT2 - CUT1>(words + TABLE(1), PIECE(at, 1), blank);
#if CUT2 < SIDE * SIDE - 1
    bound += walk<TILES - CUT2>(words + TABLE(2), PIECE(at, 2), blank);
#endif
    return bound;
}

struct Measure {
    const u32 *words, *seen_words;
    const u64 *starts;
    u8 *bounds;  // two for each position
    u8 *labels;
    u32 *states;
    u64 count;
};
extern "C" __global__ void measure(const Measure p) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < p.count; i += (u64)gridDim.x * blockDim.x) {
        const u64 at = p.starts[i];
        const int blank = nibble(at, BLANK_SLOT);
        p.bounds[2 * i] = (u8)walk_all(p.words, at, blank);
        p.bounds[2 * i + 1] = (u8)walk_all(p.seen_words, reflect(at), seen_cell(blank));
        p.states[i] = 1;
        p.labels[i] = 255;
    }
}

struct Bulk {
    const u32 *words, *seen_words;
    const u32 *automaton;
    const u64 *starts;
    const u8 *bounds;
    const u8 *limits;  // a distance above it need not be known; may be absent
    u32 *states;
    u8 *labels;
    const Node *pending;
    Node *out;
    uint4 *stack;
    Control *control;
    u64 time;
    u32 count, pending_count, first, least;
    int ahead;  // slides from the limit within which the next iteration is looked into
};

// One view's look at up to four children: reads the words that are not known, and drops the children whose bound is too
// high. The fourth child exists only at a start with the blank away from the edge.
struct Children {
    int d[4];
    bool ok[4];
    u32 slot[4];
};
template <bool SECOND>
__device__ __forceinline__ void look(Children &c, const u32 *__restrict__ words, u64 at, u32 (&word)[3], u32 &stale, int slack, int least) {
    u32 slot[4], need = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        slot[k] = 0;
        if (c.ok[k]) {
            slot[k] = SECOND ? nibble(SEEN_SLOTS, c.slot[k]) : c.slot[k];
            need |= 1u << PART_OF(slot[k]);
        }
    }
    need &= stale >> (SECOND ? PARTS : 0);
    u32 read[3] = {word[0], word[1], word[2]};
    if (need & 1) read[0] = __ldcg(words + PIECE(at, 0));
    if (need & 2) read[1] = __ldcg(words + TABLE(1) + PIECE(at, 1));
    if (PARTS == 3 && (need & 4)) read[2] = __ldcg(words + TABLE(2) + PIECE(at, 2));
    stale &= ~(need << (SECOND ? PARTS : 0));
#pragma unroll
    for (int n = 0; n < 3; n++) word[n] = read[n];
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (c.ok[k] && slack + (int)LOWER(word, slot[k], SECOND ? seen_direction(c.d[k]) : c.d[k]) - 1 < least) c.ok[k] = false;
}

#define ENTRY_UNITS (REMEMBER ? 2 : 1)
#define ENTRY(level) (p.stack + ((size_t)(level) * threads + me) * ENTRY_UNITS)

// What follows from `at` and the limit when a lane turns to a node.
#define ARRIVE()                        \
    do {                                \
        slots = slots_of(at);           \
        seen = reflect(at);             \
        blank = nibble(at, BLANK_SLOT); \
        stale = ALL_STALE;              \
    } while (0)
#define BEGIN_ITERATION()                                    \
    do {                                                     \
        at = p.starts[id];                                   \
        slack0 = (limit - (int)p.bounds[2 * id]) >> 1;       \
        slack1 = (limit - (int)p.bounds[2 * id + 1]) >> 1;   \
        g = 0;                                               \
        state = 0;                                           \
        open = 15;                                           \
    } while (0)
#define TAKE_UP()                       \
    do {                                \
        ARRIVE();                       \
        level = 0;                      \
        since = tick;                   \
        ahead_from = limit + 2 - p.ahead; \
    } while (0)

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) bulk(const Bulk p) {
    __shared__ u64 deadline;
    if (threadIdx.x == 0) deadline = nanoseconds() + p.time;
    __syncthreads();
    const u32 me = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    const u32 waiting = p.pending_count + p.count;
    volatile Control *const shared = p.control;
    bool have = false, done = false;
    u64 slots = 0, at = 0, seen = 0;
    u32 word[3] = {0, 0, 0}, seen_word[3] = {0, 0, 0};
    u32 stale = ALL_STALE, state = 0, open = 0, id = 0, tick = 0, since = 0, nodes = 0;
    int slack0 = 0, slack1 = 0, g = 0, blank = 0, limit = 0, ahead_from = 0, level = 0;
    for (;;) {
        if (!have && !done) {
            const u32 i = atomicAdd(&p.control->head, 1u);
            if (i >= waiting) {
                done = true;
            } else {
                have = true;
                if (i < p.pending_count) {
                    const Node node = p.pending[p.pending_count - 1 - i];
                    at = node.at;
                    id = node.id;
                    open = node.meta & 15;
                    g = (int)(node.meta >> 4 & 127);
                    limit = (int)(node.meta >> 11 & 127);
                    slack0 = (int)(node.meta >> 18 & 63) - 1;
                    slack1 = (int)(node.meta >> 24 & 63) - 1;
                    state = node.automaton;
                } else {
                    id = p.first + i - p.pending_count;
                    limit = max((int)p.bounds[2 * id], (int)p.bounds[2 * id + 1]);
                    BEGIN_ITERATION();
                    const bool too_far = p.limits && limit > p.limits[id];
                    if (limit == 0 || too_far) {
                        p.labels[id] = too_far ? TOO_FAR : 0;
                        have = false;
                    }
                }
                TAKE_UP();
            }
        }
        if (__all_sync(ALL_LANES, done)) break;
        bool active = have, finished = false;
        // All lanes of a warp look up together, however short their work is.
        if ((++tick & POLL) == 0) {
            if ((threadIdx.x & 31) == 0 && nanoseconds() > deadline) shared->stop = 1;
            const bool stop = shared->stop;
            if (have) {
                const u32 now = ((volatile u32 *)p.states)[id];
                if (now & FOUND) {
                    finished = true;
                    active = false;
                } else {
                    if (now & FOUND_AHEAD) ahead_from = NEVER;
                    if (stop || (tick - since >= p.least && shared->head >= waiting)) {
                        const u32 first = atomicAdd(&p.control->out, (u32)(level + 1));
                        atomicAdd(&p.states[id], (u32)level);
                        Node node;
                        node.id = id;
                        node.unused = 0;
                        node.at = at;
                        node.meta = META(open, g, limit, slack0, slack1);
                        node.automaton = state;
                        p.out[first] = node;
                        for (int e = 0; e < level; e++) {
                            const uint4 a = *ENTRY(e);
                            node.at = (u64)a.x | (u64)a.y << 32;
                            node.meta = (a.z & 15) | (a.z >> 8 & 127) << 4 | (u32)limit << 11 | (a.z >> 15 & 63) << 18 | (a.z >> 21 & 63) << 24;
                            node.automaton = a.w;
                            p.out[first + 1 + e] = node;
                        }
                        have = active = false;
                    }
                }
            }
            // A lane that was told to finish here may begin its position's next iteration: not when time is up.
            if (stop && !finished) done = true;
        }
        u32 kept = 0;
        if (active) {
            const int least = g + 1 >= ahead_from ? -1 : 0;
            u32 rest = exits_of(blank) & open;
            Children c;
#pragma unroll
            for (int k = 0; k < 4; k++) {
                c.d[k] = __ffs(rest) - 1;
                rest &= rest - 1;
                c.ok[k] = c.d[k] >= 0;
                c.slot[k] = c.ok[k] ? nibble(slots, blank + step(c.d[k])) : 0;
            }
            look<false>(c, p.words, at, word, stale, slack0, least);
            look<true>(c, p.seen_words, seen, seen_word, stale, slack1, least);
#pragma unroll
            for (int k = 0; k < 4; k++)
                if (c.ok[k]) kept |= 1u << c.d[k];
        }
        __syncwarp();
        int go = -1;
        if (kept) {
            go = __ffs(kept) - 1;
            const u32 others = kept & (kept - 1);
            if (others) {
                uint4 *entry = ENTRY(level), a;
                a.x = (u32)at;
                a.y = (u32)(at >> 32);
                a.z = others | (REMEMBER ? stale << 4 : 0) | (u32)g << 8 | (u32)(slack0 + 1) << 15 | (u32)(slack1 + 1) << 21;
                a.w = state;
                entry[0] = a;
                if (REMEMBER) {
                    uint4 b;
                    b.x = word[0]; b.y = word[1]; b.z = seen_word[0]; b.w = seen_word[1];
                    entry[1] = b;
                }
                level++;
            }
        } else if (active) {
            if (level == 0) {
                finished = true;
            } else {
                uint4 *entry = ENTRY(level - 1);
                const uint4 a = entry[0];
                at = (u64)a.x | (u64)a.y << 32;
                state = a.w;
                ARRIVE();
                if (REMEMBER) {
                    const uint4 b = entry[1];
                    word[0] = b.x; word[1] = b.y; seen_word[0] = b.z; seen_word[1] = b.w;
                    stale = a.z >> 4 & 15;
                }
                g = (int)(a.z >> 8 & 127);
                slack0 = (int)(a.z >> 15 & 63) - 1;
                slack1 = (int)(a.z >> 21 & 63) - 1;
                const u32 rest = a.z & 15, others = rest & (rest - 1);
                go = __ffs(rest) - 1;
                if (others) ((u32 *)entry)[2] = (a.z & ~15u) | others;
                else level--;
                if (!REMEMBER) {
                    // The words that tell what this slide costs.
                    const u32 slot = nibble(slots, blank + step(go));
                    Children c;
#pragma unroll
                    for (int k = 0; k < 4; k++) {
                        c.d[k] = go;
                        c.ok[k] = k == 0;
                        c.slot[k] = slot;
                    }
                    look<false>(c, p.words, at, word, stale, 99, -1);
                    look<true>(c, p.seen_words, seen, seen_word, stale, 99, -1);
                }
            }
        }
        __syncwarp();
        if (go >= 0) {
            const u32 after = __ldg(p.automaton + state * 4 + go);
            const int next = blank + step(go);
            const u32 slot = nibble(slots, next), image = nibble(SEEN_SLOTS, slot);
            slack0 -= 1 - (int)LOWER(word, slot, go);
            slack1 -= 1 - (int)LOWER(seen_word, image, seen_direction(go));
            const u32 x = (u32)(blank ^ next), y = (u32)(seen_cell(blank) ^ seen_cell(next));
            at ^= (u64)x << (4 * slot) ^ (u64)x << (4 * BLANK_SLOT);
            seen ^= (u64)y << (4 * image);
            const u64 swap = slot ^ BLANK_SLOT;
            slots ^= swap << (4 * blank) ^ swap << (4 * next);
            stale |= 1u << PART_OF(slot) | 1u << (PARTS + PART_OF(image));
            blank = next;
            g++;
            nodes++;
            state = after & 0xffffffu;
            open = after >> 24;
            if (limit - g - 2 * slack0 == 0) {
                if (g <= limit) {
                    atomicOr(&p.states[id], FOUND);
                    finished = true;
                } else {
                    atomicOr(&p.states[id], FOUND_AHEAD);
                    ahead_from = NEVER;
                }
            }
        }
        if (finished) {
            const u32 before = atomicSub(&p.states[id], 1u);
            have = false;
            if ((before & OPEN_COUNT) == 1) {
                if (before & FOUND) {
                    p.labels[id] = (u8)limit;
                } else if (before & FOUND_AHEAD) {
                    p.labels[id] = (u8)(limit + 2);
                } else {
                    limit += 2;
                    if (p.limits && limit > p.limits[id]) {
                        p.labels[id] = TOO_FAR;
                    } else {
                        atomicExch(&p.states[id], 1u);
                        BEGIN_ITERATION();
                        TAKE_UP();
                        have = true;
                    }
                }
            }
        }
    }
    atomicAdd(&p.control->nodes, (u64)nodes);
}
