#!/usr/bin/env bats
#
# README.md and the manual pages: their examples run and print what is written
# there, and what the program has is what they speak of.

set -u

root=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
page=$root/man/toolfix.1
rulebook_page=$root/man/toolfix-rulebook.5

# shellcheck source=bats/examples.bash
. "$BATS_TEST_DIRNAME/examples.bash"

setup() {
	local program=${TOOLFIX:-$root/build/toolfix}

	mkdir "$BATS_TEST_TMPDIR/bin"
	ln -s "$program" "$BATS_TEST_TMPDIR/bin/toolfix"
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
	export LC_ALL=C
	export ASAN_OPTIONS=${ASAN_OPTIONS:-exitcode=99}
	export UBSAN_OPTIONS=${UBSAN_OPTIONS:-exitcode=99}
	unset TOOLFIX_RULES TOOLFIX_SCOPE NO_COLOR
}

# flat FILE: a C source on one line, so that line breaks do not matter.
flat() {
	tr -s '\n\t ' '   ' <"$1"
}

# table FILE START: the first texts of the rows of a table of C.
table() {
	sed -nE "/$2/,/^}/s/^[[:space:]]*\\{\"([^\"]+)\".*/\\1/p" "$1"
}

# section PAGE TITLE: a section or subsection of a manual page.
section() {
	awk -v title="$2" '
	/^\.S[hs] / { inside = substr($0, 5) == title; next }
	inside' "$1"
}

# items PAGE MACRO: what the items of lists in a manual page are about. The page
# may be -, for standard input.
items() {
	awk -v macro="$2" '
	$1 == ".It" && $2 == macro {
		for (i = 3; i <= NF && $i != "Ta"; i++)
			if ($i != "," && $i != macro)
				print $i
	}' "$1"
}

# all_in NAMES LIST WHAT: every line of NAMES, and there must be some, is a line
# of LIST.
all_in() {
	local name missing=0

	[ -n "$1" ] || {
		echo "$3: none was found in the source; has it moved?"
		return 1
	}
	while IFS= read -r name; do
		grep -qxF -e "$name" <<<"$2" || {
			echo "$3 $name is not in the manual"
			missing=1
		}
	done <<<"$1"
	return "$missing"
}

# ---- examples ----

@test "the examples of README.md" {
	examples_run "$root/README.md" "$BATS_TEST_TMPDIR/examples"
}

@test "the examples of toolfix(1)" {
	examples_run "$page" "$BATS_TEST_TMPDIR/examples"
}

@test "the examples of toolfix-rulebook(5)" {
	examples_run "$rulebook_page" "$BATS_TEST_TMPDIR/examples"
}

@test "an example that prints something else is found" {
	local document=$BATS_TEST_TMPDIR/document.md

	printf '%s\n' '```console' "\$ echo 'a\\b'; echo c >&2" 'a\b' c \
	    "\$ (exit 3)" "\$ echo \$?" 3 '```' >"$document"
	examples_run "$document" "$BATS_TEST_TMPDIR/right"

	sed 's/^3$/4/' "$document" >"$document.wrong"
	run examples_run "$document.wrong" "$BATS_TEST_TMPDIR/wrong"
	[ "$status" -eq 1 ]

	echo 'No example.' >"$document.none"
	run examples_run "$document.none" "$BATS_TEST_TMPDIR/none"
	[ "$status" -eq 1 ]
}

@test "an example of a manual page is read as it is shown" {
	local dir=$BATS_TEST_TMPDIR/blocks

	mkdir "$dir"
	printf '%s\n' '.Bd -literal -offset 2n' \
	    '$ echo \(aq\e(x)\(aq \-q \(ti \(ha \(ga' '\&.x' .Ed >"$dir.1"
	examples_extract "$dir.1" "$dir"
	[ "$(cat "$dir/00001")" = "\$ echo '\\(x)' -q ~ ^ \`"$'\n'.x ]
}

# ---- toolfix(1) has everything ----

@test "toolfix(1) has every command" {
	all_in "$(table "$root/cli/main.c" 'cli_commands\[\]')" \
	    "$(items "$page" Cm)" command
}

@test "toolfix(1) has every option" {
	local option list letters names

	list=$(flat "$root/cli/options.def" |
	    grep -oE "TF_OPTION\\([A-Z_]+, ('.'|0), \"[^\"]+\"")
	names=$(sed -E 's/.*, "(.*)"/\1/' <<<"$list")
	letters=$(sed -nE "s/.*, '(.)', .*/\\1/p" <<<"$list")
	option=$(grep '^\.It Fl ' "$page")
	all_in "$names" "$(grep -oE 'Fl Fl [a-z-]+' <<<"$option" |
	    sed 's/Fl Fl //')" option
	all_in "$letters" "$(grep -oE '^\.It Fl [A-Za-z]( |$)' <<<"$option" |
	    sed 's/\.It Fl //; s/ //')" option
}

@test "toolfix(1) has every code, with its severity" {
	local codes rows

	codes=$(flat "$root/lib/code.def" |
	    grep -oE 'TF_CODE\([A-Z_]+, "[^"]+", TF_[A-Z]+' |
	    sed -E 's/.*"(.*)", TF_(.*)/\1 \L\2/')
	rows=$(sed -nE 's/^\.It Li ([a-z-]+) Ta ([a-z]+) Ta .*/\1 \2/p' "$page")
	all_in "$codes" "$rows" code
	# and no others
	all_in "$rows" "$codes" 'of the manual:'
}

@test "toolfix(1) has every shape of calls" {
	local names others written

	names=$(flat "$root/lib/shape.def" |
	    grep -oE 'TF_SHAPE\( ?"[^"]+"' | sed 's/.*("//; s/"//')
	# those that are no rows of the table
	others=$(cat "$root"/lib/*.c | sed -nE \
	    's/^static const struct tf_shape .*\.name = "([^"]+)".*/\1/p')
	written=$(section "$page" Shapes | items - Li)
	all_in "$names" "$written" shape
	all_in "$others" "$written" shape
	# and no others
	all_in "$written" "$names"$'\n'"$others" 'of the manual: shape'
}

@test "toolfix(1) has every member of a call as JSON" {
	local call names written

	call=$(echo '{"name":"ctx_note","arguments":{}}' | toolfix calls -q)
	names=$(grep -oE '[{,]"[a-z_]+":' <<<"$call" | tr -d '{,":')
	written=$(section "$page" 'LISTING CALLS' | items - Li)
	all_in "$names" "$written" member
	all_in "$written" "$names" 'of the manual: member'
}

@test "toolfix(1) has every member of a finding as JSON" {
	local finding

	finding=$(echo '{"action":"dismiss"}' |
	    toolfix check -q -f json -t ctx_note) || [ $? -eq 1 ]
	all_in "$(grep -oE '[{,]"[a-z_]+":' <<<"$finding" | tr -d '{,":')" \
	    "$(section "$page" FINDINGS | items - Li)" member
}

@test "toolfix(1) says of broken texts what the program says" {
	local dir=$BATS_TEST_TMPDIR/blocks table line text says got rows=0

	mkdir "$dir"
	examples_extract "$page" "$dir"
	table=$(grep -l '^THE TEXT  ' "$dir"/*)
	while IFS= read -r line; do
		text=${line:0:36}
		while [[ $text = *' ' ]]; do
			text=${text% }
		done
		says="the record is not JSON: ${line:36} [invalid-json]"
		got=$(printf '%s' "$text" | toolfix check -q -t ctx_note) ||
		    [ $? -eq 1 ]
		echo "$text: $got"
		[[ $got = *": $says" ]]
		rows=$((rows + 1))
	done < <(tail -n +2 "$table")
	[ "$rows" -gt 0 ]
}

@test "toolfix(1) has every variable of the environment" {
	local names

	names=$(cat "$root"/cli/*.c "$root"/lib/*.c |
	    grep -oE 'getenv\("[A-Z_]+"\)' | grep -oE '[A-Z_]+' |
	    grep -v '^HOME$' | sort -u)
	all_in "$names" "$(items "$page" Ev)" variable
}

# ---- toolfix-rulebook(5) has everything ----

# keywords: those of the tables of the source.
keywords() {
	sed -n '/^const struct tf_keyword tf_.*_keywords\[\]/,/^}/p' \
	    "$root"/lib/keywords_*.c | grep -oE '"[^"]+"' | tr -d '"'
}

@test "toolfix-rulebook(5) has every keyword" {
	local names

	names=$(keywords)
	grep -qx minimum <<<"$names"
	grep -qx unevaluatedItems <<<"$names"
	# shellcheck disable=SC2016 # a keyword
	grep -qxF '$dynamicRef' <<<"$names"
	grep -qx unwrap <<<"$names"
	all_in "$names" "$(items "$rulebook_page" Ic)" keyword
}

@test "toolfix-rulebook(5) knows which keywords are of one draft" {
	local said

	said=$(sed -n '/^Draft-07 has no/,/^There,/p' "$rulebook_page" |
	    sed -n 's/^\.Ic //p' | tr ' ' '\n' | grep '[a-z]' | sort)
	[ "$said" = "$(flat "$root/lib/keywords_apply.c" |
	    grep -oE 'ONLY_IN\( ?2020_12, "[^"]+"' | sed 's/.*, "//; s/"//' |
	    sort)" ]
}

@test "toolfix-rulebook(5) has every conversion" {
	local names written

	names=$(table "$root/lib/convert.c" '} rows\[\] =')
	written=$(section "$rulebook_page" Conversions |
	    sed -nE 's/^([a-z]+)	.*/\1/p')
	all_in "$names" "$written" conversion
	# and no others
	all_in "$written" "$names" 'of the manual: conversion'
}

@test "toolfix-rulebook(5) has every format, and no others" {
	local names written

	names=$(table "$root/lib/format.c" 'struct tf_format formats\[\]')
	written=$(sed -n '/^\.It Ic format/,/^\.El/p' "$rulebook_page" |
	    sed -n 's/^\.Li //p' | tr ' ' '\n' | grep '[a-z]')
	all_in "$names" "$written" format
	all_in "$written" "$names" 'of the manual: format'
}

@test "toolfix-rulebook(5) has every key of files, tools and tests" {
	local names

	names=$(table "$root/lib/rulebook.c" 'struct key .*_keys\[\]'
	    flat "$root/lib/rulebook.c" |
		grep -oE 'struct key keys\[\] = [^;]*' |
		grep -oE '"[a-z]+"' | tr -d '"'
	    flat "$root/lib/rulebook.c" |
		grep -oE 'skip\[\] = \{ ?"names"[^;]*' |
		grep -oE '"[a-z]+"' | tr -d '"'
	    table "$root/lib/tests.c" '} keys\[\]')
	grep -qx schema <<<"$names"
	grep -qx unknown_tools <<<"$names"
	grep -qx arguments <<<"$names"
	grep -qx names <<<"$names"
	grep -qx says <<<"$names"
	all_in "$names" "$(items "$rulebook_page" Ic)" key
}

@test "toolfix-rulebook(5) has every variable and function of filters" {
	all_in "$(sed -n '/tf_variables\[/,/^}/p' "$root/lib/words.c" |
	    sed -nE 's/^[[:space:]]*\{"([a-z]+)".*/$\1/p')" \
	    "$(items "$rulebook_page" Va)" variable
	all_in "$(sed -n '/^# ---- what newer/,$p' "$root/lib/prelude.jq" |
	    sed -nE 's/^def ([a-z][a-z0-9_]*).*/\1/p')" \
	    "$(items "$rulebook_page" Fn)" function
}

@test "toolfix-rulebook(5) has every member of \$call" {
	local names

	cat >"$BATS_TEST_TMPDIR/a.yaml" <<-'END'
	toolfix: 1
	tools:
	  a:
	    check: [{assert: 'false', message: '\($call | keys | join(" "))'}]
	END
	run toolfix check -r "$BATS_TEST_TMPDIR/a.yaml" \
	    <<<'{"toolCalls":[{"name":"a","args":{},"status":"success"}]}'
	echo "$output"
	names=$(sed -nE 's/.*error: a: (.*) \[check\]/\1/p' <<<"$output" |
	    tr ' ' '\n')
	grep -qx failed <<<"$names"
	# shellcheck disable=SC2016 # for sed
	all_in "$names" "$(sed -n '/^\.It Va \$call/,/^\.It/p' \
	    "$rulebook_page" | tr ' ' '\n')" member
}

@test "toolfix-rulebook(5) has every word that is refused" {
	all_in "$(table "$root/lib/words.c" '} refused\[\]')" \
	    "$(sed -n '/^\.Ss Words that are refused/,/^\.S[hs] SCOPE/p' \
		"$rulebook_page" | tr ' ' '\n')" word
}

@test "what the caveats of toolfix-rulebook(5) call missing is missing" {
	local caveats book=$BATS_TEST_TMPDIR/a.yaml format formats

	caveats=$(section "$rulebook_page" CAVEATS)
	[[ $caveats = *'Remote references are never fetched'* ]]
	echo '{toolfix: 1, tools: {a: {$ref: "https://example.com/a"}}}' >"$book"
	run toolfix -r "$book" </dev/null
	echo "$output"
	[ "$status" -eq 2 ]
	[[ $output = *'nothing is fetched from a network'* ]]

	echo '{toolfix: 1, tools: {a: {$schema: "http://json-schema.org/draft-04/schema#"}}}' \
	    >"$book"
	run toolfix -r "$book" </dev/null
	echo "$output"
	[ "$status" -eq 2 ]
	[[ $output = *'unknown $schema'* ]]

	formats=$(sed -n '/such as$/,/^\.Pp/p' <<<"$caveats" |
	    sed -n 's/^\.Li //p' | tr ' ' '\n' | grep '[a-z]')
	grep -qx idn-email <<<"$formats"
	for format in $formats; do
		echo "{toolfix: 1, tools: {a: {properties: {b: {format: $format}}}}}" \
		    >"$book"
		echo '{"b":"{ }"}' | toolfix -q -r "$book" -t a
	done

	[[ $caveats = *kvlistValue* ]]
	run toolfix calls -q <<<'{"attributes":[
	    {"key":"gen_ai.tool.name","value":{"stringValue":"ctx_note"}},
	    {"key":"gen_ai.tool.call.arguments","value":{"kvlistValue":{"values":[]}}}]}'
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

# ---- the rest ----

@test "the manual pages are clean" {
	command -v mandoc >/dev/null || skip "there is no mandoc"
	mandoc -T lint -W warning "$root"/man/*.[135]
}

@test "the hook for pre-commit accepts clean files and refuses others" {
	local entry

	entry=$(sed -n 's/^ *entry: *//p' "$root/.pre-commit-hooks.yaml")
	[ -n "$entry" ]
	grep -q '^- id: toolfix-check$' "$root/.pre-commit-hooks.yaml"
	grep -q -e '- id: toolfix-check$' "$root/README.md"
	cd "$BATS_TEST_TMPDIR"
	mkdir .git
	echo '{"name":"ctx_note","arguments":{"action":"read"}}' >clean.jsonl
	echo '{"name":"ctx_note","arguments":{"action":"read","note_id":0}}' >filled.jsonl
	# shellcheck disable=SC2086 # a command and its arguments
	run $entry clean.jsonl
	[ "$status" -eq 0 ]
	# shellcheck disable=SC2086
	run $entry clean.jsonl filled.jsonl
	[ "$status" -eq 1 ]
}
