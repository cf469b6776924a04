#include "call.h"

#include <string.h>

#include "arguments.h"
#include "contract.h"
#include "hash.h"
#include "quick.h"
#include "utf8.h"

static struct tf_slice
keep(struct tf_engine *e, struct tf_slice text)
{
	if (text.bytes != NULL)
		text.bytes =
		    tf_arena_copy(&e->outcome->kept, text.bytes, text.len);
	return text;
}

static struct tf_slice
id_of(struct tf_engine *e, const struct tf_call *call)
{
	struct tf_slice id = {NULL, 0};

	if (yyjson_is_str(call->id))
		id.bytes = yyjson_get_str(call->id);
	else if (yyjson_is_raw(call->id))
		id.bytes = yyjson_get_raw(call->id);
	id.len = id.bytes != NULL ? yyjson_get_len(call->id) : 0;
	return keep(e, id);
}

/* The place of a call's name, for what has no other place. */
static void
place_of_name(const struct tf_call *call, size_t *offset, size_t *length)
{
	size_t quote;

	*offset = *length = 0;
	if (call->name_value == NULL) {
		*offset = tf_text_record_offset(call->doc->text, call->at);
		return;
	}
	quote = tf_doc_quote(call->doc, call->name_value);
	*offset = tf_text_record_offset(call->doc->text, quote);
	*length = tf_text_record_offset(call->doc->text,
		      tf_text_skip_string(call->doc->text, quote)) -
	    *offset;
}

static size_t
start_of_arguments(const struct tf_call *call)
{
	if (call->args == NULL || yyjson_is_str(call->args))
		return 0;
	if (call->args_at > 0)
		return call->args_at;
	return call->args_key != NULL ?
	    tf_doc_value(call->doc, call->args_key) :
	    tf_text_skip_space(call->doc->text, 0);
}

/* ---- what was met ---- */

/*
 * What tells the same call: tool and arguments for the next call of a loop;
 * session and id as well for a copy.
 */
static void
print_call(
    struct tf_met *met, const struct tf_call *call, const struct tf_value *root)
{
	uint64_t hash;

	if (met->id.bytes == NULL && !met->in_log)
		return;
	hash = tf_hash_bytes(TF_HASH_START, met->tool.bytes, met->tool.len);
	if (root != NULL)
		hash ^= tf_hash_value(root);
	else if (yyjson_is_str(call->args))
		hash = tf_hash_bytes(hash, yyjson_get_str(call->args),
		    yyjson_get_len(call->args));
	met->same = hash != 0 ? hash : 1;
	if (met->id.bytes == NULL)
		return;
	hash = tf_hash_bytes(hash, met->id.bytes, met->id.len);
	hash = tf_hash_bytes(hash, call->session.bytes, call->session.len);
	met->print = hash != 0 ? hash : 1;
}

static struct tf_met *
add_met(struct tf_engine *e, const struct tf_call *call)
{
	struct tf_outcome *out = e->outcome;
	struct tf_met *met;

	out->met =
	    tf_grow(out->met, out->met_count, &out->met_capacity, sizeof(*met));
	met = &out->met[out->met_count++];
	*met = (struct tf_met){.record = e->record_index,
	    .found_start = out->found.count,
	    .found_end = out->found.count,
	    .id = id_of(e, call),
	    .tool = keep(e, call->name),
	    .session = keep(e, call->session),
	    .in_log = call->session.bytes != NULL ||
		(call->shape != NULL && !call->shape->root),
	    .went = call->went};
	place_of_name(call, &met->offset, &met->length);
	return met;
}

static void
dump_yyjson(struct tf_engine *e, struct tf_buf *buf, yyjson_val *val)
{
	struct tf_value *value =
	    tf_value_from_yyjson(&e->record, val, NULL, 0, NULL);

	if (value != NULL)
		tf_value_dump(buf, value);
}

/* The arguments as a call's listing shows them: one line of JSON. */
static struct tf_slice
arguments_text(
    struct tf_engine *e, const struct tf_call *call, struct tf_value *root)
{
	struct tf_buf buf = {0};
	struct tf_slice text;

	if (root != NULL)
		tf_value_dump(&buf, root);
	else if (call->args != NULL && !yyjson_is_str(call->args))
		dump_yyjson(e, &buf, call->args);
	else if (yyjson_is_str(call->args))
		tf_buf_add(&buf, yyjson_get_str(call->args),
		    yyjson_get_len(call->args));
	text = keep(e, (struct tf_slice){tf_buf_text(&buf), buf.len});
	tf_buf_release(&buf);
	return text;
}

static void
describe(struct tf_engine *e, struct tf_met *met, const struct tf_call *call,
    struct tf_value *root)
{
	met->shape = call->shape != NULL ? call->shape->name : "tool";
	met->agent = keep(e, call->agent);
	met->model = keep(e, call->model);
	met->unfinished = call->unfinished != NULL ?
	    tf_arena_copy(
		&e->outcome->kept, call->unfinished, strlen(call->unfinished)) :
	    NULL;
	met->arguments = arguments_text(e, call, root);
	met->arguments_are_text = root != NULL ?
	    root->type == TF_STRING :
	    call->args == NULL || yyjson_is_str(call->args);
	if (root != NULL && root->type == TF_STRING)
		met->arguments =
		    keep(e, (struct tf_slice){root->bytes, root->len});
}

/* ---- calls without a rule ---- */

static void
report_unknown(struct tf_engine *e, const struct tf_call *call)
{
	struct tf_outcome *out = e->outcome;
	const struct tf_slice *near =
	    tf_rules_suggest(e->rules, call->name, &e->record);
	struct tf_found *found;

	tf_phrase_text(&e->scratch, call->name.bytes, call->name.len, 100);
	tf_buf_adds(&e->scratch, ": there is no rule for this tool");
	if (near != NULL) {
		tf_buf_adds(&e->scratch, "; did you mean ");
		tf_phrase_text(&e->scratch, near->bytes, near->len, 100);
		tf_buf_addc(&e->scratch, '?');
	}
	found = tf_found_add(&out->found, TF_CODE_UNKNOWN_TOOL);
	found->severity = e->unknown_tools;
	found->record = e->record_index;
	found->tool = keep(e, call->name);
	found->call_id = id_of(e, call);
	place_of_name(call, &found->offset, &found->length);
	found->message = keep(
	    e, (struct tf_slice){tf_buf_text(&e->scratch), e->scratch.len});
	tf_buf_reset(&e->scratch);
}

/* Arguments for a listing or a comparison; what is wrong is nobody's here. */
static struct tf_value *
read_quietly(struct tf_engine *e, const struct tf_call *call)
{
	struct tf_outcome *out = e->outcome;
	const size_t before = out->found.count;
	struct tf_context ctx = {.arena = &e->record,
	    .kept = &e->record,
	    .scratch = &e->scratch,
	    .validator = {.matcher = e->matcher, .arena = &e->record},
	    .found = &out->found,
	    .engine = e,
	    .first_found = before};
	struct tf_value *root;

	root = tf_arguments_read(&ctx, call, start_of_arguments(call));
	out->found.count = before;
	return root;
}

static void
process_other(struct tf_engine *e, const struct tf_call *call)
{
	struct tf_met *met = add_met(e, call);
	struct tf_value *root = NULL;

	if (met->id.bytes != NULL || e->options->list_calls)
		root = read_quietly(e, call);
	print_call(met, call, root);
	if (e->options->list_calls)
		describe(e, met, call, root);
	if (e->unknown_tools != TF_OFF)
		report_unknown(e, call);
	met->found_end = e->outcome->found.count;
}

/* ---- calls with a rule ---- */

/* A call that is given up has one finding: why. */
static void
keep_filter_error(struct tf_context *ctx)
{
	size_t i, kept = ctx->first_found;

	for (i = ctx->first_found; i < ctx->found->count; i++)
		if (ctx->found->items[i].code == TF_CODE_FILTER_ERROR)
			ctx->found->items[kept++] = ctx->found->items[i];
	ctx->found->count = kept;
}

static void
too_many(struct tf_context *ctx)
{
	if (!ctx->too_many)
		return;
	ctx->too_many = false;
	tf_buf_addf(ctx->scratch,
	    "there are more than %d findings in this call; the rest is not "
	    "shown",
	    TF_FOUND_MAX);
	tf_context_found(ctx, TF_CODE_LIMIT_EXCEEDED, ctx->root, TF_PART_VALUE);
}

/*
 * Output that ended early is not wrong: what is said of the call is a warning,
 * and nothing is repaired.
 */
static void
only_warn(struct tf_context *ctx, const struct tf_call *call)
{
	struct tf_found *found;
	size_t i, kept = ctx->first_found;

	for (i = ctx->first_found; i < ctx->found->count; i++) {
		found = &ctx->found->items[i];
		if (found->severity == TF_FIX)
			continue;
		if (call->unfinished != NULL) {
			found->severity = TF_WARNING;
			if (found->code != TF_CODE_ARGUMENTS_NOT_JSON) {
				found->message.bytes =
				    tf_arena_format(ctx->kept,
					"%.*s; the output ended early (%s)",
					(int)found->message.len,
					found->message.bytes, call->unfinished);
				found->message.len =
				    strlen(found->message.bytes);
			}
		}
		ctx->found->items[kept++] = *found;
	}
	ctx->found->count = kept;
}

static void
settle_policy(struct tf_engine *e, const struct tf_tool *tool)
{
	static const struct tf_policy defaults = {.empty = TF_EMPTY_DROP,
	    .unused = TF_UNUSED_DROP,
	    .unknown = TF_UNKNOWN_WARN,
	    .coerce = TF_COERCE_SET | TF_COERCE_SAFE};

	e->policy = tool->policy;
	tf_policy_inherit(&e->policy, &defaults);
}

/* Free text is held to a contract only if that is one of texts. */
static bool
is_held(const struct tf_tool *tool, const struct tf_value *root)
{
	return root->type == TF_OBJECT ||
	    (tool->contracts[0]->types & TF_BIT_STRING) != 0;
}

static void
run_contract(
    struct tf_context *ctx, const struct tf_call *call, struct tf_value *root)
{
	const struct tf_set set = {
	    .items = ctx->tool->contracts, .count = ctx->tool->contract_count};
	const bool leave = call->unfinished != NULL || call->broken;

	ctx->root = root;
	if (is_held(ctx->tool, root))
		tf_contract_value(ctx, root, &set, &ctx->engine->policy);
	if (ctx->filter_failed)
		keep_filter_error(ctx);
	too_many(ctx);
	if (!leave && !ctx->filter_failed && (root->dirty || root->replaced))
		tf_edits_add(&ctx->engine->edits, ctx->arena, root);
}

/* A fixture that is clean at first sight: nothing more is wanted of it. */
static bool
is_clean(struct tf_engine *e, const struct tf_call *call,
    const struct tf_tool *tool, const struct tf_met *met)
{
	const struct tf_validator v = {.matcher = e->matcher,
	    .arena = &e->record,
	    .root = tool->contracts[0]};

	return tool->quick && e->reached == NULL && !met->in_log &&
	    met->id.bytes == NULL && !e->options->list_calls &&
	    yyjson_is_obj(call->args) && !call->broken &&
	    call->unfinished == NULL && tf_quick_clean(&v, tool, call->args);
}

static void
run_steps(struct tf_engine *e, const struct tf_call *call,
    const struct tf_tool *tool, size_t book)
{
	struct tf_outcome *out = e->outcome;
	struct tf_met *met = &out->met[out->met_count - 1];
	struct tf_context ctx = {.arena = &e->record,
	    .kept = &out->kept,
	    .scratch = &e->scratch,
	    .validator = {.matcher = e->matcher,
		.arena = &e->record,
		.root = tool->contracts[0]},
	    .found = &out->found,
	    .engine = e,
	    .tool = tool,
	    .book = book,
	    .names = tool->rulebook->names,
	    .first_found = out->found.count,
	    .tool_name =
		call->name.bytes != NULL ? keep(e, call->name) : tool->name,
	    .call_id = met->id};
	struct tf_value *root;
	size_t i;

	place_of_name(call, &ctx.call_offset, &ctx.call_length);
	settle_policy(e, tool);
	root = tf_arguments_read(&ctx, call, start_of_arguments(call));
	met->tool = ctx.tool_name;
	print_call(met, call, root);
	if (e->options->list_calls)
		describe(e, met, call, root);
	if (root != NULL)
		run_contract(&ctx, call, root);
	if (call->unfinished != NULL || call->broken)
		only_warn(&ctx, call);
	tf_context_finish(&ctx);
	for (i = ctx.first_found; i < out->found.count; i++) {
		out->found.items[i].record = e->record_index;
		out->found.items[i].session = keep(e, call->session);
		out->found.items[i].agent = keep(e, call->agent);
		out->found.items[i].model = keep(e, call->model);
		out->found.items[i].went = call->went;
	}
	met->action = ctx.action;
	met->found_end = out->found.count;
}

static void
process_ruled(struct tf_engine *e, const struct tf_call *call,
    const struct tf_tool *tool, size_t book)
{
	struct tf_met *met = add_met(e, call);

	met->ruled = true;
	if (!is_clean(e, call, tool, met))
		run_steps(e, call, tool, book);
}

void
tf_call_process(struct tf_engine *e, const struct tf_call *call)
{
	const struct tf_tool *tool;
	struct tf_slice name = call->name;
	size_t book = 0;

	e->call = call;
	if (name.bytes == NULL)
		name = (struct tf_slice){
		    e->options->tool, strlen(e->options->tool)};
	tool = e->record_book != NULL ?
	    tf_rulebook_tool(e->record_book, name.bytes, name.len) :
	    NULL;
	if (tool == NULL)
		tool = tf_rules_tool(e->rules, name.bytes, name.len, &book);
	if (tool != NULL)
		process_ruled(e, call, tool, book);
	else
		process_other(e, call);
}
