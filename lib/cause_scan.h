/*
 * cause_scan.h - a strict JSON scanner that stops at the first fault and knows
 * where it was (layer: json). Only cause.c uses it.
 */
#ifndef TF_CAUSE_SCAN_H
#define TF_CAUSE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TF_SCAN_LEVELS 512

/* What may come next. */
enum tf_scan_state {
	TF_SCAN_TOP,   /* the value */
	TF_SCAN_ITEM0, /* after [: an item or ] */
	TF_SCAN_ITEM,  /* after a comma in an array */
	TF_SCAN_KEY0,  /* after {: a key or } */
	TF_SCAN_KEY,   /* after a comma in an object */
	TF_SCAN_COLON, /* after a key */
	TF_SCAN_VALUE, /* after a colon */
	TF_SCAN_NEXT,  /* after an item or member: a comma or the bracket */
	TF_SCAN_END    /* nothing */
};

enum tf_scan_fault {
	TF_SCAN_VALID,
	TF_SCAN_CUT,        /* the text ends, between two tokens */
	TF_SCAN_CUT_STRING, /* the text ends inside one */
	TF_SCAN_CUT_ESCAPE,
	TF_SCAN_CUT_CHARACTER,
	TF_SCAN_CUT_NUMBER,
	TF_SCAN_CUT_LITERAL,
	TF_SCAN_TOKEN,   /* cannot come in this state */
	TF_SCAN_NUMBER,  /* begins as a number */
	TF_SCAN_CONTROL, /* these four: inside a string */
	TF_SCAN_ESCAPE,
	TF_SCAN_SURROGATE,
	TF_SCAN_UTF8,
	TF_SCAN_DEEP
};

/* Starts zeroed, but for the text. */
struct tf_cause_scan {
	const char *bytes; /* not NUL-terminated */
	size_t len;
	enum tf_scan_fault fault;
	enum tf_scan_state state;
	size_t at;        /* of the fault; the token's start where it is cut */
	size_t last, end; /* the token before that: its start and end */
	size_t before;    /* the start of the one before last */
	size_t key, key_end; /* the last key, with its quotes */
	size_t depth;
	uint64_t objects[TF_SCAN_LEVELS / 64]; /* bit n: level n is an object */
};

void tf_cause_scan(struct tf_cause_scan *scan);

/* Is that level (0 is the outermost) an object? Else it is an array. */
bool tf_cause_scan_object(const struct tf_cause_scan *scan, size_t level);

/* The offset after white space (that of JSON). */
size_t tf_cause_scan_space(const struct tf_cause_scan *scan, size_t at);

/* Letters and digits of ASCII, the underscore and the dollar sign. */
bool tf_cause_scan_wordly(char c);

/* The same, and what else could belong to a number: + - . */
bool tf_cause_scan_numeric(char c);

#endif
