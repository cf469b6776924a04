/*
 * json.h - writing JSON for reports and listings.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdio.h>

#include "toolfix.h"

/* A string with its quotes; everything that must be escaped is. */
void cli_json_string(FILE *out, const char *bytes, size_t len);

/* ,"name": and a string, or null where bytes is NULL. */
void cli_json_slice(FILE *out, const char *name, struct tf_slice slice);
void cli_json_text(FILE *out, const char *name, const char *text);

/* ,"name": and a number. */
void cli_json_number(FILE *out, const char *name, uint64_t number);

/* ,"name": and JSON text as it is, in one line; null where bytes is NULL. */
void cli_json_raw(FILE *out, const char *name, struct tf_slice json);

/* ,"name": and true, false or null, for how a call went: failed? */
void cli_json_went(FILE *out, const char *name, enum tf_went went);

#endif
