#include <stdio.h>
#include <string.h>

#include "run.h"

struct tally {
	const struct cli_options *options;
	size_t passed, failed;
	size_t parts, reached; /* of rulebooks */
};

static void
print_coverage(void *ctx, const struct tf_coverage *part)
{
	struct tally *tally = ctx;

	tally->parts++;
	tally->reached += part->reached != 0;
	if (part->reached || !tally->options->coverage)
		return;
	printf(
	    "%s:%zu: no test reaches %s ", part->file, part->line, part->what);
	cli_put_shown(stdout, part->name);
	if (part->tool.bytes != NULL) {
		fputs(" of tool ", stdout);
		cli_put_shown(stdout, part->tool);
	}
	fputc('\n', stdout);
}

/* Nothing to reach is all reached. */
static unsigned
percent(const struct tally *tally)
{
	return tally->parts > 0 ?
	    (unsigned)(100 * tally->reached / tally->parts) :
	    100;
}

static void
print_result(void *ctx, const struct tf_test_result *result)
{
	struct tally *tally = ctx;
	const char *line = result->why;

	if (result->passed) {
		tally->passed++;
		return;
	}
	tally->failed++;
	printf("%s:%zu: failed: %s: %s\n", result->file, result->line,
	    result->tool, result->name);
	while (*line != '\0') {
		size_t len = strcspn(line, "\n");

		printf("    %.*s\n", (int)len, line);
		line += len + (line[len] == '\n');
	}
}

int
cli_test(const struct cli_options *options)
{
	struct tf_rules *rules = cli_load_rules(options);
	struct tally tally = {.options = options};
	const struct tf_test_sink sink = {
	    .ctx = &tally, .done = print_result, .covered = print_coverage};
	struct tf_errors errors = {0};
	int status;

	if (options->file_count > 0) {
		cli_error("test takes no FILE; rulebooks are named with "
			  "--rules");
		tf_rules_free(rules);
		return 2;
	}
	if (rules == NULL)
		return 2;
	status = tf_rules_test(rules, &sink, &errors) != 0 ? 2 : 0;
	cli_errors(&errors);
	tf_errors_release(&errors);
	tf_rules_free(rules);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		cli_error("standard output cannot be written");
		return 2;
	}
	if (!options->quiet && status == 0)
		fprintf(stderr, "toolfix: %zu %s passed, %zu failed\n",
		    tally.passed, tally.passed == 1 ? "test" : "tests",
		    tally.failed);
	if (!options->quiet && status == 0 && options->coverage)
		fprintf(stderr, "toolfix: %zu of %zu parts reached (%u %%)\n",
		    tally.reached, tally.parts, percent(&tally));
	if (status == 0 && percent(&tally) < options->min_coverage) {
		cli_error("tests reach %u %% of the rules, less than %u %%",
		    percent(&tally), options->min_coverage);
		return 1;
	}
	return status != 0 ? status : tally.failed > 0;
}
