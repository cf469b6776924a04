#!/usr/bin/env bats
# Payloads from bug reports: the rulebooks of testdata/cases, and what its
# README says about them. Where the reports themselves are on this machine, as
# CASES, they are run too.

load helper

DIR=$ROOT/testdata/cases
CASES=${CASES:-$ROOT/../shared/cases.jsonl}

# table: the table of the README, as lines "id outcome".
table() {
	sed -n 's/^| \([A-Z][0-9][0-9]\) | [^|]* | \([a-z ]*[a-z]\) |.*/\1 \2/p' "$DIR/README.md"
}

# tested: the ids that the names of tests begin with.
tested() {
	sed -n 's/^ *- name: \([A-Z][0-9][0-9]\) .*/\1/p' "$DIR"/*.yaml | sort -u
}

# count OUTCOME: how many rows have it.
count() {
	table | grep -c "^... $1\$" || true
}

# passes NAME: all tests of the rulebook pass, and each is named after a case.
passes() {
	local named
	tf test -r "$DIR/$1.yaml"
	[ "$status" -eq 0 ] || fail "$output$stderr"
	named=$(grep -c '^ *- name: [A-Z][0-9][0-9] ' "$DIR/$1.yaml")
	assert_stderr "toolfix: $named test"
	assert_stderr ' passed, 0 failed'
}

@test "filler" { passes filler; }
@test "branches" { passes branches; }
@test "keys" { passes keys; }
@test "wrappers" { passes wrappers; }
@test "types" { passes types; }
@test "values" { passes values; }
@test "paths" { passes paths; }
@test "ranges" { passes ranges; }
@test "text" { passes text; }
@test "lenient" { passes lenient; }
@test "names" { passes names; }
@test "loops" { passes loops; }

@test "each rulebook has its test here, and its line in the README" {
	local file name
	for file in "$DIR"/*.yaml; do
		name=$(basename "$file" .yaml)
		grep -q "{ passes $name; }" "$BATS_TEST_FILENAME" || fail "$name is not run"
		grep -q "^| .*\`$name.yaml\`" "$DIR/README.md" || fail "$name is not listed"
	done
}

@test "the table of the README has each case that is tested, once, and no other" {
	table | cut -d ' ' -f 1 | sort >listed
	assert_equal "$(uniq -d listed)" ''
	assert_equal "$(cat listed)" "$(tested)"
}

@test "the counts of the README agree with its table" {
	local as refused not
	as=$(count 'as asked')
	refused=$(count 'refused instead of repaired')
	not=$(count 'not as asked')
	assert_equal "$((as + refused + not))" "$(table | wc -l)"
	assert_equal "$(grep -E '^[0-9]+ cases: ' "$DIR/README.md")" \
	    "$((as + refused + not)) cases: $as as asked, $refused refused instead of repaired, $not not as asked."
}

@test "what is not as asked says why" {
	run grep -E '^\| [A-Z][0-9]{2} .*\| (refused instead of repaired|not as asked) \| *\|$' "$DIR/README.md"
	assert_output ''
}

@test "what is dangerous is right" {
	run grep -E '^\| [A-Z][0-9]{2} \| [a-z-]*danger \|' "$DIR/README.md"
	assert_success
	refute_output --partial '| refused'
	refute_output --partial '| not'
}

# ---- calls that are sent again ----

# call ID TOOL INPUT, and result ID: the records of a session log.
call() {
	printf '{"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}\n' "$@"
}

result() {
	printf '{"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%s","is_error":true,"content":"refused"}]}}\n' "$1"
}

# again TOOL INPUT CODE: refused with the code twice, the second time with
# sharper words; nothing is changed.
again() {
	{ call a1 "$1" "$2" && result a1 && call a2 "$1" "$2" && result a2; } >in
	tf -r "$DIR/loops.yaml" -f json
	assert_failure 1
	assert_same in out
	assert_equal "$(jq -r 'select(.code) | "\(.record) \(.severity) \(.code)"' err | sort)" \
	    "1 error $3"$'\n'"3 error $3"$'\n''3 warning repeated-call'
	assert_said 'the same call again, though it was just rejected; change its arguments'
}

@test "L01: the second identical rejection gets a sharper message" {
	again read_file '{}' missing-field
	assert_said 'path is missing'
}

@test "U10: two ids that must differ, sent twice" {
	again plan_link '{"source_id":"n7","target_id":"n7"}' same-ids
	assert_said 'source_id and target_id are both "n7"; they must differ'
}

# ---- the reports themselves ----

reports() {
	[ -e "$CASES" ] || skip "no reports in $CASES"
}

@test "each of the reports has a test" {
	reports
	assert_equal "$(jq -r .id "$CASES" | sort)" "$(tested)"
	assert_equal "$(jq -r '"\(.id) \(.kind)"' "$CASES" | sort)" \
	    "$(sed -n 's/^| \([A-Z][0-9][0-9]\) | \([^ ]*\) |.*/\1 \2/p' "$DIR/README.md" | sort)"
}

# asked ID: the call of the report comes out as it asks: with its arguments and
# without an error, or with an error or warning.
asked() {
	local want
	want=$(jq -Sc .expect.arguments case)
	if [ "$want" = null ]; then
		grep -Eq '"severity":"error"' err || fail "$1: no error"
		return
	fi
	assert_equal "$1 $status" "$1 0"
	assert_equal "$1 $(jq -Sc '.arguments | if type == "string" then fromjson else . end' out)" \
	    "$1 $want"
}

@test "the call of each report comes out as the README says" {
	reports
	local id outcome file scope
	while read -r id outcome; do
		grep "^{\"id\": \"$id\"" "$CASES" >case
		jq -c .input case >in
		file=$(grep -l "^ *- name: $id " "$DIR"/*.yaml)
		scope=$(jq -r '.context // {} | to_entries[] | "--scope \(.key)=\(.value)"' case)
		# shellcheck disable=SC2086 # two words, or none
		tf -r "$file" -f json $scope
		case $outcome in
		'as asked') asked "$id" ;;
		refused*)
			assert_same in out
			assert_equal "$id $(found)" "$id error arguments-not-json"
			;;
		*) assert_same in out ;;
		esac
	done < <(table)
}
