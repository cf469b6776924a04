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

# judge: what is not as the README says, as lines "ID what", of the calls that
# cases has, in has and out has cleaned.
judge() {
	cat >judge.jq <<'END'
($table | split("\n") | map({key: .[:3], value: .[4:]}) | from_entries) as $outcome
| ($in | split("\n")) as $in | ($out | split("\n")) as $out
| range(0; $cases | length) as $i
| $cases[$i] as $case
| [$findings[] | select(.record == $i + 1 and .severity == "error") | .code] as $errors
| $case.expect.arguments as $want
| if $outcome[$case.id] == "as asked" and $want != null
  then (if $errors != [] then "has errors" else empty end),
    (if $out[$i] | fromjson | .arguments
	| (if type == "string" then (fromjson? // .) else . end) == $want
     then empty else "came out as " + $out[$i] end)
  elif $outcome[$case.id] == "as asked"
  then if $errors == [] then "has no error" else empty end
  else (if $in[$i] != $out[$i] then "was changed" else empty end),
    (if ($outcome[$case.id] | startswith("refused")) and $errors != ["arguments-not-json"]
     then "has other errors" else empty end)
  end
| "\($case.id) \(.)"
END
	table >table
	grep '^{' err >findings || true
	jq -nr --rawfile table table --rawfile in in --rawfile out out \
	    --slurpfile cases cases --slurpfile findings findings -f judge.jq
}

@test "the call of each report comes out as the README says" {
	reports
	local file ids scope ran=0
	for file in "$DIR"/*.yaml; do
		ids=$(sed -n 's/^ *- name: \([A-Z][0-9][0-9]\) .*/\1/p' "$file")
		grep -E "^\{\"id\": \"(${ids//$'\n'/|})\"" "$CASES" >cases
		jq -c .input cases >in
		scope=$(jq -r '.context // {} | to_entries[] | "--scope \(.key)=\(.value)"' cases)
		# shellcheck disable=SC2086 # two words, or none
		tf -r "$file" -f json $scope
		run judge
		assert_output ''
		assert_success
		ran=$((ran + $(wc -l <cases)))
	done
	assert_equal "$ran" "$(wc -l <"$CASES")"
}
