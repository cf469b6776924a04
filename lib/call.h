/*
 * call.h - one call through its contract (layer: engine).
 */
#ifndef TF_CALL_H
#define TF_CALL_H

#include "ask.h"

/*
 * Processes a call of the engine's current record: its findings and itself are
 * added to the outcome, its edits to the engine's list. A call without a name
 * is one of the tool that the options name.
 */
void tf_call_process(struct tf_engine *engine, const struct tf_call *call);

#endif
