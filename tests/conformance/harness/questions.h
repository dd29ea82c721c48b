/* Questions that are each asked in a process of their own: an answer may be a crash, or change those to later questions. */
#ifndef QUESTIONS_H
#define QUESTIONS_H
#include "conf.h"
#include <stdarg.h>
#include <sys/wait.h>
static int answer_to;
/* A part of the answer to the question of this process. */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
  char text[2000]; va_list values; va_start(values, format); int length = vsnprintf(text, sizeof text, format, values); va_end(values);
  if (length >= (int)sizeof text) length = sizeof text - 1;
  if (write(answer_to, text, length) < 0) _exit(1);
}
/* Asks question i of n in a process that calls ask(i), 16 at once, and prints what it says, or how it ended. */
static void ask_each(int n, const char *(*name)(int), void (*ask)(int)) {
  enum { AT_ONCE = 16 };
  for (int first = 0; first < n; first += AT_ONCE) {
    int read_from[AT_ONCE], last = first + AT_ONCE < n ? first + AT_ONCE : n; pid_t process[AT_ONCE];
    for (int i = first; i < last; i++) {
      int ends[2]; if (pipe(ends)) return;
      read_from[i - first] = ends[0];
      if ((process[i - first] = fork())) { close(ends[1]); continue; }
      answer_to = ends[1]; alarm(30); ask(i); _exit(0);
    }
    for (int i = first; i < last; i++) {
      char text[4000]; int length = 0, more, status; while ((more = read(read_from[i - first], text + length, sizeof text - 1 - length)) > 0) length += more;
      text[length] = 0; close(read_from[i - first]); waitpid(process[i - first], &status, 0);
      if (length && text[length - 1] == ' ') text[--length] = 0;
      if (WIFSIGNALED(status)) out(name(i), "%s%ssignal %d", text, length ? " " : "", WTERMSIG(status)); else out(name(i), "%s", length ? text : "nothing");
    }
  }
}
#endif
