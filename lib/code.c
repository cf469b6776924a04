#include "code.h"

#include <string.h>

#define TF_CODE(constant, n, s, t) \
	[TF_CODE_##constant] = {.name = n, .severity = s, .text = t},
static const struct tf_code_row rows[TF_CODE_COUNT] = {
#include "code.def"
};
#undef TF_CODE

const struct tf_code_row *
tf_code_row(enum tf_code code)
{
	return &rows[code];
}

enum tf_code
tf_code_find(const char *name, size_t len)
{
	int code;

	for (code = 0; code < TF_CODE_COUNT; code++)
		if (strlen(rows[code].name) == len &&
		    memcmp(rows[code].name, name, len) == 0)
			break;
	return (enum tf_code)code;
}

const char *
tf_severity_name(enum tf_severity severity)
{
	static const char *const names[] = {
	    [TF_OFF] = "off",
	    [TF_WARNING] = "warning",
	    [TF_FIX] = "fix",
	    [TF_ERROR] = "error",
	};

	return names[severity];
}
