#!/usr/bin/env bats
# The built-in rulebook write_report, and the report that it comes from.

load helper

six='"maintainability":86.0166,"prd":85,"tests":70,"security":90,"operational":60,"scope":100'

scoring() {
	OPTIONS=(--scope scoring=true)
}

# whole: the six refused calls are whole records, with the agent that made them.
whole() {
	printf '{"agent":"%s","name":"write_report","arguments":%s}\n' "$1" "$2" >in
	shift 2
	tf --format json "$@"
}

@test "calls 1 and 2: commit in a read-only phase, and no dimensions" {
	scoring
	refuses write_report \
	    '{"markdown":"m","confidence":"low","commit":{"subject":"s"}}' \
	    'error forbidden-field /commit' 'error missing-field'
	assert_said 'read-only phases cannot supply commit metadata'
	assert_said 'dimensions is missing (received: markdown, confidence, commit)'
}

@test "call 3: dimensions is missing whole" {
	scoring
	refuses write_report '{"markdown":"m","confidence":"low"}' \
	    'error missing-field'
	assert_said 'dimensions is missing (received: markdown, confidence)'
	assert_said 'maintainability, prd, tests, security, operational, scope'
	assert_said 'from 0 to 100'
}

@test "call 4: a commit that means nothing is refused as well" {
	scoring
	refuses write_report \
	    '{"markdown":"m","confidence":"low","commit":{"subject":"noop"}}' \
	    'error forbidden-field /commit' 'error missing-field'
}

@test "calls 5 and 6: one dimension of six" {
	scoring
	refuses write_report \
	    '{"markdown":"m","dimensions":{"maintainability":86.0166}}' \
	    'error missing-field /dimensions'
	assert_said 'dimensions is missing prd, tests, security, operational, scope (received: maintainability)'
	! said | grep 'dimensions.prd' || fail 'prd is missing, not wrong'
}

@test "six valid dimensions have nothing to say" {
	scoring
	accepts write_report "{\"markdown\":\"m\",\"dimensions\":{$six}}"
	accepts write_report "{\"markdown\":\"m\",\"dimensions\":{$six},\"mustFix\":[],\"gaps\":{},\"confidence\":\"high\"}"
	accepts write_report "{\"markdown\":\"m\",\"dimensions\":{$six},\"mustFix\":[\"a\"],\"gaps\":{\"prd\":\"g\"}}"
}

@test "0 and 100 are in range, as are 1e1 and 99.999" {
	scoring
	accepts write_report '{"markdown":"m","dimensions":{"maintainability":0,"prd":100,"tests":1e1,"security":99.999,"operational":0.0,"scope":100.0}}'
}

@test "a wrong type is shown as it was received" {
	scoring
	local value
	for value in '"85"' true '[85]' '{"score":85}'; do
		refuses write_report \
		    "{\"markdown\":\"m\",\"dimensions\":{${six/\"prd\":85/\"prd\":$value}}}" \
		    'error wrong-value /dimensions/prd'
		assert_said 'dimensions.prd must be a number from 0 to 100 (received: '
	done
	refuses write_report \
	    "{\"markdown\":\"m\",\"dimensions\":{${six/85/\"85\"}}}" \
	    'error wrong-value /dimensions/prd'
	assert_said 'dimensions.prd must be a number from 0 to 100 (received: "85")'
}

@test "out of range is wrong" {
	scoring
	local value
	for value in 101 -1 100.0001 -0.5 1e9; do
		refuses write_report \
		    "{\"markdown\":\"m\",\"dimensions\":{${six/\"prd\":85/\"prd\":$value}}}" \
		    'error wrong-value /dimensions/prd'
		assert_said "dimensions.prd must be a number from 0 to 100 (received: $value)"
	done
}

@test "missing, wrong type and out of range are told apart, all at once" {
	scoring
	refuses write_report \
	    '{"markdown":"m","dimensions":{"maintainability":86,"prd":"85","tests":101}}' \
	    'error missing-field /dimensions' \
	    'error wrong-value /dimensions/prd' \
	    'error wrong-value /dimensions/tests'
	assert_said 'dimensions is missing security, operational, scope (received: maintainability, prd, tests)'
	assert_said 'dimensions.prd must be a number from 0 to 100 (received: "85")'
	assert_said 'dimensions.tests must be a number from 0 to 100 (received: 101)'
}

@test "dimensions that is no object has a message of its own" {
	scoring
	local value
	for value in 85 '"high"' '[1,2]' true; do
		refuses write_report "{\"markdown\":\"m\",\"dimensions\":$value}" \
		    'error wrong-value /dimensions'
		assert_said 'dimensions must be an object'
	done
	refuses write_report '{"markdown":"m","dimensions":null}' \
	    'error empty-required /dimensions'
}

@test "dimensions as JSON text is an error here, since nothing is converted" {
	scoring
	refuses write_report '{"markdown":"m","dimensions":"{\"prd\":85}"}' \
	    'error wrong-value /dimensions'
}

@test "an empty dimensions misses all six" {
	scoring
	echo '{"markdown":"m","dimensions":{}}' >in
	tf --tool write_report --scope scoring=true --format json
	assert_failure 1
	assert_same in out
	assert_said 'maintainability, prd, tests, security, operational, scope'
}

@test "a non-scoring phase allows no scoring fields" {
	refuses write_report \
	    "{\"markdown\":\"m\",\"dimensions\":{$six},\"mustFix\":[\"a\"],\"gaps\":{\"prd\":\"g\"},\"confidence\":\"low\"}" \
	    'error forbidden-field /dimensions' 'error forbidden-field /mustFix' \
	    'error forbidden-field /gaps' 'error forbidden-field /confidence'
	accepts write_report '{"markdown":"m"}'
}

@test "what is not allowed is not validated as well" {
	refuses write_report '{"markdown":"m","dimensions":{"prd":"85"}}' \
	    'error forbidden-field /dimensions'
}

@test "score and verdict are derived, in every phase" {
	refuses write_report '{"markdown":"m","score":85,"verdict":"pass"}' \
	    'error forbidden-field /score' 'error forbidden-field /verdict'
	assert_said 'write_report derives score from dimensions'
	assert_said 'write_report derives verdict from dimensions'
}

@test "a writable phase may commit" {
	OPTIONS=(--scope writable=true)
	accepts write_report '{"markdown":"m","commit":{"subject":"s"}}'
	refuses write_report '{"markdown":"m","commit":"s"}' \
	    'error wrong-value /commit'
}

@test "markdown is required, not blank, and has a limit" {
	refuses write_report '{}' 'error missing-field'
	assert_said 'markdown is missing'
	refuses write_report '{"markdown":" "}' 'error empty-required /markdown'
	refuses write_report '{"markdown":5}' 'error wrong-value /markdown'
	local long
	long=$(head -c 100000 /dev/zero | tr '\0' x)
	accepts write_report "{\"markdown\":\"$long\"}"
	refuses write_report "{\"markdown\":\"${long}x\"}" \
	    'error wrong-value /markdown'
	[ "$(wc -c <err)" -lt 4000 ] || fail 'the whole text is in the message'
}

@test "confidence, mustFix and gaps say what they take" {
	scoring
	refuses write_report \
	    "{\"markdown\":\"m\",\"dimensions\":{$six},\"confidence\":\"sure\",\"mustFix\":[1],\"gaps\":{\"speed\":\"g\",\"prd\":5}}" \
	    'error wrong-value /confidence' 'error wrong-value /mustFix/0' \
	    'error wrong-value /gaps/prd' \
	    'error unknown-field /gaps/speed'
	assert_said 'one of high, medium, low'
}

@test "the agent that the record names decides" {
	whole quality-scorer '{"markdown":"m"}'
	assert_failure 1
	assert_equal "$(found)" 'error missing-field'
	whole quality-score-report '{"markdown":"m"}'
	assert_failure 1
	whole implementer '{"markdown":"m"}'
	assert_success
	whole implementer '{"markdown":"m","confidence":"low"}'
	assert_equal "$(found)" 'error forbidden-field /confidence'
}

@test "the agent is taken from the record of an inner call as well" {
	echo '{"agent":"quality-scorer","message":{"content":[{"type":"tool_use","id":"t","name":"write_report","input":{"markdown":"m"}}]}}' >in
	tf --format json
	assert_failure 1
	assert_equal "$(found)" 'error missing-field'
}

@test "--scope wins over TOOLFIX_SCOPE, which wins over the record" {
	whole quality-scorer '{"markdown":"m"}' --scope scoring=false
	assert_success
	whole implementer '{"markdown":"m"}' --scope scoring=true
	assert_failure 1
	TOOLFIX_SCOPE='{"scoring":false}' whole quality-scorer '{"markdown":"m"}'
	assert_success
	TOOLFIX_SCOPE='{"scoring":true}' whole implementer '{"markdown":"m"}'
	assert_failure 1
	TOOLFIX_SCOPE='{"scoring":true}' \
	    whole implementer '{"markdown":"m"}' --scope scoring=false
	assert_success
	TOOLFIX_SCOPE='{"scoring":false}' \
	    whole implementer '{"markdown":"m"}' --scope scoring=true
	assert_failure 1
}

@test "the parts of the scope are set one by one" {
	TOOLFIX_SCOPE='{"scoring":true}' \
	    whole x "{\"markdown\":\"m\",\"commit\":{},\"dimensions\":{$six}}" \
	    --scope writable=true
	assert_success
	whole quality-scorer "{\"markdown\":\"m\",\"commit\":{\"a\":1},\"dimensions\":{$six}}" \
	    --scope writable=true
	assert_success
}

@test "a scope value that does not fit is a usage error" {
	echo '{"markdown":"m"}' >in
	tf --tool write_report --scope scoring=maybe
	assert_failure 2
	assert_stderr scoring
	assert_stderr maybe
	assert_equal "$output" ''
	TOOLFIX_SCOPE='{"scoring":"maybe"}' tf --tool write_report
	assert_failure 2
	assert_stderr scoring
}

@test "a scope name that no rulebook knows is a usage error" {
	echo '{"markdown":"m"}' >in
	tf --tool write_report --scope scorin=true
	assert_failure 2
	assert_stderr 'did you mean scoring?'
}

@test "TOOLFIX_SCOPE that is no JSON object is a usage error" {
	local value
	for value in '{' '[]' 'scoring=true' 5; do
		TOOLFIX_SCOPE=$value tf --tool write_report
		assert_failure 2
		assert_stderr TOOLFIX_SCOPE
	done
}

@test "--scope without a value is a usage error" {
	tf --tool write_report --scope scoring
	assert_failure 2
	tf --tool write_report --scope =true
	assert_failure 2
}
