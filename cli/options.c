#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	FIRST_LONG = 256,
	RUNS = CLI_FIX | CLI_CHECK,
	READS = RUNS | CLI_LIST,
	ALL = READS | CLI_TEST
};

#define TF_OPTION(constant, letter, name, argument, commands, help) \
	OPTION_##constant,
enum option_index {
#include "options.def"
	OPTION_COUNT
};
#undef TF_OPTION

struct row {
	char letter;
	const char *name, *argument;
	unsigned commands;
	const char *help;
};

#define TF_OPTION(constant, l, n, a, c, h) \
	[OPTION_##constant] = {            \
	    .letter = l, .name = n, .argument = a, .commands = c, .help = h},
static const struct row rows[OPTION_COUNT] = {
#include "options.def"
};
#undef TF_OPTION

/* ---- messages ---- */

void
cli_error(const char *format, ...)
{
	va_list args;

	char text[2048];
	struct tf_slice slice = {text, 0};

	/* names of files and values of options come from outside */
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	slice.len = strlen(text);
	fputs("toolfix: ", stderr);
	cli_put_shown(stderr, slice);
	fputc('\n', stderr);
}

void
cli_errors(const struct tf_errors *errors)
{
	const struct tf_error *error;
	size_t i;

	for (i = 0; i < errors->count; i++) {
		error = &errors->items[i];
		if (error->file == NULL)
			cli_error("%s", error->text);
		else if (error->line == 0)
			cli_error("%s: %s", error->file, error->text);
		else if (error->column == 0)
			cli_error("%s:%zu: %s", error->file, error->line,
			    error->text);
		else
			cli_error("%s:%zu:%zu: %s", error->file, error->line,
			    error->column, error->text);
	}
}

static void
put_bytes(void *ctx, const char *bytes, size_t len)
{
	fwrite(bytes, 1, len, ctx);
}

void
cli_put_shown(FILE *out, struct tf_slice text)
{
	tf_show(text, put_bytes, out);
}

static int
usage(void)
{
	fputs("Try 'toolfix --help'.\n", stderr);
	return 2;
}

static void
print_help(void)
{
	const struct cli_command *command;
	char left[64];
	size_t i;

	printf("usage: toolfix [COMMAND] [OPTION]... [FILE]...\n\n"
	       "Finds the tool calls in recorded JSON, cleans what can be "
	       "cleaned without\nguessing, and says exactly what is wrong with "
	       "the rest. With no FILE, or with -,\nstandard input is read.\n\n"
	       "Commands:\n");
	for (command = cli_commands; command->name != NULL; command++)
		printf("  %-10s %s\n", command->name, command->help);
	printf("\nOptions:\n");
	for (i = 0; i < OPTION_COUNT; i++) {
		snprintf(left, sizeof(left), "%c%c%s --%s%s%s",
		    rows[i].letter != 0 ? '-' : ' ',
		    rows[i].letter != 0 ? rows[i].letter : ' ',
		    rows[i].letter != 0 ? "," : " ", rows[i].name,
		    rows[i].argument != NULL ? " " : "",
		    rows[i].argument != NULL ? rows[i].argument : "");
		printf("  %-34s %s\n", left, rows[i].help);
	}
	printf("\nExit status: 0 nothing is wrong, 1 something is wrong with "
	       "the data, 2 toolfix\ncould not do its work. See toolfix(1) and "
	       "toolfix-rulebook(5).\n");
}

/* ---- "did you mean" ---- */

static void
unknown_word(const char *what, const char *dashes, const char *word,
    const struct tf_slice *names, size_t count)
{
	const struct tf_slice *near =
	    tf_suggest((struct tf_slice){word, strlen(word)}, names, count);

	if (near != NULL)
		cli_error("unknown %s %s%s; did you mean %s%s?", what, dashes,
		    word, dashes, near->bytes);
	else
		cli_error("unknown %s %s%s", what, dashes, word);
}

static void
unknown_option(const char *argument)
{
	struct tf_slice names[OPTION_COUNT];
	char word[64];
	size_t i;

	if (argument == NULL || strncmp(argument, "--", 2) != 0) {
		cli_error("unknown option -%c", optopt);
		return;
	}
	snprintf(word, sizeof(word), "%s", argument + 2);
	word[strcspn(word, "=")] = '\0';
	for (i = 0; i < OPTION_COUNT; i++)
		names[i] =
		    (struct tf_slice){rows[i].name, strlen(rows[i].name)};
	unknown_word("option", "--", word, names, OPTION_COUNT);
}

/*
 * The first word is a command where it names one. Another word that looks like
 * one, and is no file, was most likely meant as one.
 */
static const struct cli_command *
find_command(const char *word)
{
	struct tf_slice names[16];
	const struct cli_command *command;
	size_t count = 0;

	for (command = cli_commands; command->name != NULL; command++) {
		if (strcmp(command->name, word) == 0)
			return command;
		names[count++] =
		    (struct tf_slice){command->name, strlen(command->name)};
	}
	if (word[0] == '-' || strpbrk(word, "./") != NULL ||
	    access(word, F_OK) == 0)
		return &cli_commands[0];
	unknown_word("command or file", "", word, names, count);
	return NULL;
}

/* ---- values of options ---- */

static int
one_of(const char *option, const char *value, const char *const *words)
{
	char list[128] = "";
	int i;

	for (i = 0; words[i] != NULL; i++) {
		if (strcmp(words[i], value) == 0)
			return i;
		snprintf(list + strlen(list), sizeof(list) - strlen(list),
		    "%s%s", i > 0 ? ", " : "", words[i]);
	}
	cli_error("--%s must be one of %s, not \"%s\"", option, list, value);
	return -1;
}

static int
add_scope(struct cli_options *options, char *text)
{
	char *equals = strchr(text, '=');

	if (equals == NULL || equals == text) {
		cli_error("--scope wants NAME=VALUE, not \"%s\"", text);
		return -1;
	}
	*equals = '\0';
	options->scope[options->scope_count++] =
	    (struct tf_scope_value){text, equals + 1};
	return 0;
}

static int
read_number(const char *option, const char *text, long least, long most,
    unsigned *number)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (errno != 0 || *end != '\0' || end == text || n < least ||
	    n > most) {
		cli_error("--%s must be a number from %ld to %ld, not \"%s\"",
		    option, least, most, text);
		return -1;
	}
	*number = (unsigned)n;
	return 0;
}

static int
read_color(struct cli_options *options, const char *text)
{
	static const char *const words[] = {"auto", "always", "never", NULL};
	int word = one_of("color", text, words);

	if (word >= 0)
		options->color = (enum cli_color)word;
	return word < 0 ? -1 : 0;
}

static int
check_shape(const char *value)
{
	const struct tf_slice *names;
	const size_t count = tf_shape_names(&names);
	size_t i;

	for (i = 0; i < count; i++)
		if (strcmp(names[i].bytes, value) == 0)
			return 0;
	unknown_word("shape", "", value, names, count);
	return -1;
}

static int
take_option(struct cli_options *options, int index, char *value)
{
	static const char *const formats[] = {"text", "json", NULL};
	static const char *const levels[] = {"error", "fix", "warning", NULL};
	static const enum tf_severity severities[] = {
	    TF_ERROR, TF_FIX, TF_WARNING};
	int word;

	switch (index) {
	case OPTION_RULES:
		options->rules[options->rules_count++] = value;
		return 0;
	case OPTION_TOOLS:
		if (strcmp(value, "record") == 0)
			options->record_tools = true;
		else
			options->tools[options->tools_count++] = value;
		return 0;
	case OPTION_TOOL:
		options->tool = value;
		return 0;
	case OPTION_SHAPE:
		options->shape = value;
		return check_shape(value);
	case OPTION_COVERAGE:
		options->coverage = true;
		return 0;
	case OPTION_MIN_COVERAGE:
		return read_number(
		    "min-coverage", value, 0, 100, &options->min_coverage);
	case OPTION_FAILED:
		options->failed = true;
		return 0;
	case OPTION_TABLE:
		options->table = true;
		return 0;
	case OPTION_SCOPE:
		return add_scope(options, value);
	case OPTION_FORMAT:
		word = one_of("format", value, formats);
		options->format = (enum cli_format)word;
		return word < 0 ? -1 : 0;
	case OPTION_JOBS:
		return read_number("jobs", value, 1, 256, &options->jobs);
	case OPTION_QUIET:
		options->quiet = true;
		return 0;
	case OPTION_COLOR:
		return read_color(options, value);
	case OPTION_FAIL_ON:
		word = one_of("fail-on", value, levels);
		if (word >= 0)
			options->fail_on = severities[word];
		return word < 0 ? -1 : 0;
	default:
		return 0;
	}
}

/* ---- the command line ---- */

static void
make_getopt(struct option *longs, char *shorts)
{
	size_t i;

	*shorts++ = ':';
	for (i = 0; i < OPTION_COUNT; i++) {
		longs[i] = (struct option){.name = rows[i].name,
		    .has_arg = rows[i].argument != NULL,
		    .val = FIRST_LONG + (int)i};
		if (rows[i].letter == 0)
			continue;
		*shorts++ = rows[i].letter;
		if (rows[i].argument != NULL)
			*shorts++ = ':';
	}
	longs[OPTION_COUNT] = (struct option){0};
	*shorts = '\0';
}

static int
index_of(int got)
{
	int i;

	if (got >= FIRST_LONG)
		return got - FIRST_LONG;
	for (i = 0; i < OPTION_COUNT; i++)
		if (rows[i].letter == got)
			return i;
	return -1;
}

/* Returns 0, or the exit status. seen: bits of the options that were given. */
static int
read_options(
    struct cli_options *options, int argc, char **argv, unsigned long *seen)
{
	struct option longs[OPTION_COUNT + 1];
	char shorts[2 * OPTION_COUNT + 2];
	int got, index;

	make_getopt(longs, shorts);
	while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (got == '?') {
			if (optopt >= FIRST_LONG)
				cli_error("--%s takes no value",
				    rows[optopt - FIRST_LONG].name);
			else
				unknown_option(
				    optopt == 0 ? argv[optind - 1] : NULL);
			return usage();
		}
		if (got == ':') {
			cli_error("%s wants a value", argv[optind - 1]);
			return usage();
		}
		index = index_of(got);
		*seen |= 1ul << index;
		if (take_option(options, index, optarg) != 0)
			return 2;
	}
	return 0;
}

static int
check_seen(const struct cli_options *options, unsigned long seen)
{
	size_t i;

	for (i = 0; i < OPTION_COUNT; i++) {
		if ((seen & 1ul << i) == 0 ||
		    (rows[i].commands & options->command->bit) != 0)
			continue;
		cli_error("%s does not take --%s", options->command->name,
		    rows[i].name);
		return usage();
	}
	return 0;
}

/* no-color.org: any value but the empty one means no colours. */
static enum cli_color
default_color(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return (no == NULL || *no == '\0') && term != NULL &&
		strcmp(term, "dumb") != 0 ?
	    CLI_COLOR_AUTO :
	    CLI_COLOR_NEVER;
}

static int
flushed(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	cli_error("standard output: %s", strerror(errno));
	return 2;
}

int
cli_parse(struct cli_options *options, int argc, char **argv)
{
	unsigned long seen = 0;
	int status;

	*options = (struct cli_options){.jobs = 1, .color = default_color()};
	options->rules = calloc((size_t)argc, sizeof(*options->rules));
	options->scope = calloc((size_t)argc, sizeof(*options->scope));
	options->tools = calloc((size_t)argc, sizeof(*options->tools));
	if (options->rules == NULL || options->scope == NULL ||
	    options->tools == NULL) {
		cli_error("out of memory");
		return 2;
	}
	status = read_options(options, argc, argv, &seen);
	if (status != 0)
		return status;
	options->command = &cli_commands[0];
	options->files = argv + optind;
	options->file_count = (size_t)(argc - optind);
	if (seen & 1ul << OPTION_HELP) {
		print_help();
		return flushed();
	}
	if (seen & 1ul << OPTION_VERSION) {
		printf("toolfix %s\n", tf_version());
		return flushed();
	}
	if (options->file_count > 0) {
		options->command = find_command(options->files[0]);
		if (options->command == NULL)
			return usage();
		if (strcmp(options->command->name, options->files[0]) == 0) {
			options->files++;
			options->file_count--;
		}
	}
	if (options->fail_on == TF_OFF)
		options->fail_on = options->command->fail_on;
	status = check_seen(options, seen);
	return status != 0 ? status : -1;
}

void
cli_options_release(struct cli_options *options)
{
	free(options->rules);
	free(options->tools);
	free(options->scope);
}
