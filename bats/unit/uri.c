#include "uri.h"

#include "check.h"

static struct tf_arena arena;

static const char *
resolve(const char *base, const char *reference)
{
	return tf_uri_resolve(&arena, base, reference, strlen(reference));
}

static void
check_resolve(void)
{
	const char *base = "x://h:1/a/b/c?q#f";

	CHECK_TEXT(resolve(base, ""), "x://h:1/a/b/c?q");
	CHECK_TEXT(resolve(base, "#"), "x://h:1/a/b/c?q#");
	CHECK_TEXT(resolve(base, "#/d"), "x://h:1/a/b/c?q#/d");
	CHECK_TEXT(resolve(base, "?r"), "x://h:1/a/b/c?r");
	CHECK_TEXT(resolve(base, "d"), "x://h:1/a/b/d");
	CHECK_TEXT(resolve(base, "./d/"), "x://h:1/a/b/d/");
	CHECK_TEXT(resolve(base, "../d"), "x://h:1/a/d");
	CHECK_TEXT(resolve(base, "../../../d"), "x://h:1/d");
	CHECK_TEXT(resolve(base, ".."), "x://h:1/a/");
	CHECK_TEXT(resolve(base, "."), "x://h:1/a/b/");
	CHECK_TEXT(resolve(base, "/d/./e/../f"), "x://h:1/d/f");
	CHECK_TEXT(resolve(base, "//i/d"), "x://i/d");
	CHECK_TEXT(resolve(base, "y:d"), "y:d");
	CHECK_TEXT(resolve("x://h", "d"), "x://h/d");
	CHECK_TEXT(resolve("urn:a:b", "#c"), "urn:a:b#c");
	CHECK_TEXT(resolve("", "d/e"), "d/e");
	CHECK_TEXT(resolve("a/b", "c"), "a/c");
}

static void
check_paths(void)
{
	size_t len;

	CHECK_TEXT(
	    tf_uri_of_path(&arena, "/r", "a b.yaml"), "file:///r/a%20b.yaml");
	CHECK_TEXT(tf_uri_of_path(&arena, "/r/s", "../a#%.yaml"),
	    "file:///r/a%23%25.yaml");
	CHECK_TEXT(tf_uri_of_path(&arena, "/r", "/t/./u"), "file:///t/u");
	CHECK_TEXT(tf_uri_to_path(&arena, "file:///r/a%20b"), "/r/a b");
	CHECK_TEXT(tf_uri_to_path(&arena, "file://h/a"), NULL);
	CHECK_TEXT(tf_uri_to_path(&arena, "http:///a"), NULL);
	CHECK_TEXT(tf_uri_to_path(&arena, "file:///a%00b"), NULL);
	CHECK_TEXT(tf_uri_decode(&arena, "%41%4g%", 7, &len), "A%4g%");
	CHECK_INT(len, 5);
}

static void
check_fragment(void)
{
	char with[] = "a#b#c", without[] = "a";

	CHECK_TEXT(tf_uri_cut_fragment(with), "b#c");
	CHECK_TEXT(with, "a");
	CHECK_TEXT(tf_uri_cut_fragment(without), "");
}

static void
check_grammar(void)
{
	static const char *const uris[] = {"a:", "a:b", "a+-.1:b", "a://",
	    "a://u:p@h:80/p;x=1/?q?/#f/?", "a://[::1]:8/", "a://[v1.x:y]",
	    "a://1.2.3.4", "a:%2f"};
	static const char *const neither[] = {"a:b c", "a:%2", "a:%gg", "a://[",
	    "a://[::1", "a://[1]", "a://h:p/", "a:b#c#d", "a:\\b", "a:<b>",
	    "1:b", "a:\xc3\xa9", "a://u@v@w"};
	static const char *const relative[] = {
	    "", "b", "/b", "//h/b", "?q", "#f", "./a:b", "b/c:d"};
	size_t i;

	for (i = 0; i < sizeof(uris) / sizeof(uris[0]); i++) {
		CHECK_SAY(
		    tf_uri_valid(uris[i], strlen(uris[i])), "%s", uris[i]);
		CHECK_SAY(tf_uri_reference_valid(uris[i], strlen(uris[i])),
		    "%s", uris[i]);
	}
	for (i = 0; i < sizeof(neither) / sizeof(neither[0]); i++)
		CHECK_SAY(
		    !tf_uri_reference_valid(neither[i], strlen(neither[i])),
		    "%s", neither[i]);
	for (i = 0; i < sizeof(relative) / sizeof(relative[0]); i++) {
		CHECK_SAY(
		    tf_uri_reference_valid(relative[i], strlen(relative[i])),
		    "%s", relative[i]);
		CHECK_SAY(!tf_uri_valid(relative[i], strlen(relative[i])), "%s",
		    relative[i]);
	}
	CHECK(!tf_uri_valid(LIT("a:b\0c")));
}

int
main(void)
{
	check_resolve();
	check_paths();
	check_fragment();
	check_grammar();
	tf_arena_release(&arena);
	return check_end();
}
