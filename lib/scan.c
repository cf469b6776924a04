#include "scan.h"

#include <string.h>

/* What may come next. */
enum state {
	VALUE,
	VALUE_OR_END, /* after '[' */
	KEY,
	KEY_OR_END, /* after '{' */
	COLON,
	COMMA_OR_END,
	STRING, /* inside one */
	SCALAR, /* inside a number or literal */
	DONE
};

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
in_object(const struct tf_scan *scan)
{
	return (scan->objects[scan->depth / 8] >> scan->depth % 8 & 1) != 0;
}

static void
value_ended(struct tf_scan *scan)
{
	scan->state = scan->depth == 0 ? DONE : COMMA_OR_END;
}

static bool
open_bracket(struct tf_scan *scan, bool object)
{
	if (++scan->depth > TF_DEPTH_MAX)
		return false;
	scan->objects[scan->depth / 8] &=
	    (unsigned char)~(1u << scan->depth % 8);
	if (object)
		scan->objects[scan->depth / 8] |=
		    (unsigned char)(1u << scan->depth % 8);
	scan->state = object ? KEY_OR_END : VALUE_OR_END;
	return true;
}

static bool
close_bracket(struct tf_scan *scan, bool object)
{
	if (scan->depth == 0 || in_object(scan) != object)
		return false;
	scan->depth--;
	value_ended(scan);
	return true;
}

static bool
start_string(struct tf_scan *scan)
{
	scan->in_key = scan->state == KEY || scan->state == KEY_OR_END;
	scan->state = STRING;
	return true;
}

/* A byte outside strings and scalars. False where it cannot be there. */
static bool
take(struct tf_scan *scan, char c)
{
	const bool value = scan->state == VALUE || scan->state == VALUE_OR_END;

	switch (c) {
	case '{':
		return value && open_bracket(scan, true);
	case '[':
		return value && open_bracket(scan, false);
	case '}':
		return (scan->state == KEY_OR_END ||
			   scan->state == COMMA_OR_END) &&
		    close_bracket(scan, true);
	case ']':
		return (scan->state == VALUE_OR_END ||
			   scan->state == COMMA_OR_END) &&
		    close_bracket(scan, false);
	case '"':
		return (value || scan->state == KEY ||
			   scan->state == KEY_OR_END) &&
		    start_string(scan);
	case ':':
		if (scan->state != COLON)
			return false;
		scan->state = VALUE;
		return true;
	case ',':
		if (scan->state != COMMA_OR_END)
			return false;
		scan->state = in_object(scan) ? KEY : VALUE;
		return true;
	default:
		if (!value)
			return false;
		scan->state = SCALAR;
		return true;
	}
}

/* Inside a string. False where a line ends in it. */
static bool
take_in_string(struct tf_scan *scan, const char *bytes, size_t *at, size_t end)
{
	for (; *at < end; ++*at) {
		if (scan->escaped) {
			scan->escaped = false;
		} else if (bytes[*at] == '\\') {
			scan->escaped = true;
		} else if (bytes[*at] == '"') {
			++*at;
			if (scan->in_key)
				scan->state = COLON;
			else
				value_ended(scan);
			return true;
		}
		if (bytes[*at] == '\n')
			return false;
	}
	return true;
}

static void
take_in_scalar(struct tf_scan *scan, const char *bytes, size_t *at, size_t end)
{
	while (*at < end && !is_space(bytes[*at]) &&
	    strchr(",:[]{}\"", bytes[*at]) == NULL)
		++*at;
	if (*at < end)
		value_ended(scan);
}

enum tf_scan_result
tf_scan_on(struct tf_scan *scan, const char *bytes, size_t *at, size_t end)
{
	while (*at < end && scan->state != DONE) {
		if (scan->state == STRING) {
			if (!take_in_string(scan, bytes, at, end))
				return TF_SCAN_BROKEN;
		} else if (scan->state == SCALAR) {
			take_in_scalar(scan, bytes, at, end);
		} else if (is_space(bytes[*at])) {
			++*at;
		} else if (take(scan, bytes[*at])) {
			++*at;
		} else {
			return TF_SCAN_BROKEN;
		}
	}
	return scan->state == DONE ? TF_SCAN_COMPLETE : TF_SCAN_MORE;
}
