#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "embed.h"
#include "error.h"
#include "words.h"

/* ---- writing ---- */

/* The items of the array as variables: names, then those mentioned. */
static void
write_variables(struct tf_buf *buf, const char *names, unsigned mentions)
{
	size_t i;

	tf_buf_addf(buf, ". as [%s", names);
	for (i = 0; i < TF_VARIABLES; i++)
		if (mentions & tf_variables[i].mention)
			tf_buf_addf(buf, ", $%s", tf_variables[i].name);
	tf_buf_adds(buf, "] |\n");
}

/*
 * What TF_PROGRAM_WARM runs: the use of a regular expression. The calls of
 * definitions behind it are never reached; they are here because libjq does
 * not look into a definition that nobody calls.
 */
static void
write_warm(struct tf_buf *buf, const struct tf_filters *filters)
{
	const struct tf_definition *known = filters->known;
	size_t i, k;

	tf_buf_adds(buf, "(\"\" | test(\"\")), (empty");
	for (i = 0; i < filters->known_count; i++) {
		tf_buf_addf(buf, " | %.*s", (int)known[i].name.len,
		    known[i].name.bytes);
		for (k = 0; k < known[i].parameters; k++)
			tf_buf_adds(buf, k == 0 ? "(." : "; .");
		if (k > 0)
			tf_buf_addc(buf, ')');
	}
	tf_buf_addc(buf, ')');
}

/* Picks one of the filters from first up to end, by halves. */
static void
write_choice(struct tf_buf *buf, size_t first, size_t end)
{
	size_t middle = first + (end - first) / 2;

	if (end - first == 1) {
		tf_buf_addf(buf, "__f%zu", first);
		return;
	}
	tf_buf_addf(buf, "if $__filter < %zu then ", middle);
	write_choice(buf, first, middle);
	tf_buf_adds(buf, " else ");
	write_choice(buf, middle, end);
	tf_buf_adds(buf, " end");
}

static size_t
count_lines(const struct tf_buf *buf)
{
	size_t i, lines = 0;

	for (i = 0; i < buf->len; i++)
		lines += buf->bytes[i] == '\n';
	return lines;
}

void
tf_program_write(struct tf_program *program, const struct tf_filters *filters,
    size_t first, size_t end)
{
	const struct tf_filter *defs = &filters->defs;
	struct tf_buf *buf = &program->text;
	size_t i;

	program->filters = filters;
	program->first = first;
	program->end = end;
	tf_buf_reset(buf);
	tf_buf_add(buf, tf_prelude, tf_prelude_len);
	write_variables(
	    buf, "$__filter, $__input", tf_filters_variables(filters));
	program->defs_line = count_lines(buf) + 1;
	if (defs->text != NULL)
		tf_buf_addf(buf, "%s\n", defs->text);
	program->first_line = program->defs_line + defs->lines;
	for (i = first; i < end; i++)
		tf_buf_addf(
		    buf, "def __f%zu: (\n%s\n);\n", i, filters->items[i].text);
	tf_buf_adds(buf, "$__input | if $__filter < 0 then ");
	write_warm(buf, filters);
	tf_buf_adds(buf, "\nelse ");
	if (first < end)
		write_choice(buf, first, end);
	else
		tf_buf_adds(buf, "empty");
	tf_buf_adds(buf, " end\n");
}

void
tf_program_write_alone(
    struct tf_program *program, const struct tf_filters *filters, int filter)
{
	const struct tf_filter *it = &filters->items[filter];
	unsigned mentions = tf_filters_mentions(filters, filter);
	struct tf_buf *buf = &program->text;

	tf_buf_reset(buf);
	tf_buf_add(buf, tf_prelude, tf_prelude_len);
	if (mentions != 0)
		write_variables(buf, "$__input", mentions);
	if (it->calls)
		tf_buf_addf(buf, "%s\n", filters->defs.text);
	tf_buf_addf(
	    buf, "%s(\n%s\n)\n", mentions != 0 ? "$__input | " : "", it->text);
}

void
tf_program_release(struct tf_program *program)
{
	tf_buf_release(&program->text);
}

/* ---- what libjq says of it ---- */

/*
 * The filter (or the definitions) that has this line of the program, or NULL.
 * *filter_line is the line in its own text, from 1; one more than there are
 * for the bracket behind it.
 */
static const struct tf_filter *
find_filter(const struct tf_program *program, size_t line, size_t *filter_line)
{
	const struct tf_filters *filters = program->filters;
	const struct tf_filter *filter = &filters->defs;
	size_t start = program->defs_line, i;

	if (line >= start && line < start + filter->lines) {
		*filter_line = line - start + 1;
		return filter;
	}
	start = program->first_line + 1;
	for (i = program->first; i < program->end; i++) {
		filter = &filters->items[i];
		if (line >= start && line <= start + filter->lines) {
			*filter_line = line - start + 1;
			return filter;
		}
		start += filter->lines + 2;
	}
	return NULL;
}

/* Cuts a text before the last occurrence of a mark; returns what follows. */
static const char *
cut(struct tf_buf *text, const char *mark)
{
	char *at, *last = NULL;

	for (at = text->bytes; (at = strstr(at, mark)) != NULL; at++)
		last = at;
	if (last == NULL)
		return NULL;
	*last = '\0';
	text->len = (size_t)(last - text->bytes);
	return last + strlen(mark);
}

/*
 * Leaves the words of a message, without where they are about (which is
 * returned: a line of the program, 0 if none), the lines quoted, and advice on
 * shells.
 */
static size_t
take_words(struct tf_buf *words)
{
	const char *after = cut(words, " at <top-level>, line ");
	size_t line = 0;

	if (after != NULL)
		line = (size_t)strtoull(after, NULL, 10);
	else
		(void)cut(words, "\n<unknown location>");
	(void)cut(words, " (Unix shell quoting issues?)");
	(void)cut(words, ", expecting ");
	if (cut(words, " (while parsing '") != NULL)
		(void)cut(words, " at line ");
	return line;
}

/* libjq has names of its own for labels, and sees brackets that are ours. */
static void
translate(struct tf_buf *words, bool behind_filter)
{
	static const char label[] = "$*label-", syntax[] = "syntax error, ";
	struct tf_buf label_words = {NULL, 0, 0};

	if (strncmp(words->bytes, label, sizeof(label) - 1) == 0) {
		tf_buf_addf(&label_words, "label $%s",
		    words->bytes + sizeof(label) - 1);
		tf_buf_release(words);
		*words = label_words;
	} else if (behind_filter &&
	    strncmp(words->bytes, syntax, sizeof(syntax) - 1) == 0) {
		tf_buf_reset(words);
		tf_buf_addf(words, "%sunexpected end of the filter", syntax);
	}
}

bool
tf_program_report(const struct tf_program *program, const char *message,
    struct tf_errors *errors)
{
	static const char prefix[] = "jq: error: ", syntax[] = "syntax error";
	const struct tf_filters *filters = program->filters;
	const struct tf_filter *filter;
	struct tf_filter_place at = {NULL, 0, 0, NULL};
	struct tf_buf words = {NULL, 0, 0};
	size_t line, filter_line = 1;
	bool more;

	/* "jq: 2 compile errors" */
	if (strncmp(message, prefix, sizeof(prefix) - 1) != 0)
		return true;
	tf_buf_adds(&words, message + sizeof(prefix) - 1);
	line = take_words(&words);
	filter = find_filter(program, line, &filter_line);
	if (filter == NULL && program->end - program->first == 1)
		filter = &filters->items[program->first];
	if (filter != NULL) {
		translate(&words, filter_line > filter->lines);
		if (filter_line > filter->lines)
			filter_line = filter->lines;
		at = tf_filter_at(filter, filter_line, 0);
	} else if (program->first < program->end) {
		at.file = filters->items[program->first].place.file;
	}
	tf_errors_add(errors, at.file, at.line, at.column, "%s: %s",
	    filter == NULL ? "the filters do not compile together" :
		filter == &filters->defs ? "the definitions do not compile" :
					   "the filter does not compile",
	    words.bytes);
	more = strncmp(words.bytes, syntax, sizeof(syntax) - 1) != 0;
	tf_buf_release(&words);
	return more;
}
