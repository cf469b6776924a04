/*
 * users.h - which actions take a field (layer: engine).
 */
#ifndef TF_USERS_H
#define TF_USERS_H

#include "object.h"

/* Adds "; it is used by update, dismiss" to scratch where any action does. */
void tf_say_users(const struct tf_object *object, uint32_t field);

#endif
