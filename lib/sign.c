#include "sign.h"

#include <pthread.h>
#include <string.h>

/* A key, and the values of it that are a sign. */
struct sign {
	const char *key, *values;
	unsigned number;
};

/* Output ended early. */
static struct sign ended[] = {
    {"stop_reason", "max_tokens|model_context_window_exceeded", 0},
    {"finish_reason", "length|max_tokens|MAX_TOKENS", 0},
    {"finishReason", "length|max_tokens|MAX_TOKENS", 0},
    {"stopReason", "aborted|length|max_tokens|maxTokens", 0},
    {"status", "incomplete", 0},
};

/* The call's own object says so. */
static struct sign ended_call[] = {
    {"status", "incomplete|in_progress|pending", 0},
    {"state", "input-streaming|partial-call", 0},
};

static struct {
	unsigned finished, complete, partial, state, error, error_text,
	    is_error, is_error_snake, success, status, data, parse_error,
	    tool_call;
} n;

enum {
	ENDED = sizeof(ended) / sizeof(ended[0]),
	ENDED_CALL = sizeof(ended_call) / sizeof(ended_call[0])
};

static void
init(void)
{
	size_t i;

	tf_shapes_init();
	for (i = 0; i < ENDED; i++)
		ended[i].number = tf_key_number(ended[i].key);
	for (i = 0; i < ENDED_CALL; i++)
		ended_call[i].number = tf_key_number(ended_call[i].key);
	n.finished = tf_key_number("finished");
	n.complete = tf_key_number("complete");
	n.partial = tf_key_number("partialJson");
	n.state = tf_key_number("state");
	n.error = tf_key_number("error");
	n.error_text = tf_key_number("errorText");
	n.is_error = tf_key_number("isError");
	n.is_error_snake = tf_key_number("is_error");
	n.success = tf_key_number("success");
	n.status = tf_key_number("status");
	n.data = tf_key_number("data");
	n.parse_error = tf_key_number("parse_error");
	n.tool_call = tf_key_number("toolCall");
}

void
tf_signs_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, init);
}

/* ---- ended early ---- */

static const char *
find_sign(struct tf_arena *arena, const struct sign *signs, size_t count,
    const struct tf_keys *keys)
{
	yyjson_val *value;
	size_t i;

	for (i = 0; i < count; i++) {
		value = tf_keys_get(keys, signs[i].number);
		if (yyjson_is_str(value) &&
		    tf_words_have(signs[i].values, yyjson_get_str(value),
			yyjson_get_len(value)))
			return tf_arena_format(arena, "%s is %s", signs[i].key,
			    yyjson_get_str(value));
	}
	return NULL;
}

const char *
tf_sign_unfinished(struct tf_arena *arena, const struct tf_keys *keys)
{
	return find_sign(arena, ended, ENDED, keys);
}

const char *
tf_sign_unfinished_call(struct tf_arena *arena, const struct tf_keys *keys)
{
	yyjson_val *data = tf_keys_get(keys, n.data);
	yyjson_val *state = tf_keys_get(keys, n.state);

	if (yyjson_is_false(tf_keys_get(keys, n.finished)) ||
	    (yyjson_is_obj(data) &&
		yyjson_is_false(yyjson_obj_get(data, "finished"))))
		return "finished is false";
	if (yyjson_is_false(tf_keys_get(keys, n.complete)))
		return "complete is false";
	if (tf_keys_get(keys, n.partial) != NULL)
		return "it has partialJson";
	if (yyjson_is_obj(state) &&
	    yyjson_equals_str(yyjson_obj_get(state, "status"), "pending"))
		return "its status is pending";
	return find_sign(arena, ended_call, ENDED_CALL, keys);
}

/* ---- how it went ---- */

static bool
says_something(yyjson_val *value)
{
	return value != NULL && !yyjson_is_null(value) &&
	    !yyjson_is_false(value) &&
	    !(yyjson_is_str(value) && yyjson_get_len(value) == 0);
}

enum tf_went
tf_sign_status(yyjson_val *status)
{
	const char *text;
	size_t len;

	if (!yyjson_is_str(status))
		return TF_WENT_UNKNOWN;
	text = yyjson_get_str(status);
	len = yyjson_get_len(status);
	if (tf_words_have(
		"error|failed|cancelled|output-error|denied", text, len))
		return TF_WENT_WRONG;
	if (tf_words_have("success|completed|output-available", text, len))
		return TF_WENT_WELL;
	return TF_WENT_UNKNOWN;
}

enum tf_went
tf_sign_flags(const struct tf_keys *keys)
{
	yyjson_val *success = tf_keys_get(keys, n.success);

	if (yyjson_is_true(tf_keys_get(keys, n.is_error)) ||
	    yyjson_is_true(tf_keys_get(keys, n.is_error_snake)) ||
	    yyjson_is_false(success) ||
	    says_something(tf_keys_get(keys, n.error)) ||
	    says_something(tf_keys_get(keys, n.error_text)) ||
	    says_something(tf_keys_get(keys, n.parse_error)))
		return TF_WENT_WRONG;
	if (yyjson_is_false(tf_keys_get(keys, n.is_error)) ||
	    yyjson_is_false(tf_keys_get(keys, n.is_error_snake)) ||
	    yyjson_is_true(success))
		return TF_WENT_WELL;
	return TF_WENT_UNKNOWN;
}

static enum tf_went
worse(enum tf_went a, enum tf_went b)
{
	return a > b ? a : b;
}

enum tf_went
tf_sign_call(const struct tf_keys *keys)
{
	yyjson_val *state = tf_keys_get(keys, n.state);
	yyjson_val *tool_call = tf_keys_get(keys, n.tool_call);
	enum tf_went went = worse(
	    tf_sign_flags(keys), tf_sign_status(tf_keys_get(keys, n.status)));

	went = worse(went, tf_sign_status(state));
	if (yyjson_is_obj(state))
		went = worse(
		    went, tf_sign_status(yyjson_obj_get(state, "status")));
	if (yyjson_is_obj(tool_call))
		went = worse(
		    went, tf_sign_status(yyjson_obj_get(tool_call, "status")));
	return went;
}
