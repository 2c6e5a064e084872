/* Sets of units in WORDS words of 64. */

typedef struct { uint64_t word[WORDS]; } mask;
#define EACH_WORD for (int k = 0; k < WORDS; k++)
static inline mask no_mask(void) { mask m; EACH_WORD m.word[k] = 0; return m; }
static inline mask only_mask(int64_t unit) {
    mask m = no_mask();
    EACH_WORD m.word[k] = unit / 64 == k ? UINT64_C(1) << (unit & 63) : 0;
    return m;
}
static inline mask load_mask(const int64_t *words) {
    mask m;
    EACH_WORD m.word[k] = (uint64_t)words[k];
    return m;
}
static inline void store_mask(int64_t *words, mask m) { EACH_WORD words[k] = (int64_t)m.word[k]; }
static inline mask mask_and(mask a, mask b) { EACH_WORD a.word[k] &= b.word[k]; return a; }
static inline mask mask_or(mask a, mask b) { EACH_WORD a.word[k] |= b.word[k]; return a; }
static inline mask mask_xor(mask a, mask b) { EACH_WORD a.word[k] ^= b.word[k]; return a; }
static inline mask mask_not(mask a) { EACH_WORD a.word[k] = ~a.word[k]; return a; }
static inline int64_t mask_equals(mask a, mask b) {
    uint64_t differing = 0;
    EACH_WORD differing |= a.word[k] ^ b.word[k];
    return differing == 0;
}
static inline int64_t mask_size(mask a) {
    int64_t size = 0;
    EACH_WORD size += __builtin_popcountll(a.word[k]);
    return size;
}
static inline int64_t mask_first(mask a) {
    EACH_WORD if (a.word[k]) return 64 * k + __builtin_ctzll(a.word[k]);
    return 64 * WORDS;
}
