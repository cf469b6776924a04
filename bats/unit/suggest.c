#include "suggest.h"

#include "check.h"

enum { NAMES_MAX = 16 };

static struct tf_slice
slice(const char *text)
{
	return (struct tf_slice){.bytes = text, .len = strlen(text)};
}

/* The suggestion among names, which stand with a '|' between them. */
static const char *
suggest(const char *word, const char *names)
{
	static char text[128];
	struct tf_slice items[NAMES_MAX];
	const struct tf_slice *found;
	size_t count = 0, len;

	for (; *names != '\0' && count < NAMES_MAX; names += len) {
		names += *names == '|';
		len = strcspn(names, "|");
		items[count].bytes = names;
		items[count++].len = len;
	}
	found = tf_suggest(slice(word), items, count);
	if (found == NULL)
		return NULL;
	CHECK(found >= items && found < items + count);
	snprintf(text, sizeof(text), "%.*s", (int)found->len, found->bytes);
	return text;
}

static void
test_folded(void)
{
	CHECK_TEXT(suggest("filePath", "path|file_path"), "file_path");
	CHECK_TEXT(suggest("FILE-PATH", "path|file_path"), "file_path");
	CHECK_TEXT(suggest("file path", "filePath"), "filePath");
	CHECK_TEXT(suggest("_id", "ix|id"), "id");
	CHECK_TEXT(suggest("ID", "id"), "id");
	CHECK_TEXT(suggest("a", "b|A"), "A");
	/* before a nearer spelling */
	CHECK_TEXT(suggest("file_pat", "file_path|FILEPAT"), "FILEPAT");
	/* the first of equals */
	CHECK_TEXT(suggest("filepath", "file_path|filePath"), "file_path");
	/* letters beyond ASCII keep their case */
	CHECK_TEXT(suggest("\xc3\x84", "\xc3\xa4"), NULL);
}

static void
test_distance(void)
{
	CHECK_TEXT(suggest("pth", "path"), "path");
	CHECK_TEXT(suggest("paath", "path"), "path");
	CHECK_TEXT(suggest("pathe", "path"), "path");
	CHECK_TEXT(suggest("parh", "path"), "path");
	CHECK_TEXT(suggest("apth", "path"), "path");
	CHECK_TEXT(suggest("contnet", "contents|content"), "content");
	CHECK_TEXT(suggest("conten", "contents|content"), "content");
	CHECK_TEXT(suggest("descripton", "description"), "description");
	CHECK_TEXT(suggest("dscrptin", "description"), "description");
	/* the nearest, then the first */
	CHECK_TEXT(suggest("range", "ranger|orange|rang"), "ranger");
	CHECK_TEXT(suggest("ranges", "orange|range"), "range");
	CHECK_TEXT(suggest("value", "values|valve"), "values");
}

static void
test_too_far(void)
{
	CHECK_TEXT(suggest("", "path"), NULL);
	CHECK_TEXT(suggest("path", ""), NULL);
	/* a third of the longer one */
	CHECK_TEXT(suggest("ab", "ac"), NULL);
	CHECK_TEXT(suggest("abc", "abd"), "abd");
	CHECK_TEXT(suggest("ab", "abc"), "abc");
	CHECK_TEXT(suggest("abcde", "abcxy"), NULL);
	CHECK_TEXT(suggest("abcdef", "abcdxy"), "abcdxy");
	CHECK_TEXT(suggest("abcdefgh", "abcdexyz"), NULL);
	CHECK_TEXT(suggest("abcdefghi", "abcdefxyz"), "abcdefxyz");
	/* three at most */
	CHECK_TEXT(suggest("abcdefghijkl", "abcdefghwxyz"), NULL);
	CHECK_TEXT(suggest("abcdefghijklm", "abcdefghi"), NULL);
	/* no edit inside a swap */
	CHECK_TEXT(suggest("cba", "acb"), NULL);
}

/* Lengths are in characters, not bytes. */
static void
test_characters(void)
{
	CHECK_TEXT(suggest("\xc3\xa4\xc3\xb6", "\xc3\xa4\xc3\xbc"), NULL);
	CHECK_TEXT(suggest("\xc3\xa4\xc3\xb6x", "\xc3\xa4\xc3\xbcx"),
	    "\xc3\xa4\xc3\xbcx");
	CHECK_TEXT(suggest("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e",
		       "\xe6\x97\xa5\xe8\xaa\x9e\xe6\x9c\xac"),
	    "\xe6\x97\xa5\xe8\xaa\x9e\xe6\x9c\xac");
	CHECK_TEXT(suggest("\xff\xfe\xfd", "\xff\xfe"), "\xff\xfe");
}

static void
test_long(void)
{
	char word[80], names[80];

	memset(word, 'a', sizeof(word));
	memset(names, 'a', sizeof(names));
	word[64] = names[63] = '\0';
	CHECK_TEXT(suggest(word, names), names);
	names[63] = 'a';
	names[64] = '\0';
	CHECK_TEXT(suggest(word, names), names);
	word[64] = 'a';
	word[65] = '\0';
	CHECK_TEXT(suggest(word, names), NULL);
	CHECK_TEXT(suggest(names, word), NULL);
	CHECK(tf_suggest(slice("path"), NULL, 0) == NULL);
	CHECK(tf_suggest((struct tf_slice){0}, NULL, 0) == NULL);
}

/* The definition itself: what the last characters of each cost. */
static int
slow_distance(const char *a, int i, const char *b, int j)
{
	int best, other;

	if (i == 0 || j == 0)
		return i + j;
	best = slow_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
	other = slow_distance(a, i - 1, b, j) + 1;
	best = other < best ? other : best;
	other = slow_distance(a, i, b, j - 1) + 1;
	best = other < best ? other : best;
	if (i < 2 || j < 2 || a[i - 1] != b[j - 2] || a[i - 2] != b[j - 1])
		return best;
	other = slow_distance(a, i - 2, b, j - 2) + 1;
	return other < best ? other : best;
}

static int
make_word(char *word)
{
	int len = check_below(8), i;

	for (i = 0; i < len; i++)
		word[i] = (char)('a' + check_below(3));
	word[len] = '\0';
	return len;
}

static void
test_generated(void)
{
	char a[8], b[8];
	int n, i, j, most;
	bool near, found;
	struct tf_slice name;

	for (n = 0; n < 3000; n++) {
		i = make_word(a);
		j = make_word(b);
		most = (i > j ? i : j) / 3;
		near = slow_distance(a, i, b, j) <= most;
		name = slice(b);
		found = tf_suggest(slice(a), &name, 1) != NULL;
		CHECK_SAY(found == near, "\"%s\", \"%s\": %s", a, b,
		    found ? "suggested" : "not suggested");
	}
}

int
main(void)
{
	test_folded();
	test_distance();
	test_too_far();
	test_characters();
	test_long();
	test_generated();
	return check_end();
}
