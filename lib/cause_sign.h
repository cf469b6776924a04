/*
 * cause_sign.h - causes that show by what stands there, whatever may come next
 * (layer: json). Only cause.c and cause_token.c use it.
 *
 * Each looks at the place of the fault, which is before the end of the text,
 * and returns true when it has said something.
 */
#ifndef TF_CAUSE_SIGN_H
#define TF_CAUSE_SIGN_H

#include "cause_look.h"

/* A comment or a code fence. */
bool tf_cause_by_comment(struct tf_cause_look *look);

/* A control or invisible character, a byte that is not UTF-8. */
bool tf_cause_by_character(struct tf_cause_look *look);

/* Those, and quotes of other kinds, backslashes, dots, round brackets. */
bool tf_cause_by_sign(struct tf_cause_look *look);

/* A word, up to end, that another language has: True, NaN. */
bool tf_cause_by_word(struct tf_cause_look *look, size_t end);

/* The last resort: "<what stands there> where <place> belongs". */
void tf_cause_by_place(struct tf_cause_look *look, const char *place);

#endif
