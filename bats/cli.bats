#!/usr/bin/env bats
# The command line: options, statuses, and standard output that fails.

load helper

write='{"action":"write","content":"x","note_id":0}'
dismiss='{"action":"dismiss","note_id":3,"note_ids":[4]}'

@test "--help goes to standard output, and ends with 0" {
	tf --help
	assert_success
	assert_equal "$stderr" ''
	assert_output --partial 'fix'
	assert_output --partial 'check'
	assert_output --partial '--rules'
	assert_output --partial '--fail-on'
	cp out long
	tf -h
	assert_same out long
	local command
	for command in fix check test; do
		tf $command --help
		assert_success
		assert_output --partial usage:
	done
}

@test "--version" {
	tf --version
	assert_success
	assert_output --regexp '^toolfix [0-9]+\.[0-9]+\.[0-9]+'
	assert_equal "$stderr" ''
}

@test "an unknown option, with a suggestion" {
	tf --rulse x
	assert_failure 2
	assert_stderr 'did you mean --rules?'
	assert_equal "$output" ''
	tf --quite
	assert_failure 2
	assert_stderr 'did you mean --quiet?'
	tf --xyzzy
	assert_failure 2
	refute_stderr 'did you mean'
	tf -Z
	assert_failure 2
	assert_stderr Z
}

@test "an unknown command, with a suggestion" {
	tf chek
	assert_failure 2
	assert_stderr 'did you mean check?'
	tf fxi a.jsonl
	assert_failure 2
	assert_stderr 'did you mean fix?'
}

@test "an option without its value" {
	local option
	for option in --rules --tool --scope --format --jobs --color --fail-on; do
		tf $option
		assert_failure 2
		assert_stderr "$option"
	done
}

@test "a value that an option does not take" {
	tf --format xml
	assert_failure 2
	assert_stderr xml
	tf --color sometimes
	assert_failure 2
	tf --fail-on eror
	assert_failure 2
	local n
	for n in 0 -1 x 1x '' 1.5 99999999999999999999; do
		tf --jobs "$n"
		assert_failure 2
		assert_stderr jobs
	done
	tf --quiet=5
	assert_failure 2
}

@test "options may stand in any place, in short, and end with --" {
	echo "$write" >in
	cp in -- '--tool'
	tf --tool ctx_note check --format json in
	assert_failure 1
	cp out want
	tf check in --format=json -tctx_note
	assert_same out want
	tf check --form json --tool=ctx_note in
	assert_same out want
	tf check -f json -t ctx_note -- in
	assert_same out want
	tf check -t ctx_note -- --tool
	assert_failure 1
	assert_output --partial -- '--tool:1:'
}

@test "a file that is named as a command" {
	echo "$write" >check
	tf fix -t ctx_note check
	assert_success
	assert_output '{"action":"write","content":"x"}'
	tf -t ctx_note ./check
	assert_success
}

@test "no command is fix" {
	echo "$write" >in
	tf -t ctx_note
	cp out want
	tf fix -t ctx_note
	assert_same out want
	tf fix -t ctx_note -
	assert_same out want
	assert_output '{"action":"write","content":"x"}'
}

@test "fix ends with 0 when all is fixed, 1 when an error remains" {
	echo "$write" >in
	tf fix -t ctx_note
	assert_success
	echo "$dismiss" >in
	tf fix -t ctx_note
	assert_failure 1
}

@test "check ends with 1 for what fix would change, too, and changes nothing" {
	echo "$write" >in
	cp in before
	tf check -t ctx_note in
	assert_failure 1
	assert_output --partial 'fix: '
	assert_same in before
	echo '{"action":"read"}' >in
	tf check -t ctx_note
	assert_success
	assert_output ''
	echo '{"action":"read","x":1}' >in
	tf check -t ctx_note
	assert_success
	assert_output --partial 'warning: '
}

@test "the status is never a count" {
	local i
	for i in $(seq 300); do echo "$dismiss"; done >in
	tf -t ctx_note
	assert_failure 1
}

@test "--fail-on moves the line" {
	echo "$write" >in
	tf -t ctx_note --fail-on fix
	assert_failure 1
	tf -t ctx_note --fail-on error
	assert_success
	tf check -t ctx_note --fail-on error
	assert_success
	tf check -t ctx_note --fail-on fix
	assert_failure 1
	tf check -t ctx_note --fail-on warning
	assert_failure 1
	echo '{"action":"read","x":1}' >in
	tf -t ctx_note --fail-on warning
	assert_failure 1
	tf -t ctx_note --fail-on fix
	assert_success
	tf check -t ctx_note --fail-on warning
	assert_failure 1
	echo "$dismiss" >in
	local level
	for level in error fix warning; do
		tf -t ctx_note --fail-on $level
		assert_failure 1
	done
}

@test "2 wins over 1" {
	echo "$dismiss" >in
	tf -t ctx_note in nowhere.jsonl
	assert_failure 2
}

@test "--quiet prints errors only" {
	echo "$write" >in
	tf -q -t ctx_note
	assert_success
	assert_output '{"action":"write","content":"x"}'
	assert_equal "$stderr" ''
	tf check -q -t ctx_note
	assert_failure 1
	assert_output ''
	assert_equal "$stderr" ''
	echo "$dismiss" >in
	tf -q -t ctx_note
	assert_failure 1
	assert_stderr '[exactly-one]'
	assert_equal "$(wc -l <err)" 1
}

@test "colours: never into a file, always when asked, NO_COLOR is respected" {
	echo "$dismiss" >in
	tf check -t ctx_note
	refute_output --partial $'\e'
	tf check -t ctx_note --color always
	assert_output --partial $'\e['
	tf check -t ctx_note --color never
	refute_output --partial $'\e'
	NO_COLOR=1 tf check -t ctx_note --color auto
	refute_output --partial $'\e'
}

@test "a closed standard output ends with 2" {
	echo "$write" >in
	status=0
	"$TOOLFIX" -t ctx_note <in >&- 2>err || status=$?
	assert_equal "$status" 2
	[ -s err ] || fail 'nothing was said'
	status=0
	"$TOOLFIX" check -t ctx_note <in >&- 2>err || status=$?
	assert_equal "$status" 2
	status=0
	"$TOOLFIX" --help >&- 2>err || status=$?
	assert_equal "$status" 2
}

@test "a full disk ends with 2" {
	[ -w /dev/full ] || skip 'no /dev/full here'
	echo "$write" >in
	local command
	for command in 'fix -t ctx_note' 'check -t ctx_note' --help --version; do
		status=0
		# shellcheck disable=SC2086
		"$TOOLFIX" $command <in >/dev/full 2>err || status=$?
		assert_equal "$command $status" "$command 2"
		grep -q 'No space left' err || fail "$command: $(cat err)"
	done
}

@test "a pipe that is closed early ends quietly, and not with 0" {
	local i
	for i in $(seq 20000); do echo "$write"; done >in
	{
		status=0
		"$TOOLFIX" -q -t ctx_note <in 2>err || status=$?
		echo $status >status
	} | head -n 1 >first
	assert_equal "$(cat first)" '{"action":"write","content":"x"}'
	[ "$(cat status)" -ne 0 ] || fail 'exit status 0'
	[ "$(cat status)" -ne 99 ] || fail "$(cat err)"
	[ "$(wc -l <err)" -le 1 ] || fail "$(head err)"
}

@test "standard input that cannot be read ends with 2" {
	status=0
	"$TOOLFIX" -t ctx_note <&- >out 2>err || status=$?
	assert_equal "$status" 2
	[ -s err ] || fail 'nothing was said'
}

@test "a closed standard error does no harm" {
	echo "$write" >in
	status=0
	"$TOOLFIX" -t ctx_note <in >out 2>&- || status=$?
	assert_equal "$(cat out)" '{"action":"write","content":"x"}'
	[ "$status" -le 2 ] || fail "exit status $status"
}

@test "a file that is both input and standard output is not eaten" {
	# The shell has truncated it; the run ends all the same.
	echo "$write" >loop
	status=0
	timeout 20 "$TOOLFIX" -t ctx_note loop >>loop 2>err || status=$?
	[ "$status" -ne 124 ] || fail 'it does not end'
}

@test "neither locale, nor HOME, nor a terminal matter" {
	cp "$ROOT"/testdata/session.jsonl in
	tf check
	cp out want
	status=0
	env -i ASAN_OPTIONS="$ASAN_OPTIONS" LC_ALL=de_DE.UTF-8 TERM=xterm \
	    "$TOOLFIX" check <in >out 2>err || status=$?
	assert_failure 1
	assert_same out want
}

@test "the demonstration runs" {
	cd "$ROOT"
	run -0 env TOOLFIX="$TOOLFIX" bats/demo
	assert_output --partial '$ '
	assert_output --partial '[unused-field]'
	assert_output --partial '[missing-field]'
	refute_output --partial 'not found'
}
