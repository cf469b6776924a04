/*
 * words.h - the words of a filter that mean something to toolfix (layer:
 * engine): those that are refused, and the variables that it sets.
 */
#ifndef TF_WORDS_H
#define TF_WORDS_H

#include "token.h"

/*
 * Why a word may not be used in a filter, or NULL. Functions, keywords and
 * variables can be refused; strings, fields and keys never are.
 */
const char *tf_word_refused(const struct tf_token *token);

enum { TF_VARIABLES = 6 };

struct tf_variable {
	const char *name;
	unsigned mention; /* of enum tf_mention */
};

/* In the order in which a program is given them. */
extern const struct tf_variable tf_variables[TF_VARIABLES];

/* Which of enum tf_mention a token is; 0 for others. */
unsigned tf_word_mention(const struct tf_token *token);

#endif
