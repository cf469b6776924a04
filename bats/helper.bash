# What every test needs: the program, a place of its own, and a few verbs.
#
# A verb of ours runs the program with standard input from the file "in" (if
# there is one), and leaves standard output in the file "out", standard error
# in "err", both also in $output and $stderr, and the exit status in $status.

bats_require_minimum_version 1.5.0
load /usr/lib/bats/bats-support/load
load /usr/lib/bats/bats-assert/load

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLFIX=${TOOLFIX:-$ROOT/build/toolfix}
export TOOLFIX

export ASAN_OPTIONS=${ASAN_OPTIONS:-exitcode=99}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-exitcode=99}
export LC_ALL=C
unset TOOLFIX_RULES TOOLFIX_SCOPE NO_COLOR

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	# Rulebooks are looked for up to the root of a repository: this one.
	mkdir -p here/.git
	cd here || return
}

# tf ARGUMENT...: runs the program. A status that is none of 0, 1 and 2 is a
# crash, and fails the test.
tf() {
	local from=/dev/null
	[ ! -e in ] || from=in
	status=0
	"$TOOLFIX" "$@" <"$from" >out 2>err || status=$?
	output=$(tr -d '\0' <out)
	stderr=$(tr -d '\0' <err)
	[ "$status" -le 2 ] || fail "exit status $status: $(head -c 4000 err)"
}

# found [FILE]: the findings that --format json has left in err, as lines
# "severity code path".
found() {
	grep '^{' "${1:-err}" |
	    jq -r "[.severity, .code, .path // \"\"] | join(\" \")" | sed "s/ *$//" || true
}

# said: the messages of the same findings.
said() {
	grep '^{' err | jq -r .message || true
}

assert_stderr() {
	case $stderr in
	*"$1"*) ;;
	*) fail "standard error lacks: $1"$'\n'"it is: $stderr" ;;
	esac
}

refute_stderr() {
	case $stderr in
	*"$1"*) fail "standard error has: $1"$'\n'"it is: $stderr" ;;
	esac
}

assert_said() {
	local text
	text=$(said)
	case $text in
	*"$1"*) ;;
	*) fail "no message has: $1"$'\n'"they are: $text" ;;
	esac
}

assert_same() {
	cmp "$1" "$2" || fail "$1 and $2 differ:
$(diff "$1" "$2" | head -c 2000)"
}

# fixes TOOL ARGUMENTS RESULT [FINDING]...: fixes one arguments object, with
# the options of the array OPTIONS. The findings are lines of found, in any
# order; the status follows from them.
fixes() {
	local tool=$1 arguments=$2 result=$3
	shift 3
	printf '%s\n' "$arguments" >in
	printf '%s\n' "$result" >want
	tf "${OPTIONS[@]}" --tool "$tool" --format json
	assert_same out want
	assert_equal "$(found | sort)" "$(printf '%s\n' "$@" | sed '/^$/d' | sort)"
	case "$*" in
	*error*) assert_equal "$status" 1 ;;
	*) assert_equal "$status" 0 ;;
	esac
}

# refuses TOOL ARGUMENTS FINDING...: the same, where nothing is changed.
refuses() {
	local tool=$1 arguments=$2
	shift 2
	fixes "$tool" "$arguments" "$arguments" "$@"
}

# accepts TOOL ARGUMENTS: the same, where there is nothing to say.
accepts() {
	fixes "$1" "$2" "$2"
}

# rulebook: a rulebook from standard input, for the tools in it, becomes
# rules.yaml; the options of fixes and the others then name it.
rulebook() {
	cat >rules.yaml
	OPTIONS=(--rules rules.yaml)
}

OPTIONS=()
