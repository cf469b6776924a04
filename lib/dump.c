#include "utf8.h"
#include "value.h"

static void
dump_children(struct tf_buf *buf, const struct tf_value *value)
{
	const struct tf_value *child;
	bool comma = false;

	for (child = tf_value_first(value); child != NULL;
	     child = tf_value_next(child)) {
		if (comma)
			tf_buf_addc(buf, ',');
		comma = true;
		if (child->key != NULL) {
			tf_json_quote(buf, child->key, child->key_len);
			tf_buf_addc(buf, ':');
		}
		tf_value_dump(buf, child);
	}
}

void
tf_value_dump(struct tf_buf *buf, const struct tf_value *value)
{
	switch ((enum tf_type)value->type) {
	case TF_NULL:
		tf_buf_adds(buf, "null");
		break;
	case TF_BOOLEAN:
		tf_buf_adds(buf, value->boolean ? "true" : "false");
		break;
	case TF_NUMBER:
		tf_buf_add(buf, value->bytes, value->len);
		break;
	case TF_STRING:
		tf_json_quote(buf, value->bytes, value->len);
		break;
	case TF_ARRAY:
		tf_buf_addc(buf, '[');
		dump_children(buf, value);
		tf_buf_addc(buf, ']');
		break;
	case TF_OBJECT:
		tf_buf_addc(buf, '{');
		dump_children(buf, value);
		tf_buf_addc(buf, '}');
		break;
	}
}
