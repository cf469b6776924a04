#include "users.h"

#include <string.h>

static bool
takes(const struct tf_schema *block, uint32_t field)
{
	size_t i;

	for (i = 0; i < block->forbid_count; i++)
		if (block->forbids[i].name == field)
			return false;
	return tf_name_list_has(&block->uses, field) ||
	    tf_name_list_has(&block->required, field) ||
	    tf_schema_property(block, field) != NULL;
}

void
tf_say_users(const struct tf_object *object, uint32_t field)
{
	struct tf_buf *buf = object->ctx->scratch;
	const struct tf_action_block *block;
	const struct tf_schema *schema;
	size_t i, k, said = 0;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		for (k = 0; k < schema->action_count; k++) {
			block = &schema->actions[k];
			if (!takes(block->block, field) ||
			    (block->name.len == object->action.len &&
				memcmp(block->name.bytes, object->action.bytes,
				    block->name.len) == 0))
				continue;
			tf_buf_adds(
			    buf, said++ > 0 ? ", " : "; it is used by ");
			tf_phrase_text(
			    buf, block->name.bytes, block->name.len, 40);
		}
	}
}
