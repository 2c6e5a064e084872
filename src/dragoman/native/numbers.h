/* What translated sources call: numbers, as Python reckons with them. */

#include <stdint.h>

#ifdef _WIN32
#define ENTRY __declspec(dllexport)
#else
#define ENTRY __attribute__((visibility("default")))
#endif

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline double least_real(double a, double b) { return a < b ? a : b; }
static inline double most_real(double a, double b) { return a > b ? a : b; }
static inline int64_t size_of(int64_t a) { return a < 0 ? -a : a; }
static inline double size_of_real(double a) { return a < 0 ? -a : a; }
static inline int64_t only_bit(int64_t unit) {
    return (int64_t)(UINT64_C(1) << (unit & 63));
}
static inline double real_of(int64_t bits) { double r; __builtin_memcpy(&r, &bits, 8); return r; }
static inline int64_t divided(int64_t a, int64_t b) {
    int64_t q = a / b;
    return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
static inline int64_t remainder_of(int64_t a, int64_t b) {
    int64_t r = a % b;
    return r + ((r != 0) & ((r < 0) != (b < 0)) ? b : 0);
}
static inline int64_t power_of(int64_t a, int64_t b) {
    int64_t p = 1;
    while (b-- > 0) p *= a;
    return p;
}
