/*
 * cause_token.h - what is wrong where the scan met something that may not come
 * next (layer: json). Only cause.c uses it.
 */
#ifndef TF_CAUSE_TOKEN_H
#define TF_CAUSE_TOKEN_H

#include "cause_look.h"

/* The fault is TF_SCAN_TOKEN or TF_SCAN_NUMBER. */
void tf_cause_token(struct tf_cause_look *look);

#endif
