#include <string.h>

#include "value.h"

/* Where a value stands in its text, found when it is asked for. */

void
tf_value_locate(struct tf_value *parent)
{
	const struct tf_text *text = parent->source;
	struct tf_value *child;
	size_t at;

	if (parent->located || text == NULL)
		return;
	tf_value_place(parent);
	parent->located = true;
	at = parent->source_start + 1;
	for (child = parent->first; child != NULL; child = child->next) {
		if (child->added)
			continue;
		at = tf_text_skip_space(text, at);
		if (text->bytes[at] == ',')
			at = tf_text_skip_space(text, at + 1);
		if (parent->type == TF_OBJECT) {
			child->key_start = at;
			child->key_end = at = tf_text_skip_string(text, at);
			at = tf_text_skip_colon(text, at);
		}
		child->start = at;
		child->end = at = tf_text_skip_value(text, at);
		if (!child->replaced) {
			child->source_start = child->start;
			child->source_end = child->end;
		}
	}
}

void
tf_value_place(struct tf_value *value)
{
	if (value->parent != NULL && !value->parent->located)
		tf_value_locate(value->parent);
	if (value->end == 0 && value->text != NULL)
		value->end = tf_text_skip_value(value->text, value->start);
	if (value->source_end == 0 && value->source != NULL)
		value->source_end =
		    tf_text_skip_value(value->source, value->source_start);
}

/* ---- paths ---- */

static size_t
index_in(const struct tf_value *value)
{
	const struct tf_value *child;
	size_t index = 0;

	for (child = tf_value_first(value->parent);
	     child != NULL && child != value; child = tf_value_next(child))
		index++;
	return index;
}

void
tf_value_pointer(struct tf_buf *buf, const struct tf_value *value)
{
	size_t i;

	if (value->parent == NULL)
		return;
	tf_value_pointer(buf, value->parent);
	tf_buf_addc(buf, '/');
	if (value->key == NULL) {
		tf_buf_addf(buf, "%zu", index_in(value));
		return;
	}
	for (i = 0; i < value->key_len; i++) {
		if (value->key[i] == '~')
			tf_buf_adds(buf, "~0");
		else if (value->key[i] == '/')
			tf_buf_adds(buf, "~1");
		else
			tf_buf_addc(buf, value->key[i]);
	}
}

void
tf_value_dotted(struct tf_buf *buf, const struct tf_value *value)
{
	if (value->parent == NULL)
		return;
	tf_value_dotted(buf, value->parent);
	if (value->key == NULL) {
		tf_buf_addf(buf, "[%zu]", index_in(value));
		return;
	}
	if (value->parent->parent != NULL)
		tf_buf_addc(buf, '.');
	tf_buf_add(buf, value->key, value->key_len);
}
