/* cuda.h includes <stdlib.h> for size_t alone. */
#pragma once
#include <stddef.h>
