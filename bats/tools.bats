#!/usr/bin/env bats
# Contracts from tool definitions: --tools FILE, --tools record, and the key
# "schema" of a rulebook.

load helper

defs=$ROOT/testdata/tools

# holds FILE: the definitions of FILE hold as contracts.
holds() {
	OPTIONS=(--tools "$defs/$1")
	accepts get_weather '{"city":"Oslo","days":3,"unit":"celsius"}'
	fixes get_weather '{"city":"Oslo","days":"3"}' '{"city":"Oslo","days":3}' \
	    'fix converted-value /days'
	fixes get_weather '{"city":"Oslo","unit":"Celsius","days":null}' \
	    '{"city":"Oslo","unit":"celsius"}' \
	    'fix converted-value /unit' 'fix empty-field /days'
	refuses get_weather '{"days":9}' \
	    'error missing-field' 'error wrong-value /days'
	assert_said 'city is missing (received: days); it must be a string'
	assert_said 'days must be an integer from 1 to 7 (received: 9)'
	refuses get_weather '{"city":"Oslo","unit":"kelvin"}' 'error wrong-value /unit'
	assert_said 'unit must be one of celsius, fahrenheit (received: "kelvin")'
	fixes send_mail '{"to":"[\"a@b\"]","body":"x","options":{"urgent":"true"}}' \
	    '{"to":["a@b"],"body":"x","options":{"urgent":true}}' \
	    'fix converted-value /to' 'fix converted-value /options/urgent'
	refuses send_mail '{"to":[],"body":"x"}' 'error empty-required /to'
	accepts ping '{}'
}

@test "the result of MCP tools/list" {
	holds mcp.json
	refuses send_mail '{"to":["ab"],"body":"x"}' 'error wrong-value /to/0'
}
@test "the same in a JSON-RPC response" { holds mcp-response.json; }
@test "OpenAI chat tools" { holds openai-chat.json; }
@test "Responses tools, in a request" { holds responses.json; }
@test "Anthropic tools" { holds anthropic.json; }
@test "Gemini functionDeclarations, with types in capitals" {
	holds gemini.json
}

@test "Gemini: nullable means that null is a value" {
	jq '.tools[0].functionDeclarations[0].parameters.properties |= (.city.nullable = true | .days.nullable = true)' \
	    "$defs/gemini.json" >g.json
	OPTIONS=(--tools g.json)
	accepts get_weather '{"city":null,"days":null}'
	refuses get_weather '{"city":5,"days":null}' 'error wrong-value /city'
}

@test "Gemini functionDeclarations without what is around them, and parametersJsonSchema" {
	jq '.tools[0]' "$defs/gemini.json" >one.json
	OPTIONS=(--tools one.json)
	refuses get_weather '{"city":5}' 'error wrong-value /city'
	jq '.tools' "$defs/gemini.json" >list.json
	OPTIONS=(--tools list.json)
	refuses get_weather '{"city":5}' 'error wrong-value /city'
	jq '{functionDeclarations: [.tools[] | {name, parametersJsonSchema: .inputSchema}]}' \
	    "$defs/mcp.json" >new.json
	OPTIONS=(--tools new.json)
	refuses get_weather '{"city":5}' 'error wrong-value /city'
	jq '{function_declarations: .tools[0].functionDeclarations}' "$defs/gemini.json" >snake.json
	OPTIONS=(--tools snake.json)
	refuses get_weather '{"city":5}' 'error wrong-value /city'
}

@test "Gemini writes limits of 64 bits as text" {
	sed 's/"minItems": 1/"minItems": "1"/' "$defs/gemini.json" >g.json
	OPTIONS=(--tools g.json)
	accepts send_mail '{"to":["a"],"body":"x"}'
	refuses send_mail '{"to":[],"body":"x"}' 'error empty-required /to'
}

@test "a Gemini field that is called type, or whose enum has OBJECT, keeps its words" {
	cat >g.json <<'END'
{"functionDeclarations":[{"name":"t","parameters":{"type":"OBJECT","properties":{
"type":{"type":"STRING","enum":["OBJECT","STRING"]},
"l":{"type":"ARRAY","items":{"type":"OBJECT","properties":{"n":{"type":"NUMBER"}}}},
"any":{"anyOf":[{"type":"INTEGER"},{"type":"BOOLEAN"}]}}}}]}
END
	OPTIONS=(--tools g.json)
	accepts t '{"type":"OBJECT","l":[{"n":1.5}],"any":true}'
	refuses t '{"type":"x","l":[{"n":"a"}],"any":[1]}' \
	    'error wrong-value /type' 'error wrong-value /l/0/n' 'error wrong-value /any'
}

@test "one definition alone, of each kind" {
	local filter
	for filter in '.tools[0]' '.tools[0] | {name, input_schema: .inputSchema}' \
	    '.tools[0] | {type: "function", name, parameters: .inputSchema}' \
	    '.tools[0] | {type: "function", function: {name, parameters: .inputSchema}}'; do
		jq "$filter" "$defs/mcp.json" >one.json
		OPTIONS=(--tools one.json)
		refuses get_weather '{}' 'error missing-field'
	done
}

@test "calls in a log are held to the definitions" {
	cat >in <<'END'
{"type":"tool_use","id":"t1","name":"get_weather","input":{"city":"Oslo","days":"3"}}
{"tool_calls":[{"id":"c","type":"function","function":{"name":"send_mail","arguments":"{\"to\":[\"a@b\"],\"options\":{\"urgent\":\"true\"}}"}}]}
{"type":"tool_use","id":"t2","name":"ping","input":{"x":1}}
END
	sed 's/"3"/3/;s/\\"true\\"/true/' in >want
	tf --tools "$defs/mcp.json" -f json
	assert_failure 1
	assert_same out want
	assert_equal "$(found)" 'fix converted-value /days
error missing-field
fix converted-value /options/urgent'
	tf --tools "$defs/mcp.json"
	assert_stderr '3 calls in 3 records of 1 file, 1 error, 2 fixed'
}

@test "several --tools: each is known, and of two with one name the last counts" {
	echo '[{"name":"other","input_schema":{"properties":{"n":{"type":"integer"}}}},
	{"name":"ping","input_schema":{"properties":{"host":{"type":"string"}},"required":["host"]}}]' >other.json
	OPTIONS=(--tools "$defs/mcp.json" --tools other.json)
	refuses get_weather '{}' 'error missing-field'
	refuses other '{"n":"x"}' 'error wrong-value /n'
	refuses ping '{}' 'error missing-field'
	OPTIONS=(--tools other.json --tools "$defs/mcp.json")
	refuses other '{"n":"x"}' 'error wrong-value /n'
	accepts ping '{}'
}

# no_tools FILE TEXT: exit 2, and what standard error says.
no_tools() {
	echo '{"name":"t","arguments":{}}' >in
	tf --tools "$1"
	[ "$status" -eq 2 ] || fail "$1: status $status: $output$stderr"
	assert_equal "$output" ''
	assert_stderr "$2"
}

@test "a file that cannot serve is a mistake, with its name and place" {
	no_tools missing.json 'missing.json: No such file'
	printf '{"tools": [\n{"name": "t"\n' >a.json
	no_tools a.json 'a.json:'
	echo '{"messages":[{"role":"user","content":"x"}]}' >b.json
	no_tools b.json 'b.json'
	echo '[]' >c.json
	no_tools c.json 'c.json'
	: >d.json
	no_tools d.json 'd.json'
	echo '5' >e.json
	no_tools e.json 'e.json'
	mkdir f
	no_tools f 'f:'
}

@test "a wrong schema in a definition is a mistake, with its place and a suggestion" {
	no_tools "$defs/wrong.json" 'wrong.json:7:26:'
	assert_stderr 'strng'
	assert_stderr 'string'
	echo '[{"name":"t","input_schema":{"properties":{"a":{"pattern":"("}}}}]' >a.json
	no_tools a.json 'a.json:1:'
	echo '[{"name":"t","input_schema":{"required":"a"}}]' >b.json
	no_tools b.json 'b.json:1:'
	echo '[{"name":"t","input_schema":{"$ref":"#/nowhere"}}]' >c.json
	no_tools c.json 'c.json:1:'
	echo '[{"name":"t","input_schema":[]}]' >d.json
	no_tools d.json 'd.json'
}

@test "a definition whose schema is no schema is not passed over in silence" {
	echo '[{"name":"t","input_schema":[]},{"name":"u","input_schema":{}}]' >a.json
	no_tools a.json 'a.json:1:'
}

@test "all wrong schemas of a file are told at once" {
	printf '[{"name":"t","input_schema":{"type":"objekt"}},\n{"name":"u","input_schema":{"minLength":"x"}}]\n' >a.json
	no_tools a.json 'a.json:1:'
	assert_stderr 'a.json:2:'
}

@test "keywords that no standard knows do not stop a definition" {
	echo '[{"name":"t","input_schema":{"type":"object","x-order":1,"properties":{"a":{"type":"integer","markdownDescription":"x","example":5,"$comment":"c","format":"int64"}}}}]' >a.json
	OPTIONS=(--tools a.json)
	accepts t '{"a":1}'
	refuses t '{"a":"x"}' 'error wrong-value /a'
}

@test "no rulebook is needed, and none is looked for" {
	echo 'toolfix: 99' >toolfix.yaml
	echo '{"city":"Oslo","days":"3"}' >in
	tf --tools "$defs/mcp.json" -t get_weather
	assert_success
	assert_output '{"city":"Oslo","days":3}'
	# The built-in rules are not there either.
	echo '{"name":"ctx_note","arguments":{"action":"read","note_id":0}}' >in
	tf --tools "$defs/mcp.json"
	assert_same out in
	refute_stderr unused-field
	echo '{"tools":[{"name":"t","inputSchema":{"properties":{"a":{"type":"integer"}}}}],"messages":[{"tool_calls":[{"function":{"name":"t","arguments":{"a":"1"}}}]}]}' >in
	tf --tools record
	assert_success
	assert_stderr 'converted-value'
}

@test "with -r as well, both count; the rulebook's own tool is the one that counts" {
	rulebook <<'END'
toolfix: 1
tools:
  mine: {properties: {n: {type: integer}}}
END
	OPTIONS=(--tools "$defs/mcp.json" -r rules.yaml)
	refuses mine '{"n":"x"}' 'error wrong-value /n'
	refuses get_weather '{}' 'error missing-field'
}

@test "unknown tools get a suggestion" {
	echo '{"name":"get_wether","arguments":{"city":"Oslo"}}' >in
	tf check --tools "$defs/mcp.json"
	assert_output --partial '[unknown-tool]'
	assert_output --partial 'did you mean get_weather?'
	tf --tools "$defs/mcp.json"
	assert_same out in
}

@test "-t with --tools: a name, an unknown one, and none" {
	echo '{"city":"Oslo"}' >in
	tf --tools "$defs/mcp.json" -t get_weather
	assert_success
	tf --tools "$defs/mcp.json" -t get_wether
	assert_failure 2
	assert_stderr 'did you mean get_weather?'
	tf calls --tools "$defs/mcp.json" -t get_weather
	[ "$status" -ne 1 ] || fail "status 1"
}

@test "--tools is for fix, check and calls; it wants a value" {
	tf check --tools
	assert_failure 2
	tf test --tools "$defs/mcp.json"
	assert_failure 2
}

# ---- definitions that records hold ----

tool='{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a"]}}}'

# line TOOLS ARGUMENTS: a line of a fine-tuning set.
line() {
	jq -cn --argjson tools "$1" --arg arguments "$2" '{messages: [{role: "user", content: "x"},
	    {role: "assistant", tool_calls: [{id: "c\(now)", type: "function", function: {name: "f", arguments: $arguments}}]}],
	    tools: $tools}'
}

@test "record: a fine-tuning set, tools beside messages" {
	line "[$tool]" '{"a":"5"}' >in
	line "[$tool]" '{"b":"x"}' >>in
	line "[$tool]" '{"a":5}' >>in
	sed 's/\\"5\\"/5/' in >want
	tf --tools record -f json
	assert_failure 1
	assert_same out want
	assert_equal "$(found)" 'fix converted-value /a
error missing-field'
}

@test "record: tools before messages" {
	echo '{"tools":['"$tool"'],"messages":[{"tool_calls":[{"id":"c","function":{"name":"f","arguments":{"a":"5"}}}]}]}' >in
	tf --tools record -f json
	assert_equal "$(found)" 'fix converted-value /a'
}

@test "record: request logs of OpenAI, Responses, Anthropic and Gemini" {
	cat >in <<'END'
{"request":{"model":"m","tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{"a":{"type":"integer"}}}}}],"messages":[]},"response":{"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{\"a\":\"1\"}"}}]}}]}}
{"body":{"tools":[{"type":"function","name":"f","parameters":{"properties":{"a":{"type":"integer"}}}}],"input":[{"type":"function_call","call_id":"2","name":"f","arguments":"{\"a\":\"2\"}"}]}}
{"model":"m","tools":[{"name":"f","input_schema":{"properties":{"a":{"type":"integer"}}}}],"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"3","name":"f","input":{"a":"3"}}]}]}
{"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","properties":{"a":{"type":"INTEGER"}}}}]}],"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a":"4"}}}]}]}
END
	sed 's/\\"\([12]\)\\"/\1/;s/"a":"\([34]\)"/"a":\1/' in >want
	tf --tools record -f json
	assert_success
	assert_same out want
	assert_equal "$(grep -c converted-value err)" 4
}

@test "record: tools as JSON text" {
	jq -cn --arg tools "[$tool]" '{conversations: [], tools: $tools,
	    messages: [{tool_calls: [{id: "c", function: {name: "f", arguments: "{\"a\":\"5\"}"}}]}]}' >in
	sed 's/:\\"5\\"/:5/' in >want
	tf --tools record -f json
	assert_success
	assert_same out want
	assert_equal "$(found)" 'fix converted-value /a'
}

@test "record: tools that change from record to record" {
	line "[$tool]" '{"a":"5"}' >in
	line '[{"type":"function","function":{"name":"f","parameters":{"properties":{"a":{"type":"string"}}}}}]' '{"a":"6"}' >>in
	line "[$tool]" '{"a":"7"}' >>in
	line '[{"type":"function","function":{"name":"g","parameters":{"properties":{"a":{"type":"integer"}}}}}]' '{"a":"8"}' >>in
	sed 's/:\\"[57]\\"/:0/' in | jq -c . >want
	tf --tools record -f json
	assert_success
	sed 's/{\\"a\\":[57]}/{\\"a\\":0}/' out | jq -c . >got
	assert_same got want
	assert_equal "$(grep converted-value err | jq .record | tr '\n' ' ')" '1 3 '
	mv out out1
	mv err err1
	tf --tools record -f json -j 4
	assert_same out out1
	assert_same err err1
}

@test "record: many sets of tools, with any number of threads" {
	local i
	for i in $(seq 300); do
		echo '{"tools":[{"name":"f","input_schema":{"properties":{"a":{"type":"integer","maximum":'$i'}}}}],"c":[{"type":"tool_use","id":"'$i'","name":"f","input":{"a":"150"}}]}'
	done >a.jsonl
	tf --tools record -f json a.jsonl
	assert_failure 1
	assert_equal "$(found | grep -c 'error wrong-value')" 149
	assert_equal "$(found | grep -c 'fix converted-value')" 151
	mv out out1
	mv err err1
	tf --tools record -f json -j 4 a.jsonl
	assert_same out out1
	assert_same err err1
}

@test "record: records without tools are left alone" {
	echo '{"messages":[{"tool_calls":[{"id":"c","function":{"name":"f","arguments":{"a":"5"}}}]}]}' >in
	echo '{"messages":[]}' >>in
	echo 'not JSON at all' >b.jsonl
	tf --tools record
	assert_success
	assert_same out in
	line "[]" '{"a":"5"}' >in
	line "null" '{"a":"5"}' >>in
	tf --tools record
	assert_success
	assert_same out in
}

@test "record: wrong tools do not stop the run; the others are still looked at" {
	line '[{"type":"function","function":{"name":"f","parameters":{"type":"strng"}}}]' '{"a":"5"}' >in
	line "[$tool]" '{"a":"6"}' >>in
	line '5' '{"a":"7"}' >>in
	line '"{not JSON"' '{"a":"7"}' >>in
	sed 's/:\\"6\\"/:6/' in >want
	tf --tools record -f json
	assert_same out want
	[ "$(grep -c converted-value err)" -eq 1 ] || fail "$stderr"
	[ "$status" -le 1 ] || fail "status $status: $stderr"
}

@test "record: definitions are never changed" {
	line "[$tool]" '{"a":"5"}' | jq -c '.tools[0].function.parameters.properties.a.default = "5"' >in
	tf --tools record
	assert_equal "$(jq -c .tools out)" "$(jq -c .tools in)"
}

# ---- schema: in a rulebook ----

@test "schema: FILE looks the tool up by its name" {
	mkdir -p lib sub
	cp "$defs/mcp.json" lib/tools.json
	cat >lib/rules.yaml <<'END'
toolfix: 1
tools:
  get_weather: {schema: tools.json}
  send_mail: {schema: ./tools.json}
END
	OPTIONS=(-r lib/rules.yaml)
	refuses get_weather '{"days":9}' 'error missing-field' 'error wrong-value /days'
	refuses send_mail '{"to":["x"],"body":""}' 'error wrong-value /to/0'
	(cd sub && echo '{}' | "$TOOLFIX" check -r ../lib/rules.yaml -t get_weather >out 2>err) || true
	grep -q 'city is missing' sub/out || fail "$(cat sub/out sub/err)"
}

@test "schema: FILE takes every kind of definitions" {
	local file
	for file in mcp mcp-response openai-chat responses anthropic gemini; do
		printf 'toolfix: 1\ntools: {get_weather: {schema: %s/%s.json}}\n' "$defs" $file >rules.yaml
		OPTIONS=(-r rules.yaml)
		refuses get_weather '{"days":9}' 'error missing-field' 'error wrong-value /days'
	done
}

@test "schema: FILE#/pointer" {
	cp "$defs/mcp.json" tools.json
	printf 'a:\n  "b/c":\n    properties: {n: {type: integer}}\n' >s.yaml
	rulebook <<'END'
toolfix: 1
tools:
  w: {schema: tools.json#/tools/0/inputSchema}
  y: {schema: s.yaml#/a/b~1c}
END
	refuses w '{"days":9}' 'error missing-field' 'error wrong-value /days'
	fixes y '{"n":"1"}' '{"n":1}' 'fix converted-value /n'
}

@test "schema: FILE#/pointer, where references are those of the whole file" {
	echo '{"components":{"schemas":{"A":{"properties":{"n":{"$ref":"#/components/schemas/N"}}},
	"N":{"type":"integer"},"B":{"$ref":"#/nowhere"}}}}' >api.json
	rulebook <<'END'
toolfix: 1
tools:
  t: {schema: api.json#/components/schemas/A}
END
	fixes t '{"n":"1"}' '{"n":1}' 'fix converted-value /n'
	rulebook <<'END'
toolfix: 1
tools:
  t: {schema: api.json#/components/schemas/B}
END
	tf check -r rules.yaml
	assert_failure 2
	assert_stderr 'api.json:2:'
}

@test "schema: beside keywords of toolfix" {
	cp "$defs/mcp.json" tools.json
	rulebook <<'END'
toolfix: 1
tools:
  get_weather:
    schema: tools.json
    names: ["*__get_weather"]
    properties:
      city: {aliases: [town], pattern: '\S'}
      days: {filler: [7]}
    ignores: [unit]
    check:
      - {assert: .city != "Atlantis", message: 'no such city: \(.city)', at: city}
    tests:
      - {args: {town: Oslo, days: "3"}, expect: {city: Oslo, days: 3}}
END
	fixes get_weather '{"town":"Oslo","days":7,"unit":"celsius"}' '{"city":"Oslo"}' \
	    'fix renamed-field /town' 'fix empty-field /days' 'fix unused-field /unit'
	refuses get_weather '{"city":"Atlantis","days":9}' 'error wrong-value /days' 'error check /city'
	refuses get_weather '{"city":5}' 'error wrong-value /city'
	refuses get_weather '{"city":" "}' 'error empty-required /city'
	refuses get_weather '{"city":"x","other":1}' 'error unknown-field /other'
	tf test -r rules.yaml
	assert_success
	echo '{"name":"a__get_weather","arguments":{}}' >in
	tf check -r rules.yaml
	assert_output --partial 'city is missing'
}

@test "schema: actions over the fields of a file" {
	cat >tools.json <<'END'
{"tools":[{"name":"note","inputSchema":{"type":"object","properties":{
"action":{"enum":["write","read"]},"content":{"type":"string"},"id":{"type":"integer","minimum":1}},
"required":["action","content","id"]}}]}
END
	rulebook <<'END'
toolfix: 1
tools:
  note:
    schema: tools.json#/tools/0/inputSchema/properties/nothing
END
	tf check -r rules.yaml
	assert_failure 2
	assert_stderr 'rules.yaml:4:13:'
	sed -i '/^"required"/s/\[.*\]}}/["action"]}}/' tools.json
	rulebook <<'END'
toolfix: 1
tools:
  note:
    schema: tools.json
    action: action
    actions: {write: {uses: [content], required: [content]}, read: {uses: [id]}}
END
	fixes note '{"action":"write","content":"x","id":0}' '{"action":"write","content":"x"}' \
	    'fix unused-field /id'
	refuses note '{"action":"read","id":0}' 'error wrong-value /id'
}

@test "schema: mistakes have their places" {
	cp "$defs/mcp.json" tools.json
	# book NAME SCHEMA TEXT
	book() {
		printf 'toolfix: 1\ntools:\n  %s:\n    schema: %s\n' "$1" "$2" >rules.yaml
		tf check -r rules.yaml
		[ "$status" -eq 2 ] || fail "$2: status $status"
		assert_stderr "$3"
	}
	book get_weather missing.json 'rules.yaml:4:13: '
	assert_stderr 'missing.json'
	book get_wether tools.json 'did you mean get_weather?'
	assert_stderr 'rules.yaml:4:13: '
	book x 'tools.json#/tools/9' 'rules.yaml:4:13: '
	book x 'https://localhost/x.json' 'rules.yaml:4:13: '
	book x '[5]' 'rules.yaml:4:13: '
	book get_weather "$defs/wrong.json" 'wrong.json:7:26: '
}
