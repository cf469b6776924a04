#include "words.h"

#include <string.h>

#include "filter.h"

/* What reaches the world outside, or the insides of the program. */
static const struct {
	const char *word, *reason;
} refused[] = {
    {"$ENV", "it reads the environment"},
    {"env", "it reads the environment"},
    {"now", "it reads the clock"},
    {"localtime", "it depends on the machine's time zone"},
    {"strflocaltime", "it depends on the machine's time zone"},
    {"input", "it reads the input"},
    {"inputs", "it reads the input"},
    {"_input", "it reads the input"},
    {"input_filename", "it tells where the input is"},
    {"input_line_number", "it tells where the input is"},
    {"include", "it reads a file"},
    {"import", "it reads a file"},
    {"modulemeta", "it reads a file"},
    {"module", "a filter is no module"},
    {"get_search_list", "it tells where files are"},
    {"get_jq_origin", "it tells where files are"},
    {"get_prog_origin", "it tells where files are"},
    {"debug", "it prints"},
    {"stderr", "it prints"},
    {"halt", "it ends the program"},
    {"halt_error", "it ends the program"},
};

static const char underscores[] = "__";

const struct tf_variable tf_variables[TF_VARIABLES] = {
    {"args", TF_MENTION_ARGS},
    {"action", TF_MENTION_ACTION},
    {"tool", TF_MENTION_TOOL},
    {"scope", TF_MENTION_SCOPE},
    {"call", TF_MENTION_CALL},
    {"record", TF_MENTION_RECORD},
};

/* In the table a variable is written with its $. */
static bool
is_word(const struct tf_token *token, const char *word)
{
	bool variable = word[0] == '$';

	return variable == (token->type == TF_TOKEN_VARIABLE) &&
	    tf_token_is(token, token->type, word + variable);
}

const char *
tf_word_refused(const struct tf_token *token)
{
	size_t i;

	if (token->type != TF_TOKEN_NAME && token->type != TF_TOKEN_KEYWORD &&
	    token->type != TF_TOKEN_VARIABLE)
		return NULL;
	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (is_word(token, refused[i].word))
			return refused[i].reason;
	/* $__loc__, $__prog_args; and what a program calls its own things */
	if (token->name.len >= sizeof(underscores) - 1 &&
	    memcmp(token->name.bytes, underscores, sizeof(underscores) - 1) ==
		0)
		return "names with __ before them are jq's and toolfix's own";
	return NULL;
}

unsigned
tf_word_mention(const struct tf_token *token)
{
	size_t i;

	for (i = 0; i < TF_VARIABLES; i++)
		if (tf_token_is(token, TF_TOKEN_VARIABLE, tf_variables[i].name))
			return tf_variables[i].mention;
	return 0;
}
