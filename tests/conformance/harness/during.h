/* Calls made while a stream captures: one row per call, in every mode and from both threads.

   ROW(group, key) { prepare; DURING(call); tidy up; }  is run once for each column:
     modes global, thread-local, relaxed: the thread that began the capture calls;
     the same three: another thread began it;
     global, relaxed: the capturing stream is a blocking one (the others don't wait for the legacy stream);
     global: the caller's own mode is exchanged for relaxed.
   Its value is one word per column: the call's result, with '!' if the capture is then invalid (status 2 and
   cuStreamEndCapture returns 901); any other status and end follow as /status/end, and the types of the nodes
   in brackets if the graph has any. '?' and a code: the preparation failed. */
#ifndef DURING_H
#define DURING_H
#include "conf.h"

typedef struct row { const char *group, *key; void (*fn)(void); struct row *next; } row;
#define ROW_(g, k, id) \
  static void row_##id(void); \
  static row r_##id = { #g, k, row_##id, 0 }; \
  __attribute__((constructor)) static void add_##id(void) { row_add(&r_##id); } \
  static void row_##id(void)
#define ROW2(g, k, l) ROW_(g, k, l)
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define ROW(g, k) ROW2(g, #k, CAT(g##_, __LINE__))

/* The capturing stream, set by DURING before the call's arguments are evaluated; the call's result. */
extern CUstream S; extern CUresult result;
/* What every row may use: another stream that doesn't capture, an event recorded on it, an unrecorded one, 64 KiB of
   device and of pinned memory, 64 KiB of pages, a module with its function and global, an array. */
extern CUstream o; extern CUevent e, fresh; extern CUdeviceptr p; extern char *hp, *pages; extern CUmodule mod; extern CUfunction fn; extern CUarray arr;

void row_add(row *);
void rows(const char *group);   /* sets up, runs the rows of a group and prints them */
void capture_begin(void); void capture_end(CUresult);
void prepared(CUresult);
extern int unprepared;
#define PREP(x) do { CUresult p_ = (x); if (p_) { unprepared = p_; return; } } while (0)
#define DURING(call) do { capture_begin(); CUresult r_ = (call); capture_end(r_); result = r_; } while (0)
#define GROUP(g) CASE(capture_##g) { rows(#g); }
/* A row without preparation. */
#define CALL(g, k, call) ROW2(g, #k, CAT(g##_, __LINE__)) { DURING(call); }
#endif
