#!/usr/bin/env bats
# What a record is, where it is, and that anything else passes through.

load helper

call='{"name":"ctx_note","arguments":{"action":"write","content":"x","note_id":0}}'
fixed='{"name":"ctx_note","arguments":{"action":"write","content":"x"}}'

# passes: what is in "in" has nothing to fix, and comes out as it went in.
passes() {
	tf "$@"
	assert_same in out
}

@test "the session log becomes what we have read and verified" {
	cp "$ROOT"/testdata/session.jsonl .
	tf fix session.jsonl
	assert_failure 1
	assert_same out "$ROOT"/testdata/session.fixed.jsonl
	grep -v '^toolfix: ' err >findings
	assert_same findings "$ROOT"/testdata/session.findings.txt
	assert_stderr 'toolfix: 23 calls in 48 records of 1 file, 19 errors, 1 warning, 12 fixed'
}

@test "check prints the findings of the session log on standard output" {
	cp "$ROOT"/testdata/session.jsonl .
	tf check --format json session.jsonl
	assert_failure 1
	# Only the words for what was done differ between the commands.
	jq -c 'del(.message)' <out >got
	jq -c 'del(.message)' "$ROOT"/testdata/session.findings.jsonl >want
	assert_same got want
	jq -r .message "$ROOT"/testdata/session.findings.jsonl >json
	sed 's/^[^ ]* [a-z]*: //; s/ \[[a-z-]*\]$//' \
	    "$ROOT"/testdata/session.findings.txt >text
	assert_same json text
}

@test "what was not touched in the session log is equal, says jq" {
	local log=$ROOT/testdata/session
	# Everything but the arguments of the two tools, line by line.
	cat >strip.jq <<'EOF'
		fromjson? // .
		| walk(if type == "object" and ((.name? // "") | tostring | test("ctx_note$|write_report$"))
		    then del(.input, .arguments) else . end)
EOF
	jq -cR -f strip.jq "$log.jsonl" >before
	jq -cR -f strip.jq "$log.fixed.jsonl" >after
	assert_same before after
	[ "$(wc -l <before)" -eq "$(wc -l <"$log.jsonl")" ] ||
	    fail 'jq has lost lines'
}

@test "the session log, fixed, is not fixed again" {
	cp "$ROOT"/testdata/session.fixed.jsonl in
	tf fix --format json
	assert_failure 1
	assert_same in out
	refute_stderr '"severity":"fix"'
	tf fix
	assert_stderr ' 19 errors, 1 warning, 0 fixed'
}

@test "CRLF stays, on changed lines too" {
	printf '%s\r\n{"a":1}\r\n\r\n%s\r\n' "$call" "$call" >in
	printf '%s\r\n{"a":1}\r\n\r\n%s\r\n' "$fixed" "$fixed" >want
	tf
	assert_success
	assert_same out want
	assert_stderr '<stdin>:1:'
	assert_stderr '<stdin>:4:'
}

@test "a byte-order mark stays, and is no part of the first record" {
	printf '\357\273\277%s\n' "$call" >in
	printf '\357\273\277%s\n' "$fixed" >want
	tf
	assert_success
	assert_same out want
}

@test "blank lines stay, and are no records" {
	printf '\n  \n\t\n%s\n\n\n' "$call" >in
	printf '\n  \n\t\n%s\n\n\n' "$fixed" >want
	tf
	assert_success
	assert_same out want
	assert_stderr '<stdin>:4:'
	assert_stderr '1 call in 1 record'
}

@test "a last line without a newline gets none" {
	printf '{"a":1}\n%s' "$call" >in
	printf '{"a":1}\n%s' "$fixed" >want
	tf
	assert_success
	assert_same out want
}

@test "white space around a record stays" {
	printf '  %s \t\n' "$call" >in
	printf '  %s \t\n' "$fixed" >want
	tf
	assert_same out want
	assert_success
}

@test "scalars and arrays are records" {
	printf '1\n"text"\nnull\n[1,2]\ntrue\n-0.0\n' >in
	passes
	assert_success
	assert_stderr '0 calls in 6 records'
}

@test "several values on one line are several records" {
	printf '%s %s%s\n' "$call" '{"a":1}' "$call" >in
	printf '%s %s%s\n' "$fixed" '{"a":1}' "$fixed" >want
	tf --format json
	assert_success
	assert_same out want
	assert_equal "$(grep '^{' err | jq -c '[.record,.line,.column]' | tr '\n' ' ')" \
	    '[1,1,64] [3,1,148] '
	tf
	assert_stderr '2 calls in 3 records'
}

@test "empty input is fine" {
	: >in
	passes
	assert_success
	assert_stderr '0 calls in 0 records'
	tf check
	assert_success
}

@test "a line that is not JSON passes through, with a finding" {
	printf 'hello\n%s\n{"cut":\n{"a":1}\n' "$call" >in
	printf 'hello\n%s\n{"cut":\n{"a":1}\n' "$fixed" >want
	tf
	assert_failure 1
	assert_same out want
	assert_stderr '<stdin>:1:1: error: '
	assert_stderr '<stdin>:3:'
	assert_equal "$(grep -c '\[invalid-json\]' err)" 2
	assert_stderr '1 call in 4 records of 1 file, 2 errors, 1 fixed'
}

@test "what JSON does not allow is not JSON" {
	local bad
	for bad in "{'a':1}" '{"a":1,}' '[1,]' '{"a":NaN}' '{a:1}' '// x' \
	    '{"a":01}' '{"a":"	"}' '{"a":"\x"}' '{"a":1}}' 'nul' '"open'; do
		printf '%s\n' "$bad" >in
		passes
		assert_failure 1
		assert_stderr '[invalid-json]'
	done
}

@test "one broken line is one finding" {
	printf '} } }\n[[[\n{"a":1} x {"b":2}\n' >in
	passes
	assert_failure 1
	assert_equal "$(grep -c '\[invalid-json\]' err)" 3
}

@test "NUL bytes and invalid UTF-8 pass through" {
	printf '{"a":"\0"}\n\0\0\0\n{"b":"\377\376"}\n\300\200\n%s\n' "$call" >in
	printf '{"a":"\0"}\n\0\0\0\n{"b":"\377\376"}\n\300\200\n%s\n' "$fixed" >want
	tf
	assert_failure 1
	assert_same out want
	assert_equal "$(grep -c '\[invalid-json\]' err)" 4
}

@test "100000 nested brackets pass through" {
	head -c 100000 /dev/zero | tr '\0' '[' >in
	head -c 100000 /dev/zero | tr '\0' ']' >>in
	printf '\n%s\n' "$call" >>in
	head -c 200001 in >want
	printf '%s\n' "$fixed" >>want
	tf
	assert_same out want
	assert_stderr '<stdin>:2:'
}

@test "100000 brackets that never close pass through" {
	head -c 100000 /dev/zero | tr '\0' '[' >in
	passes
	assert_failure 1
	assert_stderr '[invalid-json]'
}

@test "arguments nested too deep get a finding or pass, and nothing crashes" {
	local open close
	open=$(head -c 50000 /dev/zero | tr '\0' '[')
	close=$(head -c 50000 /dev/zero | tr '\0' ']')
	printf '{"name":"ctx_note","arguments":{"content":%s%s}}\n' "$open" "$close" >in
	passes
	printf '{"name":"ctx_note","arguments":"{\\"content\\":%s%s}"}\n' "$open" "$close" >in
	passes
}

@test "a line of 20 MB is fixed" {
	{
		printf '{"big":"'
		head -c 20000000 /dev/zero | tr '\0' x
		printf '","m":[{"type":"tool_use","name":"ctx_note","input":{"note_id":0,"action":"read"}}]}\n'
	} >in
	sed 's/"note_id":0,//' in >want
	tf
	assert_success
	assert_same out want
	assert_stderr '<stdin>:1:20000062: fix: ctx_note read: '
}

@test "many short lines come out in order" {
	seq 200000 >in
	passes
	assert_success
	assert_stderr '0 calls in 200000 records'
}

@test "several files, and standard input among them" {
	printf '%s\n' "$call" | tee a.jsonl >b.jsonl
	printf '{"n":1}\n%s\n' "$call" >in
	printf '%s\n{"n":1}\n%s\n%s\n' "$fixed" "$fixed" "$fixed" >want
	tf a.jsonl - b.jsonl
	assert_success
	assert_same out want
	assert_stderr 'a.jsonl:1:'
	assert_stderr '<stdin>:2:'
	assert_stderr 'b.jsonl:1:'
	assert_stderr '3 calls in 4 records of 3 files, 0 errors, 3 fixed'
}

@test "a file without a final newline does not run into the next" {
	printf '%s' '{"n":1}' >a.jsonl
	printf '%s\n' "$call" >b.jsonl
	tf a.jsonl b.jsonl
	assert_success
	tail -n 1 out >last
	grep -qF "$fixed" last || fail "$(cat out)"
	assert_stderr 'b.jsonl:1:'
}

@test "a missing file ends with 2, and the other files are still done" {
	printf '%s\n' "$call" >a.jsonl
	tf nowhere.jsonl a.jsonl
	assert_failure 2
	assert_stderr 'nowhere.jsonl'
	assert_stderr 'No such file or directory'
}

@test "a directory as a file ends with 2" {
	mkdir d
	tf ./d
	assert_failure 2
	assert_stderr 'irectory'
}

@test "file names are escaped as well" {
	printf '%s\n' "$call" >$'a\e[31m\nb.jsonl'
	tf $'a\e[31m\nb.jsonl'
	assert_success
	refute_stderr $'\e'
	assert_equal "$(wc -l <err)" 2
}

@test "columns count characters, offsets count bytes of the file" {
	{
		echo '{"é":"日本語"}'
		echo '{"s":"é😀","m":{"type":"tool_use","id":"t1","name":"ctx_note","input":{"action":"dismiss","note_id":-5}}}'
	} >a.jsonl
	tf check --format json a.jsonl
	assert_failure 1
	assert_equal "$(jq -c '[.file,.record,.line,.column,.length]' <out)" \
	    '["a.jsonl",2,2,100,2]'
	assert_equal "$(tail -c +"$(($(jq .offset <out) + 1))" a.jsonl | head -c 2)" -5
}

@test "a place inside arguments text is that of the raw bytes" {
	echo '{"tool_calls":[{"id":"c","function":{"name":"ctx_note","arguments":"{\"content\":\"\\u00e9\",\"action\":\"dismiss\",\"note_id\":-55}"}}]}' >a.jsonl
	tf check --format json a.jsonl
	assert_equal "$(jq -r .code <out | tr '\n' ' ')" 'unused-field wrong-value '
	local offset length
	offset=$(jq 'select(.code == "wrong-value").offset' <out)
	length=$(jq 'select(.code == "wrong-value").length' <out)
	assert_equal "$(tail -c +$((offset + 1)) a.jsonl | head -c "$length")" -55
	assert_equal "$(jq 'select(.code == "wrong-value").column' <out)" \
	    $((offset + 1))
}

@test "invalid-json says where" {
	printf '{"a":1}\n{"b" 2}\n' >a.jsonl
	tf check --format json a.jsonl
	assert_equal "$(jq -c '[.record,.line,.column,.offset,.code]' <out)" \
	    '[2,2,6,13,"invalid-json"]'
}

@test "arguments text that is empty, blank or null is no arguments" {
	local none
	for none in '""' '" "' 'null' '"null"' '{}' '"{}"'; do
		echo "{\"name\":\"ctx_note\",\"arguments\":$none}" >in
		passes
		assert_success
		assert_stderr '1 call in 1 record'
	done
}

@test "arguments that are no object are one error" {
	local bad
	for bad in '[1]' 5 true '"[1]"' '"5"' '"\"text\""'; do
		echo "{\"name\":\"ctx_note\",\"arguments\":$bad}" >in
		passes --format json
		assert_failure 1
		assert_equal "$(found)" 'error arguments-not-object'
	done
	echo '[1]' >in
	passes --tool ctx_note --format json
	assert_equal "$(found)" 'error arguments-not-object'
}

# says WORDS TEXT: arguments text that is not JSON.
says() {
	jq -cn --arg text "$2" '{name:"ctx_note",arguments:$text}' >in
	passes --format json
	assert_failure 1
	assert_equal "$(found)" 'error arguments-not-json'
	said | grep -qi "$1" || fail "no \"$1\" in: $(said)"
}

@test "arguments text that was cut off is said to be truncated" {
	says truncated '{"action":"write","content":"never clo'
	says truncated '{"action":"read"'
	says truncated '{"action":'
}

@test "two objects in one arguments text are said to be two" {
	says 'two objects' '{"action":"read"}{"action":"read"}'
	says 'two objects' '{"action":"read"} {"action":"read"}'
}

@test "text after the object is said to be so" {
	says 'text after the object' '{"action":"read"} Hope this helps!'
	says 'after the object' '{"action":"read"}}'
}

@test "single quotes are said to be so" {
	says 'single quotes' "{'action':'read'}"
}

@test "calls are found in every shape" {
	cat >in <<'EOF'
{"name":"ctx_note","arguments":{"note_id":0}}
{"name":"ctx_note","args":{"note_id":0}}
{"name":"ctx_note","input":{"note_id":0}}
{"tool":"ctx_note","parameters":{"note_id":0}}
{"tool":"ctx_note","arguments":"{\"note_id\":0}","id":5}
{"a":[[{"b":{"type":"tool_use","name":"ctx_note","input":{"note_id":0}}}]]}
[{"type":"tool_use","name":"ctx_note","input":{"note_id":0}}]
{"tool_calls":[{"function":{"name":"ctx_note","arguments":{"note_id":0}}},{"function":{"name":"ctx_note","arguments":"{\"note_id\":0}"}}]}
{"choices":[{"message":{"tool_calls":[{"type":"function","id":"x","function":{"arguments":"{\"note_id\":0}","name":"ctx_note"}}]}}]}
EOF
	sed 's/"note_id":0//; s/\\"note_id\\":0//; s/"note_id":0//' in >want
	tf
	assert_success
	assert_same out want
	assert_stderr '10 calls in 9 records of 1 file, 0 errors, 1 warning, 10 fixed'
}

@test "what only looks like a call is none" {
	cat >in <<'EOF'
{"name":"ctx_note"}
{"name":"ctx_note","description":"d","parameters":{"type":"object","properties":{"note_id":{"type":"integer"}}}}
{"x":{"name":"ctx_note","arguments":{"note_id":0}}}
{"type":"tool_result","tool_use_id":"t","content":[{"type":"tool_use","name":"ctx_note","input":{"note_id":0}}]}
{"type":"text","name":"ctx_note","text":"note_id 0"}
{"type":"tool_use","name":5,"input":{"note_id":0}}
{"type":"tool_use","name":"Task","input":{"p":{"type":"tool_use","name":"ctx_note","input":{"note_id":0}}}}
{"tools":[{"name":"ctx_note","input_schema":{"properties":{"note_id":{"type":"integer"}}}}]}
EOF
	passes
	assert_success
	assert_stderr '0 calls in 8 records'
}

@test "a run that finds no call with a rule names the tools it saw" {
	echo '{"name":"get_weather","arguments":{}}' >in
	passes
	assert_success
	assert_stderr get_weather
	assert_stderr 'no call'
}
