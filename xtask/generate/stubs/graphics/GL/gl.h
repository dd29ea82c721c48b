/* What cudaGL.h uses of <GL/gl.h>, and on Windows of <GL/wglext.h>. */
#pragma once
#define WGL_NV_gpu_affinity 1
typedef void *HGPUNV;
typedef unsigned int GLenum;
typedef unsigned int GLuint;
