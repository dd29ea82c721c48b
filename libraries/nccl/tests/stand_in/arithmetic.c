/* What sums and the like are of each type. */
#include "stand_in.h"
#include <math.h>
#include <string.h>

size_t size_of(enum type type) {
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return type < TYPES ? sizes[type] : 0;
}

/* Floats of fewer bits: the bits of exponent and fraction, and whether the largest exponent holds numbers, too. */
struct format { int exponent, fraction; bool finite; };

static struct format format_of(enum type type) {
    switch (type) {
    case F16: return (struct format){5, 10, false};
    case BF16: return (struct format){8, 7, false};
    case F8E4M3: return (struct format){4, 3, true};
    default: return (struct format){5, 2, false};
    }
}

static double decode(struct format f, unsigned bits) {
    int bias = (1 << (f.exponent - 1)) - 1, top = (1 << f.exponent) - 1;
    int exponent = bits >> f.fraction & top;
    int fraction = bits & ((1 << f.fraction) - 1);
    double sign = bits >> (f.exponent + f.fraction) & 1 ? -1 : 1;
    if (f.finite ? exponent == top && fraction == (1 << f.fraction) - 1 : exponent == top && fraction) return NAN;
    if (!f.finite && exponent == top) return sign * INFINITY;
    if (!exponent) return sign * ldexp(fraction, 1 - bias - f.fraction);
    return sign * ldexp((1 << f.fraction) + fraction, exponent - bias - f.fraction);
}

static unsigned encode(struct format f, double value) {
    int bias = (1 << (f.exponent - 1)) - 1, top = (1 << f.exponent) - 1, exponent;
    unsigned sign = (unsigned)!!signbit(value) << (f.exponent + f.fraction);
    unsigned most = ((unsigned)top << f.fraction) + (f.finite ? (1u << f.fraction) - 2 : 0);
    value = fabs(value);
    if (isnan(value)) return sign | (unsigned)top << f.fraction | ((1u << f.fraction) - 1);
    if (isinf(value)) return sign | most;
    frexp(value, &exponent);
    exponent -= 1;
    /* Zero has no exponent of its own. */
    if (value == 0 || exponent < 1 - bias) exponent = 1 - bias;
    /* In units of the last place; a carry goes over into the exponent. */
    double units = nearbyint(ldexp(value, f.fraction - exponent));
    double bits = units + ldexp(exponent - 1 + bias, f.fraction);
    return sign | (bits > most ? most : (unsigned)bits);
}

static bool is_float(enum type type) { return type >= F16; }

static double get_float(enum type type, const char *at) {
    float single;
    double number;
    unsigned short half;
    switch (type) {
    case F32: memcpy(&single, at, 4); return single;
    case F64: memcpy(&number, at, 8); return number;
    case F16: case BF16: memcpy(&half, at, 2); return decode(format_of(type), half);
    default: return decode(format_of(type), (unsigned char)*at);
    }
}

static void put_float(enum type type, char *at, double value) {
    float single = (float)value;
    unsigned short half;
    switch (type) {
    case F32: memcpy(at, &single, 4); break;
    case F64: memcpy(at, &value, 8); break;
    case F16: case BF16: half = encode(format_of(type), value); memcpy(at, &half, 2); break;
    default: *at = (char)encode(format_of(type), value);
    }
}

static int64_t get_integer(enum type type, const char *at) {
    int32_t word;
    uint32_t unsigned_word;
    int64_t wide;
    switch (type) {
    case I8: return (signed char)*at;
    case U8: return (unsigned char)*at;
    case I32: memcpy(&word, at, 4); return word;
    case U32: memcpy(&unsigned_word, at, 4); return unsigned_word;
    default: memcpy(&wide, at, 8); return wide;
    }
}

static double float_of(int operator, int ranks, double a, double b) {
    switch (operator) {
    case PROD: return a * b;
    case MAX: return a > b || isnan(a) ? a : b;
    case MIN: return a < b || isnan(a) ? a : b;
    default: return a + b;
    }
}

static int64_t integer_of(enum type type, int operator, int64_t a, int64_t b) {
    bool less = type == U64 ? (uint64_t)a < (uint64_t)b : a < b;
    switch (operator) {
    case PROD: return (int64_t)((uint64_t)a * (uint64_t)b);
    case MAX: return less ? b : a;
    case MIN: return less ? a : b;
    default: return (int64_t)((uint64_t)a + (uint64_t)b);
    }
}

/* `scalars`: what each rank's part is multiplied with first, or null. */
void reduce(enum type type, int operator, int ranks, size_t count, const char *const *parts, char *into, const char *const *scalars) {
    size_t size = size_of(type);
    for (size_t i = 0; i < count; i++) {
        char *target = into + i * size;
        if (is_float(type)) {
            double sum = 0;
            for (int rank = 0; rank < ranks; rank++) {
                double value = get_float(type, parts[rank] + i * size);
                if (scalars) value *= get_float(type, scalars[rank]);
                if (operator == AVG) value /= ranks;
                sum = rank ? float_of(operator, ranks, sum, value) : value;
            }
            put_float(type, target, sum);
            continue;
        }
        int64_t sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int64_t value = get_integer(type, parts[rank] + i * size);
            if (scalars) value = integer_of(type, PROD, value, get_integer(type, scalars[rank]));
            sum = rank ? integer_of(type, operator, sum, value) : value;
        }
        if (operator == AVG) {
            char wrapped[8];
            memcpy(wrapped, &sum, 8);
            sum = get_integer(type, wrapped);
            sum = type == U64 ? (int64_t)((uint64_t)sum / ranks) : sum / ranks;
        }
        memcpy(target, &sum, size);
    }
}
