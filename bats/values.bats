#!/usr/bin/env bats
# Values over several lines, several on a line, and what is cut off.

load helper

call='{"name":"ctx_note","arguments":{"action":"read","note_id":0}}'
fixed='{"name":"ctx_note","arguments":{"action":"read"}}'

asan() {
	case $TOOLFIX in *asan*) return 0 ;; esac
	return 1
}

# lines_of_findings: "line code" for each finding of --format json.
lines_of_findings() {
	grep '^{' err | jq -r '"\(.line) \(.code)"' | tr '\n' ',' || true
}

@test "two objects on one line are two records" {
	printf '{"a":1}{"b":2}\n' >in
	tf
	assert_success
	assert_same in out
	assert_stderr '0 calls in 2 records'
	printf '%s%s%s\n' "$call" "$call" "$call" >in
	printf '%s%s%s\n' "$fixed" "$fixed" "$fixed" >want
	tf -f json
	assert_success
	assert_same out want
	assert_equal "$(grep '^{' err | jq -c '[.record,.line,.column,.offset]' | tr '\n' ' ')" \
	    "[1,1,49,48] [2,1,$((49 + ${#call})),$((48 + ${#call}))] [3,1,$((49 + 2 * ${#call})),$((48 + 2 * ${#call}))] "
}

@test "a pretty-printed call: drop with its line, rename, convert" {
	rulebook <<'END'
toolfix: 1
tools: {t: {unknown: keep, ignores: [a], properties: {new: {aliases: [old]}, n: {type: integer}}}}
END
	cat >in <<'END'
{
  "name": "t",
  "arguments": {
    "a": {
      "x": 1
    },
    "old": "v",
    "n": "5",
    "l": [
      1.10
    ]
  }
}
END
	cat >want <<'END'
{
  "name": "t",
  "arguments": {
    "new": "v",
    "n": 5,
    "l": [
      1.10
    ]
  }
}
END
	tf "${OPTIONS[@]}" -f json
	assert_success
	assert_same out want
	assert_equal "$(lines_of_findings)" '4 unused-field,7 renamed-field,8 converted-value,'
	assert_equal "$(grep '^{' err | jq -c '[.record,.column]' | tr '\n' ' ')" '[1,5] [1,5] [1,10] '
	mv out in
	tf "${OPTIONS[@]}"
	assert_same out in
}

@test "pretty: the last member, a middle one, and all are dropped" {
	rulebook <<'END'
toolfix: 1
tools: {t: {unknown: keep, ignores: [a, b]}}
END
	printf '{\n\t"name": "t",\n\t"arguments": {\n\t\t"k": 1,\n\t\t"a": 2\n\t}\n}\n' >in
	printf '{\n\t"name": "t",\n\t"arguments": {\n\t\t"k": 1\n\t}\n}\n' >want
	tf "${OPTIONS[@]}"
	assert_same out want
	printf '{\n\t"name": "t",\n\t"arguments": {\n\t\t"k": 1,\n\t\t"a": 2,\n\t\t"l": 3\n\t}\n}\n' >in
	printf '{\n\t"name": "t",\n\t"arguments": {\n\t\t"k": 1,\n\t\t"l": 3\n\t}\n}\n' >want
	tf "${OPTIONS[@]}"
	assert_same out want
	printf '{\n\t"name": "t",\n\t"arguments": {\n\t\t"a": 1,\n\t\t"b": 2\n\t}\n}\n' >in
	tf "${OPTIONS[@]}"
	assert_equal "$(jq -c . <out)" '{"name":"t","arguments":{}}'
}

@test "CRLF, pretty" {
	printf '{\r\n  "name": "ctx_note",\r\n  "arguments": {\r\n    "action": "read",\r\n    "note_id": 0\r\n  }\r\n}\r\n\r\n{"a":1}\r\n' >in
	printf '{\r\n  "name": "ctx_note",\r\n  "arguments": {\r\n    "action": "read"\r\n  }\r\n}\r\n\r\n{"a":1}\r\n' >want
	tf -f json
	assert_success
	assert_same out want
	assert_equal "$(grep '^{' err | jq -c '[.record,.line,.column,.offset]')" '[1,5,5,71]'
}

@test "several pretty values one after another, blank lines between" {
	jq . <<<"$call" >one
	jq . <<<"$fixed" >two
	{ cat one; echo; cat one one; printf '\n\n\n'; echo "$call"; cat one; } >in
	{ cat two; echo; cat two two; printf '\n\n\n'; echo "$fixed"; cat two; } >want
	tf -f json
	assert_success
	assert_same out want
	assert_equal "$(grep '^{' err | jq -c '[.record,.line]' | tr '\n' ' ')" \
	    '[1,5] [2,13] [3,20] [4,26] [5,31] '
}

@test "a value begins on the line where another one ends" {
	printf '{\n"a": 1\n} %s {"b":2} [\n1\n] %s\n%s\n' "$call" "$call" "$call" >in
	printf '{\n"a": 1\n} %s {"b":2} [\n1\n] %s\n%s\n' "$fixed" "$fixed" "$fixed" >want
	tf -f json
	assert_success
	assert_same out want
	assert_equal "$(grep '^{' err | jq -c '[.record,.line,.column]' | tr '\n' ' ')" \
	    '[2,3,51] [5,5,51] [6,6,49] '
}

@test "a pretty array of 1000 calls" {
	jq -n '[range(1000) | {type: "tool_use", id: "t\(.)", name: "ctx_note",
	    input: {action: "write", note_id: 0, content: "c\(.)"}}]' >a.json
	jq 'del(.[].input.note_id)' a.json >want
	tf a.json
	assert_success
	assert_same out want
	assert_stderr '1000 calls in 1 record of 1 file, 0 errors, 1000 fixed'
	mv out once
	mv err err1
	tf -j 4 a.json
	assert_same out once
	assert_same err err1
	cp a.json in
	tf
	assert_same out once
}

# costs ITSELF LINE-5 [PLACE]: the fifth line of seven costs only itself.
costs_itself() {
	local i
	for i in 1 2 3 4; do echo "$call"; done >a.jsonl
	printf '%s\n%s\n%s\n' "$1" "$call" "$call" >>a.jsonl
	for i in 1 2 3 4; do echo "$fixed"; done >want
	printf '%s\n%s\n%s\n' "$1" "$fixed" "$fixed" >>want
	tf -f json a.jsonl
	assert_failure 1
	assert_same out want
	assert_equal "$(lines_of_findings)" \
	    '1 unused-field,2 unused-field,3 unused-field,4 unused-field,5 invalid-json,6 unused-field,7 unused-field,'
	local offset
	offset=$(grep invalid-json err | jq .offset)
	[ "$offset" -ge $((4 * (${#call} + 1))) ] &&
	    [ "$offset" -le $((4 * (${#call} + 1) + ${#1})) ] ||
	    fail "the place is outside of the line: $offset"
	assert_equal "$(grep invalid-json err | jq .record)" 5
	mv out out1
	mv err err1
	for i in 1 4; do
		cp a.jsonl in
		tf -j $i
		assert_same out out1
		tf -j $i -f json a.jsonl
		assert_same err err1
	done
}

@test "a line that was cut off in a string costs only itself" {
	costs_itself '{"name":"ctx_note","arguments":{"action":"write","content":"cut o'
	costs_itself '{"name":"ctx_note","argu'
}
@test "a line that was cut off after a comma in an array costs only itself" {
	costs_itself '{"a":[1,2,'
	costs_itself '[1,'
}
@test "a line that was cut off after a colon costs only itself" {
	costs_itself '{"name":"ctx_note","arguments":'
	costs_itself '{"a":'
}
@test "a line that was cut off after a comma in an object costs only itself" {
	costs_itself '{"a":1,'
	costs_itself '{"a":1'
	costs_itself '{'
	costs_itself '['
}
@test "a line that was cut off in an escape or a literal costs only itself" {
	costs_itself '{"a":"x\'
	costs_itself '{"a":tr'
	costs_itself '{"a":1e'
}
@test "a line with too much costs only itself" {
	costs_itself '{"a":1}}'
	costs_itself '"open'
	costs_itself ']'
}

@test "a last line that was cut off" {
	printf '%s\n%s\n{"name":"ctx_note","arguments":{"action":"wri' "$call" "$call" >in
	printf '%s\n%s\n{"name":"ctx_note","arguments":{"action":"wri' "$fixed" "$fixed" >want
	tf -f json
	assert_failure 1
	assert_same out want
	assert_equal "$(lines_of_findings)" '1 unused-field,2 unused-field,3 invalid-json,'
	printf '%s\n{"a":[1,\n' "$call" >in
	tf -f json
	assert_equal "$(lines_of_findings)" '1 unused-field,2 invalid-json,'
}

@test "a pretty document that was cut off is one finding" {
	jq -n '{calls: [range(100) | {type: "tool_use", id: "t\(.)", name: "ctx_note", input: {action: "read"}}]}' |
	    head -n 500 >in
	tf -f json
	assert_failure 1
	assert_same in out
	assert_equal "$(grep -c '"invalid-json"' err)" 1
}

@test "a broken token in the middle of a pretty document is few findings" {
	jq -n '{calls: [range(100) | {type: "tool_use", id: "t\(.)", name: "ctx_note", input: {action: "read"}}]}' |
	    sed '400s/.*/      "id": nope,/' >in
	tf -f json
	assert_failure 1
	assert_same in out
	[ "$(grep -c '"invalid-json"' err)" -le 3 ] || fail "$(grep -c invalid-json err) findings"
	grep -q '"line":400,' err || fail "no finding at line 400: $(head -n 3 err)"
	printf '%s\n' "$call" >>in
	tf
	assert_equal "$(tail -n 1 out)" "$fixed"
}

@test "a document of 60 MB" {
	{
		echo '{"calls": ['
		head -c 43000000 /dev/zero | tr '\0' x | fold -w 100000 |
		    sed 's/.*/  {"type": "tool_use", "name": "ctx_note", "input": {"action": "read", "note_id": 0}, "pad": "&"},/'
		seq 2000000 | sed 's/$/,/'
		echo '0]}'
	} >a.json
	sed 's/, "note_id": 0//' a.json >want
	if ! asan; then ulimit -v 1200000; fi
	status=0
	timeout 60 "$TOOLFIX" a.json >out 2>err || status=$?
	assert_equal "$status" 0
	assert_same out want
	grep -q '430 calls in 1 record of 1 file, 0 errors,.* 430 fixed' err || fail "$(tail -n 1 err)"
}

@test "a file of a million lines with a bracket ends in bounded time" {
	local lines=1000000
	! asan || lines=50000
	yes '[' | head -n $lines >in
	status=0
	timeout 60 "$TOOLFIX" <in >out 2>err || status=$?
	assert_equal "$status" 1
	assert_same in out
	yes '{"a":' | head -n 10000 >in
	status=0
	timeout 30 "$TOOLFIX" -f json <in >out 2>err || status=$?
	assert_equal "$status" 1
	assert_same in out
	{ yes '{"a":1,' | head -n 10000; echo "$call"; } >in
	status=0
	timeout 30 "$TOOLFIX" -f json <in >out 2>err || status=$?
	assert_equal "$status" 1
	assert_equal "$(tail -n 1 out)" "$fixed"
}

@test "any number of threads prints the same" {
	local i
	for i in $(seq 60); do
		echo "$call"
		jq . <<<"$call"
		echo "{\"cut\":[$i,"
		echo "$call$call"
		echo
	done >a.jsonl
	tf -j 1 a.jsonl
	mv out out1
	mv err err1
	assert_equal "$(grep -c note_id out1)" 0
	for i in 2 4; do
		tf -j $i a.jsonl
		assert_same out out1
		assert_same err err1
	done
}

@test "live input: a record comes out before the end of input" {
	local i pid
	mkfifo pipe
	"$TOOLFIX" <pipe >out 2>err 3>&- &
	pid=$!
	exec 9>pipe
	printf '%s\n' "$call" >&9
	for i in $(seq 50); do
		grep -qF "$fixed" out && break
		sleep 0.1
	done
	assert_equal "$(cat out)" "$fixed"
	printf '{\n"name":"ctx_note",\n' >&9
	sleep 0.3
	printf '"arguments":{"note_id":0}\n}\n' >&9
	for i in $(seq 50); do
		[ "$(wc -l <out)" -ge 4 ] && break
		sleep 0.1
	done
	assert_equal "$(tail -n 2 out)" '"arguments":{}
}'
	exec 9>&-
	wait $pid
}
