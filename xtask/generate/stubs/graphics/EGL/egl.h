/* What cudaEGL.h uses of <EGL/egl.h>. */
#pragma once
typedef int EGLint;
