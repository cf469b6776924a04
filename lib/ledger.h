/*
 * ledger.h - what is remembered from call to call, in the order of the input
 * (layer: pipeline).
 *
 * Copies of a call are told by their print; calls that are to be listed wait
 * until a later record may have told how they went. Both memories are bounded:
 * the oldest prints are forgotten, the oldest calls are handed out.
 */
#ifndef TF_LEDGER_H
#define TF_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"

/* How many prints are kept, and how many calls wait. */
enum { TF_LEDGER_PRINTS = 65536, TF_LEDGER_CALLS = 4096 };

struct tf_ledger;

struct tf_ledger *tf_ledger_new(void);
void tf_ledger_free(struct tf_ledger *ledger);

/* Notes a print; true where it was met before. 0 never was. */
bool tf_ledger_seen(struct tf_ledger *ledger, uint64_t print);

/* Where calls go that have waited long enough. */
typedef int tf_ledger_out(void *ctx, const struct tf_call_info *call);

/*
 * Lets a call wait; its texts are copied. Where too many wait, the oldest is
 * handed out. Returns 0, or what out returned.
 */
int tf_ledger_add(struct tf_ledger *ledger, const struct tf_call_info *call,
    uint64_t print, tf_ledger_out *out, void *ctx);

/* A copy of a call that may still wait. */
void tf_ledger_copy(struct tf_ledger *ledger, uint64_t print);

/* A later record tells how the call with this id went. */
void tf_ledger_went(
    struct tf_ledger *ledger, struct tf_slice id, enum tf_went went);

/* Hands out all that wait. */
int tf_ledger_flush(struct tf_ledger *ledger, tf_ledger_out *out, void *ctx);

#endif
