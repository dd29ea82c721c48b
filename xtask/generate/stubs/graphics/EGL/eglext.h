/* What cudaEGL.h uses of <EGL/eglext.h>. */
#pragma once
typedef void *EGLImageKHR;
typedef void *EGLStreamKHR;
typedef void *EGLSyncKHR;
