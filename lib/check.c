#include <string.h>

#include "code.h"
#include "object.h"

/* The checks of a rulebook: filters that must yield true. */

/* The value that "at" is about: a JSON Pointer or a field's name. */
static struct tf_value *
find_at(struct tf_value *object, const char *at)
{
	struct tf_value *value = object, *child;
	size_t len, index;

	while (*at != '\0') {
		if (*at == '/' || *at == '.')
			at++;
		len = strcspn(at, "/.");
		child = NULL;
		if (value->type == TF_OBJECT) {
			child = tf_value_member(value, at, len);
		} else if (value->type == TF_ARRAY && len > 0 &&
		    strspn(at, "0123456789") == len) {
			index = 0;
			for (size_t i = 0; i < len; i++)
				index = index * 10 + (size_t)(at[i] - '0');
			child = tf_value_first(value);
			while (child != NULL && index-- > 0)
				child = tf_value_next(child);
		}
		if (child == NULL)
			break;
		value = child;
		at += len;
	}
	return value;
}

static void
report_check(struct tf_object *object, const struct tf_check *check)
{
	struct tf_context *ctx = object->ctx;
	struct tf_value *message = NULL;
	struct tf_found *found;
	struct tf_slice text;

	if (check->message >= 0) {
		message = tf_context_filter(ctx, check->message, object->value);
		if (message == NULL)
			return;
	}
	if (message != NULL && message->type == TF_STRING) {
		tf_phrase_text(
		    ctx->scratch, message->bytes, message->len, 1000);
	} else {
		text = tf_filters_text(
		    ctx->tool->rulebook->filters, check->assert);
		tf_buf_adds(ctx->scratch, "a check failed: ");
		tf_phrase_text(ctx->scratch, text.bytes, text.len, 200);
	}
	found = tf_context_found(ctx, TF_CODE_CHECK,
	    find_at(object->value, check->at), TF_PART_VALUE);
	found->severity = check->severity;
	if (check->code != NULL)
		found->code_name = check->code;
}

static void
run_check(struct tf_object *object, const struct tf_check *check)
{
	if (check->when >= 0 &&
	    tf_context_ask(object->ctx, check->when, object->value) != 1)
		return;
	if (tf_context_ask(object->ctx, check->assert, object->value) == 0)
		report_check(object, check);
}

void
tf_step_checks(struct tf_object *object)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_schema *schema;
	size_t i, k;

	ctx->filters_may_fail =
	    tf_found_has_error(ctx->found, ctx->first_found);
	for (i = 0; i < object->count && !ctx->filter_failed; i++) {
		schema = object->parts[i].schema;
		for (k = 0; k < schema->check_count && !ctx->filter_failed; k++)
			run_check(object, &schema->checks[k]);
	}
	ctx->filters_may_fail = false;
}
