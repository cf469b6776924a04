#!/usr/bin/env bats
# The sentence of each keyword, and of keywords together.

load helper

# sentence SCHEMA VALUE TEXT: what is said of a wrong value, in one finding.
sentence() {
	printf 'toolfix: 1\ntools:\n  t:\n    coerce: none\n    properties:\n      v: %s\n' "$1" >rules.yaml
	printf '{"v":%s}\n' "$2" >in
	tf check -r rules.yaml -t t -f json
	[ "$status" -eq 1 ] || fail "$1: status $status: $output$stderr"
	assert_equal "$(jq -r .message <out)" "t: v $3"
}

# mentions SCHEMA VALUE TEXT...: one finding, which has all of these.
mentions() {
	local schema=$1 value=$2 text
	shift 2
	printf 'toolfix: 1\ntools:\n  t:\n    coerce: none\n    properties:\n      v: %s\n' "$schema" >rules.yaml
	printf '{"v":%s}\n' "$value" >in
	tf check -r rules.yaml -t t -f json
	[ "$status" -eq 1 ] || fail "$schema: status $status: $output$stderr"
	assert_equal "$(wc -l <out)" 1
	for text in "$@"; do
		case $(jq -r .message <out) in
		*"$text"*) ;;
		*) fail "$schema: lacks \"$text\": $(jq -r .message <out)" ;;
		esac
	done
}

@test "types" {
	sentence '{type: integer}' '"x"' 'must be an integer (received: "x")'
	sentence '{type: number}' true 'must be a number (received: true)'
	sentence '{type: string}' 5 'must be a string (received: 5)'
	sentence '{type: boolean}' 5 'must be true or false (received: 5)'
	sentence '{type: array}' 5 'must be an array (received: 5)'
	sentence '{type: object}' 5 'must be an object (received: 5)'
	sentence '{type: "null"}' 5 'must be null (received: 5)'
}

@test "ranges" {
	sentence '{type: integer, minimum: 1}' 0 'must be an integer of at least 1 (received: 0)'
	sentence '{type: integer, maximum: 9}' 10 'must be an integer of at most 9 (received: 10)'
	sentence '{type: number, minimum: 0, maximum: 100}' '"85"' 'must be a number from 0 to 100 (received: "85")'
	mentions '{type: number, exclusiveMinimum: 0}' 0 'number' '0'
	mentions '{type: number, exclusiveMinimum: 1, exclusiveMaximum: 2}' 5 'number' 1 2
	mentions '{type: integer, multipleOf: 5}' 7 'integer' 'multiple of 5'
	sentence '{type: number, minimum: 1.50}' 1 'must be a number of at least 1.50 (received: 1)'
}

@test "texts" {
	mentions '{type: string, minLength: 1}' '5' 'non-empty string'
	mentions '{type: string, minLength: 2, maxLength: 4}' '"abcde"' 'string' '2 to 4 characters'
	mentions '{type: string, maxLength: 4}' '"abcde"' 'at most 4 characters'
	mentions '{type: string, minLength: 3}' '"ab"' 'at least 3 characters'
	mentions '{type: string, pattern: "^[a-z]+$"}' '"A"' 'string' '^[a-z]+$'
	mentions '{type: string, pattern: "\\S"}' 5 'a string that is not blank'
}

@test "formats" {
	mentions '{type: string, format: date}' '"tomorrow"' date
	mentions '{type: string, format: date-time}' '"tomorrow"' date time
	mentions '{type: string, format: email}' '"x"' mail
	mentions '{type: string, format: ipv4}' '"x"' v4
}

@test "enum and const" {
	mentions '{enum: [high, medium, low]}' '"hgh"' 'must be one of high, medium, low (received: "hgh")'
	mentions '{enum: [high, 5, null]}' true high 5 null
	mentions '{const: x}' '"y"' x '"y"'
	mentions '{const: 5}' 6 5 6
	mentions '{enum: [only]}' '"x"' only
	sentence '{enum: [high, low]}' '"zzz"' 'must be one of high, low (received: "zzz")'
}

@test "arrays" {
	sentence '{type: array, items: {type: integer}, minItems: 1, maxItems: 50}' 5 'must be an array of 1 to 50 integers (received: 5)'
	sentence '{type: array, items: {type: string}}' 5 'must be an array of strings (received: 5)'
	mentions '{type: array, maxItems: 2}' '[1,2,3]' 'array' 'at most 2' '3'
	mentions '{type: array, minItems: 3}' '[1,2]' 'at least 3'
	mentions '{type: array, uniqueItems: true}' '[1,2,1]' 'array' 'different'
	mentions '{type: array, contains: {const: x}}' '["y"]' 'x'
	mentions '{type: array, contains: {type: integer}, minContains: 2}' '[1,"y"]' 'integer' 2
	mentions '{type: array, prefixItems: [{}], items: false}' '[1,2]' 'v[1]'
}

@test "objects" {
	mentions '{type: object, minProperties: 2}' '{"a":1}' 'object' 'at least 2'
	mentions '{type: object, maxProperties: 1}' '{"a":1,"b":2}' 'object' 'at most 1'
	mentions '{type: object, properties: {a: {}}, additionalProperties: false}' '{"b":1}' 'unknown field v.b'
	mentions '{type: object, propertyNames: {enum: [a, b]}}' '{"c":1}' 'c' 'a, b'
	mentions '{type: object, propertyNames: {pattern: "^[a-z]+$"}}' '{"C":1}' 'C' '^[a-z]+$'
	mentions '{type: object, required: [a]}' '{"b":1}' 'v is missing a (received: b)'
	mentions '{type: object, dependentRequired: {a: [b]}}' '{"a":1}' 'v is missing b (received: a)'
}

@test "lists of types, null, false and not" {
	mentions '{type: [integer, "null"]}' '"x"' 'an integer or null'
	mentions '{type: [string, array]}' 5 'a string or an array'
	mentions '{type: [string, integer], minimum: 1, minLength: 2}' true 'string' 'integer'
	mentions 'false' 5 'v' 5
	mentions '{not: {type: string}}' '"x"' 'not' 'string' '"x"'
	mentions '{type: string, not: {const: root}}' '"root"' 'not' 'root'
}

@test "several keywords that fail are one sentence" {
	mentions '{type: integer, minimum: 1, maximum: 9, multipleOf: 3}' -5 'an integer from 1 to 9' 'multiple of 3'
	mentions '{type: string, minLength: 3, pattern: "^a"}' '"x"' 'at least 3' '^a'
	mentions '{allOf: [{type: integer}, {minimum: 3}, {maximum: 9}]}' 10 'an integer from 3 to 9'
	mentions '{type: array, items: {type: integer, minimum: 1}, minItems: 1, maxItems: 3}' '"x"' 'array of 1 to 3 integers'
}

@test "no sentence says that a value must be what it is" {
	local schema value
	while read -r schema value; do
		printf 'toolfix: 1\ntools: {t: {coerce: none, properties: {v: %s}}}\n' "${schema//_/ }" >rules.yaml
		echo "{\"v\":$value}" >in
		tf check -r rules.yaml -t t -f json
		case $(jq -r .message <out) in
		*'must be a string (received: "'* | *'must be an object (received: {'* | \
		    *'must be an array (received: ['* | *'must be a value '* | *'must be anything'*)
			echo "$schema: $(jq -r .message <out)" >>bad ;;
		esac
		[ "$status" -eq 1 ] || echo "$schema: status $status" >>bad
	done <<'END'
{type:_string,_format:_date} "x"
{type:_string,_not:_{const:_x}} "x"
{not:_{}} "x"
false "x"
{type:_object,_minProperties:_2} {"a":1}
{type:_object,_propertyNames:_{maxLength:_1}} {"abc":1}
{type:_array,_contains:_{type:_integer}} ["x"]
{type:_array,_uniqueItems:_true} [1,1]
{type:_array,_prefixItems:_[{}],_items:_false} [1,2]
{type:_array,_prefixItems:_[{}],_unevaluatedItems:_false} [1,2]
{type:_object,_unevaluatedProperties:_false} {"a":1}
{type:_string,_anyOf:_[{minLength:_3},{pattern:_b}]} "x"
{if:_{type:_string},_then:_{minLength:_3}} "x"
{if:_{type:_string},_then:_false} "x"
{oneOf:_[{type:_string},{minLength:_1}]} "x"
END
	[ ! -e bad ] || fail "$(cat bad)"
}

@test "nested paths are written with dots and brackets" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      a: {properties: {b: {type: array, items: {properties: {c: {type: integer}, 'd e': {type: integer}, 'x.y': {type: integer}}, required: [c]}}}}
EOF
	refuses t '{"a":{"b":[{"c":1},{"c":"x"}]}}' 'error wrong-value /a/b/1/c'
	assert_said 'a.b[1].c must be an integer (received: "x")'
	refuses t '{"a":{"b":[{"x":1}]}}' 'error missing-field /a/b/0' 'warning unknown-field /a/b/0/x'
	assert_said 'a.b[0] is missing c (received: x)'
	assert_said 'unknown field a.b[0].x'
	refuses t '{"a":{"b":[{"c":1,"d e":true,"x.y":true}]}}' 'error wrong-value /a/b/0/d e' 'error wrong-value /a/b/0/x.y'
}

@test "values are shortened, and no secret beyond 40 characters is echoed" {
	local secret
	secret=sk-$(printf 'abcdefghij%.0s' 1 2 3 4 5 6)SECRETTAIL
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    forbids: [f]
    properties:
      i: {type: integer}
      p: {type: string, pattern: '^x'}
      e: {enum: [a, b]}
      o: {type: integer}
      l: {type: integer}
      f: {}
      g: {}
      h: {}
    exactly_one: [g, h]
EOF
	jq -cn --arg s "$secret" '{i: $s, p: $s, e: $s, o: {k: $s}, l: [1, $s], f: $s, g: $s, h: $s}' >in
	tf check "${OPTIONS[@]}" -t t
	assert_failure 1
	case $output in *SECRETTAIL*) fail "$output" ;; esac
	echo "{\"i\":\"$secret\"" >in
	tf check "${OPTIONS[@]}" -t t
	case $output in *SECRETTAIL*) fail "$output" ;; esac
	jq -cn --arg s "$secret" '{name: "t", arguments: "{\"i\": \"\($s)\" oops"}' >in
	tf check "${OPTIONS[@]}"
	case $output in *SECRETTAIL*) fail "$output" ;; esac
	# Long lists of fields and of members do not make long lines.
	jq -cn '[range(500) | {key: "k\(.)", value: .}] | from_entries' >in
	tf check "${OPTIONS[@]}" -t t
	[ "$(awk '{ if (length > m) m = length } END { print m }' out)" -lt 1000 ] || fail 'a long line'
}

@test "a dropped secret is not echoed either" {
	local secret
	secret=sk-$(printf 'abcdefghij%.0s' 1 2 3 4 5 6)SECRETTAIL
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {a: {}, b: {type: object}}, ignores: [a]}}
EOF
	jq -cn --arg s "$secret" '{a: $s, b: "{\"k\":\"\($s)\"}"}' >in
	tf check "${OPTIONS[@]}" -t t
	assert_failure 1
	case $output in *SECRETTAIL*) fail "$output" ;; esac
}

@test "lists are in the order of the rulebook and of the input" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {z: {}, a: {}, m: {}}, required: [z, m, a]}
EOF
	refuses t '{"y":1,"b":2}' 'error missing-field' 'warning unknown-field /y' 'warning unknown-field /b'
	assert_said 'z, m, a are missing'
	assert_said '(received: y, b)'
	assert_said '(known: z, a, m)'
}

@test "did you mean: fields, actions, members, tools" {
	rulebook <<'EOF'
toolfix: 1
unknown_tools: warn
tools:
  notes: {action: do, properties: {content: {}, kind: {enum: [short, long]}}, actions: {write: {uses: [content, kind]}, read: {}}}
EOF
	refuses notes '{"do":"write","contnet":1}' 'warning unknown-field /contnet'
	assert_said 'did you mean content?'
	refuses notes '{"do":"wirte"}' 'error unknown-action /do'
	assert_said 'did you mean write?'
	assert_said 'write, read'
	refuses notes '{"do":"write","kind":"shrot"}' 'error wrong-value /kind'
	assert_said 'did you mean short?'
	echo '{"name":"ntoes","arguments":{}}' >in
	tf check "${OPTIONS[@]}"
	assert_output --partial 'did you mean notes?'
	refuses notes '{"do":"write","xyzzy":1}' 'warning unknown-field /xyzzy'
	case $(said) in *'did you mean'*) fail "$(said)" ;; esac
	refuses notes '{"do":"explode"}' 'error unknown-action /do'
	case $(said) in *'did you mean'*) fail "$(said)" ;; esac
}

@test "an unknown field next to a missing one is one thought" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {content: {type: string}, other: {}}, required: [content]}}
EOF
	refuses t '{"contnet":"x"}' 'error unknown-field /contnet'
	assert_said 'contnet'
	assert_said 'content'
	assert_said 'missing'
	# Another one that is missing stays a finding of its own.
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {content: {type: string}, other: {}}, required: [content, other]}}
EOF
	echo '{"contnet":"x"}' >in
	tf check "${OPTIONS[@]}" -t t -f json
	assert_equal "$(jq -r .message out | grep -c 'other')" 1
	assert_equal "$(jq -r .message out | grep -c 'missing content\|content is missing')" 0
}

@test "forbidden and unused fields name the actions that do take them" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unused: error
    action: do
    properties: {n: {}, k: {}, z: {}}
    actions:
      one: {uses: [n]}
      two: {uses: [n, k]}
      three: {uses: [n], forbids: [k, z]}
EOF
	refuses t '{"do":"one","k":5}' 'error unused-field /k'
	assert_said two
	case $(said) in *three*) fail "$(said)" ;; esac
	refuses t '{"do":"three","k":5}' 'error forbidden-field /k'
	assert_said two
	refuses t '{"do":"one","z":5}' 'error unused-field /z'
	case $(said) in *three*) fail "$(said)" ;; esac
}

@test "groups say what was received" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {a: {type: integer}, b: {type: string}, c: {}}, exactly_one: [a, b, c], at_most_one: [[a, c]]}}
EOF
	refuses t '{}' 'error exactly-one'
	assert_said 'give exactly one of a, b, c (received none'
	refuses t '{"a":1,"b":"x"}' 'error exactly-one'
	assert_said 'a, b)'
	refuses t '{"a":null}' 'error exactly-one'
}

@test "one value, one finding: missing, empty, wrong, unknown and forbidden" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      m: {type: integer}
      e: {type: integer}
      w: {type: integer, minimum: 3, multipleOf: 2, not: {const: 1}, enum: [4, 6]}
      f: {type: integer}
    required: [m, e]
    forbids: {f: not today}
    additionalProperties: false
EOF
	refuses t '{"e":"","w":1,"f":"x","u":1}' 'error missing-field' 'error empty-required /e' \
	    'error wrong-value /w' 'error forbidden-field /f' 'error unknown-field /u'
	assert_said 'f is not allowed: not today'
}

@test "a wrong value in a branch names the property that chose it" {
	cat >branch.yaml <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      job:
        oneOf:
        - {properties: {kind: {const: cron}, at: {type: string}}, required: [kind]}
        - {properties: {kind: {const: once}, at: {type: integer}}, required: [kind]}
EOF
	echo '{"job":{"kind":"cron","at":true}}' >in
	tf check -q -r branch.yaml -t t in
	assert_failure 1
	assert_output 'in:1:28: error: t: job.at must be a string, since kind is cron (received: true) [wrong-value]'
}

@test "a part of the contract that takes no other fields names its own" {
	cat >part.yaml <<'EOF'
toolfix: 1
tools:
  t:
    properties: {b: {}}
    allOf:
    - {properties: {a: {}, c: {}}, additionalProperties: false}
EOF
	echo '{"b":1}' >in
	tf check -q -r part.yaml -t t in
	assert_failure 1
	assert_output 'in:1:1: error: t: arguments must have no fields but a, c (received: {"b":1}) [wrong-value]'
}

@test "an unknown action in an item says where" {
	cat >items.yaml <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      ops:
        type: array
        items: {action: op, properties: {op: {type: string}}, actions: {add: {}, del: {}}}
EOF
	echo '{"ops":[{"op":"add"},{"op":"ad"}]}' >in
	tf check -q -r items.yaml -t t in
	assert_failure 1
	assert_output 'in:1:28: error: t: unknown action "ad" in ops[1].op; did you mean add? (known: add, del) [unknown-action]'
}

@test "an object that is ruled out: the properties that do it" {
	cat >not.yaml <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      e: {not: {properties: {k: {const: 1}, mode: {enum: [a, b]}}, required: [k]}}
EOF
	echo '{"e":{"k":1}}' >in
	tf check -q -r not.yaml -t t in
	assert_failure 1
	assert_output 'in:1:6: error: t: e must not be an object with k where k is 1 and mode is one of a, b (received: {"k":1}) [wrong-value]'
	echo '{"e":{"k":2}}' >in
	tf check -q -r not.yaml -t t in
	assert_success
}
