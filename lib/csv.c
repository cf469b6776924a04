#include "csv.h"

#include <string.h>

static struct tf_value *
quoted_field(struct tf_arena *arena, const char **p, const char *end)
{
	char *start = tf_arena_alloc(arena, (size_t)(end - *p) + 1), *out;

	for (out = start, ++*p; *p < end; ++*p) {
		if (**p == '"') {
			if (*p + 1 == end || (*p)[1] != '"')
				break;
			++*p;
		}
		*out++ = **p;
	}
	if (*p == end)
		return NULL;
	++*p;
	*out = '\0';
	return tf_value_string(arena, start, (size_t)(out - start));
}

static struct tf_value *
plain_field(struct tf_arena *arena, const char **p, const char *end)
{
	const char *start = *p, *stop;

	while (*p < end && **p != ',' && **p != '"')
		++*p;
	if (*p < end && **p == '"')
		return NULL;
	stop = *p;
	while (stop > start && (stop[-1] == ' ' || stop[-1] == '\t'))
		stop--;
	if (stop == start)
		return NULL;
	return tf_value_string(arena,
	    tf_arena_copy(arena, start, (size_t)(stop - start)),
	    (size_t)(stop - start));
}

static void
skip_blanks(const char **p, const char *end)
{
	while (*p < end && (**p == ' ' || **p == '\t'))
		++*p;
}

struct tf_value *
tf_csv_parse(
    struct tf_arena *arena, const char *text, size_t len, size_t *commas)
{
	struct tf_value *list = tf_value_new(arena, TF_ARRAY), *field;
	const char *p = text, *end = text + len;

	*commas = 0;
	if (memchr(text, '\n', len) != NULL)
		return NULL;
	for (;;) {
		skip_blanks(&p, end);
		field = p < end && *p == '"' ? quoted_field(arena, &p, end) :
					       plain_field(arena, &p, end);
		if (field == NULL)
			return NULL;
		tf_value_append(list, NULL, 0, TF_NO_NAME, field);
		skip_blanks(&p, end);
		if (p == end)
			return list;
		if (*p++ != ',')
			return NULL;
		++*commas;
	}
}
