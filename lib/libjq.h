/*
 * libjq.h - the one door to libjq (layer: engine).
 *
 * A program is compiled once and run many times, each time on an array that is
 * filled for it. What goes in and comes out are tf_values; no other module
 * sees a jv. Nothing that libjq does in here reaches the world outside: what
 * it could read or print is unplugged, except for the functions that words.h
 * refuses.
 *
 * What cannot be prevented from outside: a program that recurses without end
 * (def f: 1 + f; f) fills 1 to 2 GB in about 3 seconds and then ends in the
 * hook for a lack of memory; one that builds a value some 100,000 levels deep
 * overflows the stack of its thread (8 MB take about 150,000), for libjq frees
 * values by recursion.
 */
#ifndef TF_LIBJQ_H
#define TF_LIBJQ_H

#include "mem.h"
#include "toolfix.h"
#include "value.h"

struct tf_libjq;

/* Is told what libjq says of a program that does not compile, line by line. */
typedef void tf_libjq_say(void *ctx, const char *message);

/*
 * Compiles a program. NULL where it does not; say may be NULL. One state is
 * for one thread at a time.
 */
struct tf_libjq *tf_libjq_compile(
    const char *program, tf_libjq_say *say, void *ctx);
void tf_libjq_free(struct tf_libjq *libjq);

/*
 * Fill the array for the next run, from its first item on. A value that was
 * added before is shared, not made again. NULL and a slice without bytes are
 * null.
 */
void tf_libjq_add_number(struct tf_libjq *libjq, int number);
void tf_libjq_add_text(struct tf_libjq *libjq, struct tf_slice text);
void tf_libjq_add_value(struct tf_libjq *libjq, const struct tf_value *value);

/*
 * Runs the program on the array, which is empty after that. It must give
 * exactly one result, which is a new value in the arena. NULL where it does
 * not; *why, in the arena or static, is then what went wrong, an error's own
 * text in 500 bytes at most. It is not escaped: it may hold data.
 */
struct tf_value *tf_libjq_run(
    struct tf_libjq *libjq, struct tf_arena *arena, const char **why);

#endif
