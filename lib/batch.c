#include "batch.h"

#include <string.h>

#include "utf8.h"

void
tf_batch_release(struct tf_batch *batch)
{
	tf_input_release(&batch->input);
	tf_outcome_release(&batch->outcome);
	tf_buf_release(&batch->output);
}

void
tf_batch_process(
    struct tf_batch *batch, struct tf_engine *engine, bool want_output)
{
	struct tf_input *input = &batch->input;
	const char *done = tf_buf_text(&input->buf);
	const struct tf_piece *piece;
	struct tf_buf fixed = {0};
	size_t i;

	tf_outcome_reset(&batch->outcome);
	tf_buf_reset(&batch->output);
	batch->changed = false;
	for (i = 0; i < input->count; i++) {
		piece = &input->pieces[i];
		tf_buf_reset(&fixed);
		if (tf_engine_errors(engine) != NULL)
			break;
		if (!tf_engine_piece(engine, piece, i, &batch->outcome,
			want_output ? &fixed : NULL))
			continue;
		tf_buf_add(&batch->output, done, (size_t)(piece->bytes - done));
		tf_buf_add(&batch->output, fixed.bytes, fixed.len);
		done = piece->bytes + piece->len;
		batch->changed = true;
	}
	if (batch->changed)
		tf_buf_add(&batch->output, done,
		    (size_t)(input->buf.bytes + input->buf.len - done));
	tf_buf_release(&fixed);
}

/*
 * Line and column of ever later places: found by counting on from the last
 * one, so that many findings in one long line cost one pass over it.
 */
struct position {
	const struct tf_piece *piece;
	size_t at;
	uint64_t line, column;
};

static void
move_to(struct position *pos, const struct tf_piece *piece, size_t at)
{
	const char *p, *newline, *end;

	if (pos->piece != piece || at < pos->at)
		*pos = (struct position){
		    .piece = piece, .line = piece->line, .column = 1};
	p = piece->bytes + pos->at;
	end = piece->bytes + at;
	while ((newline = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		pos->line++;
		pos->column = 1;
		p = newline + 1;
	}
	pos->column += tf_utf8_length(p, (size_t)(end - p));
	pos->at = at;
}

static void
count(struct tf_stats *stats, enum tf_severity severity)
{
	if (severity == TF_ERROR)
		stats->errors++;
	else if (severity == TF_FIX)
		stats->fixes++;
	else if (severity == TF_WARNING)
		stats->warnings++;
}

static void
fill_finding(struct tf_finding *finding, const struct tf_found *found,
    const struct tf_batch *batch, const struct tf_batch_base *base,
    struct position *pos)
{
	const struct tf_record_span *span =
	    &batch->outcome.spans[found->record];
	const struct tf_piece *piece = &batch->input.pieces[span->piece];
	const size_t at = span->start + found->offset;

	move_to(pos, piece, at);
	*finding = (struct tf_finding){
	    .file = base->file,
	    .record = base->records + found->record + 1,
	    .line = pos->line,
	    .column = pos->column,
	    .offset = batch->input.offset +
		(uint64_t)(piece->bytes - batch->input.buf.bytes) + at,
	    .length = found->length,
	    .tool = found->tool,
	    .action = found->action,
	    .call_id = found->call_id,
	    .path = found->path,
	    .session = found->session,
	    .agent = found->agent,
	    .model = found->model,
	    .went = found->went,
	    .code = found->code_name,
	    .severity = found->severity,
	    .message = found->message,
	    .fix_kind = found->fix_kind,
	    .fix_from = found->fix_from,
	    .fix_to = found->fix_to,
	    .record_bytes = {piece->bytes + span->start,
		span->end - span->start},
	    .record_offset = found->offset,
	};
}

/* ---- calls ---- */

static int
list_call(const struct tf_batch *batch, const struct tf_met *met,
    const struct tf_batch_base *base, struct tf_ledger *ledger,
    const struct tf_sink *sink, struct position *pos)
{
	const struct tf_record_span *span = &batch->outcome.spans[met->record];
	const struct tf_piece *piece = &batch->input.pieces[span->piece];
	const size_t at = span->start + met->offset;
	struct tf_call_info info = {.file = base->file,
	    .record = base->records + met->record + 1,
	    .offset = batch->input.offset +
		(uint64_t)(piece->bytes - batch->input.buf.bytes) + at,
	    .shape = met->shape,
	    .tool = met->tool,
	    .action = met->action,
	    .id = met->id,
	    .session = met->session,
	    .agent = met->agent,
	    .model = met->model,
	    .arguments = met->arguments,
	    .arguments_are_text = met->arguments_are_text,
	    .unfinished = met->unfinished,
	    .went = met->went};

	move_to(pos, piece, at);
	info.line = pos->line;
	info.column = pos->column;
	return tf_ledger_add(ledger, &info, met->print, sink->call, sink->ctx);
}

static void
mark_copy(struct tf_found_list *found, const struct tf_met *met)
{
	size_t i;

	for (i = met->found_start; i < met->found_end; i++)
		found->items[i].copy = true;
}

/* What later records say, up to but not including this one. */
static void
deliver_results(struct tf_outcome *outcome, size_t *next, size_t record,
    struct tf_ledger *ledger, struct tf_loops *loops)
{
	const struct tf_result_of *result;

	for (; *next < outcome->result_count; ++*next) {
		result = &outcome->results[*next];
		if (result->record >= record)
			break;
		tf_ledger_went(ledger, result->id, result->went);
		tf_loops_went(loops, result);
	}
}

static void
deliver_copy(struct tf_batch *batch, const struct tf_met *met,
    struct tf_ledger *ledger, struct tf_stats *stats)
{
	stats->copies++;
	mark_copy(&batch->outcome.found, met);
	tf_ledger_copy(ledger, met->print);
	if (met->went != TF_WENT_UNKNOWN)
		tf_ledger_went(ledger, met->id, met->went);
}

static int
deliver_calls(struct tf_batch *batch, const struct tf_batch_base *base,
    struct tf_ledger *ledger, struct tf_loops *loops,
    const struct tf_sink *sink, struct tf_stats *stats)
{
	struct tf_outcome *outcome = &batch->outcome;
	struct position pos = {0};
	size_t i, result_next = 0;
	struct tf_met *met;
	int result = 0;

	for (i = 0; i < outcome->met_count && result == 0; i++) {
		met = &outcome->met[i];
		deliver_results(
		    outcome, &result_next, met->record, ledger, loops);
		if (tf_ledger_seen(ledger, met->print)) {
			deliver_copy(batch, met, ledger, stats);
			continue;
		}
		if (met->ruled)
			stats->calls++;
		else
			stats->other_calls++;
		if (met->ruled && met->in_log)
			tf_loops_call(loops, outcome, met);
		if (sink->call != NULL)
			result =
			    list_call(batch, met, base, ledger, sink, &pos);
	}
	deliver_results(outcome, &result_next, SIZE_MAX, ledger, loops);
	return result;
}

int
tf_batch_deliver(struct tf_batch *batch, const struct tf_batch_base *base,
    struct tf_ledger *ledger, struct tf_loops *loops,
    const struct tf_sink *sink, struct tf_stats *stats)
{
	struct tf_found_list *found = &batch->outcome.found;
	const size_t before = found->count;
	const struct tf_buf *bytes =
	    batch->changed ? &batch->output : &batch->input.buf;
	struct position pos = {0};
	struct tf_finding finding;
	int result;
	size_t i;

	stats->records += batch->outcome.records;
	stats->fragments += batch->outcome.fragments;
	result = deliver_calls(batch, base, ledger, loops, sink, stats);
	if (found->count > before)
		tf_found_sort_records(found);
	for (i = 0; i < found->count && result == 0; i++) {
		if (found->items[i].copy)
			continue;
		count(stats, found->items[i].severity);
		if (sink->finding == NULL)
			continue;
		fill_finding(&finding, &found->items[i], batch, base, &pos);
		result = sink->finding(sink->ctx, &finding);
	}
	if (result == 0 && sink->output != NULL && bytes->len > 0)
		result = sink->output(sink->ctx, bytes->bytes, bytes->len);
	return result;
}
