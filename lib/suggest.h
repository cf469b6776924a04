/*
 * suggest.h - "did you mean" (layer: base).
 */
#ifndef TF_SUGGEST_H
#define TF_SUGGEST_H

#include "toolfix.h"

/* tf_suggest() is part of the public interface: see toolfix.h. */

#endif
