/* What cufile.h uses of <stdbool.h>. */
#pragma once
#define bool _Bool
