/*
 * run.h - what fix and check share: rules, files, the summary.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "options.h"

int cli_fix(const struct cli_options *options);
int cli_check(const struct cli_options *options);
int cli_calls(const struct cli_options *options);
int cli_test(const struct cli_options *options);

/* The rules that the options name, or those that are found. NULL: reported. */
struct tf_rules *cli_load_rules(const struct cli_options *options);

/* What a run prints besides the summary. */
enum cli_output {
	CLI_RECORDS,  /* records on standard output, findings on error */
	CLI_FINDINGS, /* findings on standard output */
	CLI_CALLS     /* a listing of calls on standard output */
};

/* Runs all files. Returns the exit status. */
int cli_run(const struct cli_options *options, enum cli_output output);

/* Prints one call of a listing, if the options want it. */
void cli_put_call(
    const struct cli_options *options, const struct tf_call_info *call);

#endif
