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
#define FIELD(type, field) {'f', #type "." #field, offsetof(type, field), sizeof(((type *)0)->field)}
#define ENUMERATOR(name) {'e', #name, name, 0}
#define END {0, NULL, 0, 0}
