#!/usr/bin/env bats
# Wrappers around arguments, and keys in another spelling.

load helper

wrapped() {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unwrap: [input, args, parameters, arguments]
    properties: {a: {type: integer}, b: {}}
    required: [a]
EOF
}

@test "a wrapper that is the only key goes" {
	wrapped
	fixes t '{"input":{"a":1, "b":1.10}}' '{"a":1, "b":1.10}' 'fix unwrapped /input'
	fixes t '{ "args" : {"a":1} }' '{"a":1}' 'fix unwrapped /args'
	accepts t '{"a":1,"b":{"input":{"a":1}}}'
}

@test "at any depth, as one or more steps" {
	wrapped
	echo '{"input":{"args":{"parameters":{"a":1}}}}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_success
	assert_output '{"a":1}'
	assert_equal "$(found | cut -d' ' -f 1,2 | sort -u)" 'fix unwrapped'
}

@test "JSON text inside of a wrapper" {
	wrapped
	fixes t '{"input":"{\"a\": 1, \"b\":\"\\u00e9\"}"}' '{"a": 1, "b":"\u00e9"}' 'fix unwrapped /input'
	echo '{"input":"{\"args\":\"{\\\"a\\\":\\\"5\\\"}\"}"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_success
	assert_output '{"a":5}'
}

@test "what is inside goes through all steps" {
	wrapped
	echo '{"input":{"a":"5","b":null}}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_success
	assert_output '{"a":5,"b":null}'
	echo '{"input":{"b":1}}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_said 'a is missing'
}

@test "where arguments are JSON text, they stay that" {
	wrapped
	echo '{"function":{"name":"t","arguments":"{\"input\": {\"a\": 1}}"}}' >in
	tf "${OPTIONS[@]}"
	assert_success
	assert_output '{"function":{"name":"t","arguments":"{\"a\": 1}"}}'
	echo '{"function":{"name":"t","arguments":"{\"input\":\"{\\\"a\\\":1}\"}"}}' >in
	tf "${OPTIONS[@]}"
	assert_success
	assert_equal "$(jq -r .function.arguments out)" '{"a":1}'
}

@test "what is no wrapper: other keys beside it, no object inside, not listed" {
	wrapped
	local value
	for value in '{"input":{"a":1},"b":2}' '{"input":[{"a":1}]}' '{"input":"a"}' '{"input":5}' \
	    '{"input":"[1]"}' '{"input":"{broken"}' '{"wrap":{"a":1}}' '{"Input":{"a":1}}'; do
		echo "$value" >in
		tf "${OPTIONS[@]}" -t t -f json
		assert_failure 1
		assert_same in out
		case $(found) in *unwrapped*) fail "$value" ;; esac
	done
}

@test "several wrappers at once are none" {
	wrapped
	echo '{"input":{"a":1},"args":{"a":1}}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_same in out
}

@test "a declared key is no wrapper" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unwrap: [input], properties: {input: {type: object}}}
EOF
	accepts t '{"input":{"input":{"a":1}}}'
}

@test "name and arguments, where the name is the tool's" {
	wrapped
	echo '{"name":"t","arguments":{"a":1}}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_success
	assert_output '{"a":1}'
	assert_equal "$(found | cut -d' ' -f 1,2)" 'fix unwrapped'
	echo '{"arguments":"{\"a\":1}","name":"t"}' >in
	tf "${OPTIONS[@]}" -t t
	assert_output '{"a":1}'
	local value
	for value in '{"name":"u","arguments":{"a":1}}' '{"name":"t","arguments":{"a":1},"x":1}' '{"name":"t","arguments":5}'; do
		echo "$value" >in
		tf "${OPTIONS[@]}" -t t -f json
		assert_same in out
		case $(found) in *unwrapped*) fail "$value" ;; esac
	done
}

@test "name and arguments in a call; the name as it was called" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {unwrap: [arguments], names: ['*__t'], properties: {a: {type: integer}}, required: [a]}}
EOF
	echo '{"type":"tool_use","name":"mcp__t","input":{"name":"mcp__t","arguments":{"a":1}}}' >in
	tf "${OPTIONS[@]}"
	assert_success
	assert_output '{"type":"tool_use","name":"mcp__t","input":{"a":1}}'
	echo '{"type":"tool_use","name":"mcp__t","input":{"name":"t","arguments":{"a":1}}}' >in
	tf "${OPTIONS[@]}"
	assert_success
	assert_output '{"type":"tool_use","name":"mcp__t","input":{"a":1}}'
}

@test "without unwrap nothing is taken off" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {a: {type: integer}}, required: [a]}}
EOF
	echo '{"input":{"a":1}}' >in
	tf "${OPTIONS[@]}" -t t
	assert_failure 1
	assert_same in out
}

@test "as a default of the file, and in a nested object" {
	rulebook <<'EOF'
toolfix: 1
defaults: {unwrap: [input]}
tools:
  t: {properties: {a: {type: integer}}, required: [a]}
  u: {properties: {o: {type: object, unwrap: [value], properties: {n: {type: integer}}, required: [n]}}}
EOF
	fixes t '{"input":{"a":1}}' '{"a":1}' 'fix unwrapped /input'
	fixes u '{"o":{"value":{"n":1}}}' '{"o":{"n":1}}' 'fix unwrapped /o/value'
}

@test "an unwrap is told" {
	wrapped
	echo '{"input":{"a":1}}' >in
	tf check "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_equal "$(jq -c '[.code,.severity,.fix.kind]' out)" '["unwrapped","fix","unwrap"]'
	tf check "${OPTIONS[@]}" -t t
	assert_output --partial 'input'
}

folded() {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    keys: fold
    properties: {file_path: {type: string}, maxResults: {type: integer}, o: {type: object, properties: {inner-key: {}}}}
EOF
}

@test "fold: case, _ and - do not count" {
	folded
	local key
	for key in filePath FilePath FILE_PATH file-path filepath _file_path; do
		fixes t "{\"$key\":\"x\"}" '{"file_path":"x"}' "fix renamed-field /$key"
	done
	fixes t '{"max_results":5}' '{"maxResults":5}' 'fix renamed-field /max_results'
	fixes t '{"o":{"innerKey":1}}' '{"o":{"inner-key":1}}' 'fix renamed-field /o/innerKey'
	accepts t '{"file_path":"x"}'
}

@test "fold: other letters do count" {
	folded
	local key
	for key in file.path 'file path' file_paths path filé_path; do
		fixes t "{\"$key\":\"x\"}" "{\"$key\":\"x\"}" "warning unknown-field /$key"
	done
}

@test "fold: two rivals for one field are not chosen from" {
	folded
	echo '{"filePath":"a","FILE_PATH":"b"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_same in out
	case $(found) in *renamed*) fail "$(found)" ;; esac
	assert_said filePath
	assert_said FILE_PATH
}

@test "fold: where the declared field is there, nothing is renamed" {
	folded
	echo '{"file_path":"a","filePath":"b"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_same in out
	assert_said filePath
}

@test "fold: a key that could be two declared fields is left" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {keys: fold, properties: {fooBar: {}, foo_bar: {}}}}
EOF
	echo '{"foo-bar":1}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_same in out
	accepts t '{"foo_bar":1}'
	# A declared key is right as it is.
	accepts t '{"fooBar":1}'
}

@test "fold: then the renamed field is converted, required and dropped" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {keys: fold, properties: {note_id: {type: integer}, the_text: {type: string}}, required: [note_id]}
EOF
	echo '{"noteId":"5","theText":null}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_success
	assert_output '{"note_id":5}'
}

@test "fold: for all tools by default; exact for one" {
	rulebook <<'EOF'
toolfix: 1
defaults: {keys: fold}
tools:
  t: {properties: {note_id: {}}}
  u: {keys: exact, properties: {note_id: {}}}
EOF
	fixes t '{"noteId":5}' '{"note_id":5}' 'fix renamed-field /noteId'
	fixes u '{"noteId":5}' '{"noteId":5}' 'warning unknown-field /noteId'
	assert_said 'did you mean note_id?'
}

@test "fold: the field that names the action" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {keys: fold, action: action, properties: {n: {}}, actions: {a: {uses: [n]}, b: {uses: []}}}}
EOF
	fixes t '{"Action":"b","n":1}' '{"action":"b"}' 'fix renamed-field /Action' 'fix unused-field /n'
}

@test "aliases that differ are an error that names both; equal ones are one" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {path: {type: string, aliases: [file, file_path]}}, required: [path]}}
EOF
	echo '{"path":"a","file":"b"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_same in out
	assert_equal "$(grep -c '^{' err)" 1
	assert_said path
	assert_said file
	assert_said '"a"'
	assert_said '"b"'
	echo '{"file":"a","file_path":"b"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_same in out
	assert_said file_path
	echo '{"file":"a","path":"a"}' >in
	tf "${OPTIONS[@]}" -t t
	assert_success
	assert_output '{"path":"a"}'
	echo '{"file":"a","file_path":"a"}' >in
	tf "${OPTIONS[@]}" -t t
	assert_success
	assert_output '{"path":"a"}'
}

@test "aliases in nested objects, items and pattern properties" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      l: {type: array, items: {properties: {id: {type: integer, aliases: [ident]}}, required: [id]}}
EOF
	echo '{"l":[{"ident":"5"},{"id":6},{"ident":1,"id":2}]}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_output '{"l":[{"id":5},{"id":6},{"ident":1,"id":2}]}'
	assert_said 'l[2]'
}
