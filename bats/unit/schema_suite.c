/*
 * Runs the JSON Schema test suite, whose folder JSON_SCHEMA_SUITE names, and
 * prints what fails. The tests at the top of a draft are required, and so are
 * those of the formats that toolfix checks; with SCHEMA_SUITE_ALL set, the
 * other optional ones are counted too.
 */
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compile.h"
#include "error.h"
#include "sys.h"
#include "validate.h"

enum { FILE_MAX = 16 * 1024 * 1024, PATH_SIZE = 4096, FILES_MAX = 256 };

static const char *const formats[] = {"date-time", "date", "time", "duration",
    "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid",
    "json-pointer", "regex", "ecmascript-regex"};

static struct tf_document documents[FILES_MAX];
static size_t document_count;
static size_t remotes_prefix;

struct counts {
	unsigned long tests, passed;
};

struct suite_file {
	const char *path, *name;
	enum tf_dialect dialect;
	bool formats; /* they are checked */
	struct counts *counts;
};

/* ---- the remote documents ---- */

static int
add_remote(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	char uri[PATH_SIZE];

	(void)st;
	(void)ftw;
	if (type != FTW_F || document_count == FILES_MAX)
		return 0;
	snprintf(
	    uri, sizeof(uri), "http://localhost:1234%s", path + remotes_prefix);
	documents[document_count].uri = tf_strdup(uri);
	documents[document_count++].file = tf_strdup(path);
	return 0;
}

static void
add_remotes(const char *suite)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/remotes", suite);
	remotes_prefix = strlen(path);
	nftw(path, add_remote, 16, FTW_PHYS);
}

static void
free_remotes(void)
{
	while (document_count-- > 0) {
		free((void *)(uintptr_t)documents[document_count].uri);
		free((void *)(uintptr_t)documents[document_count].file);
	}
}

/* ---- tests ---- */

static const char *
text_of(const struct tf_node *map, const char *key)
{
	const struct tf_node *node = tf_node_get(map, key);

	return node != NULL && node->text != NULL ? node->text : "";
}

static void
run_tests(struct suite_file *file, const struct tf_node *group,
    const struct tf_schema *schema, struct tf_rulebook *rulebook)
{
	const struct tf_node *tests = tf_node_get(group, "tests"), *test;
	struct tf_arena scratch = {0};
	struct tf_validator v = {
	    .matcher = tf_matcher_new(), .arena = &scratch, .root = schema};
	struct tf_errors errors = {0};
	struct tf_value *value;
	bool accepted;
	size_t i;

	for (i = 0; i < tests->count; i++) {
		test = tests->items[i];
		value = tf_node_value(
		    &scratch, tf_node_get(test, "data"), file->path, &errors);
		file->counts->tests++;
		if (value != NULL)
			tf_value_number_names(value, rulebook->names);
		accepted = value != NULL && schema != NULL &&
		    tf_schema_accepts(&v, schema, value);
		if (schema != NULL && value != NULL &&
		    accepted == (text_of(test, "valid")[0] == 't'))
			file->counts->passed++;
		else
			printf("%s: %s: %s\n", file->name,
			    text_of(group, "description"),
			    text_of(test, "description"));
		tf_arena_reset(&scratch);
	}
	tf_errors_release(&errors);
	tf_matcher_free(v.matcher);
	tf_arena_release(&scratch);
}

static void
run_group(struct suite_file *file, const struct tf_node *group)
{
	struct tf_rulebook *rulebook = tf_calloc(1, sizeof(*rulebook));
	struct tf_errors errors = {0};
	struct tf_compiler c = {.rulebook = rulebook,
	    .arena = &rulebook->arena,
	    .errors = &errors,
	    .where = "the suite",
	    .documents = documents,
	    .document_count = document_count,
	    .dialect = file->dialect,
	    .lenient = true,
	    .annotate_formats = !file->formats};
	const struct tf_schema *schema;
	size_t i;

	rulebook->file = tf_strdup(file->path);
	rulebook->names = tf_names_new();
	schema = tf_compile_schema(&c, tf_node_get(group, "schema"), NULL);
	for (i = 0; i < errors.count; i++)
		printf("%s:%zu: %s\n",
		    errors.items[i].file != NULL ? errors.items[i].file : "",
		    errors.items[i].line, errors.items[i].text);
	run_tests(file, group, errors.count > 0 ? NULL : schema, rulebook);
	tf_errors_release(&errors);
	tf_rulebook_free(rulebook);
}

static void
run_file(struct suite_file *file)
{
	struct tf_arena arena = {0};
	struct tf_errors errors = {0};
	struct tf_buf text = {0};
	const struct tf_node *root = NULL;
	size_t i;

	if (tf_sys_read_file(file->path, FILE_MAX, &text, &errors) == 0)
		root = tf_yaml_parse(
		    &arena, file->path, text.bytes, text.len, &errors);
	for (i = 0; i < errors.count; i++)
		printf("%s: %s\n", file->path, errors.items[i].text);
	file->counts->tests += errors.count;
	for (i = 0; root != NULL && i < root->count; i++)
		run_group(file, root->items[i]);
	tf_errors_release(&errors);
	tf_buf_release(&text);
	tf_arena_release(&arena);
}

/* ---- files ---- */

static int
is_json(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot != NULL && strcmp(dot, ".json") == 0;
}

static bool
is_checked_format(const char *name)
{
	size_t i, len;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		len = strlen(formats[i]);
		if (strncmp(name, formats[i], len) == 0 &&
		    strcmp(name + len, ".json") == 0)
			return true;
	}
	return false;
}

static void
run_directory(const char *path, bool checked, enum tf_dialect dialect,
    struct counts *counts)
{
	char file[2 * PATH_SIZE];
	struct dirent **names = NULL;
	int i, count = scandir(path, &names, is_json, alphasort);

	for (i = 0; i < count; i++) {
		snprintf(file, sizeof(file), "%s/%s", path, names[i]->d_name);
		if (!checked || is_checked_format(names[i]->d_name))
			run_file(&(struct suite_file){.path = file,
			    .name = names[i]->d_name,
			    .dialect = dialect,
			    .formats = checked,
			    .counts = counts});
		free(names[i]);
	}
	free(names);
}

/* True where every test that is required passed. */
static bool
run_draft(const char *suite, const char *draft, enum tf_dialect dialect)
{
	struct counts required = {0}, checked = {0}, others = {0};
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", suite, draft);
	run_directory(path, false, dialect, &required);
	snprintf(path, sizeof(path), "%s/%s/optional/format", suite, draft);
	run_directory(path, true, dialect, &checked);
	printf("%s: %lu of %lu tests; formats: %lu of %lu tests\n", draft,
	    required.passed, required.tests, checked.passed, checked.tests);
	if (getenv("SCHEMA_SUITE_ALL") != NULL) {
		snprintf(path, sizeof(path), "%s/%s/optional", suite, draft);
		run_directory(path, false, dialect, &others);
		printf("%s: optional: %lu of %lu tests\n", draft, others.passed,
		    others.tests);
	}
	return required.tests > 0 && required.passed == required.tests &&
	    checked.passed == checked.tests;
}

int
main(void)
{
	const char *suite = getenv("JSON_SCHEMA_SUITE");
	bool passed;

	if (suite == NULL || !tf_sys_is_directory(suite)) {
		puts("skipped");
		return 0;
	}
	add_remotes(suite);
	passed = run_draft(suite, "draft2020-12", TF_DRAFT_2020_12);
	passed = run_draft(suite, "draft7", TF_DRAFT_07) && passed;
	free_remotes();
	return !passed;
}
