#include "ledger.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "mem.h"

enum { WAYS = 4, BYTES_MAX = 16 * 1024 * 1024 };

/* A call that waits, with its texts in memory of its own. */
struct waiting {
	struct tf_call_info info;
	uint64_t print, id_hash;
	char *texts;
	size_t size;
};

struct tf_ledger {
	/* sets of WAYS prints, the newest first */
	uint64_t prints[TF_LEDGER_PRINTS / WAYS][WAYS];
	/* a ring: [first, end), by number */
	struct waiting *waiting;
	size_t first, end, bytes;
};

struct tf_ledger *
tf_ledger_new(void)
{
	struct tf_ledger *ledger = tf_calloc(1, sizeof(*ledger));

	ledger->waiting = tf_calloc(TF_LEDGER_CALLS, sizeof(*ledger->waiting));
	return ledger;
}

void
tf_ledger_free(struct tf_ledger *ledger)
{
	if (ledger == NULL)
		return;
	for (; ledger->first < ledger->end; ledger->first++)
		free(ledger->waiting[ledger->first % TF_LEDGER_CALLS].texts);
	free(ledger->waiting);
	free(ledger);
}

bool
tf_ledger_seen(struct tf_ledger *ledger, uint64_t print)
{
	uint64_t *set = ledger->prints[print % (TF_LEDGER_PRINTS / WAYS)];
	size_t i;

	if (print == 0)
		return false;
	for (i = 0; i < WAYS; i++)
		if (set[i] == print)
			return true;
	memmove(set + 1, set, (WAYS - 1) * sizeof(*set));
	set[0] = print;
	return false;
}

/* ---- calls that wait ---- */

static struct waiting *
at(struct tf_ledger *ledger, size_t number)
{
	return &ledger->waiting[number % TF_LEDGER_CALLS];
}

static uint64_t
hash_id(struct tf_slice id)
{
	return tf_hash_bytes(TF_HASH_START, id.bytes, id.len);
}

static int
hand_out(struct tf_ledger *ledger, tf_ledger_out *out, void *ctx)
{
	struct waiting *oldest = at(ledger, ledger->first++);
	int result = out(ctx, &oldest->info);

	ledger->bytes -= oldest->size;
	free(oldest->texts);
	oldest->texts = NULL;
	return result;
}

static void
move_text(struct waiting *w, struct tf_slice *text)
{
	if (text->bytes == NULL)
		return;
	memcpy(w->texts + w->size, text->bytes, text->len);
	text->bytes = w->texts + w->size;
	w->size += text->len;
}

static void
copy_texts(struct waiting *w)
{
	struct tf_call_info *c = &w->info;
	struct tf_slice *all[] = {&c->tool, &c->action, &c->id, &c->session,
	    &c->agent, &c->model, &c->arguments};
	struct tf_slice why = {c->unfinished, 0};
	size_t i, size = 1;

	why.len = why.bytes != NULL ? strlen(why.bytes) + 1 : 0;
	size += why.len;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		size += all[i]->bytes != NULL ? all[i]->len : 0;
	w->texts = tf_malloc(size);
	w->size = 0;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		move_text(w, all[i]);
	move_text(w, &why);
	c->unfinished = why.bytes;
}

int
tf_ledger_add(struct tf_ledger *ledger, const struct tf_call_info *call,
    uint64_t print, tf_ledger_out *out, void *ctx)
{
	struct waiting *w;
	int result = 0;

	while (result == 0 && ledger->first < ledger->end &&
	    (ledger->end - ledger->first == TF_LEDGER_CALLS ||
		ledger->bytes > BYTES_MAX))
		result = hand_out(ledger, out, ctx);
	if (result != 0)
		return result;
	w = at(ledger, ledger->end++);
	*w = (struct waiting){.info = *call, .print = print};
	copy_texts(w);
	w->id_hash = hash_id(w->info.id);
	ledger->bytes += w->size;
	return 0;
}

void
tf_ledger_copy(struct tf_ledger *ledger, uint64_t print)
{
	size_t i;

	for (i = ledger->end; i-- > ledger->first;)
		if (at(ledger, i)->print == print) {
			at(ledger, i)->info.copies++;
			return;
		}
}

void
tf_ledger_went(struct tf_ledger *ledger, struct tf_slice id, enum tf_went went)
{
	const uint64_t hash = hash_id(id);
	struct waiting *w;
	size_t i;

	/* the latest call with this id is the one that is meant */
	for (i = ledger->end; i-- > ledger->first;) {
		w = at(ledger, i);
		if (w->id_hash != hash || w->info.id.len != id.len ||
		    w->info.id.bytes == NULL ||
		    memcmp(w->info.id.bytes, id.bytes, id.len) != 0)
			continue;
		if (went > w->info.went)
			w->info.went = went;
		return;
	}
}

int
tf_ledger_flush(struct tf_ledger *ledger, tf_ledger_out *out, void *ctx)
{
	int result = 0;

	while (result == 0 && ledger->first < ledger->end)
		result = hand_out(ledger, out, ctx);
	return result;
}
