/*
 * run.h - what fix and check share: rules, files, the summary.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "options.h"

int cli_fix(const struct cli_options *options);
int cli_check(const struct cli_options *options);
int cli_test(const struct cli_options *options);

/* The rules that the options name, or those that are found. NULL: reported. */
struct tf_rules *cli_load_rules(const struct cli_options *options);

/*
 * Runs all files. fixed: the records, cleaned, go to standard output and the
 * findings to standard error; else the findings go to standard output. Returns
 * the exit status.
 */
int cli_run(const struct cli_options *options, bool fixed);

#endif
