// Depth first below the roots, with persistent threads.
//
// The limit counts slides from the roots. A child is kept when slides so far + bound is within the limit in both
// views; near the goal (from `ahead_from` slides on) it may exceed it by 2: the goal is then often met one iteration
// early, while the nodes within the limit are all searched, which is the proof that nothing shorter exists. `slack` is
// half of what the limit leaves above the bound; -1 one iteration ahead.
//
// A lane without work takes a pending node, newest first, then a root. When none are left, or the clock says so, every
// lane hands back the nodes it still holds: they are the next launch's pending ones. Each lane hands back once a
// launch at most, so threads * (STACK + 1) places hold everything.
#define STACK 128
#define NEVER 1000
#define POLL 63
#define REFILL 4

struct Deep {
    const u32 *words;
    const u32 *automaton;  // [state][direction]: state after | directions open there << 24
    const Views *views;
    const Node *roots;
    const Node *pending;
    const u32 *pending_paths;
    Node *out;
    u32 *out_paths;
    uint4 *stack;
    Control *control;
    u64 time;  // nanoseconds
    u32 roots_count, pending_count, first_root, least;
    int limit, ahead_from;
};

// A stack entry is 64 bytes: the eight words at 24 bits each, the open directions with the blank and the depth, the
// automaton's state with the slacks, the eight indices. The board is undone along the path.
#define ENTRY(level) (p.stack + ((size_t)(level) * threads + me) * 4)
#define UNDO_TO(depth)                                           \
    while (g > (depth)) {                                        \
        g--;                                                     \
        const int back_ = blank - step(PATH(g >> 4) >> ((g & 15) * 2) & 3); \
        BOARD(blank) = BOARD(back_);                             \
        blank = back_;                                           \
    }

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) deep(const Deep p) {
    PROLOGUE
    __shared__ u32 histogram[128];
    __shared__ u64 deadline;
    for (int i = tid; i < 128; i += blockDim.x) histogram[i] = 0;
    if (tid == 0) deadline = nanoseconds() + p.time;
    __syncthreads();
    const u32 me = blockIdx.x * blockDim.x + tid, threads = gridDim.x * blockDim.x;
    const u32 waiting = p.pending_count + p.roots_count;
    volatile Control *const shared = p.control;
    int ahead_from = p.ahead_from, level = 0, blank = 0, g = 0, slack0 = 0, slack1 = 0;
    bool have = false, done = false;
    u32 state = 0, open = 0, root = 0, tick = 0, since = 0, nodes = 0;
    for (;;) {
        const u32 idle = __ballot_sync(ALL_LANES, !have && !done), busy = __ballot_sync(ALL_LANES, have);
        if (idle && (__popc(idle) >= REFILL || !busy) && !have && !done) {
            const u32 i = atomicAdd(&p.control->head, 1u);
            if (i >= waiting) {
                done = true;
            } else {
                Node node;
                if (i < p.pending_count) {
                    const u32 at = p.pending_count - 1 - i;
                    node = p.pending[at];
                    for (int x = 0; x < 8; x++) PATH(x) = p.pending_paths[(size_t)at * 8 + x];
                } else {
                    node = p.roots[p.first_root + i - p.pending_count];
                }
                UNPACK(node.lo, node.hi, blank);
                g = (int)(node.meta >> 8);
                open = node.meta & 15;
                state = node.automaton;
                root = node.root;
                slack0 = (p.limit - g - (int)(node.bounds & 255)) >> 1;
                slack1 = (p.limit - g - (int)(node.bounds >> 8 & 255)) >> 1;
                for (int s = 0; s < SLOTS; s++) WORD(s) = STALE;
                have = true;
                level = 0;
                since = tick;
            }
        }
        if (__all_sync(ALL_LANES, done)) break;
        bool active = have;
        // The tick is the same in all lanes of a warp: they look up together, however short their work is.
        if ((++tick & POLL) == 0) {
            if ((tid & 31) == 0 && nanoseconds() > deadline) shared->stop = 1;
            const bool stop = shared->stop;
            if (have && slack0 >= 0 && slack1 >= 0) atomicAdd(&histogram[min(p.limit - g + 2, 127)], 1u);
            if (shared->found) {
                done = true;
                have = active = false;
            } else if (shared->ahead) {
                ahead_from = NEVER;
            }
            if (active && (stop || (tick - since >= p.least && shared->head >= waiting))) {
                const u32 first = atomicAdd(&p.control->out, (u32)(level + 1));
                for (int e = level; e >= 0; e--) {
                    Node node;
                    node.root = root;
                    if (e == level) {
                        node.automaton = state;
                        node.meta = open;
                        node.bounds = (u32)(p.limit - g - 2 * slack0) | (u32)(p.limit - g - 2 * slack1) << 8;
                    } else {
                        const u32 *entry = (const u32 *)ENTRY(e);
                        const u32 meta = entry[3], slacks = entry[7] >> 16;
                        UNDO_TO((int)(meta >> 9 & 127))
                        node.automaton = entry[7] & 0xffffu;
                        node.meta = meta & 15;
                        node.bounds = (u32)(p.limit - g - 2 * ((int)(slacks & 255) - 1))
                                    | (u32)(p.limit - g - 2 * ((int)(slacks >> 8) - 1)) << 8;
                    }
                    u64 lo = 0, hi = TAKEN;
                    for (int q = 0; q < LAST; q++) {
                        // The blank's byte is what last stood there.
                        const u64 tile = q == blank ? 0 : BOARD(q);
                        if (q < 12) lo |= tile << (5 * q);
                        else hi |= tile << (5 * (q - 12));
                    }
                    node.lo = lo;
                    node.hi = hi;
                    node.meta |= (u32)g << 8;
                    p.out[first + e] = node;
                    for (int x = 0; x < 8; x++) p.out_paths[(size_t)(first + e) * 8 + x] = PATH(x);
                }
                have = active = false;
            }
            if (stop) done = true;
        }
        u32 kept = 0;
        if (active) {
            const int least = g + 1 >= ahead_from ? -1 : 0;
            u32 rest = leave[blank] & open;
            int d[3];
            bool ok[3];
            u32 tile[3];
            d[0] = __ffs(rest) - 1; rest &= rest - 1;
            d[1] = __ffs(rest) - 1; rest &= rest - 1;
            d[2] = __ffs(rest) - 1;
#pragma unroll
            for (int k = 0; k < 3; k++) {
                ok[k] = d[k] >= 0;
                tile[k] = 0;
                if (ok[k]) tile[k] = BOARD(blank + step(d[k]));
            }
#pragma unroll
            for (int j = 0; j < 2; j++) {
                const int slack = j ? slack1 : slack0;
                u32 where[3], slot[3], word[3], read[3];
                bool need[3];
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    where[k] = slot[k] = word[k] = 0;
                    if (ok[k]) {
                        where[k] = info[j][tile[k]];
                        slot[k] = where[k] & 31;
                        word[k] = WORD(slot[k]);
                    }
                }
                need[0] = word[0] == STALE;
                need[1] = word[1] == STALE && !(ok[0] && slot[1] == slot[0]);
                need[2] = word[2] == STALE && !(ok[0] && slot[2] == slot[0]) && !(ok[1] && slot[2] == slot[1]);
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    read[k] = 0;
                    if (need[k]) read[k] = __ldcg(p.words + INDEX(slot[k]));
                }
#pragma unroll
                for (int k = 0; k < 3; k++)
                    if (need[k]) WORD(slot[k]) = read[k];
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    if (!ok[k]) continue;
                    const int lower = WORD(slot[k]) >> ((where[k] >> 8) + (j ? seen_direction(d[k]) : d[k])) & 1;
                    if (slack + lower - 1 < least) ok[k] = false;
                }
            }
#pragma unroll
            for (int k = 0; k < 3; k++)
                if (ok[k]) kept |= 1u << d[k];
        }
        __syncwarp();
        int go = -1;
        if (kept) {
            go = __ffs(kept) - 1;
            const u32 others = kept & (kept - 1);
            if (others) {
                uint4 *entry = ENTRY(level);
                uint4 a, b;
                a.x = WORD(0) | WORD(1) << 24; a.y = WORD(1) >> 8 | WORD(2) << 16; a.z = WORD(2) >> 16 | WORD(3) << 8;
                b.x = WORD(4) | WORD(5) << 24; b.y = WORD(5) >> 8 | WORD(6) << 16; b.z = WORD(6) >> 16 | WORD(7) << 8;
                a.w = others | (u32)blank << 4 | (u32)g << 9;
                b.w = state | (u32)(slack0 + 1) << 16 | (u32)(slack1 + 1) << 24;
                entry[0] = a;
                entry[1] = b;
                a.x = INDEX(0); a.y = INDEX(1); a.z = INDEX(2); a.w = INDEX(3);
                b.x = INDEX(4); b.y = INDEX(5); b.z = INDEX(6); b.w = INDEX(7);
                entry[2] = a;
                entry[3] = b;
                level++;
            }
        } else if (active) {
            if (level == 0) {
                have = false;
            } else {
                uint4 *entry = ENTRY(level - 1);
                const uint4 a = entry[0], b = entry[1], c = entry[2], e = entry[3];
                state = b.w & 0xffffu;
                slack0 = (int)(b.w >> 16 & 255) - 1;
                slack1 = (int)(b.w >> 24) - 1;
                UNDO_TO((int)(a.w >> 9 & 127))
                INDEX(0) = c.x; INDEX(1) = c.y; INDEX(2) = c.z; INDEX(3) = c.w;
                INDEX(4) = e.x; INDEX(5) = e.y; INDEX(6) = e.z; INDEX(7) = e.w;
                WORD(0) = a.x & 0xffffffu; WORD(1) = a.x >> 24 | (a.y & 0xffffu) << 8;
                WORD(2) = a.y >> 16 | (a.z & 0xffu) << 16; WORD(3) = a.z >> 8;
                WORD(4) = b.x & 0xffffffu; WORD(5) = b.x >> 24 | (b.y & 0xffffu) << 8;
                WORD(6) = b.y >> 16 | (b.z & 0xffu) << 16; WORD(7) = b.z >> 8;
                const u32 rest = a.w & 15, others = rest & (rest - 1);
                go = __ffs(rest) - 1;
                if (others) ((u32 *)entry)[3] = (a.w & ~15u) | others;
                else level--;
            }
        }
        __syncwarp();
        if (go >= 0) {
            const int next = blank + step(go);
            const u32 tile = BOARD(next), after = __ldg(p.automaton + state * 4 + go);
#pragma unroll
            for (int j = 0; j < 2; j++) {
                const u32 where = info[j][tile];
                const int slot = where & 31, d = j ? seen_direction(go) : go;
                const u32 word = WORD(slot);
                WORD(slot) = STALE;
                INDEX(slot) -= (u32)step(d) * weight[j][tile];
                const int cost = 1 - (int)(word >> ((where >> 8) + d) & 1);
                if (j) slack1 -= cost;
                else slack0 -= cost;
            }
            const u32 path = PATH(g >> 4);
            const int shift = (g & 15) * 2;
            PATH(g >> 4) = (path & ~(3u << shift)) | (u32)go << shift;
            BOARD(blank) = (u8)tile;
            blank = next;
            g++;
            nodes++;
            state = after & 0xffffffu;
            open = after >> 24;
            if (p.limit - g - 2 * slack0 == 0) {
                const int within = g <= p.limit;
                if (within || ahead_from < NEVER) {
                    if (atomicCAS(&p.control->lock[within], 0u, 1u) == 0u) {
                        p.control->record[within][0] = root;
                        p.control->record[within][1] = (u32)g;
                        for (int x = 0; x < 8; x++) p.control->record[within][2 + x] = PATH(x);
                    }
                    if (within) {
                        shared->found = 1;
                    } else {
                        shared->ahead = 1;
                        ahead_from = NEVER;
                    }
                }
            }
        }
    }
    atomicAdd(&p.control->nodes, (u64)nodes);
    __syncthreads();
    for (int i = tid; i < 128; i += blockDim.x)
        if (histogram[i]) atomicAdd(&p.control->histogram[i], (u64)histogram[i]);
}
