#include "loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "phrase.h"

enum { SESSIONS = 256, CAUSES = 8, PENDING = 16 };

/* What the rejected calls of a row had in common: codes with their paths. */
struct causes {
	char texts[CAUSES][80];
	size_t count;
};

/* A call of which nothing has told yet how it went. */
struct pending {
	uint64_t id, tool;
};

/* One session: its last call, and the rejected ones in a row. */
struct session {
	uint64_t key, used;
	uint64_t same, id; /* of the last call */
	size_t identical;  /* calls in a row with the same tool and arguments */
	bool rejected;     /* the last call was */
	uint64_t tool;     /* of the rejected calls in a row */
	size_t in_row;
	struct causes common;
	struct pending pending[PENDING];
	size_t pending_count;
	bool told; /* a result came since the last call */
	bool due;  /* it made the row as long as the limit */
};

struct tf_loops {
	const struct tf_loop_limits *limits;
	struct session sessions[SESSIONS];
	uint64_t clock;
};

struct tf_loops *
tf_loops_new(const struct tf_loop_limits *limits)
{
	struct tf_loops *loops = tf_calloc(1, sizeof(*loops));

	loops->limits = limits;
	return loops;
}

void
tf_loops_free(struct tf_loops *loops)
{
	free(loops);
}

/* The session's row; the one that was not used longest gives way. */
static struct session *
find_session(struct tf_loops *loops, struct tf_slice name)
{
	const uint64_t key = tf_hash_bytes(TF_HASH_START, name.bytes, name.len);
	struct session *session, *oldest = &loops->sessions[0];
	size_t i;

	loops->clock++;
	for (i = 0; i < SESSIONS; i++) {
		session = &loops->sessions[i];
		if (session->used > 0 && session->key == key) {
			session->used = loops->clock;
			return session;
		}
		if (session->used < oldest->used)
			oldest = session;
	}
	*oldest = (struct session){.key = key, .used = loops->clock};
	return oldest;
}

/* ---- what rejections have in common ---- */

static void
describe(char *out, size_t size, const struct tf_found *found)
{
	int path = found->path.len < 48 ? (int)found->path.len : 48;

	snprintf(out, size, "%s%s%.*s", found->code_name, path > 0 ? " " : "",
	    path, found->path.bytes != NULL ? found->path.bytes : "");
}

static void
causes_of(struct causes *causes, const struct tf_outcome *outcome,
    const struct tf_met *met)
{
	size_t i;

	causes->count = 0;
	for (i = met->found_start; i < met->found_end && causes->count < CAUSES;
	     i++)
		if (outcome->found.items[i].severity == TF_ERROR)
			describe(causes->texts[causes->count++],
			    sizeof(causes->texts[0]), &outcome->found.items[i]);
}

static void
keep_common(struct causes *common, const struct causes *more)
{
	size_t i, k, kept = 0;

	for (i = 0; i < common->count; i++) {
		for (k = 0; k < more->count; k++)
			if (strcmp(common->texts[i], more->texts[k]) == 0)
				break;
		if (k == more->count)
			continue;
		if (kept != i)
			memcpy(common->texts[kept], common->texts[i],
			    sizeof(common->texts[0]));
		kept++;
	}
	common->count = kept;
}

/* ---- findings ---- */

static void
report(struct tf_outcome *outcome, const struct tf_met *met, enum tf_code code,
    const char *text)
{
	struct tf_found *found = tf_found_add(&outcome->found, code);
	struct tf_buf buf = {0};

	tf_phrase_text(&buf, met->tool.bytes, met->tool.len, 100);
	if (met->action.bytes != NULL) {
		tf_buf_addc(&buf, ' ');
		tf_phrase_text(&buf, met->action.bytes, met->action.len, 40);
	}
	tf_buf_adds(&buf, ": ");
	tf_phrase_text(&buf, text, strlen(text), 1000);
	found->record = met->record;
	found->offset = met->offset;
	found->length = met->length;
	found->tool = met->tool;
	found->action = met->action;
	found->call_id = met->id;
	found->message = (struct tf_slice){
	    tf_arena_copy(&outcome->kept, buf.bytes, buf.len), buf.len};
	tf_buf_release(&buf);
}

static void
report_repeated(struct tf_outcome *outcome, const struct tf_met *met,
    const struct session *session)
{
	char text[200];

	if (session->rejected)
		snprintf(text, sizeof(text),
		    "the same call again, though it was just rejected; change "
		    "its arguments");
	else
		snprintf(text, sizeof(text),
		    "the same call %zu times in a row; use what it gave",
		    session->identical);
	report(outcome, met, TF_CODE_REPEATED_CALL, text);
}

static void
report_loop(struct tf_outcome *outcome, const struct tf_met *met,
    const struct session *session)
{
	char text[1000];
	size_t i, len;

	len = (size_t)snprintf(text, sizeof(text),
	    session->common.count > 0 ?
		"%zu rejected calls in a row; all of them have: " :
		"%zu rejected calls in a row, with no error in common",
	    session->in_row);
	for (i = 0; i < session->common.count && len < sizeof(text); i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
		    i > 0 ? ", " : "", session->common.texts[i]);
	report(outcome, met, TF_CODE_REJECTION_LOOP, text);
}

/* ---- calls ---- */

static bool
has_errors(const struct tf_outcome *outcome, const struct tf_met *met)
{
	size_t i;

	for (i = met->found_start; i < met->found_end; i++)
		if (outcome->found.items[i].severity == TF_ERROR)
			return true;
	return false;
}

/* One more rejected call; a call that was not ends the row. */
static void
count_rejected(struct session *session, const struct tf_outcome *outcome,
    const struct tf_met *met, uint64_t tool)
{
	struct causes causes;

	causes_of(&causes, outcome, met);
	if (session->in_row > 0 && session->tool == tool) {
		session->in_row++;
		keep_common(&session->common, &causes);
	} else {
		session->in_row = 1;
		session->tool = tool;
		session->common = causes;
	}
}

/* What is not known to have failed ends the row. */
static void
end_pending(struct session *session)
{
	if (session->pending_count == 0)
		return;
	session->pending_count = 0;
	session->in_row = 0;
	session->due = false;
}

static void
add_pending(struct session *session, uint64_t id, uint64_t tool)
{
	if (session->pending_count == PENDING)
		end_pending(session);
	session->pending[session->pending_count++] =
	    (struct pending){.id = id, .tool = tool};
}

void
tf_loops_call(struct tf_loops *loops, struct tf_outcome *outcome,
    const struct tf_met *met)
{
	struct session *session = find_session(loops, met->session);
	const uint64_t tool =
	    tf_hash_bytes(TF_HASH_START, met->tool.bytes, met->tool.len);
	const uint64_t id =
	    tf_hash_bytes(TF_HASH_START, met->id.bytes, met->id.len);
	const bool again = session->same == met->same && met->same != 0;
	const bool rejected =
	    has_errors(outcome, met) || met->went == TF_WENT_WRONG;

	session->identical = again ? session->identical + 1 : 1;
	if (again &&
	    (session->rejected ||
		session->identical == loops->limits->identical))
		report_repeated(outcome, met, session);
	/* results that passed a call by say that there is none of it */
	if (session->told || rejected)
		end_pending(session);
	/* the results that made the row stand before this call */
	if (session->due && session->tool == tool)
		report_loop(outcome, met, session);
	if (rejected)
		count_rejected(session, outcome, met, tool);
	else if (met->went == TF_WENT_WELL)
		session->in_row = 0;
	else
		add_pending(session, id, tool);
	if (rejected && session->in_row == loops->limits->rejected)
		report_loop(outcome, met, session);
	session->due = session->told = false;
	session->same = met->same;
	session->rejected = rejected;
	session->id = id;
}

/* A call that seemed good failed: one more in the row of its tool. */
static void
count_failed(struct tf_loops *loops, struct session *session, uint64_t tool)
{
	if (session->tool != tool)
		session->in_row = 0;
	session->tool = tool;
	session->in_row++;
	session->due |= session->in_row == loops->limits->rejected;
	/* what is wrong with it, toolfix does not see */
	session->common.count = 0;
}

void
tf_loops_went(struct tf_loops *loops, const struct tf_result_of *result)
{
	const uint64_t id =
	    tf_hash_bytes(TF_HASH_START, result->id.bytes, result->id.len);
	struct session *session = find_session(loops, result->session);
	struct pending call;
	size_t i;

	for (i = 0; i < session->pending_count; i++)
		if (session->pending[i].id == id)
			break;
	if (i == session->pending_count || result->went == TF_WENT_UNKNOWN)
		return;
	call = session->pending[i];
	session->pending_count--;
	memmove(&session->pending[i], &session->pending[i + 1],
	    (session->pending_count - i) * sizeof(call));
	session->told = true;
	if (result->went == TF_WENT_WRONG) {
		count_failed(loops, session, call.tool);
		session->rejected |= session->id == id;
	} else {
		session->in_row = 0;
		session->due = false;
	}
}
