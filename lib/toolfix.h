/*
 * toolfix.h - the public interface of libtoolfix.
 *
 * toolfix finds the tool calls in recorded JSON, holds each one against the
 * contract of the action it asks for, cleans what can be cleaned without
 * guessing, and reports exactly what is wrong with the rest.
 *
 * A program loads rulebooks once (struct tf_rules), then feeds files to a run
 * (struct tf_run) and is called back, in the order of the input and always in
 * its own thread, with findings and with the bytes to print.
 *
 * The library never prints and never exits, with one exception: running out
 * of memory ends the process through the hook of tf_set_nomem().
 *
 * Offsets and lengths are in bytes, from 0. Records, lines and columns are
 * counted from 1; columns are in characters (Unicode code points).
 */
#ifndef TOOLFIX_H
#define TOOLFIX_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TF_API __attribute__((visibility("default")))
#define TF_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define TF_API
#define TF_PRINTF(f, a)
#endif

/* Bytes with a length; not NUL-terminated. NULL where there are none. */
struct tf_slice {
	const char *bytes;
	size_t len;
};

/* ---- errors: usage, rulebooks, I/O. Defects in data are findings. ---- */

/* One error. file may be NULL; line and column are 0 where unknown. */
struct tf_error {
	char *file;
	size_t line, column;
	char *text;
};

/* A list of errors, in the order in which they were met. Starts zeroed. */
struct tf_errors {
	struct tf_error *items;
	size_t count, capacity;
};

/* Frees what the list holds and empties it. NULL is fine. */
TF_API void tf_errors_release(struct tf_errors *errors);

/* ---- calls ---- */

/* How a call went, where the record tells. */
enum tf_went { TF_WENT_UNKNOWN, TF_WENT_WELL, TF_WENT_WRONG };

/*
 * One call. Everything it points to lives until the callback returns.
 * arguments are JSON in one line; or text, where they are free text or did not
 * parse. copies counts later records of the same call, as far as they are near.
 */
struct tf_call_info {
	const char *file;
	uint64_t record, line, column, offset;
	const char *shape;
	struct tf_slice tool, action, id, session, agent, model, arguments;
	int arguments_are_text;
	const char
	    *unfinished; /* "stop_reason is max_tokens"; NULL: it ended */
	enum tf_went went;
	uint64_t copies;
};

/* ---- findings ---- */

enum tf_severity { TF_OFF, TF_WARNING, TF_FIX, TF_ERROR };

/* "off", "warning", "fix" or "error". */
TF_API const char *tf_severity_name(enum tf_severity severity);

/*
 * One finding. Everything it points to lives until the callback returns.
 * path is a JSON Pointer into the arguments. message is escaped: it holds no
 * control character. fix_kind is NULL unless severity is TF_FIX; fix_from and
 * fix_to are JSON texts (or, for "rename", the two names as JSON texts), and
 * their bytes are NULL where there is no such side.
 * record_bytes are the untouched bytes of the record; the finding's place in
 * them is [record_offset, record_offset + length).
 */
struct tf_finding {
	const char *file;
	uint64_t record, line, column;
	uint64_t offset, length;
	struct tf_slice tool, action, call_id, path;
	struct tf_slice session, agent, model; /* bytes NULL: not recorded */
	enum tf_went went;                     /* how the call went */
	const char *code;
	enum tf_severity severity;
	struct tf_slice message;
	const char *fix_kind;
	struct tf_slice fix_from, fix_to;
	struct tf_slice record_bytes;
	size_t record_offset;
};

/* ---- rules ---- */

struct tf_rules;

/* An empty set of rules. Never NULL. Freed by tf_rules_free(). */
TF_API struct tf_rules *tf_rules_new(void);
TF_API void tf_rules_free(struct tf_rules *rules);

/*
 * Adds a rulebook: a file, a directory (each *.yaml and *.yml in it, in the
 * order of their names) or the name of a built-in one. A tool that stands in
 * two of them is taken from the one added last. Returns 0, or -1 with every
 * mistake added to errors.
 */
TF_API int tf_rules_add(
    struct tf_rules *rules, const char *source, struct tf_errors *errors);

/*
 * Adds the tools that a file defines (MCP, OpenAI, Anthropic, Gemini) with
 * their schemas as contracts. Returns 0 or -1.
 */
TF_API int tf_rules_add_tools(
    struct tf_rules *rules, const char *path, struct tf_errors *errors);

/*
 * Adds what a user expects where nothing was named: TOOLFIX_RULES, else the
 * nearest toolfix.yaml or .toolfix.yaml from the working directory up to the
 * repository's root, else all built-in rulebooks. Returns 0 or -1.
 */
TF_API int tf_rules_find(struct tf_rules *rules, struct tf_errors *errors);

/* ---- runs ---- */

/* A fact from outside the calls, as --scope gives it: JSON, else a string. */
struct tf_scope_value {
	const char *name;
	const char *value;
};

struct tf_options {
	const char *tool;                   /* every record is its arguments */
	const struct tf_scope_value *scope; /* later ones win */
	size_t scope_count;
	int record_tools;         /* records define their own tools */
	const char *scope_object; /* facts as a JSON object; scope wins */
	unsigned jobs;            /* threads; 0 and 1 mean one */
	int list_calls; /* set by tf_run_new(): the sink's call is called */
};

/*
 * What a run calls back. Each returns 0 to go on; anything else ends the run,
 * which then returns -1 with no error of its own. NULL: not wanted, and the
 * work for it is not done. ctx is handed through.
 */
struct tf_sink {
	void *ctx;
	/* The next bytes of the output: the input with its calls fixed. */
	int (*output)(void *ctx, const char *bytes, size_t len);
	int (*finding)(void *ctx, const struct tf_finding *finding);
	/* Each call but copies, in order, once it is known how it went. */
	int (*call)(void *ctx, const struct tf_call_info *call);
};

/*
 * What was looked at. calls are those with a rule; others had none. Copies are
 * counted in neither. Fragments are pieces of streamed calls.
 */
struct tf_stats {
	uint64_t files, records, calls, other_calls, copies, fragments;
	uint64_t errors, warnings, fixes;
};

struct tf_run;

/*
 * Starts a run. rules is borrowed and must live longer. Returns NULL with
 * errors where the options do not fit the rules (an unknown tool or scope, a
 * scope value that its schema refuses). Freed by tf_run_free().
 */
TF_API struct tf_run *tf_run_new(const struct tf_rules *rules,
    const struct tf_options *options, const struct tf_sink *sink,
    struct tf_errors *errors);
TF_API void tf_run_free(struct tf_run *run);

/*
 * Reads fd to its end and processes every record in it. name is what findings
 * call the file. The descriptor stays open. Returns 0; or -1 with an error
 * (reading failed, a filter ran too long), or because a callback said so.
 */
TF_API int tf_run_fd(
    struct tf_run *run, int fd, const char *name, struct tf_errors *errors);

/*
 * True where a filter ran too long: its thread goes on, and uses what it was
 * given. The program should end by _Exit(3).
 */
TF_API int tf_run_stuck(const struct tf_run *run);

TF_API const struct tf_stats *tf_run_stats(const struct tf_run *run);

/*
 * Names of tools that were called but have no rule, in order of first sight,
 * 20 at most. Returns how many there are, and *names is set to them; they
 * live as long as the run.
 */
TF_API size_t tf_run_other_tools(
    const struct tf_run *run, const struct tf_slice **names);

/* ---- the tests inside rulebooks ---- */

/* One test that ran. Strings live until the callback returns. */
struct tf_test_result {
	const char *file; /* the rulebook */
	size_t line;
	const char *tool, *name;
	int passed;
	const char
	    *why; /* what differed, perhaps several lines; "" if passed */
};

/* A part of a rulebook, and whether any of its tests reached it. */
struct tf_coverage {
	const char *file; /* the rulebook */
	size_t line;
	struct tf_slice tool; /* bytes NULL for a filter: its name tells */
	const char *what;     /* "action", "case" or "filter" */
	struct tf_slice name;
	int reached;
};

/* What tf_rules_test() calls back; each may be NULL. ctx is handed through. */
struct tf_test_sink {
	void *ctx;
	void (*done)(void *ctx, const struct tf_test_result *result);
	/* each part of a rulebook, after its tests */
	void (*covered)(void *ctx, const struct tf_coverage *part);
};

/*
 * Runs every test of every rulebook, in order. Returns 0; or -1 with an error
 * where a test could not be run at all.
 */
TF_API int tf_rules_test(const struct tf_rules *rules,
    const struct tf_test_sink *sink, struct tf_errors *errors);

/* ---- small help for programs ---- */

/* The names of all shapes of calls; *names lives for ever. Returns how many. */
TF_API size_t tf_shape_names(const struct tf_slice **names);

/*
 * The name that word most likely stands for, or NULL where none is near: equal
 * but for case, '_', '-' and ' '; or within an edit distance (insert, delete,
 * replace, swap of neighbours) of a third of the longer one's characters,
 * 3 at most. Among equals the first. Words over 64 bytes have none.
 */
TF_API const struct tf_slice *tf_suggest(
    struct tf_slice word, const struct tf_slice *names, size_t count);

/*
 * Calls put with text of data made fit to be shown: no control character, no
 * byte that is no UTF-8, gets through.
 */
TF_API void tf_show(struct tf_slice text,
    void (*put)(void *ctx, const char *bytes, size_t len), void *ctx);

/* ---- hooks ---- */

/*
 * What happens when memory runs out: hook is called with the size that was
 * asked for and must not return. The default calls abort(3).
 */
TF_API void tf_set_nomem(void (*hook)(size_t size));

/* The version, as "0.1.0". */
TF_API const char *tf_version(void);

#endif
