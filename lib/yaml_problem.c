#include "yaml_problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <yaml.h>

#include "buf.h"
#include "error.h"
#include "utf8.h"

/* One of libyaml's problems. */
struct problem {
	const char *name;   /* how libyaml puts it */
	bool at_context;    /* its place is where the thing started */
	const char *text;   /* what to say */
	size_t shown;       /* then this many characters from the place, */
	const char *after;  /* and this */
	const char *opened; /* then what it stands in, with its line */
	bool follows;       /* something else where it follows on its line */
};

#define TAB "a tab cannot stand here; use spaces"
#define START "text cannot start with \""
#define QUOTE "\"; put it in quotes"
#define TAG "\"!\" starts a tag here, and this is none; put text in quotes"
#define FOLLOWS                                                             \
	"this cannot follow on the line; if it is all one text, put it in " \
	"quotes"
#define INDENT "; is it indented right?"

static const struct problem problems[] = {
    {"block sequence entries are not allowed in this context",
	.text = "a list cannot start here; put \"- \" on a line of its own"},
    {"mapping keys are not allowed in this context",
	.text = "a key cannot start here; put \"? \" on a line of its own"},
    {"mapping values are not allowed in this context",
	.text = "\": \" cannot stand here: the line is indented wrong, or "
		"this is text that must be put in quotes"},
    {"could not find expected ':'", .at_context = true,
	.text = "a key must be followed by \": \" on its line"},
    {"found character that cannot start any token", .text = START, .shown = 1,
	.after = QUOTE},
    /* In an anchor or an alias. */
    {"did not find expected alphabetic or numeric character",
	.at_context = true, .text = START, .shown = 1, .after = QUOTE},
    {"did not find expected tag URI", .at_context = true, .text = TAG},
    {"did not find the expected '>'", .at_context = true, .text = TAG},
    {"did not find expected '!'", .at_context = true, .text = TAG},
    {"did not find expected whitespace or line break", .at_context = true,
	.text = TAG},
    {"did not find URI escaped octet", .at_context = true, .text = TAG},
    {"found undefined tag handle", .text = TAG},
    {"did not find expected comment or line break",
	.text = "only a comment may follow here; if this is all one text, "
		"put it in quotes"},
    {"found an indentation indicator equal to 0",
	.text = "the indentation of a block of text is 1 to 9"},
    {"found a tab character where an indentation space is expected",
	.text = TAB},
    {"found a tab character that violates indentation", .text = TAB},
    {"found unexpected document indicator",
	.text = "\"---\" or \"...\" ends the document, in quotes, too"},
    {"found unexpected end of stream", .at_context = true,
	.text = "the quoted text that starts here has no end"},
    {"found unknown escape character", .text = "\"", .shown = 2,
	.after = "\" is no escape; put the text in single quotes, or write "
		 "\"\\\\\" for a backslash"},
    {"did not find expected hexdecimal number",
	.text = "\"\\x\", \"\\u\" and \"\\U\" must be followed by 2, 4 and 8 "
		"hexadecimal digits"},
    {"found invalid Unicode character escape code",
	.text = "there is no such character; what JSON writes as a pair "
		"\\uD83D\\uDE00 is \\U0001F600 in YAML"},
    {"did not find expected <document start>",
	.text = "the document has ended before this" INDENT, .follows = true},
    {"did not find expected node content", .text = "a value is missing here"},
    {"did not find expected '-' indicator",
	.text = "\"- \" is missing here" INDENT, .opened = "list",
	.follows = true},
    {"did not find expected key", .text = "a key is missing here" INDENT,
	.opened = "map", .follows = true},
    {"did not find expected ',' or ']'",
	.text = "\",\" or \"]\" is missing here", .opened = "list"},
    {"did not find expected ',' or '}'",
	.text = "\",\" or \"}\" is missing here", .opened = "map"},
    {"found unexpected ':'",
	.text = "\":\" cannot stand here; put text that holds it in quotes"},
    {"could not find expected directive name", .at_context = true,
	.text = START, .shown = 1, .after = QUOTE},
    {"found unknown directive name", .at_context = true, .text = START,
	.shown = 1, .after = QUOTE},
    {"found unexpected non-alphabetical character", .at_context = true,
	.text = START, .shown = 1, .after = QUOTE},
    {"found incompatible YAML document",
	.text = "only YAML 1.1 and 1.2 are read"},
};

static const struct problem *
find_problem(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(problems) / sizeof(problems[0]); i++) {
		if (strcmp(problems[i].name, name) == 0)
			return &problems[i];
	}
	return NULL;
}

/* The text from a mark on; libyaml counts in characters. */
static struct tf_slice
rest_at(struct tf_slice text, const yaml_mark_t *mark)
{
	size_t skipped = tf_utf8_prefix(text.bytes, text.len, mark->index);

	text.bytes += skipped;
	text.len -= skipped;
	return text;
}

/* True where something stands on the line before the rest. */
static bool
follows_on_line(struct tf_slice text, struct tf_slice rest)
{
	const char *at = rest.bytes;

	while (at > text.bytes && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return at > text.bytes && at[-1] != '\n' && at[-1] != '\r';
}

static void
describe(struct tf_buf *buf, const struct problem *problem,
    struct tf_slice rest, const yaml_mark_t *context)
{
	size_t shown = tf_utf8_prefix(rest.bytes, rest.len, problem->shown);

	if (shown > 0 && rest.bytes[0] == '\t') {
		tf_buf_adds(buf, TAB);
		return;
	}
	tf_buf_adds(buf, problem->text);
	tf_utf8_show(buf, rest.bytes, shown);
	if (problem->after != NULL)
		tf_buf_adds(buf, problem->after);
	if (problem->opened != NULL)
		tf_buf_addf(buf, " (in the %s that starts on line %zu)",
		    problem->opened, context->line + 1);
}

/*
 * Adds the error at a mark. libyaml puts the end of a text on a line of its
 * own, which is not there where the last line has no end.
 */
static void
add_error(struct tf_errors *errors, const char *file, struct tf_slice text,
    const yaml_mark_t *mark, const char *message)
{
	size_t line = mark->line + 1, column = mark->column + 1, start;

	start = text.len;
	while (start > 0 && text.bytes[start - 1] != '\n' &&
	    text.bytes[start - 1] != '\r')
		start--;
	if (rest_at(text, mark).len == 0 && column == 1 && start < text.len) {
		line--;
		column += tf_utf8_length(text.bytes + start, text.len - start);
	}
	tf_errors_add(errors, file, line, column, "%s", message);
}

void
tf_yaml_problem(const yaml_parser_t *parser, const char *file,
    struct tf_slice text, struct tf_errors *errors)
{
	const char *name = parser->problem;
	const struct problem *problem;
	const yaml_mark_t *mark = &parser->problem_mark;
	struct tf_slice rest = rest_at(text, mark);
	struct tf_buf buf = {0};

	if (name == NULL)
		name = "out of memory";
	problem = find_problem(name);
	if (problem == NULL) {
		tf_buf_addf(&buf, "not YAML: %s", name);
	} else if (problem->opened != NULL && rest.len == 0) {
		mark = &parser->context_mark;
		tf_buf_addf(&buf, "the %s that starts here has no end",
		    problem->opened);
	} else if (problem->follows && follows_on_line(text, rest)) {
		tf_buf_adds(&buf, FOLLOWS);
	} else {
		if (problem->at_context)
			mark = &parser->context_mark;
		describe(
		    &buf, problem, rest_at(text, mark), &parser->context_mark);
	}
	add_error(errors, file, text, mark, tf_buf_text(&buf));
	tf_buf_release(&buf);
}
