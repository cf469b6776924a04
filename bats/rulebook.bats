#!/usr/bin/env bats
# Mistakes in a rulebook: all of them, with their places, and exit 2; and how
# a rulebook is found.

load helper

# mistaken PLACE... : rules.yaml from standard input is refused; each PLACE is
# "LINE:COLUMN" or "LINE:", and everything comes from that file.
mistaken() {
	cat >rules.yaml
	echo '{}' >in
	tf --rules rules.yaml --tool t
	assert_failure 2
	assert_equal "$output" ''
	local place
	for place; do
		assert_stderr "rules.yaml:$place"
	done
}

@test "a good rulebook has nothing to say" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {n: {type: integer}}}}
EOF
	accepts t '{"n":1}'
	fixes t '{"n":"1"}' '{"n":1}' 'fix converted-value /n'
}

@test "a rulebook may be JSON" {
	echo '{"toolfix":1,"tools":{"t":{"properties":{"n":{"type":"integer"}},"required":["n"]}}}' \
	    >rules.yaml
	OPTIONS=(--rules rules.yaml)
	refuses t "{}" "error missing-field"
}

@test "every mistake is reported, each with its place and a suggestion" {
	mistaken 4:5 5:13 7:17 8:22 <<'EOF'
toolfix: 1
tools:
  t:
    propertis: {n: {type: integer}}
    coerce: sfae
    properties:
      a: {type: integr}
      b: {minLength: -1}
EOF
	assert_stderr 'did you mean properties?'
	assert_stderr 'did you mean safe?'
	assert_stderr 'did you mean integer?'
	assert_equal "$(grep -c '^toolfix: rules.yaml:' err)" 4
}

@test "mistakes of several rulebooks are reported at once" {
	echo '{toolfix: 1, tools: {a: {propertis: {}}}}' >a.yaml
	echo '{toolfix: 1, tools: {b: {requird: []}}}' >b.yaml
	tf --rules a.yaml --rules b.yaml
	assert_failure 2
	assert_stderr 'a.yaml:1:'
	assert_stderr 'b.yaml:1:'
}

@test "unknown keys of the file" {
	mistaken 2:1 <<'EOF'
toolfix: 1
tool: {t: {}}
EOF
	assert_stderr 'did you mean tools?'
}

@test "the version is required, and must be 1" {
	mistaken <<<'tools: {t: {}}'
	assert_stderr toolfix
	mistaken 1:11 <<<'{toolfix: 2, tools: {t: {}}}'
}

@test "tools is required" {
	mistaken <<<'toolfix: 1'
	assert_stderr tools
}

@test "an empty rulebook" {
	: | mistaken
	mistaken <<<'# nothing'
}

@test "a rulebook that is a scalar or a list" {
	mistaken 1:1 <<<hello
	mistaken 1:1 <<<'[1, 2]'
	mistaken 1:1 <<<null
}

@test "a binary rulebook" {
	printf '\0\1\2\377\376\0' | mistaken
	head -c 3000 "$TOOLFIX" | mistaken
}

@test "a rulebook that is not YAML" {
	mistaken 3: <<'EOF'
toolfix: 1
tools:
  t: {a: [}
EOF
	mistaken <<<$'toolfix: 1\n\ttools: {}'
}

@test "a missing rulebook" {
	tf --rules nowhere.yaml --tool t
	assert_failure 2
	assert_stderr nowhere.yaml
	tf --rules ctx_nore
	assert_failure 2
	assert_stderr 'did you mean ctx_note?'
}

@test "an alias that holds itself" {
	mistaken <<'EOF'
toolfix: 1
tools:
  t: &t {properties: {a: *t}}
EOF
}

@test "an alias of nothing" {
	mistaken 2:12 <<'EOF'
toolfix: 1
tools: {t: *nothing}
EOF
}

@test "aliases of aliases do not eat the memory" {
	{
		echo 'toolfix: 1'
		echo 'x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'
		local i
		for i in $(seq 1 12); do
			local p=$((i - 1))
			echo "x$i: &x$i [*x$p, *x$p, *x$p, *x$p, *x$p, *x$p, *x$p, *x$p]"
		done
		echo 'tools: {t: {enum: *x12}}'
	} | mistaken
}

@test "nesting without end" {
	{
		echo 'toolfix: 1'
		printf 'tools: '
		head -c 100000 /dev/zero | tr '\0' '['
	} | mistaken
}

@test "a duplicate key" {
	mistaken 4: <<'EOF'
toolfix: 1
tools:
  t: {properties: {}}
  t: {properties: {}}
EOF
	assert_stderr duplicate
	mistaken 3:35 <<'EOF'
toolfix: 1
tools:
  t: {properties: {a: {}, b: {}}, properties: {}}
EOF
}

@test "an unknown keyword, with a suggestion" {
	mistaken 3:7 <<'EOF'
toolfix: 1
tools:
  t: {requird: [a]}
EOF
	assert_stderr requird
	assert_stderr 'did you mean required?'
}

@test "a keyword that nobody has is a mistake" {
	local keyword
	for keyword in '$recursiveRef: "#"' 'divisibleBy: 2' 'nullable: true' \
	    'discriminator: {propertyName: a}' 'X-a: 1'; do
		mistaken 3:7 <<EOF
toolfix: 1
tools:
  t: {$keyword}
EOF
		assert_stderr "unknown keyword \"${keyword%%:*}\""
	done
}

@test "every keyword of JSON Schema is accepted" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    $schema: https://json-schema.org/draft/2020-12/schema
    $id: https://example.com/t
    $comment: c
    $anchor: here
    $defs: {a: {$anchor: a}, b: {$dynamicAnchor: b}}
    definitions: {a: true}
    title: t
    description: d
    default: {}
    examples: [{}]
    deprecated: false
    readOnly: false
    writeOnly: false
    contentEncoding: base64
    contentMediaType: text/plain
    contentSchema: {}
    type: object
    allOf: [{const: {n: 1}}]
    anyOf: [{enum: [{n: 1}, {}]}]
    oneOf: [{}]
    not: {type: string}
    if: {}
    then: {}
    else: {}
    $ref: '#a'
    $dynamicRef: '#b'
    properties:
      n: {minimum: 1, maximum: 1, exclusiveMinimum: 0, exclusiveMaximum: 2, multipleOf: 1}
      s: {minLength: 1, maxLength: 1, pattern: a, format: regex}
      a: {items: {}, prefixItems: [{}], contains: {}, minContains: 1, maxContains: 1,
        minItems: 1, maxItems: 1, uniqueItems: true, unevaluatedItems: {}}
    patternProperties: {a: {}}
    additionalProperties: {}
    propertyNames: {}
    unevaluatedProperties: {}
    minProperties: 0
    maxProperties: 9
    required: [n]
    dependentRequired: {n: [n]}
    dependentSchemas: {n: {}}
    dependencies: {n: [n]}
    x-mine: {}
EOF
	accepts t '{"n":1}'
}

@test "a keyword of the other draft is a mistake" {
	mistaken 3:7 <<'EOF'
toolfix: 1
tools:
  t: {additionalItems: {}, items: {}}
EOF
	assert_stderr 'additionalItems is no keyword of 2020-12'
	mistaken 3:59 <<'EOF'
toolfix: 1
tools:
  t: {$schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [{}]}
EOF
	assert_stderr 'prefixItems is no keyword of draft-07'
}

@test "a keyword with the wrong kind of value" {
	local keyword
	for keyword in 'properties: 5' 'required: a' 'required: [5]' 'uses: {}' \
	    'forbids: 5' 'exactly_one: a' 'type: 5' 'enum: a' 'minimum: a' \
	    'maxLength: 1.5' 'minItems: -1' 'multipleOf: 0' 'uniqueItems: 5' \
	    'items: 5' 'actions: []' 'cases: {}' 'check: a' 'names: 5' \
	    'unknown: maybe' 'unused: maybe' 'empty: maybe' 'aliases: 5' \
	    'keep: maybe' 'tests: {}' 'scope: []' 'dependentRequired: []' \
	    'patternProperties: []' 'propertyNames: 5'; do
		mistaken 3: <<EOF
toolfix: 1
tools:
  t: {$keyword}
EOF
	done
}

@test "a pattern that is none" {
	mistaken 3:33 <<'EOF'
toolfix: 1
tools:
  t: {properties: {a: {pattern: '(['}}}
EOF
	mistaken 3: <<'EOF'
toolfix: 1
tools:
  t: {patternProperties: {'a(': {}}}
EOF
}

@test "a filter that is no jq" {
	mistaken 4: <<'EOF'
toolfix: 1
tools:
  t:
    normalize: ['.a | if']
EOF
	refute_stderr 'compile error'
	mistaken 4: 5: <<'EOF'
toolfix: 1
tools:
  t:
    normalize: ['.a |']
    check: [{assert: '.b ==', message: m}]
EOF
}

@test "a filter that calls what is not there" {
	mistaken 3: <<'EOF'
toolfix: 1
tools:
  t: {normalize: ['.a | nosuch']}
EOF
	assert_stderr nosuch
	mistaken 3: <<'EOF'
toolfix: 1
tools:
  t: {normalize: ['.a + $nosuch']}
EOF
	assert_stderr nosuch
}

@test "a filter cannot end its function and begin another" {
	local filter
	for filter in '.); def x: (.' '.) | (.' '. # comment' 'def f: 1; .' \
	    ') as $x | (.'; do
		cat >rules.yaml <<EOF
toolfix: 1
tools:
  t: {normalize: ['$filter']}
EOF
		echo '{"a":1}' >in
		tf --rules rules.yaml --tool t
		case $filter in
		'. #'* | def*) assert_success; assert_same in out ;;
		*) assert_failure 2 ;;
		esac
	done
}

@test "filters that read the outside are refused" {
	local word
	for word in env '$ENV' now input inputs input_filename \
	    'include "a"; .' 'import "a" as a; .' halt halt_error debug stderr \
	    'env.HOME' '$ENV.HOME' '"\(env)"' '{a: now}'; do
		mistaken 3: <<EOF
toolfix: 1
tools:
  t: {normalize: ['.x = ($word)']}
EOF
		mistaken 3: <<EOF
toolfix: 1
tools:
  t: {check: [{assert: '$word', message: m}]}
EOF
	done
}

@test "the outside is refused in defs and in messages too" {
	mistaken 2: <<'EOF'
toolfix: 1
defs: 'def f: env;'
tools: {t: {normalize: [f]}}
EOF
	mistaken 3: <<'EOF'
toolfix: 1
tools:
  t: {check: [{assert: 'false', message: 'home is \(env.HOME)'}]}
EOF
}

@test "a string, a field or a comment may hold a refused word" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    normalize: ['if .now == "env" then .input = "debug" else . end # halt']
EOF
	fixes t '{"now":"env"}' '{"now":"env","input":"debug"}' \
	    'fix normalized /input'
}

@test "the nearest toolfix.yaml is found, up to the repository's root" {
	echo '{toolfix: 1, tools: {t: {properties: {n: {type: integer}}}}}' >toolfix.yaml
	mkdir -p deep/er
	cd deep/er
	echo '{"n":"1"}' >in
	tf --tool t
	assert_success
	assert_output '{"n":1}'
	echo '{toolfix: 1, tools: {t: {properties: {n: {type: string}}}}}' >../.toolfix.yaml
	tf --tool t
	assert_success
	assert_output '{"n":"1"}'
}

@test "toolfix.yaml above the repository's root is not taken" {
	mkdir -p repo/.git/x
	echo '{toolfix: 1, tools: {t: {}}}' >toolfix.yaml
	cd repo
	echo '{}' >in
	tf --tool t
	assert_failure 2
}

@test "TOOLFIX_RULES wins over toolfix.yaml, and --rules over both" {
	echo '{toolfix: 1, tools: {t: {required: [near]}}}' >toolfix.yaml
	echo '{toolfix: 1, tools: {t: {required: [env]}}}' >env.yaml
	echo '{toolfix: 1, tools: {t: {required: [opt]}}}' >opt.yaml
	echo '{}' >in
	tf --tool t
	assert_stderr 'near is missing'
	TOOLFIX_RULES=env.yaml tf --tool t
	assert_stderr 'env is missing'
	refute_stderr 'near is missing'
	TOOLFIX_RULES=env.yaml tf --tool t --rules opt.yaml
	assert_stderr 'opt is missing'
	refute_stderr 'env is missing'
}

@test "a directory as a rulebook takes the rulebooks in it" {
	mkdir rules
	echo '{toolfix: 1, tools: {a: {required: [x]}}}' >rules/a.yaml
	echo '{toolfix: 1, tools: {b: {required: [y]}}}' >rules/b.yaml
	echo 'no rulebook' >rules/notes.txt
	printf '{"name":"a","args":{}}\n{"name":"b","args":{}}\n' >in
	tf --rules rules
	assert_failure 1
	assert_stderr 'x is missing'
	assert_stderr 'y is missing'
}

@test "a directory without a rulebook is an error" {
	mkdir empty
	tf --rules empty
	assert_failure 2
	assert_stderr empty
}

@test "--tool must be a tool of the rulebook, with a suggestion" {
	echo '{}' >in
	tf --tool ctx_nott
	assert_failure 2
	assert_stderr 'did you mean ctx_note?'
}

@test "no, on and y are strings; true and null are not" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {a: {enum: [no, on, y, yes]}, b: {enum: [true, null, ~, 0x10]}}}
EOF
	accepts t '{"a":"no"}'
	accepts t '{"a":"on","b":true}'
	accepts t '{"b":null}'
	accepts t '{"b":16}'
	refuses t '{"a":false}' 'error wrong-value /a'
}

@test "the tests of a rulebook run, and a failing one ends with 1" {
	cat >rules.yaml <<'EOF'
toolfix: 1
tools:
  t:
    properties: {n: {type: integer}}
    required: [n]
    tests:
      - {name: a good one, args: {n: "5"}, expect: {n: 5}, findings: [converted-value /n]}
      - {name: unchanged, args: {n: 5}, expect: unchanged, findings: []}
      - {name: a text, text: '{"n": "7"}', expect: {n: 7}}
      - {name: a record, record: {name: t, arguments: {n: x}}, errors: [wrong-value], says: an integer}
EOF
	tf test --rules rules.yaml
	assert_success
	assert_equal "$(cat out err | grep -c '4 tests passed, 0 failed')" 1
	cat >>rules.yaml <<'EOF'
      - {name: the bad one, args: {n: "5"}, expect: {n: 6}}
      - {name: another, args: {}, errors: [wrong-value]}
EOF
	tf test --rules rules.yaml
	assert_failure 1
	cat out err >both
	grep -q 'the bad one' both || fail "$(cat both)"
	grep -q 'another' both || fail "$(cat both)"
	grep -q 'rules.yaml:11' both || fail "$(cat both)"
	grep -q '4 tests passed, 2 failed\|4 passed, 2 failed' both || fail "$(cat both)"
}

@test "a test may set the scope" {
	cat >rules.yaml <<'EOF'
toolfix: 1
tools:
  t:
    scope: {f: {type: boolean, default: false}}
    cases: [{name: flagged, when: $scope.f, required: [n]}]
    properties: {n: {}}
    tests:
      - {name: without, args: {}, errors: []}
      - {name: with, args: {}, scope: {f: true}, errors: [missing-field]}
EOF
	tf test --rules rules.yaml
	assert_success
}

@test "mistakes inside a test are mistakes of the rulebook" {
	mistaken 5: <<'EOF'
toolfix: 1
tools:
  t:
    tests:
      - {name: x, args: {}, erorrs: [missing-field]}
EOF
	assert_stderr 'did you mean errors?'
}
