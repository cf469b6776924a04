#include "recordbook.h"

#include <stdlib.h>

#include "hash.h"
#include "toolbook.h"

enum { KEPT = 16, DEPTH = 4 };

/* Rulebooks by the hash of their text; the oldest gives way. */
struct tf_recordbooks {
	struct {
		uint64_t hash;
		struct tf_rulebook *book;
	} kept[KEPT];
	size_t next;
};

struct tf_recordbooks *
tf_recordbooks_new(void)
{
	return tf_calloc(1, sizeof(struct tf_recordbooks));
}

void
tf_recordbooks_free(struct tf_recordbooks *books)
{
	size_t i;

	for (i = 0; books != NULL && i < KEPT; i++)
		tf_rulebook_free(books->kept[i].book);
	free(books);
}

/* The key of the first list of tools, not deep in the record. */
static yyjson_val *
find_key(yyjson_val *object, unsigned depth)
{
	yyjson_val *key, *child, *found = NULL;
	yyjson_obj_iter iter;

	if (!yyjson_is_obj(object) || depth == DEPTH)
		return NULL;
	yyjson_obj_iter_init(object, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
		child = yyjson_obj_iter_get_val(key);
		if ((yyjson_equals_str(key, "tools") ||
			yyjson_equals_str(key, "functions")) &&
		    (yyjson_is_arr(child) || yyjson_is_str(child)))
			return key;
	}
	yyjson_obj_iter_init(object, &iter);
	while (found == NULL && (key = yyjson_obj_iter_next(&iter)) != NULL)
		found = find_key(yyjson_obj_iter_get_val(key), depth + 1);
	return found;
}

/* The text of the list; JSON text in a string is taken out of it. */
static struct tf_slice
text_of(const struct tf_doc *doc, yyjson_val *key, struct tf_arena *arena)
{
	const size_t at = tf_doc_value(doc, key);
	const struct tf_text *inner;

	if (doc->text->bytes[at] == '"') {
		inner = tf_text_inner(arena, doc->text, at);
		return (struct tf_slice){inner->bytes, inner->len};
	}
	return (struct tf_slice){
	    doc->text->bytes + at, tf_text_skip_value(doc->text, at) - at};
}

static struct tf_slice
wrapped(struct tf_slice text, struct tf_arena *arena)
{
	const char *whole = tf_arena_format(
	    arena, "{\"tools\":%.*s}", (int)text.len, text.bytes);

	return (struct tf_slice){whole, text.len + 10};
}

static const struct tf_rulebook *
load(struct tf_recordbooks *books, struct tf_slice text, uint64_t hash,
    struct tf_arena *arena, const char **why)
{
	struct tf_errors errors = {0};
	struct tf_rulebook *book;

	text = wrapped(text, arena);
	book = tf_toolbook_load(
	    "the record's tools", text.bytes, text.len, &errors);
	if (book == NULL)
		*why = tf_arena_format(arena, "%s",
		    errors.count > 0 ? errors.items[0].text : "empty");
	tf_errors_release(&errors);
	if (book == NULL)
		return NULL;
	tf_rulebook_free(books->kept[books->next].book);
	books->kept[books->next].book = book;
	books->kept[books->next].hash = hash;
	books->next = (books->next + 1) % KEPT;
	return book;
}

const struct tf_rulebook *
tf_recordbooks_get(struct tf_recordbooks *books, const struct tf_doc *doc,
    struct tf_arena *arena, const char **why, size_t *at)
{
	yyjson_val *key = find_key(doc->root, 0), *child;
	struct tf_slice text;
	uint64_t hash;
	size_t i;

	*why = NULL;
	if (key == NULL)
		return NULL;
	child = yyjson_obj_iter_get_val(key);
	if (yyjson_is_arr(child) && yyjson_arr_size(child) == 0)
		return NULL;
	*at = tf_doc_quote(doc, key);
	text = text_of(doc, key, arena);
	hash = tf_hash_bytes(TF_HASH_START, text.bytes, text.len);
	for (i = 0; i < KEPT; i++)
		if (books->kept[i].book != NULL && books->kept[i].hash == hash)
			return books->kept[i].book;
	return load(books, text, hash, arena, why);
}
