#include "names.h"

#include <stdlib.h>

#include "check.h"

enum { NAMES = 5000, NAME_MAX_LEN = 24 };

static void
test_few(void)
{
	struct tf_names *names = tf_names_new();
	uint32_t path = tf_names_add(names, LIT("path"));
	uint32_t empty = tf_names_add(names, NULL, 0);
	uint32_t nul = tf_names_add(names, LIT("a\0b"));

	CHECK_INT(path, 0);
	CHECK_INT(empty, 1);
	CHECK_INT(nul, 2);
	CHECK_INT(tf_names_add(names, LIT("path")), path);
	CHECK_INT(tf_names_add(names, "", 0), empty);
	CHECK_INT(tf_names_find(names, "pathology", 4), path);
	CHECK_INT(tf_names_find(names, NULL, 0), empty);
	CHECK_INT(tf_names_find(names, LIT("a\0b")), nul);
	CHECK_INT(tf_names_find(names, LIT("a\0c")), TF_NO_NAME);
	CHECK_INT(tf_names_find(names, LIT("a")), TF_NO_NAME);
	CHECK_INT(tf_names_find(names, LIT("Path")), TF_NO_NAME);
	CHECK_INT(tf_names_find(names, LIT("paths")), TF_NO_NAME);
	CHECK_INT(tf_names_find(names, LIT("htap")), TF_NO_NAME);
	CHECK_TEXT(tf_names_get(names, path).bytes, "path");
	CHECK_INT(tf_names_get(names, path).len, 4);
	CHECK_TEXT(tf_names_get(names, empty).bytes, "");
	CHECK_INT(tf_names_get(names, nul).len, 3);
	CHECK_INT(tf_names_get(names, nul).bytes[3], 0);
	tf_names_free(names);
}

static void
test_none(void)
{
	struct tf_names *names = tf_names_new();

	CHECK_INT(tf_names_find(names, LIT("path")), TF_NO_NAME);
	CHECK_INT(tf_names_find(names, NULL, 0), TF_NO_NAME);
	CHECK_INT(tf_names_find(NULL, LIT("path")), TF_NO_NAME);
	tf_names_free(names);
	tf_names_free(NULL);
}

/* Each length around those at which the hash reads differently. */
static void
test_lengths(void)
{
	static const char text[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	struct tf_names *names = tf_names_new();
	char *copy;
	size_t len, i;

	for (len = 0; len < sizeof(text); len++)
		CHECK_INT(tf_names_add(names, text, len), (long long)len);
	for (len = 0; len < sizeof(text); len++) {
		/* exactly so long, so that reading beyond it is seen */
		copy = malloc(len > 0 ? len : 1);
		memcpy(copy, text, len);
		CHECK_INT(tf_names_find(names, copy, len), (long long)len);
		for (i = 0; i < len; i++) {
			copy[i] ^= 1;
			CHECK_INT(tf_names_find(names, copy, len), TF_NO_NAME);
			copy[i] ^= 1;
		}
		free(copy);
	}
	tf_names_free(names);
}

static size_t
make_name(char *name)
{
	size_t len = (size_t)check_below(NAME_MAX_LEN), i;

	for (i = 0; i < len; i++)
		name[i] = (char)('a' + check_below(3));
	name[len] = '\0';
	return len;
}

static int
find_text(char (*texts)[NAME_MAX_LEN + 1], int count, const char *name)
{
	int i;

	for (i = 0; i < count; i++)
		if (strcmp(texts[i], name) == 0)
			return i;
	return -1;
}

/* Numbers are given in order, stay, and lead back to the names. */
static void
test_many(void)
{
	static char texts[NAMES][NAME_MAX_LEN + 1];
	struct tf_names *names = tf_names_new();
	char name[NAME_MAX_LEN + 1];
	int i, known, count = 0;
	uint32_t found;
	size_t len;

	for (i = 0; i < NAMES; i++) {
		len = make_name(name);
		known = find_text(texts, count, name);
		found = tf_names_find(names, name, len);
		CHECK_INT(found, known < 0 ? TF_NO_NAME : (uint32_t)known);
		if (known < 0)
			strcpy(texts[known = count++], name);
		CHECK_INT(tf_names_add(names, name, len), known);
	}
	for (i = 0; i < count; i++) {
		len = strlen(texts[i]);
		CHECK_INT(tf_names_find(names, texts[i], len), i);
		CHECK_TEXT(tf_names_get(names, (uint32_t)i).bytes, texts[i]);
	}
	tf_names_free(names);
}

int
main(void)
{
	test_few();
	test_none();
	test_lengths();
	test_many();
	return check_end();
}
