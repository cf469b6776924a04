#include "diff.h"
#include "object.h"

/* Filters of the rulebook that map an object to a new one. */

static void
run_filter(struct tf_object *object, int filter)
{
	struct tf_context *ctx = object->ctx;
	struct tf_value *result = tf_context_filter(ctx, filter, object->value);

	if (result == NULL)
		return;
	if (result->type != TF_OBJECT) {
		tf_context_filter_error(
		    ctx, filter, object->value, "it must give an object");
		return;
	}
	if (!tf_diff_apply(ctx, object->value, result))
		tf_context_filter_error(ctx, filter, object->value,
		    "two numbers of the call are the same to jq, and it is "
		    "not clear which one is meant");
}

void
tf_step_normalize(struct tf_object *object, size_t first, size_t end)
{
	const struct tf_schema *schema;
	size_t i, k;

	/* a call without arguments has no place for what would be added */
	if (object->ctx->root->text == NULL)
		return;
	for (i = first; i < end; i++) {
		schema = object->parts[i].schema;
		for (k = 0; k < schema->normalize_count; k++) {
			run_filter(object, schema->normalize[k]);
			if (object->ctx->filter_failed)
				return;
		}
	}
}
