#include "pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "regex.h"
#include "utf8.h"

enum { MATCH_LIMIT = 1000000 };

struct tf_pattern {
	pcre2_code *code;
	char *text;
	bool not_blank;
};

struct tf_matcher {
	pcre2_match_data *data;
	pcre2_match_context *context;
};

/* The code of an expression in PCRE2's syntax; NULL with *why. */
static pcre2_code *
compile(const struct tf_buf *text, char *why, size_t size)
{
	const uint32_t flags = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY |
	    PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF |
	    PCRE2_NEVER_BACKSLASH_C;
	PCRE2_SIZE offset = 0;
	pcre2_code *code;
	int error = 0;

	code = pcre2_compile((PCRE2_SPTR)tf_buf_text(text), text->len, flags,
	    &error, &offset, NULL);
	if (code == NULL)
		pcre2_get_error_message(error, (PCRE2_UCHAR *)why, size);
	else
		pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	return code;
}

struct tf_pattern *
tf_pattern_new(const char *text, size_t len, char *why, size_t size, size_t *at)
{
	struct tf_pattern *pattern = NULL;
	struct tf_buf translated = {0};
	const char *cause;
	pcre2_code *code = NULL;

	*at = 0;
	if (tf_regex_translate(text, len, &translated, &cause, at))
		code = compile(&translated, why, size);
	else
		snprintf(why, size, "%s", cause);
	if (code != NULL) {
		pattern = tf_malloc(sizeof(*pattern));
		pattern->code = code;
		pattern->text = tf_strndup(text, len);
		pattern->not_blank = strcmp(pattern->text, "\\S") == 0;
	}
	tf_buf_release(&translated);
	return pattern;
}

void
tf_pattern_free(struct tf_pattern *pattern)
{
	if (pattern == NULL)
		return;
	pcre2_code_free(pattern->code);
	free(pattern->text);
	free(pattern);
}

const char *
tf_pattern_text(const struct tf_pattern *pattern)
{
	return pattern->text;
}

bool
tf_pattern_not_blank(const struct tf_pattern *pattern)
{
	return pattern->not_blank;
}

struct tf_matcher *
tf_matcher_new(void)
{
	struct tf_matcher *matcher = tf_calloc(1, sizeof(*matcher));

	matcher->data = pcre2_match_data_create(1, NULL);
	matcher->context = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(matcher->context, MATCH_LIMIT);
	return matcher;
}

void
tf_matcher_free(struct tf_matcher *matcher)
{
	if (matcher == NULL)
		return;
	pcre2_match_data_free(matcher->data);
	pcre2_match_context_free(matcher->context);
	free(matcher);
}

bool
tf_pattern_matches(const struct tf_pattern *pattern, struct tf_matcher *matcher,
    const char *text, size_t len)
{
	if (pattern->not_blank)
		return !tf_utf8_blank(text, len);
	return pcre2_match(pattern->code, (PCRE2_SPTR)text, len, 0,
		   PCRE2_NO_UTF_CHECK, matcher->data, matcher->context) >= 0;
}
