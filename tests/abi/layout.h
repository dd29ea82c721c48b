/* Measures a header set, for generated/layout.c: each row is a type, a field or an enumerator. */
#include <stddef.h>

#define __CUDA_API_VERSION_INTERNAL /* also the superseded types, as CUDA_MEMCPY2D_v1 */
#include "headers.h"

struct row {
    int kind;
    const char *name;
    /* A type's size and alignment, a field's offset and size, an enumerator's value and 0. */
    long long first, second;
};

#define TYPE(type) {'t', #type, sizeof(type), _Alignof(type)}
#define FIELD(name, type, field) {'f', name, offsetof(type, field), sizeof(((type *)0)->field)}
#define FIELDS_1(t, a) FIELD(#t "." #a, t, a)
#define FIELDS_2(t, a, b) FIELD(#t "." #a, t, a), FIELD(#t "." #b, t, b)
#define FIELDS_3(t, a, b, c) FIELD(#t "." #a, t, a), FIELD(#t "." #b, t, b), FIELD(#t "." #c, t, c)
#define FIELDS_4(t, a, b, c, d) \
    FIELD(#t "." #a, t, a), FIELD(#t "." #b, t, b), FIELD(#t "." #c, t, c), FIELD(#t "." #d, t, d)
#define ENUMERATORS_1(a) {'e', #a, a, 0}
#define ENUMERATORS_2(a, b) {'e', #a, a, 0}, {'e', #b, b, 0}
#define ENUMERATORS_3(a, b, c) {'e', #a, a, 0}, {'e', #b, b, 0}, {'e', #c, c, 0}
#define ENUMERATORS_4(a, b, c, d) {'e', #a, a, 0}, {'e', #b, b, 0}, {'e', #c, c, 0}, {'e', #d, d, 0}
#define END {0, NULL, 0, 0}
