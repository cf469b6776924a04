#include <string.h>

#include "missing.h"
#include "unknown.h"
#include "users.h"

/* Fields that are missing, not known, or not allowed here. */

static void
report_forbidden(struct tf_object *object, struct tf_value *member,
    const struct tf_contract_part *part, const char *words)
{
	struct tf_context *ctx = object->ctx;
	struct tf_buf *buf = ctx->scratch;

	tf_context_say_path(ctx, member);
	tf_buf_adds(buf, " is not allowed");
	if (words != NULL) {
		tf_buf_adds(buf, ": ");
		tf_phrase_text(buf, words, strlen(words), 1000);
	} else if (part->case_name != NULL) {
		tf_buf_adds(buf, " here (");
		tf_phrase_text(
		    buf, part->case_name, strlen(part->case_name), 100);
		tf_buf_addc(buf, ')');
	} else if (part->action.bytes != NULL) {
		tf_buf_adds(buf, " by ");
		tf_phrase_text(buf, part->action.bytes, part->action.len, 40);
	}
	tf_say_users(object, member->name);
	if (words == NULL && part->action.bytes == NULL)
		tf_buf_adds(buf, "; leave it out");
	tf_context_found(ctx, TF_CODE_FORBIDDEN_FIELD, member, TF_PART_KEY);
}

static void
check_forbidden(struct tf_object *object)
{
	const struct tf_contract_part *part;
	struct tf_value *member;
	size_t i, k;

	for (member = tf_value_first(object->value); member != NULL;
	     member = tf_value_next(member)) {
		if (!tf_object_forbids(object, member->name))
			continue;
		/* the rulebook's own words first, wherever they stand */
		const struct tf_contract_part *who = NULL;
		const char *words = NULL;

		for (i = 0; i < object->count; i++) {
			part = &object->parts[i];
			for (k = 0; k < part->schema->forbid_count; k++) {
				const struct tf_forbidden *f =
				    &part->schema->forbids[k];

				if (f->name != member->name ||
				    (who != NULL && words != NULL))
					continue;
				if (who == NULL || f->words != NULL)
					who = part;
				words = f->words;
			}
		}
		report_forbidden(object, member, who, words);
	}
}

void
tf_step_fields(struct tf_object *object)
{
	struct tf_missing missing = {0};

	tf_missing_find(object, &missing);
	check_forbidden(object);
	tf_unknown_names(object);
	tf_unknown_check(object, &missing);
	tf_missing_report(object, &missing);
}
