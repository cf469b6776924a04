#include "json.h"

#include <string.h>

static void *
arena_malloc(void *ctx, size_t size)
{
	return tf_arena_alloc(ctx, size);
}

static void *
arena_realloc(void *ctx, void *old, size_t old_size, size_t size)
{
	void *p;

	if (size <= old_size)
		return old;
	p = tf_arena_alloc(ctx, size);
	memcpy(p, old, old_size);
	return p;
}

static void
arena_free(void *ctx, void *old)
{
	(void)ctx;
	(void)old;
}

static yyjson_doc *
read_in_place(struct tf_arena *arena, char *text, size_t len,
    yyjson_read_flag more, yyjson_read_err *err)
{
	const yyjson_alc alc = {
	    .malloc = arena_malloc,
	    .realloc = arena_realloc,
	    .free = arena_free,
	    .ctx = arena,
	};

	return yyjson_read_opts(text, len,
	    YYJSON_READ_INSITU | YYJSON_READ_NUMBER_AS_RAW | more, &alc, err);
}

static char *
padded_copy(struct tf_arena *arena, const char *bytes, size_t len)
{
	char *text = tf_arena_alloc(arena, len + YYJSON_PADDING_SIZE);

	if (len > 0)
		memcpy(text, bytes, len);
	memset(text + len, 0, YYJSON_PADDING_SIZE);
	return text;
}

yyjson_val *
tf_json_read(
    struct tf_arena *arena, const char *bytes, size_t len, yyjson_read_err *err)
{
	return yyjson_doc_get_root(
	    read_in_place(arena, padded_copy(arena, bytes, len), len, 0, err));
}

void
tf_json_reader_init(struct tf_json_reader *reader, struct tf_arena *arena,
    const char *bytes, size_t len)
{
	reader->bytes = bytes;
	reader->len = len;
	reader->copy = padded_copy(arena, bytes, len);
	reader->at = 0;
}

yyjson_val *
tf_json_reader_next(
    struct tf_json_reader *reader, struct tf_arena *arena, yyjson_read_err *err)
{
	yyjson_doc *doc;

	err->code = 0;
	while (reader->at < reader->len &&
	    strchr(" \t\r\n", reader->bytes[reader->at]) != NULL &&
	    reader->bytes[reader->at] != '\0')
		reader->at++;
	if (reader->at == reader->len)
		return NULL;
	doc = read_in_place(arena, reader->copy + reader->at,
	    reader->len - reader->at, YYJSON_READ_STOP_WHEN_DONE, err);
	if (doc == NULL) {
		err->pos += reader->at;
		return NULL;
	}
	reader->at += yyjson_doc_get_read_size(doc);
	/* a value at the end of another one: its first byte may be a NUL now */
	if (reader->at < reader->len)
		reader->copy[reader->at] = reader->bytes[reader->at];
	return yyjson_doc_get_root(doc);
}
