#include "program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "mem.h"
#include "token.h"
#include "words.h"

enum {
	QUESTION_TOKENS = 4,
	TOKENS_MAX = 20000 /* libjq takes time by the square of them */
};

/* ---- definitions ---- */

static bool
is_outermost(
    const struct tf_token *token, enum tf_token_type type, const char *name)
{
	return token->depth == 0 && tf_token_is(token, type, name);
}

static void
add_definition(struct tf_filters *filters, struct tf_slice name)
{
	filters->known = tf_grow(filters->known, filters->known_count,
	    &filters->known_capacity, sizeof(*filters->known));
	filters->known[filters->known_count++] =
	    (struct tf_definition){.name = name};
}

/*
 * What comes after def: NAME: BODY; or NAME(PARAMETER; ...): BODY; - false
 * where the text ends before the semicolon.
 */
static bool
read_definition(struct tf_filters *filters, struct tf_tokens *tokens)
{
	struct tf_token token;
	size_t nesting = 1, *parameters;

	if (!tf_tokens_next(tokens, &token))
		return false;
	add_definition(filters, token.name);
	parameters = &filters->known[filters->known_count - 1].parameters;
	if (!tf_tokens_next(tokens, &token))
		return false;
	if (tf_token_is(&token, TF_TOKEN_OTHER, "("))
		++*parameters;
	while (*parameters > 0 && !is_outermost(&token, TF_TOKEN_OTHER, ")") &&
	    tf_tokens_next(tokens, &token))
		if (tf_token_is(&token, TF_TOKEN_OTHER, ";"))
			++*parameters;
	while (nesting > 0 && tf_tokens_next(tokens, &token)) {
		if (is_outermost(&token, TF_TOKEN_KEYWORD, "def"))
			nesting++;
		else if (is_outermost(&token, TF_TOKEN_OTHER, ";"))
			nesting--;
	}
	return nesting == 0;
}

/* Anything else between definitions would change what all filters get. */
static bool
read_definitions(struct tf_filters *filters, struct tf_errors *errors)
{
	const struct tf_filter *defs = &filters->defs;
	struct tf_filter_place at;
	struct tf_tokens tokens;
	struct tf_token token;
	const char *why;

	tf_tokens_start(&tokens, defs->text, defs->len);
	while (tf_tokens_next(&tokens, &token)) {
		if (!tf_token_is(&token, TF_TOKEN_KEYWORD, "def"))
			why =
			    "only definitions may stand here: def NAME: FILTER;";
		else if (!read_definition(filters, &tokens))
			why = "the definition is not closed by \";\"";
		else
			continue;
		at = tf_filter_at(defs, token.line, token.column);
		tf_errors_add(errors, at.file, at.line, at.column, "%s", why);
		return false;
	}
	return true;
}

static bool
is_definition(const struct tf_filters *filters, const struct tf_token *token)
{
	const struct tf_slice *name;
	size_t i;

	if (token->type != TF_TOKEN_NAME)
		return false;
	for (i = 0; i < filters->known_count; i++) {
		name = &filters->known[i].name;
		if (name->len == token->name.len &&
		    memcmp(name->bytes, token->name.bytes, name->len) == 0)
			return true;
	}
	return false;
}

static bool
calls_definitions(
    const struct tf_filters *filters, const struct tf_filter *filter)
{
	struct tf_tokens tokens;
	struct tf_token token;

	tf_tokens_start(&tokens, filter->text, filter->len);
	while (tf_tokens_next(&tokens, &token))
		if (is_definition(filters, &token))
			return true;
	return false;
}

/* ---- reading ---- */

struct tf_filter_place
tf_filter_at(const struct tf_filter *filter, size_t line, size_t column)
{
	struct tf_filter_place place = filter->place;

	if (line > 1) {
		place.line += line - 1;
		place.column = column;
	} else if (place.column > 0 && column > 0) {
		place.column += column - 1;
	}
	return place;
}

static bool
check_word(const struct tf_filter *filter, const struct tf_token *token,
    struct tf_errors *errors)
{
	const char *reason = tf_word_refused(token);
	struct tf_filter_place at;

	if (reason == NULL)
		return true;
	at = tf_filter_at(filter, token->line, token->column);
	tf_errors_add(errors, at.file, at.line, at.column,
	    "\"%s%.*s\" may not be used in a filter: %s",
	    token->type == TF_TOKEN_VARIABLE ? "$" : "", (int)token->name.len,
	    token->name.bytes, reason);
	return false;
}

/* $scope.NAME or $scope.NAME | not; tokens has the first few. */
static void
find_scope_question(
    struct tf_filter *filter, const struct tf_token *tokens, size_t count)
{
	if ((count != 2 && count != 4) ||
	    !tf_token_is(&tokens[0], TF_TOKEN_VARIABLE, "scope") ||
	    tokens[1].type != TF_TOKEN_FIELD)
		return;
	if (count == 4 &&
	    (!tf_token_is(&tokens[2], TF_TOKEN_OTHER, "|") ||
		!tf_token_is(&tokens[3], TF_TOKEN_NAME, "not")))
		return;
	filter->scope = tokens[1].name;
	filter->negated = count == 4;
}

/* Goes through the text of a filter. False, with errors, where it is none. */
static bool
read_tokens(struct tf_filter *filter, struct tf_errors *errors)
{
	struct tf_token token, first[QUESTION_TOKENS];
	struct tf_filter_place at;
	struct tf_tokens tokens;
	size_t count = 0;
	bool ok = true;

	tf_tokens_start(&tokens, filter->text, filter->len);
	while (tf_tokens_next(&tokens, &token)) {
		if (token.type == TF_TOKEN_COMMENT) {
			memset(filter->text + token.start, ' ',
			    token.end - token.start);
			continue;
		}
		if (count < QUESTION_TOKENS)
			first[count] = token;
		count++;
		ok = check_word(filter, &token, errors) && ok;
		filter->mentions |= tf_word_mention(&token);
	}
	if (tokens.why == NULL && count > TOKENS_MAX) {
		tokens.why = "the filter is too long";
		tokens.why_line = tokens.why_column = 1;
	}
	if (tokens.why != NULL) {
		at = tf_filter_at(filter, tokens.why_line, tokens.why_column);
		tf_errors_add(
		    errors, at.file, at.line, at.column, "%s", tokens.why);
		return false;
	}
	filter->empty = count == 0;
	find_scope_question(filter, first, count);
	return ok;
}

static void
release_filter(struct tf_filter *filter)
{
	free(filter->text);
	free(filter->written);
	*filter = (struct tf_filter){.text = NULL};
}

/* Copies and checks a text. False, with errors, where it is no filter. */
static bool
read_filter(struct tf_filter *filter, const char *text, size_t len,
    const struct tf_filter_place *place, struct tf_errors *errors)
{
	size_t i;

	*filter = (struct tf_filter){.text = tf_strndup(text, len),
	    .written = tf_strndup(text, len),
	    .len = len,
	    .lines = 1,
	    .place = *place};
	for (i = 0; i < len; i++)
		filter->lines += text[i] == '\n';
	if (read_tokens(filter, errors))
		return true;
	release_filter(filter);
	return false;
}

struct tf_filters *
tf_filters_new(void)
{
	return tf_calloc(1, sizeof(struct tf_filters));
}

void
tf_filters_free(struct tf_filters *filters)
{
	size_t i;

	if (filters == NULL)
		return;
	for (i = 0; i < filters->count; i++)
		release_filter(&filters->items[i]);
	release_filter(&filters->defs);
	free(filters->items);
	free(filters->known);
	free(filters);
}

int
tf_filters_define(struct tf_filters *filters, const char *text, size_t len,
    const struct tf_filter_place *place, struct tf_errors *errors)
{
	struct tf_filter *defs = &filters->defs;
	size_t i;

	assert(defs->text == NULL);
	if (!read_filter(defs, text, len, place, errors))
		return -1;
	if (!read_definitions(filters, errors)) {
		release_filter(defs);
		filters->known_count = 0;
		return -1;
	}
	for (i = 0; i < filters->count; i++)
		filters->items[i].calls =
		    calls_definitions(filters, &filters->items[i]);
	return 0;
}

int
tf_filters_add(struct tf_filters *filters, const char *text, size_t len,
    const struct tf_filter_place *place, struct tf_errors *errors)
{
	struct tf_filter filter;

	if (!read_filter(&filter, text, len, place, errors))
		return -1;
	if (filter.empty) {
		tf_errors_add(errors, place->file, place->line, place->column,
		    "the filter is empty");
		release_filter(&filter);
		return -1;
	}
	filter.calls = calls_definitions(filters, &filter);
	filters->items = tf_grow(filters->items, filters->count,
	    &filters->capacity, sizeof(*filters->items));
	filters->items[filters->count] = filter;
	return (int)filters->count++;
}

/* ---- questions ---- */

size_t
tf_filters_count(const struct tf_filters *filters)
{
	return filters->count;
}

const struct tf_filter_place *
tf_filters_place(const struct tf_filters *filters, int filter)
{
	return &filters->items[filter].place;
}

struct tf_slice
tf_filters_text(const struct tf_filters *filters, int filter)
{
	const struct tf_filter *it = &filters->items[filter];

	return (struct tf_slice){it->written, it->len};
}

unsigned
tf_filters_mentions(const struct tf_filters *filters, int filter)
{
	const struct tf_filter *it = &filters->items[filter];

	return it->mentions | (it->calls ? filters->defs.mentions : 0);
}

unsigned
tf_filters_variables(const struct tf_filters *filters)
{
	unsigned mentions = filters->defs.mentions;
	size_t i;

	for (i = 0; i < filters->count; i++)
		mentions |= filters->items[i].mentions;
	return mentions;
}

bool
tf_filters_scope_question(const struct tf_filters *filters, int filter,
    struct tf_slice *name, bool *negated)
{
	const struct tf_filter *it = &filters->items[filter];

	/* It calls one where "not" is defined by the rulebook. */
	if (it->scope.bytes == NULL || it->calls)
		return false;
	*name = it->scope;
	*negated = it->negated;
	return true;
}
