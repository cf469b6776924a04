#include "unique.h"

#include <stdlib.h>
#include <string.h>

#include "number.h"

/* Below this, comparing each with each is quicker. */
enum { FEW = 16 };

struct hashed {
	uint64_t hash;
	const struct tf_value *item;
};

static uint64_t
mix(uint64_t hash, const void *bytes, size_t len)
{
	const unsigned char *p = bytes;
	size_t i;

	for (i = 0; i < len; i++)
		hash = (hash ^ p[i]) * UINT64_C(1099511628211);
	return hash;
}

/* Equal values have equal hashes: 1 and 1.0, members in any order. */
static uint64_t
hash_value(const struct tf_value *value)
{
	uint64_t hash = UINT64_C(14695981039346656037) + value->type, sum = 0;
	const struct tf_value *child;
	double number;

	switch ((enum tf_type)value->type) {
	case TF_NULL:
		break;
	case TF_BOOLEAN:
		return hash + value->boolean + 1;
	case TF_NUMBER:
		/* + 0.0 makes one zero of two */
		number = tf_number_to_double(value->bytes, value->len) + 0.0;
		return mix(hash, &number, sizeof(number));
	case TF_STRING:
		return mix(hash, value->bytes, value->len);
	case TF_ARRAY:
		for (child = tf_value_first(value); child != NULL;
		    child = tf_value_next(child)) {
			sum = hash_value(child);
			hash = mix(hash, &sum, sizeof(sum));
		}
		return hash;
	case TF_OBJECT:
		for (child = tf_value_first(value); child != NULL;
		    child = tf_value_next(child))
			sum += mix(hash_value(child), child->key,
			    child->key_len);
		return mix(hash, &sum, sizeof(sum));
	}
	return hash;
}

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
		all[n++] = (struct hashed){hash_value(item), item};
	qsort(all, n, sizeof(*all), by_hash);
	for (i = 0; i < n; i++)
		for (k = i + 1; k < n && all[k].hash == all[i].hash; k++)
			if (tf_value_equal(all[i].item, all[k].item))
				return false;
	return true;
}
