/*
 * contract.h - the steps of a contract, for each value from the outside in
 * (layer: engine).
 */
#ifndef TF_CONTRACT_H
#define TF_CONTRACT_H

#include "object.h"

/*
 * Takes a value through the steps: changes it where it can be cleaned, and
 * reports what is wrong. policy is what holds around it.
 */
void tf_contract_value(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy);

#endif
