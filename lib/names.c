#include "names.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* Where a name's number is found; id is TF_NO_NAME in an empty slot. */
struct slot {
	uint32_t hash, id;
};

/*
 * An open-addressing table: a power of two of slots, at most half of them
 * used; a name is in the first free slot from the one its hash names.
 */
struct tf_names {
	struct slot *slots;
	size_t mask; /* slots less one */
	struct tf_slice *items;
	size_t count, capacity;
	struct tf_arena bytes;
};

enum { SLOTS_MIN = 64 };

static uint64_t
load64(const char *bytes)
{
	uint64_t word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

static uint64_t
load32(const char *bytes)
{
	uint32_t word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

/* All bytes of a name of fewer than eight; they may be read twice. */
static uint64_t
load_short(const char *bytes, size_t len)
{
	const unsigned char *b = (const unsigned char *)bytes;

	if (len >= 4)
		return load32(bytes) | load32(bytes + len - 4) << 32;
	if (len == 0)
		return 0;
	return b[0] | (uint64_t)b[len / 2] << 8 | (uint64_t)b[len - 1] << 16;
}

static uint64_t
mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15;
	return hash ^ hash >> 32;
}

/* Short names, which nearly all are, take one or two steps. */
static uint32_t
hash_name(const char *bytes, size_t len)
{
	uint64_t hash = len;
	size_t i;

	if (len < 8)
		return (uint32_t)mix(hash, load_short(bytes, len));
	for (i = 0; i + 8 < len; i += 8)
		hash = mix(hash, load64(bytes + i));
	return (uint32_t)mix(hash, load64(bytes + len - 8));
}

static struct slot *
new_slots(size_t count)
{
	struct slot *slots = tf_malloc(count * sizeof(*slots));
	size_t i;

	for (i = 0; i < count; i++)
		slots[i] = (struct slot){.hash = 0, .id = TF_NO_NAME};
	return slots;
}

struct tf_names *
tf_names_new(void)
{
	struct tf_names *names = tf_calloc(1, sizeof(*names));

	names->slots = new_slots(SLOTS_MIN);
	names->mask = SLOTS_MIN - 1;
	return names;
}

void
tf_names_free(struct tf_names *names)
{
	if (names == NULL)
		return;
	tf_arena_release(&names->bytes);
	free(names->items);
	free(names->slots);
	free(names);
}

static bool
same_name(struct tf_slice name, const char *bytes, size_t len)
{
	return name.len == len &&
	    (len == 0 || memcmp(name.bytes, bytes, len) == 0);
}

/* The slot that the name is in, or else belongs in. */
static struct slot *
find_slot(
    const struct tf_names *names, uint32_t hash, const char *bytes, size_t len)
{
	size_t i = hash & names->mask;
	struct slot *slot;

	for (;; i = (i + 1) & names->mask) {
		slot = &names->slots[i];
		if (slot->id == TF_NO_NAME)
			return slot;
		if (slot->hash == hash &&
		    same_name(names->items[slot->id], bytes, len))
			return slot;
	}
}

static void
double_slots(struct tf_names *names)
{
	size_t i, j, count = (names->mask + 1) * 2;
	struct slot *old = names->slots;

	names->slots = new_slots(count);
	for (i = 0; i <= names->mask; i++) {
		if (old[i].id == TF_NO_NAME)
			continue;
		j = old[i].hash & (count - 1);
		while (names->slots[j].id != TF_NO_NAME)
			j = (j + 1) & (count - 1);
		names->slots[j] = old[i];
	}
	names->mask = count - 1;
	free(old);
}

uint32_t
tf_names_add(struct tf_names *names, const char *bytes, size_t len)
{
	uint32_t hash = hash_name(bytes, len);
	struct slot *slot = find_slot(names, hash, bytes, len);
	struct tf_slice *item;

	if (slot->id != TF_NO_NAME)
		return slot->id;
	if (names->count * 2 > names->mask) {
		double_slots(names);
		slot = find_slot(names, hash, bytes, len);
	}
	names->items = tf_grow(names->items, names->count, &names->capacity,
	    sizeof(*names->items));
	item = &names->items[names->count];
	item->bytes = tf_arena_copy(&names->bytes, bytes, len);
	item->len = len;
	*slot = (struct slot){.hash = hash, .id = (uint32_t)names->count};
	return (uint32_t)names->count++;
}

uint32_t
tf_names_find(const struct tf_names *names, const char *bytes, size_t len)
{
	if (names == NULL)
		return TF_NO_NAME;
	return find_slot(names, hash_name(bytes, len), bytes, len)->id;
}

struct tf_slice
tf_names_get(const struct tf_names *names, uint32_t id)
{
	assert(id < names->count);
	return names->items[id];
}
