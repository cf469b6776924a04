#!/usr/bin/env bats
# The JSON parsing test suite: y_ is accepted, n_ refused, i_ is either.

load helper

suite=$ROOT/../shared/suites/json-parsing

# run_one FILE joined|as-it-is: sets refused.
run_one() {
	cp "$1" in
	# Values over several lines are for a later version.
	[ "$2" != joined ] || tr "\n" " " <"$1" >in
	tf check --format json
	refused=0
	grep -q '"code":"invalid-json"' out && refused=1
	tf fix -q
	assert_same in out
}

files() {
	[ -d "$suite" ] || skip "no $suite here"
	find "$suite" -name "$1_*.json" | sort >files
	[ -s files ] || fail "no $1_ files"
}

@test "y_: what is JSON is accepted" {
	files y
	local file bad=
	while read -r file; do
		run_one "$file" joined
		[ $refused -eq 0 ] || bad+=" ${file##*/}"
	done <files
	[ -z "$bad" ] || fail "refused:$bad"
}

@test "n_: what is no JSON is refused" {
	files n
	local file bad=
	while read -r file; do
		run_one "$file" as-it-is
		# No value, or two values, are fine in a stream of values.
		case ${file##*/} in
		n_single_space.json | n_structure_no_data.json | \
		    n_structure_UTF8_BOM_no_data.json | \
		    n_structure_double_array.json | \
		    n_structure_object_with_trailing_garbage.json) continue ;;
		esac
		[ $refused -eq 1 ] || bad+=" ${file##*/}"
	done <files
	[ -z "$bad" ] || fail "accepted:$bad"
}

@test "i_: the others are read or refused, without a crash" {
	files i
	local file
	while read -r file; do
		run_one "$file" as-it-is
	done <files
}
