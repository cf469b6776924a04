#include "rules.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "embed.h"
#include "error.h"
#include "suggest.h"
#include "sys.h"
#include "toolbook.h"

enum {
	RULEBOOK_MAX = 16 * 1024 * 1024,
	TOOLS_MAX = 64 * 1024 * 1024,
	NAME_MAX_LEN = 255
};

struct tf_rules *
tf_rules_new(void)
{
	return tf_calloc(1, sizeof(struct tf_rules));
}

void
tf_rules_free(struct tf_rules *rules)
{
	size_t i;

	if (rules == NULL)
		return;
	for (i = 0; i < rules->count; i++)
		tf_rulebook_free(rules->books[i]);
	free(rules->books);
	free(rules);
}

/* ---- where rulebooks come from ---- */

static int
add_text(struct tf_rules *rules, const char *file, struct tf_slice text,
    bool trusted, struct tf_errors *errors)
{
	struct tf_rulebook *book =
	    tf_rulebook_load(file, text.bytes, text.len, trusted, errors);

	if (book == NULL)
		return -1;
	rules->books = tf_grow(rules->books, rules->count, &rules->capacity,
	    sizeof(struct tf_rulebook *));
	rules->books[rules->count++] = book;
	return 0;
}

static int
add_file(struct tf_rules *rules, const char *path, struct tf_errors *errors)
{
	struct tf_buf buf = {0};
	int result = -1;

	if (tf_sys_read_file(path, RULEBOOK_MAX, &buf, errors) == 0)
		result = add_text(rules, path,
		    (struct tf_slice){tf_buf_text(&buf), buf.len}, false,
		    errors);
	tf_buf_release(&buf);
	return result;
}

static int
add_directory(
    struct tf_rules *rules, const char *path, struct tf_errors *errors)
{
	size_t count, i;
	char **paths = tf_sys_list_rules(path, &count, errors);
	int result = paths != NULL ? 0 : -1;

	for (i = 0; i < count; i++) {
		if (add_file(rules, paths[i], errors) != 0)
			result = -1;
		free(paths[i]);
	}
	free(paths);
	if (result == 0 && count == 0) {
		tf_errors_add(errors, path, 0, 0,
		    "there is no rulebook (*.yaml, *.yml) in this directory");
		result = -1;
	}
	return result;
}

static const struct tf_embedded *
find_builtin(const char *name)
{
	size_t i;

	for (i = 0; i < tf_embedded_rules_count; i++)
		if (strcmp(tf_embedded_rules[i].name, name) == 0)
			return &tf_embedded_rules[i];
	return NULL;
}

static int
add_builtin(struct tf_rules *rules, const struct tf_embedded *builtin,
    struct tf_errors *errors)
{
	struct tf_buf name = {0};
	int result;

	tf_buf_addf(&name, "built-in %s", builtin->name);
	result = add_text(rules, tf_buf_text(&name),
	    (struct tf_slice){builtin->bytes, builtin->len}, true, errors);
	tf_buf_release(&name);
	return result;
}

static void
no_such_rulebook(const char *source, struct tf_errors *errors)
{
	struct tf_slice names[16];
	struct tf_buf list = {0};
	const struct tf_slice *near;
	size_t i;

	for (i = 0; i < tf_embedded_rules_count && i < 16; i++) {
		names[i] = (struct tf_slice){tf_embedded_rules[i].name,
		    strlen(tf_embedded_rules[i].name)};
		tf_buf_addf(&list, "%s%s", i > 0 ? ", " : "",
		    tf_embedded_rules[i].name);
	}
	near = tf_suggest((struct tf_slice){source, strlen(source)}, names, i);
	tf_errors_add(errors, NULL, 0, 0,
	    "no rulebook \"%s\": there is no such file, and the built-in ones "
	    "are %s%s%s%s",
	    source, tf_buf_text(&list), near != NULL ? "; did you mean " : "",
	    near != NULL ? near->bytes : "", near != NULL ? "?" : "");
	tf_buf_release(&list);
}

int
tf_rules_add(
    struct tf_rules *rules, const char *source, struct tf_errors *errors)
{
	const struct tf_embedded *builtin = find_builtin(source);

	if (builtin != NULL)
		return add_builtin(rules, builtin, errors);
	if (tf_sys_is_directory(source))
		return add_directory(rules, source, errors);
	if (access(source, F_OK) != 0 && strpbrk(source, "/.") == NULL) {
		no_such_rulebook(source, errors);
		return -1;
	}
	return add_file(rules, source, errors);
}

static int
add_book(struct tf_rules *rules, struct tf_rulebook *book)
{
	if (book == NULL)
		return -1;
	rules->books = tf_grow(rules->books, rules->count, &rules->capacity,
	    sizeof(struct tf_rulebook *));
	rules->books[rules->count++] = book;
	return 0;
}

int
tf_rules_add_tools(
    struct tf_rules *rules, const char *path, struct tf_errors *errors)
{
	struct tf_buf buf = {0};
	int result = -1;

	if (tf_sys_read_file(path, TOOLS_MAX, &buf, errors) == 0)
		result = add_book(rules,
		    tf_toolbook_load(path, tf_buf_text(&buf), buf.len, errors));
	tf_buf_release(&buf);
	return result;
}

/* TOOLFIX_RULES names one or more, with a colon between them. */
static int
add_list(struct tf_rules *rules, const char *list, struct tf_errors *errors)
{
	char *copy = tf_strdup(list), *rest = NULL, *source;
	int result = 0;

	for (source = strtok_r(copy, ":", &rest); source != NULL;
	     source = strtok_r(NULL, ":", &rest))
		if (tf_rules_add(rules, source, errors) != 0)
			result = -1;
	free(copy);
	return result;
}

/* Looks in the directory and above it, up to the repository's root. */
static char *
find_upwards(void)
{
	static const char *const names[] = {"toolfix.yaml", ".toolfix.yaml"};
	char cwd[4096], *slash;
	struct tf_buf path = {0};
	size_t i;

	if (getcwd(cwd, sizeof(cwd)) == NULL)
		return NULL;
	for (;;) {
		for (i = 0; i < 2; i++) {
			tf_buf_reset(&path);
			tf_buf_addf(&path, "%s/%s", cwd, names[i]);
			if (access(tf_buf_text(&path), F_OK) == 0)
				return path.bytes;
		}
		tf_buf_reset(&path);
		tf_buf_addf(&path, "%s/.git", cwd);
		slash = strrchr(cwd, '/');
		if (slash == NULL || cwd[0] == '\0' ||
		    access(tf_buf_text(&path), F_OK) == 0)
			break;
		*slash = '\0';
	}
	tf_buf_release(&path);
	return NULL;
}

int
tf_rules_find(struct tf_rules *rules, struct tf_errors *errors)
{
	const char *list = getenv("TOOLFIX_RULES");
	char *path;
	size_t i;
	int result = 0;

	if (list != NULL && list[0] != '\0')
		return add_list(rules, list, errors);
	path = find_upwards();
	if (path != NULL) {
		result = add_file(rules, path, errors);
		free(path);
		return result;
	}
	for (i = 0; i < tf_embedded_rules_count; i++)
		if (add_builtin(rules, &tf_embedded_rules[i], errors) != 0)
			result = -1;
	return result;
}

/* ---- which tool ---- */

const struct tf_tool *
tf_rulebook_tool(const struct tf_rulebook *book, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < book->tool_count; i++)
		if (book->tools[i].name.len == len &&
		    memcmp(book->tools[i].name.bytes, name, len) == 0)
			return &book->tools[i];
	return NULL;
}

static const struct tf_tool *
named_tool(const struct tf_rulebook *book, const char *name)
{
	const struct tf_tool *tool;
	size_t i, k;

	for (i = 0; i < book->tool_count; i++) {
		tool = &book->tools[i];
		for (k = 0; k < tool->name_count; k++)
			if (fnmatch(tool->names[k], name, 0) == 0)
				return tool;
	}
	return NULL;
}

const struct tf_tool *
tf_rules_tool(
    const struct tf_rules *rules, const char *name, size_t len, size_t *book)
{
	char copy[NAME_MAX_LEN + 1];
	const struct tf_tool *tool = NULL;
	size_t i;

	for (i = rules->count; tool == NULL && i-- > 0;)
		tool = tf_rulebook_tool(rules->books[i], name, len);
	if (tool == NULL && len <= NAME_MAX_LEN &&
	    memchr(name, '\0', len) == NULL) {
		memcpy(copy, name, len);
		copy[len] = '\0';
		for (i = rules->count; tool == NULL && i-- > 0;)
			tool = named_tool(rules->books[i], copy);
	}
	for (i = 0; tool != NULL && book != NULL && i < rules->count; i++)
		if (rules->books[i] == tool->rulebook)
			*book = i;
	return tool;
}

enum tf_severity
tf_rules_unknown_tools(const struct tf_rules *rules)
{
	enum tf_severity severity = TF_OFF;
	size_t i;

	for (i = 0; i < rules->count; i++)
		if (rules->books[i]->unknown_tools > severity)
			severity = rules->books[i]->unknown_tools;
	return severity;
}

const struct tf_slice *
tf_rules_suggest(
    const struct tf_rules *rules, struct tf_slice name, struct tf_arena *arena)
{
	struct tf_slice *names;
	size_t i, k, count = 0;

	for (i = 0; i < rules->count; i++)
		count += rules->books[i]->tool_count;
	names = tf_arena_alloc(arena, (count + 1) * sizeof(*names));
	for (count = 0, i = rules->count; i-- > 0;)
		for (k = 0; k < rules->books[i]->tool_count; k++)
			names[count++] = rules->books[i]->tools[k].name;
	return tf_suggest(name, names, count);
}

struct tf_loop_limits
tf_rules_loops(const struct tf_rules *rules)
{
	struct tf_loop_limits limits = {.identical = 4, .rejected = 6}, *said;
	size_t i;

	for (i = 0; i < rules->count; i++) {
		said = &rules->books[i]->loops;
		if (said->identical > 0)
			limits.identical = said->identical;
		if (said->rejected > 0)
			limits.rejected = said->rejected;
	}
	return limits;
}
