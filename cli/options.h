/*
 * options.h - the command line as a struct.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "toolfix.h"

struct cli_command;

enum cli_format { CLI_TEXT, CLI_JSON };

enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };

struct cli_options {
	const struct cli_command *command;
	const char **rules;
	size_t rules_count;
	const char **tools; /* files of tool definitions */
	size_t tools_count;
	bool record_tools;
	const char *tool;
	struct tf_scope_value *scope;
	size_t scope_count;
	enum cli_format format;
	unsigned jobs;
	bool quiet;
	bool failed, table; /* calls: only those that failed; for reading */
	const char *shape;
	bool coverage;         /* test: say what no test reached */
	unsigned min_coverage; /* test: in percent */
	enum cli_color color;
	enum tf_severity fail_on; /* TF_OFF: the command's own */
	char **files;
	size_t file_count;
};

/* A command. The table of them is in main.c. */
struct cli_command {
	const char *name, *help;
	unsigned bit;             /* which options it takes */
	enum tf_severity fail_on; /* what makes its exit status 1 */
	int (*run)(const struct cli_options *options);
};

enum { CLI_FIX = 1, CLI_CHECK = 2, CLI_TEST = 4, CLI_LIST = 8 };

extern const struct cli_command cli_commands[];

/*
 * Parses the command line. Returns -1 where the command is to be run, else the
 * exit status: help or the version was printed, or the usage was wrong.
 */
int cli_parse(struct cli_options *options, int argc, char **argv);
void cli_options_release(struct cli_options *options);

/* ---- messages of toolfix itself, on standard error ---- */

/* "toolfix: TEXT". */
void cli_error(const char *format, ...) TF_PRINTF(1, 2);

/* Text of data, made fit for a terminal. */
void cli_put_shown(FILE *out, struct tf_slice text);

/* Each of a list, as "toolfix: FILE:LINE:COLUMN: TEXT". */
void cli_errors(const struct tf_errors *errors);

#endif
