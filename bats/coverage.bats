#!/usr/bin/env bats
# What the tests of a rulebook reach.

load helper

rules() {
	cat >rules.yaml <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      do: {enum: [a, b]}
      n: {type: integer}
    action: do
    actions:
      a: {uses: [n]}
      b: {uses: []}
    cases:
      - {name: big, when: .n > 5, forbids: [x]}
    tests:
      - {args: {do: a, n: 1}, expect: unchanged}
EOF
}

@test "the parts that no test reaches are named, and counted" {
	rules
	tf test -r rules.yaml --coverage
	assert_success
	assert_output 'rules.yaml:10: no test reaches action b of tool t
rules.yaml:12: no test reaches case big of tool t'
	assert_stderr '2 of 4 parts reached (50 %)'
}

@test "a test fails where it reaches less than is wanted" {
	rules
	tf test -r rules.yaml --min-coverage 50
	assert_success
	tf test -r rules.yaml --min-coverage 51
	assert_failure 1
	assert_stderr 'tests reach 50 % of the rules, less than 51 %'
	tf test -r rules.yaml --min-coverage 101
	assert_failure 2
}

@test "the built-in rulebooks are reached whole" {
	tf test --min-coverage 100
	assert_success
}
