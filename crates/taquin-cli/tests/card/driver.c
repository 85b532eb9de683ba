// A driver and a compiler of kernels whose card does nothing, and fails when it is told to: for what the program says and
// does then. DRIVER_FAILS names the call that fails ("cuLaunchKernel", or "cuLaunchKernel:3" from the third on), after
// DRIVER_SLEEPS milliseconds; DRIVER_LOG is a file that gets a line for each call.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FINE = 0, NO_MEMORY = 2, LAUNCH_FAILED = 719 };

static int step(const char *name, int *calls) {
    const char *log = getenv("DRIVER_LOG"), *fails = getenv("DRIVER_FAILS"), *sleeps = getenv("DRIVER_SLEEPS");
    if (log) {
        FILE *file = fopen(log, "a");
        if (file) {
            fprintf(file, "%s\n", name);
            fclose(file);
        }
    }
    ++*calls;
    const size_t length = strlen(name);
    if (!fails || strncmp(fails, name, length)) return FINE;
    if (fails[length] == ':' ? *calls < atoi(fails + length + 1) : fails[length] != 0) return FINE;
    if (sleeps) usleep(1000 * atoi(sleeps));
    return strcmp(name, "cuMemAlloc_v2") ? LAUNCH_FAILED : NO_MEMORY;
}

#define CALL(NAME, PARAMETERS, DOES)        \
    int NAME PARAMETERS {                   \
        static int calls;                   \
        const int status = step(#NAME, &calls); \
        if (status) return status;          \
        DOES;                               \
        return FINE;                        \
    }

typedef unsigned long long u64;

CALL(cuInit, (unsigned flags), )
CALL(cuDeviceGetCount, (int *count), *count = 1)
CALL(cuDeviceGet, (int *device, int number), *device = number)
CALL(cuDeviceGetName, (char *name, int length, int device), snprintf(name, length, "a card of no kind"))
CALL(cuDeviceGetAttribute, (int *value, int attribute, int device), *value = 8)
CALL(cuDevicePrimaryCtxRetain, (void **context, int device), *context = (void *)1)
CALL(cuDevicePrimaryCtxRelease_v2, (int device), )
CALL(cuCtxSetCurrent, (void *context), )
CALL(cuCtxSynchronize, (void), )
CALL(cuModuleLoadData, (void **module, const void *image), *module = (void *)1)
CALL(cuModuleGetFunction, (void **function, void *module, const char *name), *function = (void *)1)
CALL(cuModuleUnload, (void *module), )
CALL(cuFuncSetAttribute, (void *function, int attribute, int value), )
CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, void *function, int threads, size_t shared), *blocks = 1)
#ifndef OLD
CALL(cuLaunchKernel,
     (void *function, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f, unsigned shared, void *stream,
      void **arguments, void **extra), )
#endif
CALL(cuMemGetInfo_v2, (size_t *free, size_t *total), *free = *total = (size_t)8 << 30)
CALL(cuMemAlloc_v2, (u64 *address, size_t bytes), *address = 4096)
CALL(cuMemFree_v2, (u64 address), )
CALL(cuMemsetD8_v2, (u64 address, unsigned char byte, size_t bytes), )
CALL(cuMemcpyHtoD_v2, (u64 to, const void *from, size_t bytes), )
CALL(cuMemcpyDtoH_v2, (void *to, u64 from, size_t bytes), memset(to, 0, bytes))
CALL(cuMemcpyDtoD_v2, (u64 to, u64 from, size_t bytes), )
CALL(cuGetErrorName, (int error, const char **name), *name = "ERROR")
CALL(cuGetErrorString, (int error, const char **text), *text = "unspecified launch failure")

CALL(nvrtcVersion, (int *major, int *minor), (*major = 12, *minor = 8))
CALL(nvrtcCreateProgram, (void **program, const char *text, const char *name, int n, const char *const *a, const char *const *b),
     *program = (void *)1)
CALL(nvrtcCompileProgram, (void *program, int n, const char *const *options), )
CALL(nvrtcDestroyProgram, (void **program), )
CALL(nvrtcGetProgramLogSize, (void *program, size_t *size), *size = 1)
CALL(nvrtcGetProgramLog, (void *program, char *log), *log = 0)
CALL(nvrtcGetCUBINSize, (void *program, size_t *size), *size = 4)
CALL(nvrtcGetCUBIN, (void *program, char *code), memcpy(code, "\177ELF", 4))
