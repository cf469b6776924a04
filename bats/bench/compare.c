/*
 * Compares two files of records, one a line, as JSON: the order of keys and
 * the spelling of numbers and strings do not matter. Says where they differ
 * first, and exits 1; prints the number of records when they do not.
 *
 *	compare FILE FILE
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yyjson.h>

static int is_equal(yyjson_val *one, yyjson_val *two);

static int
is_equal_array(yyjson_val *one, yyjson_val *two)
{
	yyjson_arr_iter ones = yyjson_arr_iter_with(one);
	yyjson_arr_iter twos = yyjson_arr_iter_with(two);
	yyjson_val *item;

	if (yyjson_arr_size(one) != yyjson_arr_size(two))
		return 0;
	while ((item = yyjson_arr_iter_next(&ones)) != NULL) {
		if (!is_equal(item, yyjson_arr_iter_next(&twos)))
			return 0;
	}
	return 1;
}

static int
is_equal_object(yyjson_val *one, yyjson_val *two)
{
	yyjson_obj_iter ones = yyjson_obj_iter_with(one);
	yyjson_val *key;

	if (yyjson_obj_size(one) != yyjson_obj_size(two))
		return 0;
	while ((key = yyjson_obj_iter_next(&ones)) != NULL) {
		yyjson_val *value = yyjson_obj_getn(
		    two, yyjson_get_str(key), yyjson_get_len(key));

		if (value == NULL ||
		    !is_equal(yyjson_obj_iter_get_val(key), value))
			return 0;
	}
	return 1;
}

static int
is_equal(yyjson_val *one, yyjson_val *two)
{
	if (yyjson_get_type(one) != yyjson_get_type(two))
		return 0;
	switch (yyjson_get_type(one)) {
	case YYJSON_TYPE_OBJ:
		return is_equal_object(one, two);
	case YYJSON_TYPE_ARR:
		return is_equal_array(one, two);
	case YYJSON_TYPE_STR:
		return yyjson_equals_strn(
		    one, yyjson_get_str(two), yyjson_get_len(two));
	case YYJSON_TYPE_NUM:
		return yyjson_get_num(one) == yyjson_get_num(two);
	default:
		return yyjson_get_subtype(one) == yyjson_get_subtype(two);
	}
}

static int
is_same_record(const char *one, size_t one_len, const char *two, size_t two_len)
{
	yyjson_doc *first = yyjson_read(one, one_len, 0);
	yyjson_doc *second = yyjson_read(two, two_len, 0);
	int same = first != NULL && second != NULL &&
	    is_equal(yyjson_doc_get_root(first), yyjson_doc_get_root(second));

	yyjson_doc_free(first);
	yyjson_doc_free(second);
	return same;
}

static FILE *
opened(const char *name)
{
	FILE *file = fopen(name, "r");

	if (file == NULL) {
		perror(name);
		exit(2);
	}
	return file;
}

int
main(int argc, char **argv)
{
	char *one = NULL, *two = NULL;
	size_t one_size = 0, two_size = 0;
	FILE *first, *second;

	if (argc != 3) {
		fputs("usage: compare FILE FILE\n", stderr);
		return 2;
	}
	first = opened(argv[1]);
	second = opened(argv[2]);
	for (unsigned long record = 1;; record++) {
		ssize_t one_len = getline(&one, &one_size, first);
		ssize_t two_len = getline(&two, &two_size, second);

		if (one_len < 0 && two_len < 0) {
			printf("%lu\n", record - 1);
			return ferror(first) || ferror(second) ? 2 : 0;
		}
		if (one_len < 0 || two_len < 0) {
			fprintf(
			    stderr, "only one file has record %lu\n", record);
			return 1;
		}
		if (!is_same_record(
			one, (size_t)one_len, two, (size_t)two_len)) {
			fprintf(stderr, "record %lu differs:\n%s%s", record,
			    one, two);
			return 1;
		}
	}
}
