#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

/* How findings are printed, by --format. */
static void (*const formats[])(
    const struct cli_report *report, const struct tf_finding *finding) = {
    [CLI_TEXT] = cli_report_text,
    [CLI_JSON] = cli_report_json,
};

struct state {
	const struct cli_options *options;
	struct cli_report report;
	int write_error; /* an errno of standard output */
	bool stuck;      /* a filter runs on */
};

/* ---- what the run calls back ---- */

static int
write_output(void *ctx, const char *bytes, size_t len)
{
	struct state *state = ctx;
	ssize_t n;

	/* the findings of these records come before them */
	fflush(stderr);
	while (len > 0) {
		n = write(STDOUT_FILENO, bytes, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			state->write_error = errno;
			return -1;
		}
		bytes += n;
		len -= (size_t)n;
	}
	return 0;
}

static int
print_finding(void *ctx, const struct tf_finding *finding)
{
	struct state *state = ctx;

	if (state->options->quiet && finding->severity != TF_ERROR)
		return 0;
	formats[state->options->format](&state->report, finding);
	if (ferror(state->report.out) && state->report.out == stdout) {
		state->write_error = errno != 0 ? errno : EIO;
		return -1;
	}
	return 0;
}

static int
list_call(void *ctx, const struct tf_call_info *call)
{
	struct state *state = ctx;

	cli_put_call(state->options, call);
	if (!ferror(stdout))
		return 0;
	state->write_error = errno != 0 ? errno : EIO;
	return -1;
}

/* ---- rules ---- */

struct tf_rules *
cli_load_rules(const struct cli_options *options)
{
	struct tf_rules *rules = tf_rules_new();
	struct tf_errors errors = {0};
	bool failed = false;
	size_t i;

	for (i = 0; i < options->rules_count; i++)
		failed |= tf_rules_add(rules, options->rules[i], &errors) != 0;
	for (i = 0; i < options->tools_count; i++)
		failed |=
		    tf_rules_add_tools(rules, options->tools[i], &errors) != 0;
	/* tools are contracts enough */
	if (options->rules_count == 0 && options->tools_count == 0 &&
	    !options->record_tools)
		failed |= tf_rules_find(rules, &errors) != 0;
	cli_errors(&errors);
	tf_errors_release(&errors);
	if (!failed)
		return rules;
	tf_rules_free(rules);
	return NULL;
}

/* ---- the summary ---- */

static void
put_count(unsigned long long n, const char *one, const char *many)
{
	fprintf(stderr, "%llu %s", n, n == 1 ? one : many);
}

static void
name_tools(const struct tf_run *run)
{
	const struct tf_slice *names;
	size_t count = tf_run_other_tools(run, &names), i;

	fputs("toolfix: no call with a rule was found", stderr);
	for (i = 0; i < count; i++) {
		fputs(i > 0 ? ", " : "; tools seen: ", stderr);
		cli_put_shown(stderr, names[i]);
	}
	fputc('\n', stderr);
}

static void
put_more(unsigned long long n, const char *one, const char *many)
{
	if (n == 0)
		return;
	fputs(", ", stderr);
	put_count(n, one, many);
}

static void
print_summary(const struct tf_run *run, enum cli_output output)
{
	const struct tf_stats *stats = tf_run_stats(run);
	unsigned long long calls = stats->calls;

	if (output == CLI_CALLS)
		calls += stats->other_calls;
	else if (stats->calls == 0)
		name_tools(run);
	fputs("toolfix: ", stderr);
	put_count(calls, "call", "calls");
	fputs(" in ", stderr);
	put_count(stats->records, "record", "records");
	fputs(" of ", stderr);
	put_count(stats->files, "file", "files");
	if (output != CLI_CALLS) {
		fputs(", ", stderr);
		put_count(stats->errors, "error", "errors");
		put_more(stats->warnings, "warning", "warnings");
		fprintf(stderr, ", %llu %s", (unsigned long long)stats->fixes,
		    output == CLI_RECORDS ? "fixed" : "to fix");
	}
	put_more(stats->copies, "copy", "copies");
	put_more(stats->fragments, "streamed fragment skipped",
	    "streamed fragments skipped");
	fputc('\n', stderr);
}

static int
judge(const struct cli_options *options, const struct tf_stats *stats)
{
	if (stats->errors > 0)
		return 1;
	if (options->fail_on <= TF_FIX && stats->fixes > 0)
		return 1;
	return options->fail_on <= TF_WARNING && stats->warnings > 0;
}

/* ---- files ---- */

/* Returns 0; 1 to go on with the next file; 2 to stop. */
static int
run_file(struct tf_run *run, const char *name)
{
	struct tf_errors errors = {0};
	bool is_stdin = strcmp(name, "-") == 0;
	int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	int result;

	if (fd < 0) {
		cli_error("%s: %s", name, strerror(errno));
		return 1;
	}
	result = tf_run_fd(run, fd, is_stdin ? "<stdin>" : name, &errors);
	if (!is_stdin)
		close(fd);
	cli_errors(&errors);
	if (result != 0)
		result = errors.count > 0 && errors.items[0].file != NULL &&
			strcmp(errors.items[0].file, name) == 0 ?
		    1 :
		    2;
	tf_errors_release(&errors);
	return result;
}

static int
run_files(struct tf_run *run, const struct cli_options *options)
{
	static const char *const none[] = {"-"};
	int status = 0, result;
	size_t i;

	if (options->file_count == 0)
		return run_file(run, none[0]) != 0 ? 2 : 0;
	for (i = 0; i < options->file_count; i++) {
		result = run_file(run, options->files[i]);
		if (result != 0)
			status = 2;
		if (result == 2)
			break;
	}
	return status;
}

/* What was printed must have arrived. */
static int
close_output(const struct state *state, int status)
{
	int error = state->write_error;

	if (error == 0 && fflush(stdout) != 0)
		error = errno;
	if (error == 0 && close(STDOUT_FILENO) != 0)
		error = errno;
	if (error == 0)
		return status;
	cli_error("standard output: %s", strerror(error));
	return 2;
}

static void
settle_report(struct state *state, enum cli_output output)
{
	const struct cli_options *options = state->options;
	FILE *out = output == CLI_RECORDS ? stderr : stdout;

	state->report.out = out;
	if (out == stderr && !isatty(STDERR_FILENO))
		setvbuf(stderr, NULL, _IOFBF, 64 * 1024);
	state->report.excerpt =
	    options->format == CLI_TEXT && isatty(fileno(out));
	state->report.color = options->color == CLI_COLOR_ALWAYS ||
	    (options->color == CLI_COLOR_AUTO && state->report.excerpt);
}

/* Returns the exit status of the run alone. */
static int
run_all(
    struct state *state, const struct tf_rules *rules, enum cli_output output)
{
	const struct cli_options *options = state->options;
	const struct tf_sink sink = {.ctx = state,
	    .output = output == CLI_RECORDS ? write_output : NULL,
	    .finding = output == CLI_CALLS ? NULL : print_finding,
	    .call = output == CLI_CALLS ? list_call : NULL};
	const struct tf_options run_options = {
	    .tool = output == CLI_CALLS ? NULL : options->tool,
	    .scope = options->scope,
	    .scope_count = options->scope_count,
	    .record_tools = options->record_tools,
	    .scope_object = getenv("TOOLFIX_SCOPE"),
	    .jobs = options->jobs};
	struct tf_errors errors = {0};
	struct tf_run *run = tf_run_new(rules, &run_options, &sink, &errors);
	int status = 2;

	cli_errors(&errors);
	tf_errors_release(&errors);
	if (run == NULL)
		return 2;
	status = run_files(run, options);
	/* what is found comes before the summary, and must have arrived */
	if (fflush(stdout) != 0 && state->write_error == 0)
		state->write_error = errno;
	if (state->write_error == 0 && status == 0 && output != CLI_CALLS)
		status = judge(options, tf_run_stats(run));
	/* a stream of JSON has no other lines in it */
	if (!options->quiet && state->write_error == 0 &&
	    (output != CLI_RECORDS || options->format == CLI_TEXT) &&
	    (status != 2 || tf_run_stats(run)->records > 0))
		print_summary(run, output);
	state->stuck = tf_run_stuck(run);
	tf_run_free(run);
	return status;
}

int
cli_run(const struct cli_options *options, enum cli_output output)
{
	struct tf_rules *rules = cli_load_rules(options);
	struct state state = {.options = options};
	int status;

	if (rules == NULL)
		return 2;
	settle_report(&state, output);
	status = close_output(&state, run_all(&state, rules, output));
	/* a filter still runs, with the rules it was given */
	if (state.stuck) {
		fflush(stderr);
		_Exit(status);
	}
	tf_rules_free(rules);
	return status;
}

int
cli_fix(const struct cli_options *options)
{
	return cli_run(options, CLI_RECORDS);
}

int
cli_check(const struct cli_options *options)
{
	return cli_run(options, CLI_FINDINGS);
}

int
cli_calls(const struct cli_options *options)
{
	return cli_run(options, CLI_CALLS);
}
