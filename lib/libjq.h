/*
 * libjq.h - the one door to libjq (layer: engine).
 *
 * A program is compiled once and run many times, each time on an array that is
 * filled for it. What goes in and comes out are tf_values; no other module
 * sees a jv. Nothing that libjq does in here reaches the world outside: what
 * it could read or print is unplugged, except for the functions that words.h
 * refuses.
 *
 * What cannot be prevented from here, measured with 1.6: a filter that recurses
 * without end (def f: 1 + f; f) takes 1.2 GB within 2 seconds, and then libjq
 * calls abort(3); one that builds a value of over 100,000 levels overflows the
 * stack of its thread (of 8 MB), for libjq frees values by recursion.
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
 * Compiles a program. NULL where that fails; say may be NULL. It is for one
 * thread at a time.
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

/* Instead of the array: the program runs on this value itself. */
void tf_libjq_set_input(struct tf_libjq *libjq, const struct tf_value *value);

/*
 * Runs the program on the array, which is empty after that. It must give
 * exactly one result, which is a new value in the arena, its keys without
 * numbers. NULL where it does not: *why, in the arena or static, is then what
 * went wrong, or NULL where there just was no result. An error's own text is
 * cut at 500 bytes; it is not escaped, and can hold anything of the data.
 */
struct tf_value *tf_libjq_run(
    struct tf_libjq *libjq, struct tf_arena *arena, const char **why);

#endif
