# Runs the examples of a document, as a reader would paste them.
#
# An example is a fenced block of Markdown (console or yaml), or a literal
# display of a manual page. In it, lines that begin with "$ " are commands, and
# those below are what they print on a terminal, standard error among it. A
# block whose first line is "# NAME.yaml" is saved under that name. Any other
# block is left alone.
#
# All examples of a document run in one directory, one after the other, so that
# a later one can use the files of an earlier one. testdata/ is there, too.

examples_root=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)

# examples_extract DOCUMENT DIRECTORY: each block becomes a file that is named
# after its line.
examples_extract() {
	awk -v dir="$2" '
	function start() {
		file = sprintf("%s/%05d", dir, FNR)
		printf "" >file
		inside = 1
	}
	function unescape(line) {
		sub(/^\\&/, "", line)
		gsub(/\\\(aq/, "\047", line)
		gsub(/\\\(dq/, "\"", line)
		gsub(/\\\(ga/, "`", line)
		gsub(/\\\(ti/, "~", line)
		gsub(/\\\(ha/, "^", line)
		gsub(/\\-/, "-", line)
		gsub(/\\e/, "\\", line)
		return line
	}
	!inside && /^```(console|yaml)$/ { start(); next }
	!inside && /^\.Bd -literal/ { start(); manual = 1; next }
	inside && (manual ? /^\.Ed$/ : /^```$/) {
		close(file)
		inside = manual = 0
		next
	}
	inside { print(manual ? unescape($0) : $0) >file }
	' "$1"
}

# examples_script BLOCK: a script that prints each command of the block, and
# runs it. $? is that of the command before.
examples_script() {
	local line

	echo 'status=0'
	while IFS= read -r line; do
		case $line in
		'$ '*) ;;
		*) continue ;;
		esac
		printf 'printf "%%s\\n" %q\n' "$line"
		# shellcheck disable=SC2016 # for the script
		printf '(exit "$status")\n%s\nstatus=$?\n' "${line#??}"
	done <"$1"
}

# examples_run_block BLOCK DIRECTORY: prints how the output differs, and fails.
examples_run_block() {
	local block=$1 dir=$2 first
	local run=(bash "$block.script")

	IFS= read -r first <"$block" || return 0
	case $first in
	'# '*.yaml)
		cp "$block" "$dir/${first#??}"
		return
		;;
	esac
	grep -q '^\$ ' "$block" || return 0
	examples_script "$block" >"$block.script"

	# To a terminal each line is written by itself, and so it stands before
	# what comes later on standard error. The sanitizer must bear that
	# another library is loaded before its own.
	if command -v stdbuf >/dev/null; then
		run=(env "ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0"
		    stdbuf -oL "${run[@]}")
	fi
	(cd "$dir" && "${run[@]}" >"$block.got" 2>&1 </dev/null) || true
	diff -u "$block" "$block.got"
}

# examples_run DOCUMENT DIRECTORY: runs all examples of the document. Fails
# where one prints something else, or where there is none.
examples_run() {
	local document=$1 dir=$2 block ran=0 failed=0

	mkdir -p "$dir/blocks" "$dir/work/.git"
	ln -s "$examples_root/testdata" "$dir/work/testdata"
	examples_extract "$document" "$dir/blocks"
	for block in "$dir"/blocks/*[0-9]; do
		if ! examples_run_block "$block" "$dir/work"; then
			echo "^ the example at line ${block##*/} of $document"
			failed=1
		fi
		[ ! -e "$block.got" ] || ran=$((ran + 1))
	done
	if [ "$ran" -eq 0 ]; then
		echo "no example was found in $document"
		return 1
	fi
	return "$failed"
}
