#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem.h"

enum { ERRORS_MAX = 100 };

void
tf_errors_add(struct tf_errors *errors, const char *file, size_t line,
    size_t column, const char *format, ...)
{
	struct tf_error *error;
	va_list args;
	int len;

	if (errors == NULL || errors->count >= ERRORS_MAX)
		return;
	errors->items = tf_grow(errors->items, errors->count, &errors->capacity,
	    sizeof(*errors->items));
	error = &errors->items[errors->count++];
	error->file = file != NULL ? tf_strdup(file) : NULL;
	error->line = line;
	error->column = column;
	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	error->text = tf_calloc(len > 0 ? (size_t)len + 1 : 1, 1);
	va_start(args, format);
	vsnprintf(error->text, len > 0 ? (size_t)len + 1 : 1, format, args);
	va_end(args);
}

void
tf_errors_release(struct tf_errors *errors)
{
	size_t i;

	if (errors == NULL)
		return;
	for (i = 0; i < errors->count; i++) {
		free(errors->items[i].file);
		free(errors->items[i].text);
	}
	free(errors->items);
	errors->items = NULL;
	errors->count = errors->capacity = 0;
}

static int
is_after(const struct tf_error *a, const struct tf_error *b)
{
	return a->line != b->line ? a->line > b->line : a->column > b->column;
}

void
tf_errors_sort(struct tf_errors *errors, size_t from)
{
	struct tf_error moved;
	size_t i, k;

	for (i = from + 1; i < errors->count; i++) {
		moved = errors->items[i];
		for (k = i; k > from && is_after(&errors->items[k - 1], &moved);
		     k--)
			errors->items[k] = errors->items[k - 1];
		errors->items[k] = moved;
	}
}
