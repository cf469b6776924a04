/*
 * token.h - the words of a jq program (layer: engine).
 *
 * Splits the text of a filter into tokens, as jq's own lexer does (jq 1.6
 * src/lexer.l; what 1.7 and 1.8 added is taken too). It is no parser: it finds
 * names, strings and comments, and sees to it that brackets, strings and "if"
 * are closed inside the text, so that no text can reach out of the brackets
 * which a program puts around it. Whatever else is wrong is libjq's to say.
 *
 * Places are lines and columns in the text, from 1; columns are in characters.
 */
#ifndef TF_TOKEN_H
#define TF_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "toolfix.h"

enum tf_token_type {
	TF_TOKEN_COMMENT,  /* # to the end of its line */
	TF_TOKEN_NAME,     /* a function or a parameter: length */
	TF_TOKEN_KEYWORD,  /* if, def, ... */
	TF_TOKEN_KEY,      /* a key of { } that is written as a name: {a: 1} */
	TF_TOKEN_FIELD,    /* .name */
	TF_TOKEN_VARIABLE, /* $name */
	TF_TOKEN_FORMAT,   /* @name */
	TF_TOKEN_STRING,   /* a piece: up to the string's end or the next \( */
	TF_TOKEN_NUMBER,
	TF_TOKEN_OTHER /* a bracket or a character of an operator; or ".." */
};

struct tf_token {
	enum tf_token_type type;
	size_t start, end;    /* offsets in the text */
	size_t line, column;  /* of its first character */
	size_t depth;         /* how many brackets it stands in */
	struct tf_slice name; /* without . $ @; for others all of the token */
};

enum { TF_TOKEN_DEPTH_MAX = 256 };

/* What is open: ( [ { as they are, " a string, \ a \( in one, i an "if". */
struct tf_token_open {
	char what;
	size_t line, column;
};

/* Set up by tf_tokens_start(); holds no memory. */
struct tf_tokens {
	const char *text; /* borrowed */
	size_t len;
	size_t at, line, column; /* where the next token is looked for */
	size_t depth;
	struct tf_token_open open[TF_TOKEN_DEPTH_MAX];
	bool key_next;    /* a name that comes now is a key */
	bool dollar_last; /* the last token was a $ alone */

	/* What is wrong with the text, and where; why is NULL if nothing. */
	const char *why;
	size_t why_line, why_column;
};

void tf_tokens_start(struct tf_tokens *tokens, const char *text, size_t len);

/* The next token. False at the end of the text, and where why is set. */
bool tf_tokens_next(struct tf_tokens *tokens, struct tf_token *token);

/* True where the token has this type and this name. */
bool tf_token_is(
    const struct tf_token *token, enum tf_token_type type, const char *name);

#endif
