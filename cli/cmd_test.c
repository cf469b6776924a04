#include <stdio.h>
#include <string.h>

#include "run.h"

struct tally {
	const struct cli_options *options;
	size_t passed, failed;
};

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
	status =
	    tf_rules_test(rules, print_result, &tally, &errors) != 0 ? 2 : 0;
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
	return status != 0 ? status : tally.failed > 0;
}
