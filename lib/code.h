/*
 * code.h - the codes of findings (layer: model). The table is code.def.
 */
#ifndef TF_CODE_H
#define TF_CODE_H

#include <stddef.h>

#include "toolfix.h"

#define TF_CODE(constant, name, severity, text) TF_CODE_##constant,
enum tf_code {
#include "code.def"
	TF_CODE_COUNT
};
#undef TF_CODE

struct tf_code_row {
	const char *name;
	enum tf_severity severity; /* unless a rule says otherwise */
	const char *text;          /* one line: when it is raised */
};

const struct tf_code_row *tf_code_row(enum tf_code code);

/* The code with this name, or TF_CODE_COUNT. */
enum tf_code tf_code_find(const char *name, size_t len);

#endif
