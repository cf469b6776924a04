#!/usr/bin/env bats
# Call shapes of a rulebook's own: its key "records".

load helper

rules() {
	rulebook <<'END'
toolfix: 1
records:
  - at: .events[]? | select(.kind == "tool")
    name: .tool
    arguments: .payload.args
    id: .nr
    failed: .status == "bad"
tools:
  t: {unknown: keep, ignores: [a], properties: {new: {aliases: [old]}, n: {type: integer}}}
END
}

@test "arguments as an object and as JSON text, written back in place" {
	rules
	cat >in <<'END'
{"events":[{"kind":"log","tool":"t","payload":{"args":{"a":0}}},{"kind":"tool","tool":"t","nr":"x1","payload":{"args":{"a":0,"k":1.10,"old":2}},"status":"ok"}]}
{ "v":1.10, "events" : [ {"payload":{"z":"a","args":"{\"k\":\"\\u00e9\",\"a\":[1],\"old\":\"7\"}"},"tool":"t","kind":"tool"} ] }
{"events":[{"kind":"tool","tool":"u","payload":{"args":{"a":0}}}]}
{"events":5}
END
	cat >want <<'END'
{"events":[{"kind":"log","tool":"t","payload":{"args":{"a":0}}},{"kind":"tool","tool":"t","nr":"x1","payload":{"args":{"k":1.10,"new":2}},"status":"ok"}]}
{ "v":1.10, "events" : [ {"payload":{"z":"a","args":"{\"k\":\"\\u00e9\",\"new\":\"7\"}"},"tool":"t","kind":"tool"} ] }
{"events":[{"kind":"tool","tool":"u","payload":{"args":{"a":0}}}]}
{"events":5}
END
	tf "${OPTIONS[@]}" -f json
	assert_success
	assert_same out want
	assert_equal "$(found)" 'fix unused-field /a
fix renamed-field /old
fix unused-field /a
fix renamed-field /old'
	assert_equal "$(grep '^{' err | jq -c '[.line, .call_id]' | uniq | tr '\n' ' ')" \
	    '[1,"x1"] [2,null] '
	tf "${OPTIONS[@]}"
	assert_stderr '2 calls in 4 records'
	mv out in
	tf "${OPTIONS[@]}"
	assert_same in out
	refute_stderr ' fix: '
}

@test "places are those of the raw bytes" {
	rules
	echo '{"é":1,"events":[{"kind":"tool","tool":"t","payload":{"args":"{\"n\":\"x\"}"}},{"kind":"tool","tool":"t","payload":{"args":{"n":-5.5}}}]}' >a.jsonl
	tf check "${OPTIONS[@]}" -f json a.jsonl
	assert_failure 1
	assert_equal "$(jq -r '"\(.offset) \(.length)"' <out | while read -r offset length; do
		tail -c +$((offset + 1)) a.jsonl | head -c "$length"
		echo
	done)" '\"x\"
-5.5'
	assert_equal "$(jq -c '[.offset, .column]' <out | head -n 1)" '[70,70]'
}

@test "calls lists them: id, failed, arguments" {
	rules
	cat >in <<'END'
{"events":[{"kind":"tool","tool":"t","nr":"x1","status":"bad","payload":{"args":{"k":1.10}}},{"kind":"tool","tool":"u","nr":"x2","status":"ok","payload":{"args":"{\"k\":2}"}}]}
END
	tf calls "${OPTIONS[@]}"
	assert_success
	assert_equal "$(jq -c '[.tool, .id, .failed]' <out | tr '\n' ' ')" \
	    '["t","x1",true] ["u","x2",false] '
	assert_equal "$(sed 's/.*"arguments"://' out | tr '\n' ' ')" '{"k":1.10}} {"k":2}} '
	tf calls "${OPTIONS[@]}" --failed
	assert_equal "$(jq -r .id <out)" x1
	tf calls
	assert_output ''
}

@test "an id that is a long number keeps its digits" {
	rules
	echo '{"events":[{"kind":"tool","tool":"t","nr":12345678901234567890,"payload":{"args":{}}}]}' >in
	tf calls "${OPTIONS[@]}"
	assert_equal "$(jq -r .id <out)" 12345678901234567890
}

@test "a path that leads nowhere: a call without arguments, or no call" {
	rules
	cat >in <<'END'
{"events":[{"kind":"tool","tool":"t","payload":{}}]}
{"events":[{"kind":"tool","tool":"t"}]}
{"events":[{"kind":"tool","tool":null,"payload":{"args":{"a":1}}}]}
{"events":[{"kind":"tool","payload":{"args":{"a":1}}}]}
{"events":[]}
{}
END
	tf "${OPTIONS[@]}"
	assert_same out in
	refute_stderr filter-error
	assert_success
}

@test "an error in a filter is a finding, and the record passes" {
	rulebook <<'END'
toolfix: 1
records: [{at: '.events[]', name: '.tool', arguments: .args}]
tools: {t: {unknown: keep, ignores: [a]}}
END
	printf '%s\n' '{"events":5}' '{"events":[{"tool":"t","args":{"a":1}}]}' >in
	tf "${OPTIONS[@]}" -f json
	assert_failure 1
	assert_equal "$(found)" 'error filter-error
fix unused-field /a'
	assert_equal "$(head -n 1 out)" '{"events":5}'
	assert_equal "$(tail -n 1 out)" '{"events":[{"tool":"t","args":{}}]}'
}

@test "several rules; the record itself; array indices; keys with dots" {
	rulebook <<'END'
toolfix: 1
records:
  - {at: 'select(.what? == "call")', name: .fn, arguments: '.list[1]'}
  - {at: '."a.b"[]?', name: '.["x y"]', arguments: '."in.put"'}
tools: {t: {unknown: keep, ignores: [a]}}
END
	cat >in <<'END'
{"what":"call","fn":"t","list":[{"a":0},{"a":1,"k":2},{"a":3}]}
{"a.b":[{"x y":"t","in.put":{"k":1,"a":2}},{"x y":"t","in.put":"{\"a\":2}"}]}
END
	cat >want <<'END'
{"what":"call","fn":"t","list":[{"a":0},{"k":2},{"a":3}]}
{"a.b":[{"x y":"t","in.put":{"k":1}},{"x y":"t","in.put":"{}"}]}
END
	tf "${OPTIONS[@]}"
	assert_success
	assert_same out want
	assert_stderr '3 calls in 2 records'
}

@test "a call that a built-in shape has found is not found again" {
	rulebook <<'END'
toolfix: 1
records: [{at: '.. | objects | select(.type? == "tool_use")', name: .name, arguments: .input}]
tools: {t: {unknown: keep, ignores: [a]}}
END
	echo '{"c":[{"type":"tool_use","id":"i","name":"t","input":{"a":1}}]}' >in
	tf "${OPTIONS[@]}"
	assert_output '{"c":[{"type":"tool_use","id":"i","name":"t","input":{}}]}'
	assert_stderr '1 call in 1 record of 1 file, 0 errors, 1 fixed'
}

@test "pretty documents, and threads" {
	rules
	jq -n '{events: [range(50) | {kind: "tool", tool: "t", nr: "\(.)", payload: {args: {a: 1, k: .}}}]}' >a.json
	jq 'del(.events[].payload.args.a)' a.json >want
	tf -j 1 "${OPTIONS[@]}" a.json
	assert_success
	assert_same out want
	tf -j 4 "${OPTIONS[@]}" a.json
	assert_same out want
}

# mistaken WHERE WORDS: the rulebook is refused, and the place is said.
mistaken() {
	echo '{}' >in
	tf "${OPTIONS[@]}"
	assert_failure 2
	assert_stderr "rules.yaml:$1"
	assert_stderr "$2"
	[ ! -s out ] || fail "output: $output"
}

@test "mistakes: keys that are missing, keys that are not known" {
	local key
	for key in at name arguments; do
		printf 'toolfix: 1\nrecords:\n  - {at: .x, name: .n, arguments: .a}\ntools: {t: {}}\n' |
		    sed "3s/\b$key: [^,}]*,* *//" >rules.yaml
		OPTIONS=(-r rules.yaml)
		mistaken 3: "$key"
	done
	printf 'toolfix: 1\nrecords:\n  - {at: .x, name: .n, argument: .a, arguments: .a}\ntools: {t: {}}\n' >rules.yaml
	mistaken 3: arguments
}

@test "mistakes: not a list, not an object, not a filter" {
	OPTIONS=(-r rules.yaml)
	printf 'toolfix: 1\nrecords: {at: .x}\ntools: {t: {}}\n' >rules.yaml
	mistaken 2: list
	printf 'toolfix: 1\nrecords: [x]\ntools: {t: {}}\n' >rules.yaml
	mistaken 2: ''
	printf 'toolfix: 1\nrecords:\n  - at: .x[\n    name: .n\n    arguments: .a\ntools: {t: {}}\n' >rules.yaml
	mistaken 3: ''
	printf 'toolfix: 1\nrecords:\n  - at: .x\n    name: .n | nosuch\n    arguments: .a\ntools: {t: {}}\n' >rules.yaml
	mistaken 4: nosuch
	printf 'toolfix: 1\nrecords:\n  - at: .x\n    name: [1]\n    arguments: .a\ntools: {t: {}}\n' >rules.yaml
	mistaken 4: ''
	printf 'toolfix: 1\nrecords:\n  - at: .x\n    name: .n\n    arguments: input\ntools: {t: {}}\n' >rules.yaml
	mistaken 5: input
}

@test "a filter that is no path is an error" {
	rulebook <<'END'
toolfix: 1
records: [{at: '{"tool": "t", "args": {}}', name: .tool, arguments: .args}]
tools: {t: {}}
END
	echo '{"x":1}' >in
	tf "${OPTIONS[@]}"
	[ "$status" -ne 0 ] || fail 'nothing was said'
	refute_stderr 'jq: '
}
