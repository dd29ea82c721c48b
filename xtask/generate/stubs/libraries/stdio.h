/* What the libraries' headers use of <stdio.h>. */
#pragma once
#include <stddef.h>
typedef struct FILE FILE;
