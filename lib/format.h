/*
 * format.h - the formats of strings that are checked (layer: base).
 *
 * Each is the grammar of its standard and nothing more: no name is looked up
 * anywhere. Formats that are not here are annotations.
 */
#ifndef TF_FORMAT_H
#define TF_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct tf_format {
	const char *name;
	bool (*accepts)(const char *bytes, size_t len);
	bool idn;         /* tf_host_labels_match() has to be asked too */
	const char *what; /* for sentences: "a date, as 2024-12-31" */
};

/* The format with this name, or NULL where it is not checked. */
const struct tf_format *tf_format_find(const char *name, size_t len);

#endif
