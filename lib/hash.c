#include "hash.h"

#include <string.h>

#include "number.h"

uint64_t
tf_hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
	const unsigned char *p = bytes;
	uint64_t word;

	for (; len >= sizeof(word); p += sizeof(word), len -= sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 29;
	}
	for (; len > 0; len--)
		hash = (hash ^ *p++) * UINT64_C(1099511628211);
	return hash;
}

static uint64_t
hash_members(uint64_t hash, const struct tf_value *object)
{
	const struct tf_value *child;
	uint64_t sum = 0;

	for (child = tf_value_first(object); child != NULL;
	     child = tf_value_next(child))
		sum += tf_hash_bytes(
		    tf_hash_value(child), child->key, child->key_len);
	return tf_hash_bytes(hash, &sum, sizeof(sum));
}

static uint64_t
hash_number(uint64_t hash, const struct tf_value *value)
{
	int64_t integer;
	double number;

	if (tf_number_to_int64(value->bytes, value->len, &integer))
		return tf_hash_bytes(hash, &integer, sizeof(integer));
	number = tf_number_to_double(value->bytes, value->len);
	return tf_hash_bytes(hash, &number, sizeof(number));
}

uint64_t
tf_hash_value(const struct tf_value *value)
{
	uint64_t hash = TF_HASH_START + value->type, item;
	const struct tf_value *child;

	switch ((enum tf_type)value->type) {
	case TF_NULL:
		break;
	case TF_BOOLEAN:
		return hash + value->boolean + 8;
	case TF_NUMBER:
		return hash_number(hash, value);
	case TF_STRING:
		return tf_hash_bytes(hash, value->bytes, value->len);
	case TF_ARRAY:
		for (child = tf_value_first(value); child != NULL;
		     child = tf_value_next(child)) {
			item = tf_hash_value(child);
			hash = tf_hash_bytes(hash, &item, sizeof(item));
		}
		return hash;
	case TF_OBJECT:
		return hash_members(hash, value);
	}
	return hash;
}
