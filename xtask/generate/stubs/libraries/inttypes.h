/* What cuSOLVER's headers use of <inttypes.h>. */
#pragma once
#include <stdint.h>
