/*
 * report.h - how findings are printed. Each format is a row of a table.
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdio.h>

#include "options.h"

/* Where a report goes, and how it looks. */
struct cli_report {
	FILE *out;
	bool color;   /* escape sequences for colours */
	bool excerpt; /* the place in its line, with carets */
};

void cli_report_text(
    const struct cli_report *report, const struct tf_finding *finding);
void cli_report_json(
    const struct cli_report *report, const struct tf_finding *finding);

#endif
