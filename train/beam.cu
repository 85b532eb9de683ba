// A beam search for each of many boards, one block of threads a board: how the lengths are found that the weights are
// fitted to. Compiled with -DEMULATE by a C++ compiler it runs on one thread without an accelerator, for trying it out.
#include <cstdint>
#include <cstring>
#include <climits>

#ifdef EMULATE
#include <cstdlib>
#define DEVICE inline
#define KERNEL static
#define SHARED static
#define SYNC()
#define TID 0
#define NT 1
template <class T> static T add(T *a, T v) { T o = *a; *a += v; return o; }
static uint64_t exchange(uint64_t *a, uint64_t v) { uint64_t o = *a; *a = v; return o; }
static void least(int *a, int v) { if (v < *a) *a = v; }
#else
#define DEVICE __device__ __forceinline__
#define KERNEL __global__
#define SHARED __shared__
#define SYNC() __syncthreads()
#define TID int(threadIdx.x)
#define NT int(blockDim.x)
DEVICE int add(int *a, int v) { return atomicAdd(a, v); }
DEVICE uint64_t exchange(uint64_t *a, uint64_t v) {
    return atomicExch(reinterpret_cast<unsigned long long *>(a), (unsigned long long)v);
}
DEVICE void least(int *a, int v) { atomicMin(a, v); }
#endif

constexpr int BUCKETS = 2048;
constexpr int MOST_THREADS = 256;
// As in features.py: the last two codes are the blank and the wall.
constexpr int CODES = 27;
// Positions taken from a beam that has lost its way, where it ends.
constexpr int LOST = 4;

// What one run works with; every pointer is to memory of the accelerator.
struct Job {
    int rows, columns, boards, width, room, levels, patience, samples, stride;
    uint64_t seed;
    const int *single;        // [tile][cell]
    const int *blank_way;     // [rows][columns] of the blank from its home
    const int16_t *block;     // [code][code][code][code]
    const int16_t *across;    // [code][code][code]
    const int16_t *down;      // [code][code][code]
    const uint8_t *code;      // [tile][cell]
    const uint64_t *zobrist;  // [tile][cell]
    uint16_t *start;          // [board][cells]; after the walk, where it ended
    const int *home;          // [board]
    const int *walk;          // [board] random slides first
    int *length;              // [board]: slides found, -1 for none
    uint16_t *sample;         // [board][samples + LOST][cells]
    int *sampled;             // [board]
    int *next;                // boards taken so far
    uint32_t *states;         // [block][2][room][cells] two uint16: labels, then places
    int *member;              // [block][2][room][3]: blank, last slide, value
    uint64_t *hash;           // [block][2][room]
    int *value;               // [block][4 * room] candidates
    uint64_t *child;          // [block][4 * room] their hashes
    int *kept;                // [block][room]
    uint64_t *seen;           // [block][slots]
    int slots;
};

DEVICE uint64_t mix(uint64_t z) {
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// The cell whose tile slides up, down, left or right onto the blank, or -1.
DEVICE int neighbour(const Job &j, int blank, int way) {
    int r = blank / j.columns, c = blank % j.columns;
    if (way == 0) return r + 1 < j.rows ? blank + j.columns : -1;
    if (way == 1) return r > 0 ? blank - j.columns : -1;
    if (way == 2) return c + 1 < j.columns ? blank + 1 : -1;
    return c > 0 ? blank - 1 : -1;
}

// One position, and the same after the tile on `from` has slid onto the blank.
struct Look {
    const Job &j;
    const uint16_t *label, *place;
    int home, blank, from, tile;
    bool after;

    // The code of a cell, or of a home: where its tile is, seen from there.
    DEVICE int code(bool of_home, int r, int c) const {
        int cells = j.rows * j.columns, at = r * j.columns + c;
        if (r < 0 || c < 0 || r >= j.rows || c >= j.columns) return CODES - 1;
        if (of_home) {
            if (at == home) return CODES - 2;
            int cell = at == tile ? (after ? blank : from) : place[at];
            return j.code[cell * cells + at];
        }
        if (at == (after ? from : blank)) return CODES - 2;
        int t = at == (after ? blank : from) ? tile : label[at];
        return j.code[t * cells + at];
    }

    // All patches with a cell of the rectangle in them.
    DEVICE int patches(bool of_home, int top, int left, int bottom, int right) const {
        int sum = 0;
        auto at = [&](int r, int c) { return code(of_home, r, c); };
        for (int r = top - 1; r <= bottom; r++)
            for (int c = left - 1; c <= right; c++) {
                int two = at(r, c) * CODES + at(r, c + 1);
                sum += j.block[(two * CODES + at(r + 1, c)) * CODES + at(r + 1, c + 1)];
            }
        for (int r = top; r <= bottom; r++)
            for (int c = left - 2; c <= right; c++)
                sum += j.across[(at(r, c) * CODES + at(r, c + 1)) * CODES + at(r, c + 2)];
        for (int c = left; c <= right; c++)
            for (int r = top - 2; r <= bottom; r++)
                sum += j.down[(at(r, c) * CODES + at(r + 1, c)) * CODES + at(r + 2, c)];
        return sum;
    }

    // All patches that the slide can change.
    DEVICE int patches() const {
        int R = j.columns, ra = blank / R, ca = blank % R, rb = from / R, cb = from % R;
        int top = ra < rb ? ra : rb, left = ca < cb ? ca : cb;
        return patches(false, top, left, ra + rb - top, ca + cb - left) +
               patches(true, tile / R, tile % R, tile / R, tile % R);
    }

    DEVICE int way() const {
        int at = after ? from : blank, R = j.columns;
        int r = at / R - home / R, c = at % R - home % R;
        r = r < 0 ? -r : r;
        c = c < 0 ? -c : c;
        return j.blank_way[r * R + c];
    }

    DEVICE int all() const {
        int at = after ? blank : from;
        return patches() + way() + j.single[tile * j.rows * j.columns + at];
    }
};

KERNEL void beams(Job j) {
    SHARED int histogram[BUCKETS], part[MOST_THREADS], whole[16];
    SHARED int board, count, next_count, low, best, since, cut, found, taken, wanted, offered;
    const int cells = j.rows * j.columns;
#ifdef EMULATE
    const int me = 0;
#else
    const int me = blockIdx.x;
#endif
    uint32_t *states[2] = {j.states + size_t(me) * 2 * j.room * cells, nullptr};
    states[1] = states[0] + size_t(j.room) * cells;
    int *member[2] = {j.member + size_t(me) * 6 * j.room, nullptr};
    member[1] = member[0] + 3 * j.room;
    uint64_t *hash[2] = {j.hash + size_t(me) * 2 * j.room, nullptr};
    hash[1] = hash[0] + j.room;
    int *value = j.value + size_t(me) * 4 * j.room, *kept = j.kept + size_t(me) * j.room;
    uint64_t *child = j.child + size_t(me) * 4 * j.room, *seen = j.seen + size_t(me) * j.slots;
    for (;;) {
        SYNC();
        if (TID == 0) board = add(j.next, 1);
        SYNC();
        if (board >= j.boards) return;
        uint16_t *start = j.start + size_t(board) * cells;
        const int home = j.home[board];
        uint64_t goal = 0;
        for (int i = 0; i < cells; i++)
            if (i != home) goal ^= j.zobrist[i * cells + i];
        for (int i = TID; i < j.slots; i += NT) seen[i] = 0;
        if (TID == 0) {
            int blank = 0;
            for (int i = 0; i < cells; i++)
                if (start[i] == home) blank = i;
            uint64_t random = mix(j.seed ^ mix(board));
            for (int step = 0, last = -1; step < j.walk[board];) {
                random = mix(random);
                int way = random & 3, from = neighbour(j, blank, way);
                if (from < 0 || (last ^ 1) == way) { last = from < 0 ? last : -1; continue; }
                start[blank] = start[from];
                start[from] = home;
                blank = from, last = way, step++;
            }
            uint16_t *label = reinterpret_cast<uint16_t *>(states[0]), *place = label + cells;
            uint64_t h = 0;
            for (int i = 0; i < cells; i++) {
                label[i] = start[i], place[start[i]] = i;
                if (i != blank) h ^= j.zobrist[start[i] * cells + i];
            }
            member[0][0] = blank, member[0][1] = -1, member[0][2] = 0;
            hash[0][0] = h;
            seen[h & (j.slots - 1)] = h;
            count = 1, best = INT_MAX, since = 0, found = h == goal ? 0 : -1, taken = 0, wanted = j.width * 3 / 2;
        }
        SYNC();
        int level = 0;
        uint64_t random = mix(j.seed + 77 + mix(board));
        int phase = random % j.stride;
        while (found < 0 && level < j.levels && since <= j.patience && count > 0) {
            const int a = level & 1, b = 1 - a;
            if (TID == 0) low = INT_MAX, next_count = 0, offered = 0;
            for (int i = TID; i < BUCKETS; i += NT) histogram[i] = 0;
            SYNC();
            int mine = INT_MAX;
            for (int i = TID; i < 4 * count; i += NT) {
                int m = i >> 2, way = i & 3, blank = member[a][3 * m], last = member[a][3 * m + 1];
                int from = neighbour(j, blank, way), v = INT_MAX;
                if (from >= 0 && (last ^ 1) != way) {
                    const uint16_t *label = reinterpret_cast<const uint16_t *>(states[a] + size_t(m) * cells);
                    int tile = label[from];
                    Look look{j, label, label + cells, home, blank, from, tile, false};
                    v = member[a][3 * m + 2] - look.all();
                    look.after = true;
                    v += look.all();
                    uint64_t h = hash[a][m] ^ j.zobrist[tile * cells + from] ^ j.zobrist[tile * cells + blank];
                    child[i] = h;
                    if (h == goal) found = level + 1;
                }
                value[i] = v;
                mine = v < mine ? v : mine;
            }
            least(&low, mine);
            SYNC();
            for (int i = TID; i < 4 * count; i += NT)
                if (value[i] != INT_MAX) {
                    int bucket = value[i] - low;
                    add(&histogram[bucket < BUCKETS ? bucket : BUCKETS - 1], 1);
                }
            SYNC();
            const int each = BUCKETS / MOST_THREADS;
            for (int p = TID; p < MOST_THREADS; p += NT) {
                int sum = 0;
                for (int i = 0; i < each; i++) sum += histogram[p * each + i];
                part[p] = sum;
            }
            SYNC();
            for (int p = TID; p < 16; p += NT) {
                int sum = 0;
                for (int i = 0; i < MOST_THREADS / 16; i++) sum += part[p * (MOST_THREADS / 16) + i];
                whole[p] = sum;
            }
            SYNC();
            if (TID == 0) {
                int sum = 0, p = 0;
                while (p < 15 && sum + whole[p] < wanted) sum += whole[p++];
                int q = p * (MOST_THREADS / 16);
                while (q < MOST_THREADS - 1 && sum + part[q] < wanted) sum += part[q++];
                int bucket = q * each;
                while (bucket < BUCKETS - 1 && sum + histogram[bucket] < wanted) sum += histogram[bucket++];
                cut = bucket == BUCKETS - 1 ? INT_MAX - 1 : low + bucket;
                since = low < best ? 0 : since + 1;
                best = low < best ? low : best;
            }
            SYNC();
            for (int i = TID; i < 4 * count; i += NT) {
                if (value[i] > cut) continue;
                add(&offered, 1);
                uint64_t h = child[i];
                if (exchange(&seen[(h >> 8) & (j.slots - 1)], h) == h) continue;
                int slot = add(&next_count, 1);
                if (slot < j.room) kept[slot] = i;
            }
            SYNC();
            int n = next_count < j.room ? next_count : j.room;
            for (size_t i = TID; i < size_t(n) * cells; i += NT) {
                size_t k = i / cells, w = i % cells;
                states[b][i] = states[a][size_t(kept[k] >> 2) * cells + w];
            }
            SYNC();
            for (int k = TID; k < n; k += NT) {
                int m = kept[k] >> 2, way = kept[k] & 3, blank = member[a][3 * m], from = neighbour(j, blank, way);
                uint16_t *label = reinterpret_cast<uint16_t *>(states[b] + size_t(k) * cells), *place = label + cells;
                int tile = label[from];
                label[blank] = tile, label[from] = home, place[tile] = blank, place[home] = from;
                member[b][3 * k] = from, member[b][3 * k + 1] = way, member[b][3 * k + 2] = value[kept[k]];
                hash[b][k] = child[kept[k]];
            }
            SYNC();
            level++;
            if (j.samples && found < 0 && n > 0 && level % j.stride == phase && taken < j.samples) {
                const uint16_t *label = reinterpret_cast<const uint16_t *>(states[b] + mix(random + level) % n * cells);
                uint16_t *out = j.sample + (size_t(board) * (j.samples + LOST) + taken) * cells;
                for (int i = TID; i < cells; i += NT) out[i] = label[i];
            }
            SYNC();
            if (TID == 0) {
                if (j.samples && found < 0 && n > 0 && level % j.stride == phase && taken < j.samples) taken++;
                count = n;
                float share = float(offered) / float(n > 0 ? n : 1);
                share = share < 1.f ? 1.f : share > 3.f ? 3.f : share;
                wanted = int(j.width * share);
            }
            SYNC();
        }
        if (j.samples && found < 0 && count > 0)
            for (int k = 0; k < LOST; k++) {
                const uint16_t *label =
                    reinterpret_cast<const uint16_t *>(states[level & 1] + mix(random - k) % count * cells);
                uint16_t *out = j.sample + (size_t(board) * (j.samples + LOST) + taken + k) * cells;
                for (int i = TID; i < cells; i += NT) out[i] = label[i];
            }
        SYNC();
        if (TID == 0) {
            j.length[board] = found;
            if (j.samples) j.sampled[board] = taken + (found < 0 && count > 0 ? LOST : 0);
        }
    }
}

extern "C" int run(const Job *job, int blocks, int threads) {
#ifdef EMULATE
    (void)blocks, (void)threads;
    beams(*job);
    return 0;
#else
    beams<<<blocks, threads>>>(*job);
    return int(cudaDeviceSynchronize());
#endif
}

extern "C" int job_bytes() { return int(sizeof(Job)); }

#ifdef EMULATE
// By how much the slide of the tile on `from` changes the value; for the test.
extern "C" int change(const Job *job, const uint16_t *label, const uint16_t *place, int home, int blank, int from) {
    Look look{*job, label, place, home, blank, from, label[from], false};
    int before = look.all();
    look.after = true;
    return look.all() - before;
}
#endif
