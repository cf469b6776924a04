/*
 * cause.h - why a text is not JSON, for a person or a model that is to correct
 * it (layer: json).
 *
 * A strict scanner of its own (RFC 8259) stops where the text stops being
 * JSON; what stands there and around it tells the cause. Nothing is allocated
 * but in the buf, and time grows with the length of the text alone.
 */
#ifndef TF_CAUSE_H
#define TF_CAUSE_H

#include <stddef.h>

#include "buf.h"

/*
 * Why a text is not JSON. what is one of:
 *
 *	none			it is JSON
 *	empty			no text, or white space alone
 *	truncated		cut off
 *	two-values		another value after the value
 *	text-before, text-after	the value, with something around it
 *	code-fence		```json
 *	byte-order-mark		before the value
 *	not-json		text with no JSON in it
 *	single-quotes, smart-quotes, triple-quotes
 *	missing-quote		a string or key is not opened or not closed
 *	unescaped-quote		a quote ends a string too early
 *	unquoted-key		{path: 1}
 *	missing-key		{"offset": 30, 80}
 *	missing-value		{"a"}, {"a": }
 *	missing-comma, missing-colon, stray-comma, stray-colon
 *	missing-bracket		an inner one is not closed, an outer not opened
 *	wrong-bracket		[1}
 *	extra-bracket		{}}
 *	python-word		True, False, None
 *	bad-literal		NaN, undefined, a value without quotes
 *	bad-number		007, .5, 1_000
 *	control-character	in a string or outside of one
 *	bad-escape, lone-surrogate
 *	stray-backslash		outside a string: {\"a\": 1}
 *	comment, ellipsis
 *	not-utf8
 *	other
 */
struct tf_cause {
	const char *what; /* a static text */
	size_t at; /* offset of what is wrong: its end for a text cut off */
};

/*
 * Finds the cause and adds a sentence about it to buf, which has no place in
 * it, no capital and no full stop: "cut off inside a string". What it quotes
 * is safe to show, and of 20 characters at most.
 *
 * For JSON, what is "none", at is len and buf stays untouched. A text that is
 * nested deeper than 512 levels is "other", JSON or not.
 */
void tf_cause_find(
    struct tf_cause *cause, const char *bytes, size_t len, struct tf_buf *buf);

#endif
