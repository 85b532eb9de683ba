// What the kernels take from CUDA, for a processor: a block is one thread of the operating system, a warp is one lane.
// Blocks run at the same time, so queues and tables meet real races. The clock ticks once a look, so that a launch's
// time is a number of looks and hand-backs happen where a test wants them.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline
#define __restrict__
#define __shared__ static thread_local
#define __launch_bounds__(...)

struct Dimension {
    unsigned x;
};
static thread_local Dimension blockIdx{0}, threadIdx{0}, blockDim{1}, gridDim{1};
struct uint4 {
    unsigned x, y, z, w;
};

using std::max;
using std::min;
template <class T> static inline T atomicAdd(T *at, T value) { return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicSub(T *at, T value) { return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicOr(T *at, T value) { return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicExch(T *at, T value) { return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicCAS(T *at, T wanted, T value) {
    __atomic_compare_exchange_n(at, &wanted, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return wanted;
}
static inline unsigned __ballot_sync(unsigned, bool lane) { return lane; }
static inline bool __all_sync(unsigned, bool lane) { return lane; }
template <class T> static inline T __shfl_sync(unsigned, T value, int) { return value; }
static inline int __popc(unsigned word) { return __builtin_popcount(word); }
static inline int __ffs(unsigned word) { return __builtin_ffs((int)word); }
template <class T> static inline T __ldcg(const T *at) { return *at; }
template <class T> static inline T __ldg(const T *at) { return *at; }
static inline void __syncthreads() {}
static inline void __syncwarp() {}
static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#define NANOSECONDS
static inline unsigned long long nanoseconds() {
    static thread_local unsigned long long looks = 0;
    return ++looks;
}
#define DYNAMIC_SHARED(name) static thread_local u32 name[64]

template <class Kernel> static void run_blocks(unsigned grid, Kernel kernel) {
    auto block = [&](unsigned index) {
        blockIdx.x = index;
        gridDim.x = grid;
        kernel();
    };
    if (grid == 1) return block(0);
    std::vector<std::thread> blocks;
    for (unsigned index = 0; index < grid; index++) blocks.emplace_back(block, index);
    for (auto &thread : blocks) thread.join();
}
#define LAUNCHER(kernel, Argument)                                            \
    extern "C" void launch_##kernel(unsigned grid, const void *bytes) {       \
        Argument argument;                                                    \
        memcpy(&argument, bytes, sizeof argument);                            \
        run_blocks(grid, [&] { kernel(argument); });                          \
    }                                                                         \
    extern "C" size_t size_##kernel() { return sizeof(Argument); }
