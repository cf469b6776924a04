#!/usr/bin/env bats
# What a finding says, as text and as JSON lines.

load helper

@test "JSON findings have all members, in order, one object a line" {
	cat >in <<'EOF'
{"m":{"type":"tool_use","id":"t1","name":"ctx_note","input":{"action":"write","content":"x","note_id":0}}}
{"name":"ctx_note","arguments":{"action":"dismiss","note_id":"5"}}
{"name":"ctx_note","arguments":{"action":"nope"}}
not JSON
{"name":"ctx_note","arguments":{"action":"read","strange":1}}
EOF
	tf check --format json
	assert_failure 1
	assert_equal "$(wc -l <out)" 5
	jq -c . <out >compact
	assert_same compact out
	assert_equal "$(jq -c keys_unsorted <out | sort -u)" \
	    '["file","record","line","column","offset","length","tool","action","call_id","path","code","severity","message","fix","session","agent","model","failed"]'
	assert_equal "$(jq -r '"\(.record) \(.code) \(.severity)"' <out)" \
	    '1 unused-field fix
2 converted-value fix
3 unknown-action error
4 invalid-json error
5 unknown-field warning'
	assert_equal "$(jq -c 'select(.record == 1) | [.file,.tool,.action,.call_id,.path,.fix]' <out)" \
	    '["<stdin>","ctx_note","write","t1","/note_id",{"kind":"drop","from":0,"to":null}]'
	assert_equal "$(jq -c 'select(.record == 2) | .fix' <out)" \
	    '{"kind":"set","from":"5","to":5}'
	assert_equal "$(jq -c 'select(.record > 2) | .fix' <out | sort -u)" null
	assert_equal "$(jq -c 'select(.record == 4) | [.tool,.action,.call_id]' <out)" \
	    '[null,null,null]'
}

@test "a rename tells both names" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {path: {aliases: [file]}}}}
EOF
	echo '{"file":1.10}' >in
	tf check "${OPTIONS[@]}" --tool t --format json
	assert_equal "$(jq -c '[.code,.path,.fix.kind,.fix.from,.fix.to]' <out)" \
	    '["renamed-field","/file","rename","file","path"]'
}

@test "old and new values keep their digits" {
	echo '{"action":"write","content":"x","note_id":12345678901234567890,"note_ids":[1.10,1e3]}' >in
	tf check --tool ctx_note --format json
	grep -qF '"from":12345678901234567890,' out || fail "$(cat out)"
	grep -qF '"from":[1.10,1e3]' out || fail "$(cat out)"
}

@test "offset and length cover what the finding is about" {
	cat >a.jsonl <<'EOF'
{"x":"é"}
{"name":"ctx_note","arguments":{"action":"dismiss","note_ids":[1, -25, "x"]}}
{"name":"ctx_note","arguments":{"action":"dismiss","note_id":"57"}}
EOF
	tf check --format json a.jsonl
	local finding
	while read -r finding; do
		tail -c +$(($(jq .offset <<<"$finding") + 1)) a.jsonl |
		    head -c "$(jq .length <<<"$finding")"
		echo
	done <out >places
	assert_equal "$(cat places)" '-25
"x"
"57"'
}

@test "findings come in the order of the input" {
	local i
	for i in $(seq 300); do
		echo '{"name":"ctx_note","arguments":{"action":"dismiss","note_ids":[0,-1],"note_id":0}}'
		echo broken
	done >in
	tf check --format json
	jq -c '[.line,.column]' <out >places
	jq -sc 'sort[]' <places >sorted
	assert_same places sorted
}

@test "paths are JSON Pointers, with ~0 and ~1" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {'a/b': {properties: {'c~d': {type: integer}, '': {type: integer}}}}}
EOF
	refuses t '{"a/b":{"c~d":"x","":"y"}}' \
	    'error wrong-value /a~1b/c~0d' 'error wrong-value /a~1b/'
}

@test "text findings have place, severity, words and code" {
	echo '{"action":"dismiss","note_id":3,"note_ids":[4]}' >a.jsonl
	tf check --tool ctx_note a.jsonl
	assert_failure 1
	assert_output 'a.jsonl:1:1: error: ctx_note dismiss: give exactly one of note_id, note_ids (received both) [exactly-one]'
}

@test "the summary comes on standard error, and the words agree in number" {
	echo '{}' >in
	tf check --tool ctx_note
	assert_output ''
	assert_stderr '1 call in 1 record of 1 file, 0 errors'
	printf '{"action":"update"}\n{}\n' >in
	tf check --tool ctx_note
	assert_stderr '2 calls in 2 records of 1 file, 2 errors'
	printf '{"action":"x"}\n' >in
	tf check --tool ctx_note
	assert_stderr '1 call in 1 record of 1 file, 1 error,'
}

@test "control characters from data never reach the output raw" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {e: {enum: [a]}}, check: [{assert: '.k == null', message: 'k is \(.k)'}]}
EOF
	local format color
	jq -cn '"\u001b[31mred\u0007\u0008\r\nfake:1:1: error: forged [x]\u0000\u007f\u009b31m\u2028\u202e" as $x
	    | {e:$x,k:$x,($x):1}' >in
	jq -cn --slurpfile a in '{id:"\u001b[2J\nx",name:"t",arguments:$a[0]}' >>in
	jq -cn '{name:"\u001b]0;x\u0007\nt",arguments:{}}' >>in
	for format in text json; do
		for color in never always; do
			tf check "${OPTIONS[@]}" --format $format --color $color
			cat out err >all
			# Colours of our own are the only escapes there may be.
			sed $'s/\e\\[[0-9;]*[mK]//g' all >plain
			[ $color = always ] || cp all plain
			! LC_ALL=C grep -q $'[\001-\010\013-\037\177]' plain ||
			    fail "$(cat -v plain)"
			[ "$(tr -dc '\0' <plain | wc -c)" -eq 0 ] || fail 'NUL'
			! grep -q '^fake:' plain || fail 'a forged line'
			! grep -q $'\302\233' plain || fail 'a C1 control'
			refute_stderr $'\e[2J'
		done
	done
	tf check "${OPTIONS[@]}" --format json
	jq -e .message <out >/dev/null
}

@test "raw control characters and escapes in a line that is no JSON stay out" {
	printf '\033[31m\r not JSON \a\nx\033]0;t\007\n' >in
	tf check
	cat out err >all
	! grep -q $'[\033\007\r]' all || fail "$(cat -v all)"
	tf fix
	! grep -q $'[\033\007\r]' err || fail "$(cat -v err)"
	assert_same in out
}

@test "the tools seen are escaped" {
	jq -cn '{name:"\u001b[31m\nx",arguments:{}}' >in
	tf
	refute_stderr $'\e'
	! grep -q '^x' err || fail 'a forged line'
}

@test "a long value is not shown whole" {
	local long
	long=$(head -c 100000 /dev/zero | tr '\0' 'x')
	echo "{\"action\":\"$long\"}" >in
	tf check --tool ctx_note
	assert_failure 1
	[ "$(wc -c <out)" -lt 2000 ] || fail 'the message is as long as the value'
	jq -cn '{action: ([range(500)] | map("long\(.)"))}' >in
	tf check --tool ctx_note
	[ "$(wc -c <out)" -lt 2000 ] || fail 'the message is as long as the value'
}

@test "a long value is not cut inside a character" {
	local i long=
	for i in 0 1 2 3; do
		long=$(printf '%*s' "$i" '')$(jq -rn '"é日😀" * 3000')
		echo "{\"action\":\"$long\"}" >in
		tf check --tool ctx_note
		iconv -f UTF-8 -t UTF-8 out >/dev/null || fail 'not UTF-8'
	done
}

@test "an unknown field is a warning, with a suggestion and the known fields" {
	echo '{"action":"write","content":"x","surface_conditon":"y"}' >in
	tf check --tool ctx_note
	assert_success
	assert_output --partial 'warning: ctx_note write: unknown field surface_conditon; did you mean surface_condition?'
	assert_output --partial '[unknown-field]'
	assert_output --partial '(known: action, content, surface_condition)'
}

@test "unknown: keep, warn, drop and error" {
	local policy
	for policy in keep warn drop error; do
		echo "{toolfix: 1, tools: {t: {unknown: $policy, properties: {a: {}}}}}" >$policy.yaml
	done
	OPTIONS=(--rules keep.yaml)
	accepts t '{"a":1,"b":2}'
	OPTIONS=(--rules warn.yaml)
	fixes t '{"a":1,"b":2}' '{"a":1,"b":2}' 'warning unknown-field /b'
	OPTIONS=(--rules drop.yaml)
	fixes t '{"a":1,"b":2}' '{"a":1}' 'fix unknown-field /b'
	OPTIONS=(--rules error.yaml)
	refuses t '{"a":1,"b":2}' 'error unknown-field /b'
}

@test "unused: error names the actions that do use the field" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unused: error
    properties: {f: {enum: [x]}, g: {type: integer}}
    action: action
    actions: {one: {uses: [f]}, two: {uses: [g]}, three: {uses: [g]}}
EOF
	refuses t '{"action":"one","g":5}' 'error unused-field /g'
	assert_said two
	assert_said three
	fixes t '{"action":"one","g":""}' '{"action":"one"}' 'fix empty-field /g'
}

@test "a missing action, and groups" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {action: do, actions: {a: {}, b: {}}, required: [z]}
  g: {properties: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}}, at_most_one: [a, b], at_least_one: [[c, d]], exactly_one: [[e, f], [g, h]]}
EOF
	refuses t '{}' 'error missing-action'
	assert_said 'a, b'
	refuses t '{"do":null,"q":1}' 'error missing-action /do'
	accepts g '{"a":1,"c":1,"e":1,"h":1}'
	refuses g '{"a":1,"b":2,"c":1,"e":1,"g":1}' 'error at-most-one'
	refuses g '{"e":1,"g":1}' 'error at-least-one'
	refuses g '{"c":1,"d":1,"e":1,"f":1}' 'error exactly-one' 'error exactly-one'
}

@test "a missing field is one finding for each object" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      l: {type: array, items: {type: object, properties: {x: {}, y: {}}, required: [x, y]}}
    required: [l, k]
EOF
	refuses t '{"l":[{},{"x":1},{"x":1,"y":2}]}' \
	    'error missing-field' 'error missing-field /l/0' 'error missing-field /l/1'
	assert_said 'k is missing (received: l)'
	assert_said 'l[1] is missing y (received: x)'
}

@test "forbidden fields: filler in them is dropped, the rest refused" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {a: {type: integer}}, forbids: {a: we say no}}
EOF
	fixes t '{"a":""}' '{}' 'fix empty-field /a'
	refuses t '{"a":5}' 'error forbidden-field /a'
	assert_said 'we say no'
}

@test "calls without a contract: ignored, warned of, refused" {
	echo '{"name":"ctx_nte","arguments":{}}' >in
	local policy
	for policy in ignore warn error; do
		echo "{toolfix: 1, unknown_tools: $policy, tools: {ctx_note: {}}}" >$policy.yaml
	done
	tf check --rules ignore.yaml
	assert_success
	assert_output ''
	tf check --rules warn.yaml
	assert_success
	assert_output --partial '[unknown-tool]'
	assert_output --partial 'did you mean ctx_note?'
	tf check --rules error.yaml
	assert_failure 1
	assert_output --partial 'error'
}
