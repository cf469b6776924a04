/*
 * Prints the inputs of the benchmark, always the same bytes:
 *
 *	generate calls N	N bare calls, a ctx_note and a write_report in
 *				turn, 246 bytes each
 *	generate session N	N lines of a session log, 2800 bytes each, one
 *				in 20 with a call, the next with its result
 *	generate booking N	N bare calls of a tool with 40 properties on
 *				three levels; one in 50 has a wrong number
 *	generate definition 1	the definition of that tool
 *
 * A quarter of the ctx_note calls hold ids that their action does not use; one
 * in a hundred is wrong. One write_report call in twenty lacks a score or has
 * a wrong one; one in fifty is right but for the check of onefilter.yaml.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t state = 0x746f6f6c666978;

/* xorshift64*: from 0 to below - 1. */
static unsigned
below(unsigned limit)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (unsigned)((state * 2685821657736338717u >> 32) % limit);
}

static int
percent(unsigned share)
{
	return below(100) < share;
}

static void
put(const char *text)
{
	fputs(text, stdout);
}

/* The inside of a JSON string of at least size bytes, and not many more. */
static void
put_text(size_t size)
{
	static const char *const words[] = {"the", "test", "release", "of",
	    "after", "build", "is", "integration", "to", "and", "fails", "when",
	    "configuration", "a", "in", "parser", "returns", "error", "for",
	    "each", "record", "that", "was", "changed", "by", "review", "of",
	    "module", "see", "src/main.c", "on", "line", "criteria", "are",
	    "not", "met", "coverage", "should", "be", "above", "threshold",
	    "caf\xc3\xa9", "\xe2\x86\x92", "\\\"quoted\\\"", "C:\\\\temp",
	    "re-run"};
	size_t done = 0;

	while (done < size) {
		const char *word = words[below(COUNT(words))];

		put(word);
		done += strlen(word) + 1;
		if (done >= size)
			put(".");
		else if (below(16) == 0)
			put("\\n");
		else
			put(" ");
	}
}

static void
put_content(void)
{
	put("\"content\":\"");
	put_text(60 + below(100));
	put("\"");
}

static void
put_ids(unsigned count)
{
	put("\"note_ids\":[");
	for (unsigned i = 0; i < count; i++)
		printf("%s%u", i > 0 ? "," : "", 1 + i * 1000 + below(1000));
	put("]");
}

/* What a provider that requires all fields makes a model add. */
static void
put_filler(int with_id)
{
	static const char *const lists[] = {"[1]", "[1]", "[0]", "[]"};

	if (with_id)
		put(",\"note_id\":0");
	printf(",\"note_ids\":%s", lists[below(COUNT(lists))]);
}

static void
put_wrong_note(void)
{
	static const char *const arguments[] = {
	    "\"action\":\"dismiss\",\"note_id\":3,\"note_ids\":[4]",
	    "\"action\":\"dismiss\",\"note_id\":0",
	    "\"action\":\"dismiss\"",
	    "\"action\":\"dismiss\",\"note_ids\":[3,0,-1]",
	    "\"action\":\"update\",\"note_id\":7",
	    "\"action\":\"update\",\"content\":\"New text.\"",
	    "\"action\":\"write\",\"content\":\"  \"",
	    "\"action\":\"write\"",
	};

	put(arguments[below(COUNT(arguments))]);
}

/* Nothing is filler for dismiss, so the others get 5/16 for it, not 1/4. */
static void
put_note(void)
{
	static const char *const filters[] = {
	    "all", "active", "pending", "ready", "dismissed"};
	unsigned action = below(100);
	int filler = below(16) < 5;

	put("{");
	if (percent(1)) {
		put_wrong_note();
	} else if (action < 45) {
		put("\"action\":\"write\"");
		if (filler && percent(50)) {
			put_filler(1);
			filler = 0;
		}
		put(",");
		put_content();
		if (percent(30)) {
			put(",\"surface_condition\":\"When ");
			put_text(30 + below(30));
			put("\"");
		}
		if (filler)
			put_filler(1);
	} else if (action < 65) {
		put("\"action\":\"read\"");
		if (percent(60))
			printf(",\"filter\":\"%s\"",
			    filters[below(COUNT(filters))]);
		if (filler)
			put_filler(1);
	} else if (action < 80) {
		printf(
		    "\"action\":\"update\",\"note_id\":%u,", 1 + below(100000));
		put_content();
		if (filler)
			put_filler(0);
	} else if (percent(50)) {
		printf(
		    "\"action\":\"dismiss\",\"note_id\":%u", 1 + below(100000));
	} else {
		put("\"action\":\"dismiss\",");
		put_ids(1 + below(8));
	}
	put("}");
}

static void
put_score(int wrong)
{
	static const char *const wrongs[] = {
	    "\"85\"", "100.5", "-1", "null", "\"high\""};

	if (wrong)
		put(wrongs[below(COUNT(wrongs))]);
	else if (percent(40))
		printf("%u", below(101));
	else if (percent(50))
		printf("%u.%u", below(100), below(10));
	else
		printf("%u.%04u", below(100), below(10000));
}

static void
put_dimensions(void)
{
	static const char *const names[] = {"maintainability", "prd", "tests",
	    "security", "operational", "scope"};
	unsigned which = COUNT(names);
	int wrong = 0;
	const char *comma = "";

	if (percent(5)) {
		which = below(COUNT(names));
		wrong = percent(50);
	}
	put("\"dimensions\":{");
	for (unsigned i = 0; i < COUNT(names); i++) {
		if (i == which && !wrong)
			continue;
		printf("%s\"%s\":", comma, names[i]);
		put_score(i == which);
		comma = ",";
	}
	put("}");
}

static void
put_report(void)
{
	int high = percent(60);

	put("{\"markdown\":\"## Quality\\n\\n");
	put_text(50 + below(140));
	put("\",");
	put_dimensions();
	if (high ? percent(3) : percent(40)) {
		put(",\"mustFix\":[\"");
		put_text(20 + below(30));
		put("\"]");
	}
	if (percent(20)) {
		put(",\"gaps\":{\"tests\":\"");
		put_text(20 + below(30));
		put("\"}");
	}
	printf(",\"confidence\":\"%s\"}",
	    high            ? "high" :
		percent(50) ? "medium" :
			      "low");
}

static void
put_arguments(int report)
{
	if (report)
		put_report();
	else
		put_note();
}

static const char *
tool(int report)
{
	return report ? "write_report" : "ctx_note";
}

static void
put_call(unsigned long index)
{
	int report = index % 2 == 1;

	printf("{\"name\":\"%s\",\"arguments\":", tool(report));
	put_arguments(report);
	put("}\n");
}

static void
put_line(unsigned long index)
{
	static const char *const roles[] = {"user", "assistant"};
	int report = index / 20 % 2 == 1;
	int call = index % 20 == 7;
	int result = index % 20 == 8;
	const char *role = roles[call ? 1 : result ? 0 : below(2)];
	unsigned size = percent(10) ? 6000 + below(8000) : 300 + below(2700);

	printf("{\"type\":\"%s\",\"sessionId\":\"3f0c9a52-7d1e-4b6f-9d3a-"
	       "5b2f8e6c1a70\",\"uuid\":\"%08lx-0000-4000-8000-%012lx\","
	       "\"timestamp\":\"2025-06-%02luT%02lu:%02lu:00.000Z\","
	       "\"message\":{\"role\":\"%s\",\"content\":[",
	    role, index, index, 1 + index / 1440 % 30, index / 60 % 24,
	    index % 60, role);
	if (result)
		printf("{\"type\":\"tool_result\",\"tool_use_id\":"
		       "\"toolu_%016lx\",\"content\":\"",
		    index - 1);
	else
		put("{\"type\":\"text\",\"text\":\"");
	put_text(size);
	put("\"}");
	if (call) {
		printf(",{\"type\":\"tool_use\",\"id\":\"toolu_%016lx\","
		       "\"name\":\"%s\",\"input\":",
		    index, tool(report));
		put_arguments(report);
		put("}");
	}
	printf("]},\"usage\":{\"input_tokens\":%u,\"output_tokens\":%u}}\n",
	    below(100000), below(4000));
}

/* ---- a tool with 40 properties: 14 on each of two levels, 12 on a third ---- */

enum { LEVELS = 3 };

static const char *const levels[LEVELS] = {"", "room", "payment"};
static const unsigned texts[LEVELS] = {5, 5, 4};

static void
put_schema(int level)
{
	const char *name = levels[level];
	unsigned i;

	put("{\"type\":\"object\",\"additionalProperties\":false,"
	    "\"properties\":{");
	for (i = 0; i < texts[level]; i++)
		printf(
		    "\"%s_text_%u\":{\"type\":\"string\",\"maxLength\":200},",
		    name, i);
	for (i = 0; i < 4; i++) {
		printf("\"%s_count_%u\":{\"type\":\"integer\",\"minimum\":0,"
		       "\"maximum\":1000},",
		    name, i);
		printf("\"%s_kind_%u\":{\"enum\":[\"single\",\"double\","
		       "\"suite\"]}%s",
		    name, i, i < 3 ? "," : "");
	}
	if (level + 1 < LEVELS) {
		printf(",\"%s\":", levels[level + 1]);
		put_schema(level + 1);
	}
	printf("},\"required\":[\"%s_count_0\"%s%s%s]}", name,
	    level + 1 < LEVELS ? ",\"" : "",
	    level + 1 < LEVELS ? levels[level + 1] : "",
	    level + 1 < LEVELS ? "\"" : "");
}

static void
put_definition(unsigned long index)
{
	(void)index;
	put("{\"name\":\"book\",\"description\":\"Books a room.\","
	    "\"input_schema\":");
	put_schema(0);
	put("}\n");
}

static void
put_level(int level, int wrong)
{
	static const char *const kinds[] = {"single", "double", "suite"};
	const char *name = levels[level];
	unsigned i;

	printf("{\"%s_count_0\":%u", name,
	    level == LEVELS - 1 && wrong ? 5000 : below(1000));
	for (i = 0; i < texts[level]; i++) {
		printf(",\"%s_text_%u\":\"", name, i);
		put_text(10 + below(30));
		put("\"");
	}
	for (i = 0; i < 4; i++) {
		if (i > 0)
			printf(",\"%s_count_%u\":%u", name, i, below(1000));
		printf(",\"%s_kind_%u\":\"%s\"", name, i,
		    kinds[below(COUNT(kinds))]);
	}
	if (level + 1 < LEVELS) {
		printf(",\"%s\":", levels[level + 1]);
		put_level(level + 1, wrong);
	}
	put("}");
}

static void
put_booking(unsigned long index)
{
	put("{\"name\":\"book\",\"arguments\":");
	put_level(0, index % 50 == 7);
	put("}\n");
}

int
main(int argc, char **argv)
{
	void (*put_record)(unsigned long index) = NULL;
	unsigned long count;

	if (argc == 3 && strcmp(argv[1], "calls") == 0)
		put_record = put_call;
	else if (argc == 3 && strcmp(argv[1], "session") == 0)
		put_record = put_line;
	else if (argc == 3 && strcmp(argv[1], "booking") == 0)
		put_record = put_booking;
	else if (argc == 3 && strcmp(argv[1], "definition") == 0)
		put_record = put_definition;
	if (put_record == NULL) {
		fputs("usage: generate calls|session|booking|definition N\n",
		    stderr);
		return 2;
	}
	count = strtoul(argv[2], NULL, 10);
	for (unsigned long i = 0; i < count && !ferror(stdout); i++)
		put_record(i);
	return fflush(stdout) != 0 || ferror(stdout) ? 2 : 0;
}
