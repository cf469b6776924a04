/*
 * value.h - JSON values that can be changed, and remember where they stood
 * (layer: json).
 *
 * A value has a content (type, and text or children), and, where it was read
 * from text, a place: the span of that text which it took. Changing a value
 * changes its content and leaves its place; edit.h turns the difference into
 * byte edits. Members and items are a list; one that was dropped stays in it,
 * marked, so that the text around it can still be found. Loops over live ones
 * use tf_value_first() and tf_value_next().
 *
 * Values live in an arena (usually the record's) and are never freed alone.
 * No value is deeper than TF_DEPTH_MAX, so that recursion over it is bounded.
 */
#ifndef TF_VALUE_H
#define TF_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "mem.h"
#include "names.h"
#include "text.h"

struct yyjson_val;

enum { TF_DEPTH_MAX = 512 };

enum tf_type { TF_NULL, TF_BOOLEAN, TF_NUMBER, TF_STRING, TF_ARRAY, TF_OBJECT };

struct tf_value {
	unsigned char type; /* enum tf_type */
	bool boolean;       /* TF_BOOLEAN: which */
	bool dropped;       /* no longer a member or item of its parent */
	bool added;         /* a member or item that the text did not have */
	bool renamed;       /* key differs from the text's */
	bool replaced;      /* the content is not the place's any more */
	bool dirty;         /* something below it changed */
	bool located;       /* the children's places are known */
	bool settled;       /* what is wrong with it has been said */
	uint32_t name;      /* the key's number, or TF_NO_NAME */
	uint32_t count;     /* live children */

	const char *key; /* decoded; NULL for items and roots */
	size_t key_len;

	/* TF_STRING: decoded; TF_NUMBER: its text */
	const char *bytes;
	size_t len;

	struct tf_value *parent, *next;
	struct tf_value *first, *last; /* children, dropped ones too */

	/* The place; text is NULL for a value that never stood anywhere. */
	const struct tf_text *text;
	size_t start, end;         /* valid where the parent is located */
	size_t key_start, key_end; /* with the quotes */

	/* Where the content was read: the place, unless replaced. */
	const struct tf_text *source;
	size_t source_start, source_end;
};

/*
 * Reads one JSON text as a whole. The value's root has its place in text,
 * [start, end) without outer white space. Keys are numbered by names (may be
 * NULL). Returns NULL where text is not JSON or is too deep; *why is then the
 * cause and *at the offset in the text. text is borrowed as long as the arena.
 */
struct tf_value *tf_value_parse(struct tf_arena *arena,
    const struct tf_text *text, const struct tf_names *names, const char **why,
    size_t *at);

/*
 * Makes the value of a yyjson one that was read in place from (a copy of)
 * text; start is its offset there. Strings are borrowed from the document.
 * NULL where it is too deep.
 */
struct tf_value *tf_value_from_yyjson(struct tf_arena *arena,
    struct yyjson_val *from, const struct tf_text *text, size_t start,
    const struct tf_names *names);

/* New values that stand nowhere. Bytes are borrowed, not copied. */
struct tf_value *tf_value_new(struct tf_arena *arena, enum tf_type type);
struct tf_value *tf_value_string(
    struct tf_arena *arena, const char *bytes, size_t len);
struct tf_value *tf_value_number(
    struct tf_arena *arena, const char *text, size_t len);
struct tf_value *tf_value_boolean(struct tf_arena *arena, bool value);

/* Live children in order; NULL at the end. */
struct tf_value *tf_value_first(const struct tf_value *parent);
struct tf_value *tf_value_next(const struct tf_value *child);

/* The last live member with this key (as JSON readers do), or NULL. */
struct tf_value *tf_value_member(
    const struct tf_value *object, const char *key, size_t len);
struct tf_value *tf_value_named(const struct tf_value *object, uint32_t name);

/*
 * Appends a child while a value is being built. key is NULL in arrays; it is
 * borrowed.
 */
void tf_value_append(struct tf_value *parent, const char *key, size_t key_len,
    uint32_t name, struct tf_value *child);

/* ---- changes; each marks the way up as dirty ---- */

void tf_value_drop(struct tf_value *child);
void tf_value_undrop(struct tf_value *child);
void tf_value_rename(
    struct tf_value *member, const char *key, size_t len, uint32_t name);

/* Gives a value the content of another one, which must not be used after. */
void tf_value_replace(struct tf_value *value, struct tf_value *content);

/* Adds a member (key given) or an item at the end. */
void tf_value_add(struct tf_value *parent, const char *key, size_t key_len,
    uint32_t name, struct tf_value *child);

/* ---- questions ---- */

/* Same JSON value: numbers by value, objects without order. */
bool tf_value_equal(const struct tf_value *a, const struct tf_value *b);

/* The same, but numbers are the same where their doubles are (as jq's). */
bool tf_value_equal_double(const struct tf_value *a, const struct tf_value *b);

/* "null", "boolean", "number", "string", "array", "object". */
const char *tf_type_name(enum tf_type type);

/* Adds the JSON Pointer (RFC 6901) from the root to the value; "" for it. */
void tf_value_pointer(struct tf_buf *buf, const struct tf_value *value);

/* Adds it as sentences have it: dimensions.prd, note_ids[2]; "": the root. */
void tf_value_dotted(struct tf_buf *buf, const struct tf_value *value);

/*
 * Finds the place of a value (text, start, end, key_start, key_end), which is
 * only looked for when it is asked for. A value that stands nowhere (text is
 * NULL) keeps zeroes.
 */
void tf_value_place(struct tf_value *value);

/* Finds the places of all children of a value that has a source. */
void tf_value_locate(struct tf_value *parent);

/*
 * A copy of a value as it is now, for use elsewhere: it has no parent, and its
 * text is that of the value, place and all.
 */
struct tf_value *tf_value_copy(struct tf_arena *arena, struct tf_value *value);

/* The same of a value that another thread may look at too: places are left. */
struct tf_value *tf_value_copy_const(
    struct tf_arena *arena, const struct tf_value *value);

/* Numbers all keys again by other names. */
void tf_value_number_names(
    struct tf_value *value, const struct tf_names *names);

/* Adds compact JSON of what is live in a value, without looking at texts. */
void tf_value_dump(struct tf_buf *buf, const struct tf_value *value);

#endif
