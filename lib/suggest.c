#include "suggest.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "utf8.h"

enum { WORD_MAX = 64, DISTANCE_MAX = 3 };

/* A word as characters, each of which is the one to four bytes it takes. */
struct word {
	uint32_t chars[WORD_MAX];
	int count;
};

/* Returns false for one that is too long. */
static bool
split(struct tf_slice slice, struct word *word)
{
	size_t i = 0, j, size;
	uint32_t c;

	word->count = 0;
	if (slice.len > WORD_MAX)
		return false;
	for (; i < slice.len; i += size) {
		size = tf_utf8_prefix(slice.bytes + i, slice.len - i, 1);
		for (c = 0, j = 0; j < size; j++)
			c = c << 8 | (unsigned char)slice.bytes[i + j];
		word->chars[word->count++] = c;
	}
	return true;
}

/* Takes case and what separates parts of a name away. */
static void
fold(struct word *word)
{
	int i, kept = 0;
	uint32_t c;

	for (i = 0; i < word->count; i++) {
		c = word->chars[i];
		if (c == '_' || c == '-' || c == ' ')
			continue;
		word->chars[kept++] = c >= 'A' && c <= 'Z' ? c + 32 : c;
	}
	word->count = kept;
}

static bool
same_folded(struct word a, struct word b)
{
	fold(&a);
	fold(&b);
	return a.count == b.count &&
	    memcmp(a.chars, b.chars, (size_t)a.count * sizeof(*a.chars)) == 0;
}

static int
least(int a, int b)
{
	return a < b ? a : b;
}

/*
 * One more row of the table of distances: those of the first i characters of
 * a from each beginning of b. rows[0] is to be filled; rows[1] and rows[2] are
 * the ones of i - 1 and i - 2.
 */
static void
fill_row(int *rows[3], const struct word *a, int i, const struct word *b)
{
	const uint32_t *x = a->chars + i - 1, *y = b->chars;
	int j;

	rows[0][0] = i;
	for (j = 1; j <= b->count; j++, y++) {
		rows[0][j] = rows[1][j - 1] + (*x != *y);
		rows[0][j] = least(rows[0][j], rows[1][j] + 1);
		rows[0][j] = least(rows[0][j], rows[0][j - 1] + 1);
		if (i > 1 && j > 1 && x[0] == y[-1] && x[-1] == y[0])
			rows[0][j] = least(rows[0][j], rows[2][j - 2] + 1);
	}
}

/* How many edits apart; no character is edited after a swap. */
static int
distance(const struct word *a, const struct word *b)
{
	int table[3][WORD_MAX + 1] = {{0}};
	int *rows[3] = {table[0], table[1], table[2]}, *last;
	int i;

	for (i = 0; i <= b->count; i++)
		rows[0][i] = i;
	for (i = 1; i <= a->count; i++) {
		last = rows[2];
		rows[2] = rows[1];
		rows[1] = rows[0];
		rows[0] = last;
		fill_row(rows, a, i, b);
	}
	return rows[0][b->count];
}

/* The distance, if it is small enough to matter; else more than the most. */
static int
nearness(const struct word *a, const struct word *b)
{
	int longer = a->count > b->count ? a->count : b->count;
	int shorter = least(a->count, b->count);
	int most = least(longer / 3, DISTANCE_MAX), found;

	if (same_folded(*a, *b))
		return 0;
	if (longer - shorter > most)
		return DISTANCE_MAX + 1;
	found = distance(a, b);
	return found <= most ? found : DISTANCE_MAX + 1;
}

const struct tf_slice *
tf_suggest(struct tf_slice word, const struct tf_slice *names, size_t count)
{
	const struct tf_slice *nearest = NULL;
	int best = DISTANCE_MAX + 1, found;
	struct word asked, name;
	size_t i;

	if (!split(word, &asked))
		return NULL;
	for (i = 0; i < count && best > 0; i++) {
		if (!split(names[i], &name))
			continue;
		found = nearness(&asked, &name);
		if (found < best) {
			best = found;
			nearest = &names[i];
		}
	}
	return nearest;
}
