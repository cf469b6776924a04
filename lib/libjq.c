#include "libjq.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jq.h>
#include <jv.h>

#include "buf.h"
#include "home.h"
#include "number.h"

enum {
	GIVEN_MAX = 8,            /* items of the array */
	WHY_MAX = 500,            /* bytes of an error that are shown */
	STRING_MAX = INT_MAX / 2, /* libjq counts bytes in int */
	RESULT_MAX = 512 << 20    /* bytes that a result takes in the arena */
};

struct tf_libjq {
	jq_state *state;
	tf_libjq_say *say;
	void *say_ctx;
	struct tf_buf number;

	/* What it runs on next; if an array, what its items were made from. */
	jv input;
	const struct tf_value *sources[GIVEN_MAX];
	int count;
	bool too_long; /* some text in it */
};

/* ---- values for libjq; its functions free the jv that they are given ---- */

static jv
make_string(struct tf_libjq *libjq, const char *bytes, size_t len)
{
	if (len > STRING_MAX) {
		libjq->too_long = true;
		len = 0;
	}
	return jv_string_sized(bytes, (int)len);
}

static jv
make_value(struct tf_libjq *libjq, const struct tf_value *from)
{
	const struct tf_value *child = tf_value_first(from);
	jv made;

	switch ((enum tf_type)from->type) {
	case TF_NULL:
		break;
	case TF_BOOLEAN:
		return jv_bool(from->boolean);
	case TF_NUMBER:
		return jv_number(tf_number_to_double(from->bytes, from->len));
	case TF_STRING:
		return make_string(libjq, from->bytes, from->len);
	case TF_ARRAY:
		made = jv_array_sized((int)from->count);
		for (; child != NULL; child = tf_value_next(child))
			made = jv_array_append(made, make_value(libjq, child));
		return made;
	case TF_OBJECT:
		made = jv_object();
		for (; child != NULL; child = tf_value_next(child))
			made = jv_object_set(made,
			    make_string(libjq, child->key, child->key_len),
			    make_value(libjq, child));
		return made;
	}
	return jv_null();
}

static void
give(struct tf_libjq *libjq, jv item, const struct tf_value *source)
{
	if (libjq->count == 0)
		libjq->input = jv_array_sized(GIVEN_MAX);
	libjq->input = jv_array_append(libjq->input, item);
	if (libjq->count < GIVEN_MAX)
		libjq->sources[libjq->count++] = source;
}

void
tf_libjq_add_number(struct tf_libjq *libjq, int number)
{
	give(libjq, jv_number(number), NULL);
}

void
tf_libjq_add_text(struct tf_libjq *libjq, struct tf_slice text)
{
	give(libjq,
	    text.bytes != NULL ? make_string(libjq, text.bytes, text.len) :
				 jv_null(),
	    NULL);
}

void
tf_libjq_add_value(struct tf_libjq *libjq, const struct tf_value *value)
{
	int i;

	if (value == NULL) {
		give(libjq, jv_null(), NULL);
		return;
	}
	for (i = 0; i < libjq->count; i++)
		if (libjq->sources[i] == value)
			break;
	give(libjq,
	    i < libjq->count ? jv_array_get(jv_copy(libjq->input), i) :
			       make_value(libjq, value),
	    value);
}

void
tf_libjq_set_input(struct tf_libjq *libjq, const struct tf_value *value)
{
	libjq->input = make_value(libjq, value);
	libjq->count = 1;
}

/* ---- values from libjq; these functions leave the jv to the caller ---- */

struct taker {
	struct tf_buf *number;
	struct tf_arena *arena;
	size_t left; /* how many bytes more */
	const char *why;
};

/*
 * Takes bytes off the budget. A value that is small in libjq, for its parts
 * are shared, can be endless when it is written out.
 */
static bool
spend(struct taker *t, size_t bytes)
{
	if (bytes > t->left) {
		t->why = "gave a result that is too large";
		return false;
	}
	t->left -= bytes;
	return true;
}

static const char *
take_bytes(struct taker *t, jv string, size_t *len)
{
	*len = (size_t)jv_string_length_bytes(jv_copy(string));
	if (!spend(t, *len))
		return NULL;
	return tf_arena_copy(t->arena, jv_string_value(string), *len);
}

/* NaN is null, as it is when jq writes it. */
static struct tf_value *
take_number(struct taker *t, jv number)
{
	double value = jv_number_value(number);

	if (isnan(value))
		return tf_value_new(t->arena, TF_NULL);
	tf_buf_reset(t->number);
	tf_number_write(t->number, value);
	return tf_value_number(t->arena,
	    tf_arena_copy(t->arena, t->number->bytes, t->number->len),
	    t->number->len);
}

static struct tf_value *take_value(struct taker *t, jv from, unsigned depth);

static bool
take_items(struct taker *t, jv from, struct tf_value *array, unsigned depth)
{
	int i, count = jv_array_length(jv_copy(from));
	struct tf_value *child;

	for (i = 0; i < count; i++) {
		jv item = jv_array_get(jv_copy(from), i);

		child = take_value(t, item, depth);
		jv_free(item);
		if (child == NULL)
			return false;
		tf_value_append(array, NULL, 0, TF_NO_NAME, child);
	}
	return true;
}

static bool
take_members(struct taker *t, jv from, struct tf_value *object, unsigned depth)
{
	struct tf_value *child;
	const char *bytes;
	size_t len;
	int i;

	for (i = jv_object_iter(from); jv_object_iter_valid(from, i);
	     i = jv_object_iter_next(from, i)) {
		jv key = jv_object_iter_key(from, i);
		jv value = jv_object_iter_value(from, i);

		bytes = take_bytes(t, key, &len);
		child = bytes != NULL ? take_value(t, value, depth) : NULL;
		jv_free(key);
		jv_free(value);
		if (child == NULL)
			return false;
		tf_value_append(object, bytes, len, TF_NO_NAME, child);
	}
	return true;
}

static struct tf_value *
take_container(struct taker *t, jv from, unsigned depth)
{
	bool array = jv_get_kind(from) == JV_KIND_ARRAY;
	struct tf_value *value;

	if (depth == TF_DEPTH_MAX) {
		t->why = "gave a result that is nested too deeply";
		return NULL;
	}
	value = tf_value_new(t->arena, array ? TF_ARRAY : TF_OBJECT);
	if (array ? !take_items(t, from, value, depth + 1) :
		    !take_members(t, from, value, depth + 1))
		return NULL;
	return value;
}

static struct tf_value *
take_value(struct taker *t, jv from, unsigned depth)
{
	const char *bytes;
	size_t len;

	if (!spend(t, sizeof(struct tf_value)))
		return NULL;
	switch (jv_get_kind(from)) {
	case JV_KIND_INVALID:
	case JV_KIND_NULL:
		break;
	case JV_KIND_FALSE:
		return tf_value_boolean(t->arena, false);
	case JV_KIND_TRUE:
		return tf_value_boolean(t->arena, true);
	case JV_KIND_NUMBER:
		return take_number(t, from);
	case JV_KIND_STRING:
		bytes = take_bytes(t, from, &len);
		if (bytes == NULL)
			return NULL;
		return tf_value_string(t->arena, bytes, len);
	case JV_KIND_ARRAY:
	case JV_KIND_OBJECT:
		return take_container(t, from, depth);
	}
	return tf_value_new(t->arena, TF_NULL);
}

/* ---- compiling ---- */

/* What libjq's default would print. */
static void
say(void *ctx, jv message)
{
	const struct tf_libjq *libjq = ctx;

	if (libjq->say != NULL && jv_get_kind(message) == JV_KIND_STRING)
		libjq->say(libjq->say_ctx, jv_string_value(message));
	jv_free(message);
}

/* Out of memory: the arena knows the one hook for that. Does not return. */
static void
nomem(void *ctx)
{
	struct tf_arena arena = {NULL, NULL, 0};

	(void)ctx;
	(void)tf_arena_alloc(&arena, SIZE_MAX);
}

/*
 * jq_init() of 1.6 leaves the first two callbacks unset. Without the
 * attributes, 1.6 aborts where it looks for a file.
 */
static void
unplug(jq_state *state)
{
	jq_set_input_cb(state, NULL, NULL);
	jq_set_debug_cb(state, NULL, NULL);
	jq_set_attr(state, jv_string("JQ_LIBRARY_PATH"), jv_array());
	jq_set_attr(state, jv_string("JQ_ORIGIN"), jv_string("/dev/null"));
}

struct tf_libjq *
tf_libjq_compile(const char *program, tf_libjq_say *to, void *ctx)
{
	struct tf_libjq *libjq = tf_calloc(1, sizeof(*libjq));
	int compiled;

	libjq->say = to;
	libjq->say_ctx = ctx;
	libjq->state = jq_init();
	if (libjq->state == NULL)
		nomem(NULL);
	jq_set_nomem_handler(libjq->state, nomem, NULL);
	jq_set_error_cb(libjq->state, say, libjq);
	unplug(libjq->state);
	tf_home_hide();
	compiled = jq_compile(libjq->state, program);
	tf_home_show();
	libjq->say = NULL;
	if (compiled)
		return libjq;
	tf_libjq_free(libjq);
	return NULL;
}

void
tf_libjq_free(struct tf_libjq *libjq)
{
	if (libjq == NULL)
		return;
	if (libjq->count > 0)
		jv_free(libjq->input);
	jq_teardown(&libjq->state);
	tf_buf_release(&libjq->number);
	free(libjq);
}

/* ---- running ---- */

/* At most WHY_MAX bytes of a text, without what libjq quotes of JSON. */
static const char *
shorten(struct tf_arena *arena, const char *text, size_t len)
{
	static const char dots[] = "...";
	const char *quoted = strstr(text, " (while parsing '");
	size_t end = WHY_MAX - (sizeof(dots) - 1);

	if (quoted != NULL)
		len = (size_t)(quoted - text);
	if (len <= WHY_MAX)
		return tf_arena_copy(arena, text, len);
	while (((unsigned char)text[end] & 0xC0) == 0x80)
		end--;
	return tf_arena_format(arena, "%.*s%s", (int)end, text, dots);
}

/* What an error says: its text, or what it is as JSON. Frees the message. */
static const char *
explain(struct tf_arena *arena, jv message)
{
	const char *why;

	if (jv_get_kind(message) == JV_KIND_OBJECT &&
	    jv_object_has(jv_copy(message), jv_string("__jq"))) {
		jv_free(message);
		return "break outside of its label";
	}
	if (jv_get_kind(message) != JV_KIND_STRING)
		message = jv_dump_string(message, 0);
	why = shorten(arena, jv_string_value(message),
	    (size_t)jv_string_length_bytes(jv_copy(message)));
	jv_free(message);
	return why;
}

/*
 * True with the next result, for the caller to free. False at the end of the
 * results, and with *why where that end is an error.
 */
static bool
next_result(
    jq_state *state, struct tf_arena *arena, jv *result, const char **why)
{
	*result = jq_next(state);
	if (jv_is_valid(*result))
		return true;
	if (jq_halted(state))
		*why = "ended the program";
	else if (jv_invalid_has_msg(jv_copy(*result)))
		*why = explain(arena, jv_invalid_get_msg(jv_copy(*result)));
	jv_free(*result);
	return false;
}

struct tf_value *
tf_libjq_run(struct tf_libjq *libjq, struct tf_arena *arena, const char **why)
{
	struct taker taker = {
	    .number = &libjq->number, .arena = arena, .left = RESULT_MAX};
	struct tf_value *value = NULL;
	jv result, another;

	*why = NULL;
	jq_start(libjq->state, libjq->input, 0);
	libjq->count = 0;
	if (libjq->too_long) {
		*why = "was given a text that is too long for libjq";
	} else if (next_result(libjq->state, arena, &result, why)) {
		if (next_result(libjq->state, arena, &another, why)) {
			jv_free(another);
			*why = "gave more than one result";
		} else if (*why == NULL) {
			value = take_value(&taker, result, 0);
			*why = taker.why;
		}
		jv_free(result);
	}
	libjq->too_long = false;
	return value;
}
