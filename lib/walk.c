#include "walk.h"

#include <pthread.h>
#include <string.h>

#include "attributes.h"
#include "json.h"
#include "result.h"
#include "sign.h"
#include "value.h"

/* What lies under these keys is no call, whatever it looks like. */
static const char closed_keys[] =
    "tools|functions|tool_definitions|toolDefinitions|input_schema|"
    "inputSchema|parameters|schema|json_schema|response_format|"
    "toolUseResult|tool_use_result|functionResponse|function_response|"
    "toolResult|toolResponse|tool_response|base_instructions|"
    "observation";

/* ---- docs ---- */

size_t
tf_doc_quote(const struct tf_doc *doc, yyjson_val *string)
{
	return (size_t)(yyjson_get_str(string) - doc->copy) - 1;
}

size_t
tf_doc_value(const struct tf_doc *doc, yyjson_val *key)
{
	return tf_text_skip_colon(
	    doc->text, tf_text_skip_string(doc->text, tf_doc_quote(doc, key)));
}

const struct tf_doc *
tf_doc_inside(
    struct tf_arena *arena, const struct tf_doc *doc, yyjson_val *string)
{
	struct tf_json_reader reader;
	struct tf_doc *inside;
	struct tf_text *text;
	yyjson_read_err err;
	yyjson_val *root;

	text = tf_text_inner(arena, doc->text, tf_doc_quote(doc, string));
	tf_json_reader_init(&reader, arena, text->bytes, text->len);
	root = tf_json_reader_next(&reader, arena, &err);
	if (root == NULL || tf_text_skip_space(text, reader.at) != text->len)
		return NULL;
	inside = tf_arena_calloc(arena, 1, sizeof(*inside));
	inside->text = text;
	inside->copy = reader.copy;
	inside->root = root;
	return inside;
}

/* ---- lists ---- */

struct tf_call *
tf_walk_add(struct tf_walk *w, const struct tf_doc *doc,
    const struct tf_shape_match *match, const struct tf_walk_context *context)
{
	struct tf_call *call;

	w->calls = tf_arena_grow(
	    w->arena, w->calls, w->count, &w->capacity, sizeof(*call));
	call = &w->calls[w->count++];
	*call = (struct tf_call){.doc = doc,
	    .shape = match->shape,
	    .name_value = match->name,
	    .args_key = match->args_key,
	    .args = match->args,
	    .args_len = match->args_len,
	    .id = match->id,
	    .session = context->session,
	    .agent = context->agent,
	    .model = context->model,
	    .broken = match->shape->broken};
	if (match->name != NULL)
		call->name = (struct tf_slice){
		    yyjson_get_str(match->name) + match->name_skip,
		    yyjson_get_len(match->name) - match->name_skip};
	return call;
}

static void
add_result(struct tf_walk *w, const struct tf_keys *keys)
{
	yyjson_val *id = tf_result_id(keys);
	const enum tf_went went = tf_result_went(keys);

	if (id == NULL || went == TF_WENT_UNKNOWN)
		return;
	w->results = tf_arena_grow(w->arena, w->results, w->result_count,
	    &w->result_capacity, sizeof(*w->results));
	w->results[w->result_count++] = (struct tf_result){id, went};
}

/* ---- context ---- */

static void
take(struct tf_slice *slot, const struct tf_keys *keys, const unsigned *numbers,
    size_t count)
{
	yyjson_val *value;
	size_t i;

	for (i = 0; i < count; i++) {
		value = tf_keys_get(keys, numbers[i]);
		if (!yyjson_is_str(value))
			continue;
		*slot = (struct tf_slice){
		    yyjson_get_str(value), yyjson_get_len(value)};
		return;
	}
}

static struct {
	unsigned session[4], agent[4], model[5], info, attributes, delta, role,
	    invalid, status, content;
} numbers;

static void
find_numbers(void)
{
	static const char *const session[] = {
	    "sessionId", "session_id", "sessionID", "gen_ai.conversation.id"};
	static const char *const agent[] = {
	    "agent", "agent_name", "gen_ai.agent.name", "agentId"};
	static const char *const model[] = {
	    "model", "modelID", "modelId", "model_id", "gen_ai.request.model"};
	size_t i;

	for (i = 0; i < 4; i++) {
		numbers.session[i] = tf_key_number(session[i]);
		numbers.agent[i] = tf_key_number(agent[i]);
	}
	for (i = 0; i < 5; i++)
		numbers.model[i] = tf_key_number(model[i]);
	numbers.info = tf_key_number("info");
	numbers.attributes = tf_key_number("attributes");
	numbers.delta = tf_key_number("delta");
	numbers.role = tf_key_number("role");
	numbers.status = tf_key_number("status");
	numbers.content = tf_key_number("content");
	numbers.invalid = tf_key_number("invalid");
}

static void
take_context(struct tf_walk *w, struct tf_walk_context *context,
    const struct tf_keys *keys)
{
	const char *session = context->session.bytes;

	take(&context->session, keys, numbers.session, 4);
	take(&context->agent, keys, numbers.agent, 4);
	take(&context->model, keys, numbers.model, 5);
	if (context->session.bytes != session)
		w->session = context->session;
}

struct tf_walk_context
tf_walk_context_of(const struct tf_doc *doc)
{
	struct tf_walk_context context = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
	struct tf_walk walk = {.arena = NULL};
	struct tf_keys keys;

	if (yyjson_is_obj(doc->root)) {
		tf_keys_read(&keys, doc->root);
		take_context(&walk, &context, &keys);
	}
	return context;
}

/* A message's "info" stands beside its parts. */
static void
take_info(struct tf_walk *w, struct tf_walk_context *context,
    const struct tf_keys *keys)
{
	yyjson_val *info = tf_keys_get(keys, numbers.info);
	struct tf_keys inside;

	if (!yyjson_is_obj(info))
		return;
	tf_keys_read(&inside, info);
	take_context(w, context, &inside);
}

/* ---- what is not gone into ---- */

static bool
ends_with(yyjson_val *type, const char *end)
{
	size_t len = strlen(end);

	return yyjson_is_str(type) && yyjson_get_len(type) >= len &&
	    memcmp(yyjson_get_str(type) + yyjson_get_len(type) - len, end,
		len) == 0;
}

/* Pieces of a call that was streamed: they are counted, and left alone. */
static bool
count_fragments(struct tf_walk *w, const struct tf_keys *keys, yyjson_val *val)
{
	yyjson_val *type = tf_keys_get(keys, 0);
	yyjson_val *delta = tf_keys_get(keys, numbers.delta);
	yyjson_val *chunks;

	if (type == NULL && delta == NULL)
		return false;
	if (ends_with(type, ".delta") || ends_with(type, "input_json_delta") ||
	    ends_with(type, "content_block_start") ||
	    ends_with(type, "output_item.added")) {
		w->fragments++;
		return true;
	}
	if (ends_with(type, "AIMessageChunk")) {
		chunks = yyjson_obj_get(val, "tool_call_chunks");
		w->fragments +=
		    yyjson_is_arr(chunks) ? yyjson_arr_size(chunks) : 0;
		return true;
	}
	if (yyjson_is_obj(delta)) {
		chunks = yyjson_obj_get(delta, "tool_calls");
		if (yyjson_is_arr(chunks))
			w->fragments += yyjson_arr_size(chunks);
		else if (yyjson_obj_get(delta, "toolUse") != NULL ||
		    yyjson_obj_get(delta, "partial_json") != NULL)
			w->fragments++;
	}
	return false;
}

/* ---- the walk ---- */

struct place {
	const struct tf_doc *doc;
	const char *under; /* the key it stands under; NULL at the top */
	bool root;
	unsigned depth;
	struct tf_walk_context context;
};

/* A result that stands under its own key (Bedrock). */
static void
note_result(struct tf_walk *w, yyjson_val *result)
{
	struct tf_keys keys;

	if (!yyjson_is_obj(result))
		return;
	tf_keys_read(&keys, result);
	add_result(w, &keys);
}

/* The results that one message holds (AI SDK). */
static void
note_results(struct tf_walk *w, yyjson_val *list)
{
	yyjson_arr_iter iter;
	yyjson_val *item;

	yyjson_arr_iter_init(list, &iter);
	while ((item = yyjson_arr_iter_next(&iter)) != NULL)
		note_result(w, item);
}

static void walk(struct tf_walk *w, const struct place *place, yyjson_val *val);

static void
walk_members(struct tf_walk *w, const struct place *place, yyjson_val *object)
{
	struct place below = *place;
	yyjson_obj_iter iter;
	yyjson_val *key, *child;

	below.root = false;
	below.depth++;
	yyjson_obj_iter_init(object, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
		child = yyjson_obj_iter_get_val(key);
		below.under = yyjson_get_str(key);
		if (yyjson_is_ctn(child)) {
			if (!tf_words_have(closed_keys, below.under,
				yyjson_get_len(key)) &&
			    strcmp(below.under, "delta") != 0)
				walk(w, &below, child);
			else if (strcmp(below.under, "toolResult") == 0)
				note_result(w, child);
		} else if (yyjson_is_str(child)) {
			tf_attributes_string(
			    w, place->doc, object, key, child, &place->context);
		}
	}
}

/* The calls of a span went as the span did: code 2 is an error (OTLP). */
static void
walk_attributes(struct tf_walk *w, struct place *here, yyjson_val *attributes,
    const struct tf_keys *keys)
{
	yyjson_val *status = tf_keys_get(keys, numbers.status), *code;
	size_t i = w->count;

	tf_attributes_array(w, here->doc, attributes, &here->context);
	code = yyjson_is_obj(status) ? yyjson_obj_get(status, "code") : NULL;
	for (; i < w->count && yyjson_is_raw(code); i++)
		if (strcmp(yyjson_get_raw(code), "2") == 0)
			w->calls[i].went = TF_WENT_WRONG;
}

static void
walk_object(struct tf_walk *w, const struct place *place, yyjson_val *object)
{
	struct place here = *place;
	struct tf_shape_match match;
	struct tf_keys keys;
	struct tf_call *call;
	const size_t before = w->count;
	const char *unfinished;
	yyjson_val *attributes;

	tf_keys_read(&keys, object);
	take_context(w, &here.context, &keys);
	if (tf_result_is(&keys)) {
		add_result(w, &keys);
		note_results(w, tf_keys_get(&keys, numbers.content));
		return;
	}
	if (count_fragments(w, &keys, object))
		return;
	if (tf_shape_find(&match, &keys, place->under, place->root)) {
		call = tf_walk_add(w, here.doc, &match, &here.context);
		call->went = tf_sign_call(&keys);
		if (call->broken)
			call->went = TF_WENT_WRONG;
		call->broken |=
		    yyjson_is_true(tf_keys_get(&keys, numbers.invalid));
		call->unfinished = tf_sign_unfinished_call(w->arena, &keys);
		return;
	}
	if (tf_result_looks(&keys)) {
		add_result(w, &keys);
		return;
	}
	attributes = tf_keys_get(&keys, numbers.attributes);
	if (yyjson_is_arr(attributes))
		walk_attributes(w, &here, attributes, &keys);
	take_info(w, &here.context, &keys);
	walk_members(w, &here, object);
	/* what was cut off is the last call */
	unfinished = tf_sign_unfinished(w->arena, &keys);
	if (unfinished != NULL && w->count > before &&
	    w->calls[w->count - 1].unfinished == NULL)
		w->calls[w->count - 1].unfinished = unfinished;
}

static void
walk(struct tf_walk *w, const struct place *place, yyjson_val *val)
{
	struct place item = *place;
	yyjson_arr_iter iter;
	yyjson_val *child;

	if (place->depth >= TF_DEPTH_MAX) {
		w->too_deep = true;
		return;
	}
	if (yyjson_is_obj(val)) {
		walk_object(w, place, val);
		return;
	}
	item.depth++;
	yyjson_arr_iter_init(val, &iter);
	while ((child = yyjson_arr_iter_next(&iter)) != NULL)
		if (yyjson_is_ctn(child))
			walk(w, &item, child);
}

void
tf_walk_doc(struct tf_walk *w, const struct tf_doc *doc,
    const struct tf_walk_context *context)
{
	const struct place place = {.doc = doc, .context = *context};

	if (yyjson_is_ctn(doc->root))
		walk(w, &place, doc->root);
}

void
tf_walk_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	tf_shapes_init();
	tf_results_init();
	pthread_once(&once, find_numbers);
}

void
tf_walk_record(struct tf_walk *w, const struct tf_doc *doc)
{
	const struct place place = {.doc = doc, .root = true};

	if (yyjson_is_ctn(doc->root))
		walk(w, &place, doc->root);
}
