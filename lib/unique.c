#include "unique.h"

#include <stdlib.h>

#include "hash.h"

/* Below this, comparing each with each is quicker. */
enum { FEW = 16 };

struct hashed {
	uint64_t hash;
	const struct tf_value *item;
};

static int
by_hash(const void *a, const void *b)
{
	const struct hashed *x = a, *y = b;

	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static bool
few_unique(const struct tf_value *array)
{
	const struct tf_value *a, *b;

	for (a = tf_value_first(array); a != NULL; a = tf_value_next(a))
		for (b = tf_value_next(a); b != NULL; b = tf_value_next(b))
			if (tf_value_equal(a, b))
				return false;
	return true;
}

bool
tf_unique_items(struct tf_arena *arena, const struct tf_value *array)
{
	const struct tf_value *item;
	struct hashed *all;
	size_t i, k, n = 0;

	if (array->count <= FEW)
		return few_unique(array);
	all = tf_arena_alloc(arena, array->count * sizeof(*all));
	for (item = tf_value_first(array); item != NULL;
	     item = tf_value_next(item))
		all[n++] = (struct hashed){tf_hash_value(item), item};
	qsort(all, n, sizeof(*all), by_hash);
	for (i = 0; i < n; i++)
		for (k = i + 1; k < n && all[k].hash == all[i].hash; k++)
			if (tf_value_equal(all[i].item, all[k].item))
				return false;
	return true;
}
