#include "result.h"

#include <pthread.h>
#include <string.h>

#include "sign.h"

/* Types of results, by their end. */
static const char *const type_ends[] = {"tool_result", "_output", "tool-result",
    "tool-error", "toolResult", "toolResponse", "tool_call_response",
    "tool-return", "retry-prompt", "tool.result", "tool.execution_complete"};

/* Who speaks in a result. */
static const char roles[] = "tool|function|toolResult";

/* Where the id of the call is. */
static const char *const id_keys[] = {"tool_use_id", "tool_call_id",
    "toolCallId", "call_id", "tool_id", "toolUseId"};

/* What a result holds, and no call does. */
static const char *const held_keys[] = {"result", "observation", "output",
    "success", "isError", "is_error", "content", "status"};

/* An object with one of these holds calls, whatever else it holds. */
static const char *const call_keys[] = {
    "tool_calls", "toolCalls", "toolRequests", "tool_call", "function"};

/* Objects inside that may have the signs. */
static const char *const inner_keys[] = {
    "result", "observation", "data", "output", "response"};

enum {
	ENDS = sizeof(type_ends) / sizeof(type_ends[0]),
	IDS = sizeof(id_keys) / sizeof(id_keys[0]),
	HELD = sizeof(held_keys) / sizeof(held_keys[0]),
	CALLS = sizeof(call_keys) / sizeof(call_keys[0]),
	INNER = sizeof(inner_keys) / sizeof(inner_keys[0])
};

static struct {
	unsigned ids[IDS], held[HELD], calls[CALLS], inner[INNER];
	unsigned part_kind, role, jsonrpc, result, error, id, status;
} n;

static void
find_all(unsigned *numbers, const char *const *names, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		numbers[i] = tf_key_number(names[i]);
}

static void
init(void)
{
	tf_signs_init();
	find_all(n.ids, id_keys, IDS);
	find_all(n.held, held_keys, HELD);
	find_all(n.calls, call_keys, CALLS);
	find_all(n.inner, inner_keys, INNER);
	n.part_kind = tf_key_number("part_kind");
	n.role = tf_key_number("role");
	n.jsonrpc = tf_key_number("jsonrpc");
	n.result = tf_key_number("result");
	n.error = tf_key_number("error");
	n.id = tf_key_number("id");
	n.status = tf_key_number("status");
}

void
tf_results_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, init);
}

static bool
has_any(const struct tf_keys *keys, const unsigned *numbers, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (tf_keys_get(keys, numbers[i]) != NULL)
			return true;
	return false;
}

static bool
ends_as_result(yyjson_val *type)
{
	size_t i, len;

	if (!yyjson_is_str(type))
		return false;
	for (i = 0; i < ENDS; i++) {
		len = strlen(type_ends[i]);
		if (yyjson_get_len(type) >= len &&
		    memcmp(yyjson_get_str(type) + yyjson_get_len(type) - len,
			type_ends[i], len) == 0)
			return true;
	}
	return false;
}

/* The answer to a request of JSON-RPC. */
static bool
is_response(const struct tf_keys *keys)
{
	return tf_keys_get(keys, n.jsonrpc) != NULL &&
	    (tf_keys_get(keys, n.result) != NULL ||
		tf_keys_get(keys, n.error) != NULL);
}

bool
tf_result_is(const struct tf_keys *keys)
{
	yyjson_val *role = tf_keys_get(keys, n.role);

	if (has_any(keys, n.calls, CALLS))
		return false;
	if (ends_as_result(tf_keys_get(keys, 0)) ||
	    ends_as_result(tf_keys_get(keys, n.part_kind)) || is_response(keys))
		return true;
	if (yyjson_is_str(role) &&
	    tf_words_have(roles, yyjson_get_str(role), yyjson_get_len(role)))
		return true;
	return false;
}

bool
tf_result_looks(const struct tf_keys *keys)
{
	return has_any(keys, n.ids, IDS) && has_any(keys, n.held, HELD) &&
	    !has_any(keys, n.calls, CALLS);
}

static yyjson_val *
id_in(yyjson_val *object)
{
	yyjson_val *id;
	size_t i;

	for (i = 0; i < IDS; i++) {
		id = yyjson_obj_get(object, id_keys[i]);
		if (yyjson_is_str(id))
			return id;
	}
	return NULL;
}

yyjson_val *
tf_result_id(const struct tf_keys *keys)
{
	yyjson_val *id;
	size_t i;

	for (i = 0; i < IDS; i++) {
		id = tf_keys_get(keys, n.ids[i]);
		if (yyjson_is_str(id))
			return id;
	}
	for (i = 0; i < INNER; i++) {
		id = id_in(tf_keys_get(keys, n.inner[i]));
		if (id != NULL)
			return id;
	}
	id = is_response(keys) ? tf_keys_get(keys, n.id) : NULL;
	return yyjson_is_str(id) || yyjson_is_raw(id) ? id : NULL;
}

static enum tf_went
went_inside(yyjson_val *inner)
{
	struct tf_keys keys;
	yyjson_val *type;
	enum tf_went went;

	if (!yyjson_is_obj(inner))
		return TF_WENT_UNKNOWN;
	tf_keys_read(&keys, inner);
	went = tf_sign_flags(&keys);
	type = tf_keys_get(&keys, 0);
	if (yyjson_is_str(type) &&
	    tf_words_have("error-text|error-json|execution-denied",
		yyjson_get_str(type), yyjson_get_len(type)))
		return TF_WENT_WRONG;
	return went;
}

enum tf_went
tf_result_went(const struct tf_keys *keys)
{
	yyjson_val *kind = tf_keys_get(keys, n.part_kind);
	enum tf_went went = tf_sign_flags(keys), more;
	size_t i;

	if (yyjson_equals_str(kind, "retry-prompt"))
		return TF_WENT_WRONG;
	more = tf_sign_status(tf_keys_get(keys, n.status));
	went = more > went ? more : went;
	for (i = 0; i < INNER; i++) {
		more = went_inside(tf_keys_get(keys, n.inner[i]));
		went = more > went ? more : went;
	}
	/* a tool_result block marks errors alone */
	if (went == TF_WENT_UNKNOWN && tf_keys_get(keys, n.ids[0]) != NULL)
		went = TF_WENT_WELL;
	return went;
}
