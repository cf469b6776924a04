/* The verdict of tf_cause_find(), valid or not, is the one of yyjson. */
#include "cause.h"

#include <dirent.h>
#include <stdlib.h>
#include <yyjson.h>

#include "buf.h"
#include "cause_find.h"
#include "check.h"

enum { TEXTS = 20000, MUTANTS = 6, NEAR = 8 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const kinds[] = {"none", "empty", "truncated", "two-values",
    "text-before", "text-after", "code-fence", "byte-order-mark", "not-json",
    "single-quotes", "smart-quotes", "triple-quotes", "missing-quote",
    "unescaped-quote", "unquoted-key", "missing-key", "missing-value",
    "missing-comma", "missing-colon", "stray-comma", "stray-colon",
    "missing-bracket", "wrong-bracket", "extra-bracket", "python-word",
    "bad-literal", "bad-number", "control-character", "bad-escape",
    "lone-surrogate", "stray-backslash", "comment", "ellipsis", "not-utf8",
    "other"};

/* These point to the start of what is wrong, however long that is. */
static const char *const far[] = {
    "bad-number", "missing-bracket", "missing-quote", "unescaped-quote"};

static bool
among(const char *name, const char *const *names, size_t count)
{
	while (count-- > 0)
		if (strcmp(name, *names++) == 0)
			return true;
	return false;
}

/* The verdict of yyjson; *at is where it found what is wrong. */
static bool
is_valid(const char *text, size_t len, size_t *at)
{
	char *copy = malloc(len + 1);
	yyjson_read_err err;
	yyjson_doc *doc;

	memcpy(copy, text, len);
	doc =
	    yyjson_read_opts(copy, len, YYJSON_READ_NUMBER_AS_RAW, NULL, &err);
	*at = err.pos;
	yyjson_doc_free(doc);
	free(copy);
	return doc != NULL;
}

static bool
is_shown_safely(void)
{
	size_t i;

	for (i = 0; i < sentence.len; i++)
		if ((unsigned char)sentence.bytes[i] < ' ')
			return false;
	return sentence.len > 0;
}

static void
check_verdict(const char *text, size_t len)
{
	const struct tf_cause cause = find(text, len);
	const int shown = (int)len;
	size_t at, distance;

	CHECK_SAY(among(cause.what, kinds, COUNT(kinds)), "%s", cause.what);
	CHECK_SAY(cause.at <= len, "%.*s: at %zu", shown, text, cause.at);
	if (is_valid(text, len, &at)) {
		CHECK_SAY(strcmp(cause.what, "none") == 0, "%.*s: %s", shown,
		    text, cause.what);
		CHECK_INT((long long)sentence.len, 0);
		return;
	}
	CHECK_SAY(strcmp(cause.what, "none") != 0, "%.*s: valid", shown, text);
	CHECK_SAY(is_shown_safely(), "%.*s: not safe", shown, text);
	distance = cause.at > at ? cause.at - at : at - cause.at;
	CHECK_SAY(distance <= NEAR || among(cause.what, far, COUNT(far)),
	    "%.*s: %s at %zu, not %zu", shown, text, cause.what, cause.at, at);
}

/* ---- generated texts ---- */

#define PICK(array) (array)[check_below(COUNT(array))]

static void
add_space(struct tf_buf *buf)
{
	static const char *const spaces[] = {"", "", "", " ", "\n", "\r\n\t"};

	tf_buf_adds(buf, PICK(spaces));
}

static void
add_string(struct tf_buf *buf)
{
	static const char *const parts[] = {"a", "path", " ", "5", "{", "]",
	    ",", ":", "'", "//", "\\\"", "\\\\", "\\/", "\\n", "\\u0041",
	    "\\uD83D\\ude00", "\303\274", "\342\202\254", "\360\237\230\200",
	    "\177"};
	int count = check_below(5);

	tf_buf_addc(buf, '"');
	while (count-- > 0)
		tf_buf_adds(buf, PICK(parts));
	tf_buf_addc(buf, '"');
}

static void
add_value(struct tf_buf *buf, int depth)
{
	static const char *const scalars[] = {"0", "-0", "12", "1.50", "1e5",
	    "-3E+07", "0.1e-2", "true", "false", "null"};
	const int type = check_below(depth > 0 ? 6 : 3);
	int count = check_below(4);

	add_space(buf);
	if (type < 2) {
		tf_buf_adds(buf, PICK(scalars));
	} else if (type == 2) {
		add_string(buf);
	} else {
		tf_buf_addc(buf, type > 3 ? '{' : '[');
		add_space(buf);
		for (; count > 0; count--) {
			if (type > 3) {
				add_space(buf);
				add_string(buf);
				add_space(buf);
				tf_buf_addc(buf, ':');
			}
			add_value(buf, depth - 1);
			tf_buf_adds(buf, count > 1 ? "," : "");
		}
		tf_buf_addc(buf, type > 3 ? '}' : ']');
	}
	add_space(buf);
}

/* Cuts some bytes out of a text, or puts some into it, or both. */
static void
mutate(struct tf_buf *to, const struct tf_buf *from)
{
	static const char *const parts[] = {"", "", "", "{", "}", "[", "]", ",",
	    ":", "\"", "'", "\\", "\\u", "\\ud800", "\\udc00", "\\x", "0", "-",
	    ".", "+", "e", "01", "1_0", "True", "None", "nul", "NaN", "x",
	    "key", "=", ";", "(", "//", "# ", "/*", "```", "\n", "\t", " ",
	    "\001", "\342\200\234", "\342\200\246", "\357\273\277", "\302\240",
	    "\303", "\200", "\377", "\355\240\200", "\364\220\200\200",
	    "\300\200", "\"\"\"", "...", "<", "&quot;"};
	const int start = check_below((int)from->len + 1);
	const int left = (int)from->len - start;
	int cut = check_below(3);

	if (cut > left)
		cut = left;
	tf_buf_reset(to);
	tf_buf_add(to, from->bytes, (size_t)start);
	tf_buf_adds(to, PICK(parts));
	tf_buf_add(to, from->bytes + start + cut, (size_t)(left - cut));
}

static void
test_generated(void)
{
	struct tf_buf a = {NULL, 0, 0}, b = {NULL, 0, 0}, swap;
	int i, k;

	for (i = 0; i < TEXTS; i++) {
		tf_buf_reset(&a);
		add_value(&a, 4);
		CHECK_TEXT(find(a.bytes, a.len).what, "none");
		for (k = 0; k < MUTANTS; k++) {
			mutate(&b, &a);
			check_verdict(b.bytes, b.len);
			swap = a;
			a = b;
			b = swap;
		}
	}
	tf_buf_release(&a);
	tf_buf_release(&b);
}

/* All that an object or array can be cut down to. */
static void
test_generated_cut(void)
{
	struct tf_buf buf = {NULL, 0, 0};
	struct tf_cause cause;
	size_t len;
	int i;

	for (i = 0; i < TEXTS / 20; i++) {
		tf_buf_reset(&buf);
		tf_buf_addc(&buf, '[');
		add_value(&buf, 4);
		for (len = 1; len < buf.len; len++) {
			cause = find(buf.bytes, len);
			CHECK_TEXT(cause.what, "truncated");
			CHECK_INT((long long)cause.at, (long long)len);
			check_verdict(buf.bytes, len);
		}
	}
	tf_buf_release(&buf);
}

/* ---- the suite of JSON_SUITE ---- */

static void
check_file(const char *folder, const char *name)
{
	static char text[1 << 20];
	char path[4096];
	size_t len, at;
	FILE *file;
	bool none;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	CHECK_SAY(file != NULL, "cannot read %s", path);
	if (file == NULL)
		return;
	len = fread(text, 1, sizeof(text), file);
	fclose(file);
	none = strcmp(find(text, len).what, "none") == 0;
	if (name[0] == 'i')
		CHECK_SAY(none == is_valid(text, len, &at), "%s", name);
	else
		CHECK_SAY(none == (name[0] == 'y'), "%s", name);
}

static void
test_suite(void)
{
	const char *folder = getenv("JSON_SUITE");
	struct dirent *entry;
	DIR *dir;

	if (folder == NULL)
		return;
	dir = opendir(folder);
	CHECK_SAY(dir != NULL, "cannot read %s", folder);
	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL)
		if (strchr("iny", entry->d_name[0]) != NULL &&
		    entry->d_name[1] == '_')
			check_file(folder, entry->d_name);
	closedir(dir);
}

int
main(void)
{
	test_generated();
	test_generated_cut();
	test_suite();
	tf_buf_release(&sentence);
	return check_end();
}
