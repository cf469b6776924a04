/*
 * check.h - what the unit tests are written with: each is a program that
 * checks one header of lib/, prints what differed and where, and how much was
 * checked. A test ends with: return check_end();
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned long check_count, check_failures;

/* A condition, and how to say what it was about, as printf does. */
#define CHECK_SAY(condition, ...) \
	check_say((condition), __FILE__, __LINE__, __VA_ARGS__)

#define CHECK(condition) CHECK_SAY(condition, "not true: %s", #condition)

#define CHECK_INT(got, want) check_int((got), (want), __FILE__, __LINE__, #got)

/* Texts: NULL equals NULL alone. */
#define CHECK_TEXT(got, want) \
	check_text((got), (want), __FILE__, __LINE__, #got)

/* A literal as two arguments, which may hold a NUL. */
#define LIT(text) (text), sizeof(text) - 1

static inline void check_say(bool passed, const char *file, int line,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

static inline void
check_say(bool passed, const char *file, int line, const char *format, ...)
{
	va_list args;

	check_count++;
	if (passed)
		return;
	check_failures++;
	printf("%s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

static inline void
check_int(
    long long got, long long want, const char *file, int line, const char *what)
{
	check_say(got == want, file, line, "%s: %lld, should be %lld", what,
	    got, want);
}

static inline void
check_text(const char *got, const char *want, const char *file, int line,
    const char *what)
{
	bool same = got == want ||
	    (got != NULL && want != NULL && strcmp(got, want) == 0);

	check_say(same, file, line, "%s: \"%s\", should be \"%s\"", what,
	    got != NULL ? got : "(null)", want != NULL ? want : "(null)");
}

static inline int
check_end(void)
{
	printf("%lu checks\n", check_count);
	return check_failures > 0;
}

/* The same numbers each time (xorshift64*). */
static inline uint64_t
check_random(void)
{
	static uint64_t state = 0x2545f4914f6cdd1d;

	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1d;
}

/* A number from 0 up to below limit. */
static inline int
check_below(int limit)
{
	return (int)((check_random() >> 33) % (unsigned)limit);
}

#endif
