#include "token.h"

#include <string.h>

static const char *const keywords[] = {"__loc__", "and", "as", "break", "catch",
    "def", "elif", "else", "end", "foreach", "if", "import", "include", "label",
    "module", "or", "reduce", "then", "try"};

/* What is said of something that is open where it should not be. */
static const struct {
	char what;
	const char *why;
} open_reasons[] = {
    {'(', "\"(\" is not closed"},
    {'[', "\"[\" is not closed"},
    {'{', "\"{\" is not closed"},
    {'"', "the string is not closed"},
    {'\\', "\"\\(\" is not closed"},
    {'i', "\"if\" is not closed by \"end\""},
};

/* Closing brackets, what each of them closes, and what else it may close. */
static const struct {
	char what, opened, also;
	const char *why;
} closers[] = {
    {')', '(', '\\', "\")\" closes nothing"},
    {']', '[', '[', "\"]\" closes nothing"},
    {'}', '{', '{', "\"}\" closes nothing"},
};

/* ---- characters; isalpha(3) and the like depend on the locale ---- */

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_name(char c)
{
	return is_name_start(c) || is_digit(c);
}

/* ---- the text ---- */

/* The byte at an offset from here; NUL, which no text holds, after the end. */
static char
peek(const struct tf_tokens *tokens, size_t offset)
{
	if (offset >= tokens->len - tokens->at)
		return '\0';
	return tokens->text[tokens->at + offset];
}

static void
step(struct tf_tokens *tokens)
{
	unsigned char c = (unsigned char)tokens->text[tokens->at++];

	if (c == '\n') {
		tokens->line++;
		tokens->column = 1;
	} else if ((c & 0xC0) != 0x80) {
		tokens->column++;
	}
}

static void
skip(struct tf_tokens *tokens, size_t count)
{
	while (count-- > 0)
		step(tokens);
}

static bool
fail(struct tf_tokens *tokens, const char *why, size_t line, size_t column)
{
	tokens->why = why;
	tokens->why_line = line;
	tokens->why_column = column;
	return false;
}

/* ---- what is open ---- */

static char
innermost(const struct tf_tokens *tokens)
{
	return tokens->depth > 0 ? tokens->open[tokens->depth - 1].what : '\0';
}

static bool
fail_open(struct tf_tokens *tokens)
{
	const struct tf_token_open *open = &tokens->open[tokens->depth - 1];
	size_t i = 0;

	while (open_reasons[i].what != open->what)
		i++;
	return fail(tokens, open_reasons[i].why, open->line, open->column);
}

static bool
open_one(struct tf_tokens *tokens, char what, size_t line, size_t column)
{
	struct tf_token_open *open;

	if (tokens->depth == TF_TOKEN_DEPTH_MAX)
		return fail(
		    tokens, "brackets are nested too deeply", line, column);
	open = &tokens->open[tokens->depth++];
	open->what = what;
	open->line = line;
	open->column = column;
	return true;
}

/* Handles a closing bracket; other characters are none of its business. */
static bool
close_bracket(struct tf_tokens *tokens, const struct tf_token *token, char what)
{
	char inner = innermost(tokens);
	size_t i, count = sizeof(closers) / sizeof(closers[0]);

	for (i = 0; i < count && closers[i].what != what; i++)
		continue;
	if (i == count)
		return true;
	if (inner == '\0')
		return fail(tokens, closers[i].why, token->line, token->column);
	if (inner != closers[i].opened && inner != closers[i].also)
		return fail_open(tokens);
	tokens->depth--;
	return true;
}

/* ---- tokens; each of these ends where the token does ---- */

static bool
is_keyword(const struct tf_token *token)
{
	size_t i;

	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (tf_token_is(token, token->type, keywords[i]))
			return true;
	return false;
}

/* Goes to the end of a name, which may be qualified: a::b. */
static void
skip_name(struct tf_tokens *tokens)
{
	for (;;) {
		while (is_name(peek(tokens, 0)))
			step(tokens);
		if (peek(tokens, 0) != ':' || peek(tokens, 1) != ':' ||
		    !is_name_start(peek(tokens, 2)))
			return;
		skip(tokens, 2);
	}
}

/* Finishes a token of which the first prefix bytes are not the name. */
static void
set_name(struct tf_tokens *tokens, struct tf_token *token,
    enum tf_token_type type, size_t prefix)
{
	token->type = type;
	token->name.bytes = tokens->text + token->start + prefix;
	token->name.len = tokens->at - token->start - prefix;
}

static bool
lex_word(struct tf_tokens *tokens, struct tf_token *token)
{
	skip_name(tokens);
	set_name(tokens, token, TF_TOKEN_NAME, 0);
	if (tokens->dollar_last) {
		token->type = TF_TOKEN_VARIABLE;
		return true;
	}
	if (tokens->key_next) {
		token->type = TF_TOKEN_KEY;
		return true;
	}
	if (!is_keyword(token))
		return true;
	token->type = TF_TOKEN_KEYWORD;
	if (tf_token_is(token, TF_TOKEN_KEYWORD, "if"))
		return open_one(tokens, 'i', token->line, token->column);
	if (!tf_token_is(token, TF_TOKEN_KEYWORD, "end"))
		return true;
	if (innermost(tokens) != 'i')
		return fail(tokens, "\"end\" closes nothing", token->line,
		    token->column);
	token->depth = --tokens->depth;
	return true;
}

/* A piece of a string, whose quote (or an interpolation in it) was passed. */
static bool
lex_string(struct tf_tokens *tokens, struct tf_token *token)
{
	bool ok = true;
	char c;

	for (;;) {
		if (tokens->at == tokens->len)
			return fail_open(tokens);
		c = peek(tokens, 0);
		if (c == '"') {
			tokens->depth--;
			step(tokens);
			break;
		}
		if (c == '\\' && peek(tokens, 1) == '(') {
			ok = open_one(
			    tokens, '\\', tokens->line, tokens->column);
			skip(tokens, 2);
			break;
		}
		step(tokens);
		if (c == '\\' && tokens->at < tokens->len)
			step(tokens);
	}
	set_name(tokens, token, TF_TOKEN_STRING, 0);
	return ok;
}

/* ([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)? */
static bool
lex_number(struct tf_tokens *tokens, struct tf_token *token)
{
	size_t sign;

	while (is_digit(peek(tokens, 0)))
		step(tokens);
	if (peek(tokens, 0) == '.')
		step(tokens);
	while (is_digit(peek(tokens, 0)))
		step(tokens);
	if (peek(tokens, 0) == 'e' || peek(tokens, 0) == 'E') {
		sign = peek(tokens, 1) == '+' || peek(tokens, 1) == '-';
		if (is_digit(peek(tokens, 1 + sign)))
			skip(tokens, 1 + sign);
		while (is_digit(peek(tokens, 0)))
			step(tokens);
	}
	set_name(tokens, token, TF_TOKEN_NUMBER, 0);
	return true;
}

/*
 * In 1.6 a comment is all of a line; since 1.7.1 a backslash at its end makes
 * the next line a part of it. Here it never is: who builds a program leaves
 * comments out.
 */
static bool
lex_comment(struct tf_tokens *tokens, struct tf_token *token)
{
	while (tokens->at < tokens->len && peek(tokens, 0) != '\n')
		step(tokens);
	set_name(tokens, token, TF_TOKEN_COMMENT, 0);
	return true;
}

static bool
lex_other(struct tf_tokens *tokens, struct tf_token *token)
{
	char c = peek(tokens, 0);

	step(tokens);
	if (c == '.' && peek(tokens, 0) == '.')
		step(tokens);
	set_name(tokens, token, TF_TOKEN_OTHER, 0);
	if (c == '(' || c == '[' || c == '{')
		return open_one(tokens, c, token->line, token->column);
	if (!close_bracket(tokens, token, c))
		return false;
	token->depth = tokens->depth;
	return true;
}

/* A character with a name behind it: .name, $name, @name. */
static bool
lex_sigil(
    struct tf_tokens *tokens, struct tf_token *token, enum tf_token_type type)
{
	step(tokens);
	if (type == TF_TOKEN_VARIABLE)
		skip_name(tokens);
	while (is_name(peek(tokens, 0)))
		step(tokens);
	set_name(tokens, token, type, 1);
	return true;
}

static bool
lex(struct tf_tokens *tokens, struct tf_token *token)
{
	char c = peek(tokens, 0), next = peek(tokens, 1);

	if (innermost(tokens) == '"')
		return lex_string(tokens, token);
	if (c == '"') {
		step(tokens);
		return open_one(tokens, '"', token->line, token->column) &&
		    lex_string(tokens, token);
	}
	if (c == '#')
		return lex_comment(tokens, token);
	if (is_name_start(c))
		return lex_word(tokens, token);
	if (is_digit(c) || (c == '.' && is_digit(next)))
		return lex_number(tokens, token);
	if (c == '.' && is_name_start(next))
		return lex_sigil(tokens, token, TF_TOKEN_FIELD);
	if (c == '$' && is_name_start(next))
		return lex_sigil(tokens, token, TF_TOKEN_VARIABLE);
	if (c == '@' && is_name(next))
		return lex_sigil(tokens, token, TF_TOKEN_FORMAT);
	return lex_other(tokens, token);
}

void
tf_tokens_start(struct tf_tokens *tokens, const char *text, size_t len)
{
	tokens->text = text;
	tokens->len = len;
	tokens->at = 0;
	tokens->line = tokens->column = 1;
	tokens->depth = 0;
	tokens->key_next = tokens->dollar_last = false;
	tokens->why = NULL;
	tokens->why_line = tokens->why_column = 0;

	/* libjq takes a program up to the first NUL. */
	if (len == 0 || memchr(text, '\0', len) == NULL)
		return;
	while (text[tokens->at] != '\0')
		step(tokens);
	(void)fail(tokens, "a NUL character may not stand in a filter",
	    tokens->line, tokens->column);
}

bool
tf_tokens_next(struct tf_tokens *tokens, struct tf_token *token)
{
	if (tokens->why != NULL)
		return false;
	while (innermost(tokens) != '"' && is_space(peek(tokens, 0)))
		step(tokens);
	if (tokens->at == tokens->len) {
		if (tokens->depth > 0)
			(void)fail_open(tokens);
		return false;
	}
	token->start = tokens->at;
	token->line = tokens->line;
	token->column = tokens->column;
	token->depth = tokens->depth;
	if (!lex(tokens, token))
		return false;
	token->end = tokens->at;
	if (token->type != TF_TOKEN_COMMENT) {
		tokens->key_next = innermost(tokens) == '{' &&
		    (tf_token_is(token, TF_TOKEN_OTHER, "{") ||
			tf_token_is(token, TF_TOKEN_OTHER, ","));
		tokens->dollar_last = tf_token_is(token, TF_TOKEN_OTHER, "$");
	}
	return true;
}

bool
tf_token_is(
    const struct tf_token *token, enum tf_token_type type, const char *name)
{
	return token->type == type && token->name.len == strlen(name) &&
	    memcmp(token->name.bytes, name, token->name.len) == 0;
}
