#include "custom.h"

#include <string.h>

#include "adopt.h"
#include "filter.h"
#include "number.h"
#include "phrase.h"

static const struct tf_shape shape = {.name = "records"};

/* A value of the record, with the way to its text. */
struct spot {
	yyjson_val *value, *key;
	size_t at; /* offset in the text */
};

/* ---- paths ---- */

/* The offset of a container's child number index. */
static size_t
child_at(const struct tf_text *text, size_t at, size_t index, bool object)
{
	size_t i;

	at = tf_text_skip_space(text, at + 1);
	for (i = 0;; i++) {
		if (object)
			at = tf_text_skip_colon(
			    text, tf_text_skip_string(text, at));
		if (i == index)
			return at;
		at = tf_text_skip_space(text, tf_text_skip_value(text, at));
		at = tf_text_skip_space(text, at + 1);
	}
}

static bool
step_to_member(
    struct spot *spot, const struct tf_text *text, const struct tf_value *name)
{
	yyjson_obj_iter iter;
	yyjson_val *key, *found = NULL;
	size_t index = 0, at = 0;

	yyjson_obj_iter_init(spot->value, &iter);
	for (; (key = yyjson_obj_iter_next(&iter)) != NULL; index++)
		if (yyjson_equals_strn(key, name->bytes, name->len)) {
			found = key;
			at = index;
		}
	if (found == NULL)
		return false;
	spot->at = child_at(text, spot->at, at, true);
	spot->key = found;
	spot->value = yyjson_obj_iter_get_val(found);
	return true;
}

static bool
step_to_item(struct spot *spot, const struct tf_text *text,
    const struct tf_value *number)
{
	int64_t index;
	yyjson_val *item;

	if (!tf_number_to_int64(number->bytes, number->len, &index))
		return false;
	if (index < 0)
		index += (int64_t)yyjson_arr_size(spot->value);
	item = index >= 0 ? yyjson_arr_get(spot->value, (size_t)index) : NULL;
	if (item == NULL)
		return false;
	spot->at = child_at(text, spot->at, (size_t)index, false);
	spot->key = NULL;
	spot->value = item;
	return true;
}

/* Goes along a path as jq gives it. False where there is nothing. */
static bool
follow(
    struct spot *spot, const struct tf_text *text, const struct tf_value *path)
{
	const struct tf_value *step;

	for (step = tf_value_first(path); step != NULL;
	     step = tf_value_next(step)) {
		if (step->type == TF_STRING && yyjson_is_obj(spot->value)) {
			if (!step_to_member(spot, text, step))
				return false;
		} else if (step->type == TF_NUMBER &&
		    yyjson_is_arr(spot->value)) {
			if (!step_to_item(spot, text, step))
				return false;
		} else {
			return false;
		}
	}
	return true;
}

/* ---- filters ---- */

static void
report(struct tf_engine *e, const struct tf_filters *filters, int filter,
    const char *why)
{
	const struct tf_filter_place *place = tf_filters_place(filters, filter);
	struct tf_found *found =
	    tf_found_add(&e->outcome->found, TF_CODE_FILTER_ERROR);

	tf_buf_adds(&e->scratch, "the filter ");
	tf_phrase_text(&e->scratch, place->what, strlen(place->what), 200);
	tf_buf_addf(
	    &e->scratch, " (%s:%zu) failed: ", place->file, place->line);
	tf_phrase_text(&e->scratch, why, strlen(why), 500);
	found->record = e->record_index;
	found->length = 1;
	found->message =
	    (struct tf_slice){tf_arena_copy(&e->outcome->kept,
				  tf_buf_text(&e->scratch), e->scratch.len),
		e->scratch.len};
	tf_buf_reset(&e->scratch);
}

static struct tf_value *
ask(struct tf_engine *e, size_t book, int filter, const struct tf_value *over)
{
	const struct tf_filters *filters = e->rules->books[book]->filters;
	struct tf_filter_input input = {
	    .input = over, .record = tf_engine_record(e)};
	struct tf_jq *jq = tf_engine_jq(e, book);
	struct tf_value *result;
	const char *why = "";

	if (jq == NULL || filter < 0)
		return NULL;
	result = tf_jq_run(jq, filter, &input, &e->record, &why);
	if (result == NULL)
		report(e, filters, filter, why);
	return result;
}

static bool
is_known(const struct tf_walk *walk, const yyjson_val *args)
{
	size_t i;

	for (i = 0; i < walk->count; i++)
		if (walk->calls[i].args == args)
			return true;
	return false;
}

/* An id as the walk has it: a yyjson value that stands nowhere. */
static yyjson_val *
id_value(struct tf_engine *e, const struct tf_value *id)
{
	yyjson_val *val;

	if (id == NULL || (id->type != TF_STRING && id->type != TF_NUMBER))
		return NULL;
	val = tf_arena_calloc(&e->record, 1, sizeof(*val));
	val->tag = (uint64_t)id->len << YYJSON_TAG_BIT |
	    (id->type == TF_STRING ? YYJSON_TYPE_STR : YYJSON_TYPE_RAW);
	val->uni.str = id->bytes;
	return val;
}

static void
add_call(struct tf_engine *e, struct tf_walk *walk, const struct tf_doc *doc,
    size_t book, const struct tf_record_rule *rule, const struct spot *call)
{
	struct tf_walk_context context = tf_walk_context_of(doc);
	struct tf_shape_match match = {.shape = &shape};
	struct tf_value *over, *name, *path, *failed, *id;
	struct tf_call *added;
	struct spot args = *call;

	over = tf_value_from_yyjson(&e->record, call->value, NULL, 0, NULL);
	if (over == NULL)
		return;
	name = ask(e, book, rule->name, over);
	path = ask(e, book, rule->arguments, over);
	if (name == NULL || name->type != TF_STRING || path == NULL ||
	    path->count == 0)
		return;
	if (path->count > 1) {
		report(e, e->rules->books[book]->filters, rule->arguments,
		    "it gave more than one path");
		return;
	}
	if (!follow(&args, doc->text, tf_value_first(path)))
		args.value = NULL;
	if (args.value != NULL && is_known(walk, args.value))
		return;
	match.name = NULL;
	match.args_key = args.key;
	match.args = args.value;
	/* a number keeps the digits that it has in the call */
	id = rule->id >= 0 ? ask(e, book, rule->id, over) : NULL;
	if (id != NULL && id->type == TF_NUMBER)
		id = tf_adopt(&e->record, over, over, id);
	match.id = id_value(e, id);
	added = tf_walk_add(walk, doc, &match, &context);
	added->name = (struct tf_slice){name->bytes, name->len};
	added->args_at = args.at;
	added->at = call->at;
	failed = rule->failed >= 0 ? ask(e, book, rule->failed, over) : NULL;
	if (failed != NULL && failed->type == TF_BOOLEAN)
		added->went = failed->boolean ? TF_WENT_WRONG : TF_WENT_WELL;
}

static void
find_by(struct tf_engine *e, struct tf_walk *walk, const struct tf_doc *doc,
    size_t book, const struct tf_record_rule *rule)
{
	struct tf_value *paths, *path;
	const struct tf_value *record = tf_engine_record(e);
	struct spot call;

	if (record == NULL)
		return;
	paths = ask(e, book, rule->at, record);
	for (path = paths != NULL ? tf_value_first(paths) : NULL; path != NULL;
	     path = tf_value_next(path)) {
		call = (struct spot){
		    doc->root, NULL, tf_text_skip_space(doc->text, 0)};
		if (follow(&call, doc->text, path))
			add_call(e, walk, doc, book, rule, &call);
	}
}

void
tf_custom_find(
    struct tf_engine *e, struct tf_walk *walk, const struct tf_doc *doc)
{
	size_t i, k;

	for (i = 0; i < e->rules->count; i++)
		for (k = 0; k < e->rules->books[i]->record_count; k++)
			find_by(
			    e, walk, doc, i, &e->rules->books[i]->records[k]);
}
