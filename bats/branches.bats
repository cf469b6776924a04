#!/usr/bin/env bats
# Branches: anyOf and oneOf, nullable, not, if, dependentSchemas, references,
# and contracts inside of contracts.

load helper

# findings N: exactly so many findings of --format json.
findings() {
	assert_equal "$(grep -c '^{' err)" "$1"
}

kinds() {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      job:
        oneOf:
          - type: object
            properties:
              kind: {const: cron}
              expression: {type: string}
              every: {type: integer, minimum: 1}
            required: [kind, expression]
            additionalProperties: false
          - type: object
            properties:
              kind: {const: once}
              at: {type: string, format: date}
              retry: {type: boolean}
              every: {type: string}
            required: [kind, at]
            additionalProperties: false
          - type: object
            properties:
              kind: {enum: [now, soon]}
              n: {type: integer}
            required: [kind]
            additionalProperties: false
EOF
}

@test "the property that tells branches apart chooses, by const and by enum" {
	kinds
	accepts t '{"job":{"kind":"cron","expression":"* *"}}'
	accepts t '{"job":{"kind":"once","at":"2026-01-02","every":"5"}}'
	accepts t '{"job":{"kind":"soon","n":1}}'
}

@test "findings are those of the chosen branch, and only those" {
	kinds
	refuses t '{"job":{"kind":"cron"}}' 'error missing-field /job'
	assert_said 'job is missing expression'
	assert_said '(received: kind)'
	refuses t '{"job":{"kind":"once","at":5,"x":1}}' \
	    'error wrong-value /job/at' 'error unknown-field /job/x'
	case $(said) in *expression*) fail "$(said)" ;; esac
	refuses t '{"job":{"kind":"now","expression":"x"}}' 'error unknown-field /job/expression'
}

@test "the finding names the property that told, and its value" {
	kinds
	refuses t '{"job":{"kind":"cron"}}' 'error missing-field /job'
	assert_said kind
	assert_said cron
	refuses t '{"job":{"kind":"once"}}' 'error missing-field /job'
	assert_said kind
	assert_said once
}

@test "a format is named where it is what fails" {
	kinds
	refuses t '{"job":{"kind":"once","at":"tomorrow"}}' 'error wrong-value /job/at'
	assert_said date
}

@test "conversions and filler are those of the chosen branch" {
	kinds
	fixes t '{"job":{"kind":"cron","expression":"x","every":"5"}}' \
	    '{"job":{"kind":"cron","expression":"x","every":5}}' 'fix converted-value /job/every'
	accepts t '{"job":{"kind":"once","at":"2026-01-02","every":"5"}}'
	fixes t '{"job":{"kind":"once","at":"2026-01-02","retry":""}}' \
	    '{"job":{"kind":"once","at":"2026-01-02"}}' 'fix empty-field /job/retry'
	fixes t '{"job":{"kind":"soon","n":"3"}}' '{"job":{"kind":"soon","n":3}}' \
	    'fix converted-value /job/n'
}

@test "the whole object may be JSON text" {
	kinds
	fixes t '{"job":"{\"kind\":\"cron\",\"expression\":\"x\",\"every\":\"5\"}"}' \
	    '{"job":{"kind":"cron","expression":"x","every":5}}' \
	    'fix converted-value /job' 'fix converted-value /job/every'
}

@test "a value of no branch is one error, which lists all values" {
	kinds
	refuses t '{"job":{"kind":"crom","expression":5}}' 'error wrong-value /job/kind'
	assert_said 'cron, once, now, soon'
	assert_said '"crom"'
	assert_said 'did you mean cron?'
}

@test "without the telling property, one error speaks of it" {
	kinds
	refuses t '{"job":{"expression":"x"}}' 'error missing-field /job'
	assert_said kind
	# Optional, and filler that its schema refuses.
	fixes t '{"job":{}}' '{}' 'fix empty-field /job'
}

@test "the telling member of an enum may differ in case, and is converted" {
	kinds
	fixes t '{"job":{"kind":"Soon","n":"5"}}' '{"job":{"kind":"soon","n":5}}' \
	    'fix converted-value /job/kind' 'fix converted-value /job/n'
}

@test "branches at the root" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    type: object
    properties: {op: {enum: [add, del]}}
    required: [op]
    anyOf:
      - {properties: {op: {const: add}, text: {type: string}}, required: [text]}
      - {properties: {op: {const: del}, id: {type: integer}}, required: [id]}
EOF
	accepts t '{"op":"add","text":"5"}'
	fixes t '{"op":"del","id":"5"}' '{"op":"del","id":5}' 'fix converted-value /id'
	refuses t '{"op":"del"}' 'error missing-field'
	assert_said 'id is missing'
	refuses t '{"op":"x"}' 'error wrong-value /op'
	findings 1
	refuses t '{}' 'error missing-field'
	findings 1
}

@test "told by required fields: exactly one of two" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    type: object
    properties: {content: {type: string}, url: {type: string, pattern: '^https?:'}}
    additionalProperties: false
    oneOf: [{required: [content]}, {required: [url]}]
EOF
	accepts t '{"url":"http://x"}'
	accepts t '{"content":""}'
	echo '{}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	findings 1
	assert_said content
	assert_said url
	echo '{"content":"a","url":"http://x"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	assert_same in out
	findings 1
	assert_said content
	assert_said url
}

@test "told by fit" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      to: {anyOf: [{type: string, pattern: '@'}, {type: array, items: {type: string}}, {type: object, properties: {id: {type: integer}}, required: [id]}]}
EOF
	accepts t '{"to":"a@b"}'
	accepts t '{"to":["x"]}'
	accepts t '{"to":{"id":5}}'
	fixes t '{"to":{"id":"5"}}' '{"to":{"id":5}}' 'fix converted-value /to/id'
	fixes t '{"to":"[\"x\"]"}' '{"to":["x"]}' 'fix converted-value /to'
	refuses t '{"to":["x",5]}' 'error wrong-value /to/1'
	refuses t '{"to":"x"}' 'error wrong-value /to'
	refuses t '{"to":{"x":5}}' 'error missing-field /to' 'warning unknown-field /to/x'
	refuses t '{"to":5}' 'error wrong-value /to'
	findings 1
}

@test "told by nearness: the branch with the fewest faults" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      shape:
        anyOf:
          - {type: object, properties: {radius: {type: number}}, required: [radius], additionalProperties: false}
          - {type: object, properties: {width: {type: number}, height: {type: number}}, required: [width, height], additionalProperties: false}
EOF
	refuses t '{"shape":{"width":5}}' 'error missing-field /shape'
	assert_said 'shape is missing height (received: width)'
	refuses t '{"shape":{"radius":"big"}}' 'error wrong-value /shape/radius'
	fixes t '{"shape":{"width":"5","height":6}}' '{"shape":{"width":5,"height":6}}' \
	    'fix converted-value /shape/width'
}

@test "a value that fits one branch is not converted for another" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      v: {anyOf: [{type: integer}, {type: string}]}
      w: {anyOf: [{type: array, items: {type: integer}}, {type: string, pattern: x}]}
EOF
	accepts t '{"v":"5"}'
	accepts t '{"v":5,"w":"x[1]"}'
	fixes t '{"w":"[1,\"2\"]"}' '{"w":[1,2]}' 'fix converted-value /w' 'fix converted-value /w/1' 
}

@test "a conversion that two branches want in two ways is not made" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      v: {anyOf: [{type: boolean}, {enum: [TRUE!, "True"]}]}
      w: {anyOf: [{type: integer}, {type: "boolean"}]}
EOF
	fixes t '{"w":"5"}' '{"w":5}' 'fix converted-value /w'
	fixes t '{"w":"true"}' '{"w":true}' 'fix converted-value /w'
	refuses t '{"v":"true"}' 'error wrong-value /v'
}

@test "nullable, as anyOf and as a list of types" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      a: {anyOf: [{type: integer, minimum: 1}, {type: "null"}]}
      b: {type: [integer, "null"], minimum: 1}
      c: {oneOf: [{type: "null"}, {type: object, properties: {n: {type: integer}}}]}
      d: {type: [integer, boolean]}
EOF
	accepts t '{"a":null,"b":null,"c":null}'
	accepts t '{"a":1,"b":1,"c":{"n":1},"d":true}'
	fixes t '{"a":"5","b":"5","c":{"n":"5"},"d":"5"}' '{"a":5,"b":5,"c":{"n":5},"d":5}' \
	    'fix converted-value /a' 'fix converted-value /b' 'fix converted-value /c/n' 'fix converted-value /d'
	fixes t '{"a":"","b":"","c":""}' '{}' \
	    'fix empty-field /a' 'fix empty-field /b' 'fix empty-field /c'
	refuses t '{"a":0,"b":0,"c":{"n":"x"},"d":"x"}' 'error wrong-value /a' 'error wrong-value /b' \
	    'error wrong-value /c/n' 'error wrong-value /d'
	assert_said 'a must be an integer of at least 1'
	assert_said 'b must be an integer of at least 1 or null (received: 0)'
	assert_said '(received: "x")'
}

@test "oneOf: a value that fits several branches is refused" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {v: {oneOf: [{type: integer}, {type: number, minimum: 5}]}}}
EOF
	accepts t '{"v":1}'
	accepts t '{"v":5.5}'
	refuses t '{"v":7}' 'error wrong-value /v'
	assert_said 'v'
	assert_said '7'
}

@test "not" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      a: {type: string, not: {enum: [root, admin]}}
      b: {not: {type: "null"}}
    not: {required: [a, b]}
EOF
	accepts t '{"a":"joe"}'
	refuses t '{"a":"root"}' 'error wrong-value /a'
	assert_said 'root, admin'
	assert_said '"root"'
	echo '{"a":"x","b":1}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_failure 1
	findings 1
}

@test "if, then and else" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties: {country: {enum: [us, nl]}, zip: {type: string}, n: {}}
    if: {properties: {country: {const: us}}, required: [country]}
    then: {properties: {zip: {pattern: '^\d{5}$'}, n: {type: integer}}, required: [zip]}
    else: {properties: {n: {type: boolean}}}
EOF
	accepts t '{"country":"us","zip":"12345","n":5}'
	accepts t '{"country":"nl","zip":"x","n":true}'
	refuses t '{"country":"us"}' 'error missing-field'
	assert_said 'zip is missing (received: country)'
	refuses t '{"country":"us","zip":"x"}' 'error wrong-value /zip'
	fixes t '{"country":"us","zip":"12345","n":"5"}' '{"country":"us","zip":"12345","n":5}' \
	    'fix converted-value /n'
	fixes t '{"country":"nl","n":"true"}' '{"country":"nl","n":true}' 'fix converted-value /n'
	fixes t '{"country":"US","zip":"12345","n":"5"}' '{"country":"us","zip":"12345","n":5}' \
	    'fix converted-value /country' 'fix converted-value /n'
}

@test "dependentSchemas" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties: {card: {type: string}, name: {}, cvc: {}}
    dependentSchemas: {card: {properties: {cvc: {type: integer}}, required: [cvc]}}
EOF
	accepts t '{"cvc":"x"}'
	accepts t '{"card":"c","cvc":5}'
	fixes t '{"card":"c","cvc":"5"}' '{"card":"c","cvc":5}' 'fix converted-value /cvc'
	refuses t '{"card":"c"}' 'error missing-field'
	assert_said 'cvc is missing (received: card)'
	refuses t '{"card":"c","cvc":"x"}' 'error wrong-value /cvc'
}

@test "allOf with references" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    $defs:
      paged: {properties: {limit: {type: integer, minimum: 1}}, required: [limit]}
      named: {$anchor: named, properties: {name: {type: string, pattern: '\S'}}, required: [name]}
    allOf: [{$ref: '#/$defs/paged'}, {$ref: '#named'}]
    properties: {limit: {maximum: 9}}
    unevaluatedProperties: false
EOF
	accepts t '{"limit":5,"name":"x"}'
	fixes t '{"limit":"5","name":"x"}' '{"limit":5,"name":"x"}' 'fix converted-value /limit'
	refuses t '{}' 'error missing-field'
	findings 1
	assert_said limit
	assert_said name
	refuses t '{"limit":10,"name":" "}' 'error wrong-value /limit' 'error empty-required /name'
	assert_said 'limit must be an integer from 1 to 9 (received: 10)'
	refuses t '{"limit":5,"name":"x","nam":1}' 'error unknown-field /nam'
	assert_said 'did you mean name?'
}

tree() {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties: {root: {$ref: '#/$defs/node'}}
    required: [root]
    $defs:
      node:
        type: object
        properties:
          value: {type: integer}
          label: {type: string, aliases: [title]}
          children: {type: array, items: {$ref: '#/$defs/node'}}
        required: [value]
        additionalProperties: false
EOF
}

@test "a tree: findings deep inside have the right path" {
	tree
	accepts t '{"root":{"value":1,"children":[{"value":2,"children":[{"value":3}]}]}}'
	refuses t '{"root":{"value":1,"children":[{"value":2},{"value":3,"children":[{"value":"x"}]}]}}' \
	    'error wrong-value /root/children/1/children/0/value'
	assert_said 'root.children[1].children[0].value must be an integer (received: "x")'
	refuses t '{"root":{"value":1,"children":[{"value":2,"children":[{}]}]}}' \
	    'error missing-field /root/children/0/children/0'
	assert_said 'root.children[0].children[0]'
	refuses t '{"root":{"value":1,"children":[{"value":2,"children":[{"value":3,"valu":4}]}]}}' \
	    'error unknown-field /root/children/0/children/0/valu'
}

@test "a tree: conversions, aliases and filler deep inside" {
	tree
	fixes t '{"root":{"value":"1","children":"[{\"value\":\"2\",\"title\":\"x\",\"children\":null}]"}}' \
	    '{"root":{"value":1,"children":[{"value":2,"label":"x"}]}}' \
	    'fix converted-value /root/value' 'fix converted-value /root/children' \
	    'fix converted-value /root/children/0/value' 'fix renamed-field /root/children/0/title' \
	    'fix empty-field /root/children/0/children'
}

@test "a tree of a hundred levels" {
	tree
	local i in='{"value":"x"}' path=
	for i in $(seq 100); do
		in='{"value":1,"children":['$in']}'
		path+=/children/0
	done
	refuses t '{"root":'$in'}' "error wrong-value /root$path/value"
}

@test "\$dynamicRef and \$ref to a property" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    $dynamicAnchor: node
    properties: {n: {type: integer}, kids: {type: array, items: {$dynamicRef: '#node'}}, m: {$ref: '#/properties/n'}}
EOF
	refuses t '{"kids":[{"kids":[{"n":"x"}]}],"m":"y"}' \
	    'error wrong-value /kids/0/kids/0/n' 'error wrong-value /m'
	fixes t '{"kids":[{"n":"1"}],"m":"2"}' '{"kids":[{"n":1}],"m":2}' \
	    'fix converted-value /kids/0/n' 'fix converted-value /m'
}

@test "actions of the items of an array" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      ops:
        type: array
        items:
          type: object
          properties: {op: {enum: [update, delete]}, id: {type: integer, minimum: 1}, title: {type: string, pattern: '\S'}, force: {type: boolean}}
          action: op
          actions:
            update: {uses: [id, title], required: [id, title]}
            delete: {uses: [id, force], required: [id]}
EOF
	accepts t '{"ops":[{"op":"update","id":1,"title":"x"},{"op":"delete","id":2,"force":true}]}'
	fixes t '{"ops":[{"op":"delete","id":"2","title":"y","force":null},{"op":"update","id":1,"title":"x","force":false}]}' \
	    '{"ops":[{"op":"delete","id":2},{"op":"update","id":1,"title":"x"}]}' \
	    'fix converted-value /ops/0/id' 'fix unused-field /ops/0/title' 'fix empty-field /ops/0/force' \
	    'fix unused-field /ops/1/force'
	refuses t '{"ops":[{"op":"update","id":1},{"op":"remove","id":0}]}' \
	    'error missing-field /ops/0' 'error unknown-action /ops/1/op'
	assert_said 'ops[0]'
	assert_said 'title'
	assert_said 'update, delete'
	refuses t '{"ops":[{"id":1}]}' 'error missing-action /ops/0'
}

@test "actions and cases of nested objects" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      conf:
        type: object
        properties: {mode: {enum: [a, b]}, x: {type: integer}, y: {type: integer}, z: {}}
        action: {field: mode, infer: 'if has("x") then "a" else "b" end'}
        actions: {a: {uses: [x], required: [x]}, b: {uses: [y], required: [y]}}
        cases: [{name: big, when: (.y // 0) > 9, required: [z], uses: [y, z]}]
        exactly_one: [x, y]
EOF
	fixes t '{"conf":{"x":"1"}}' '{"conf":{"x":1}}' 'fix converted-value /conf/x'
	refuses t '{"conf":{"mode":"c"}}' 'error unknown-action /conf/mode'
	refuses t '{"conf":{"mode":"b","y":10}}' 'error missing-field /conf'
	assert_said 'conf is missing z'
	accepts t '{"conf":{"mode":"b","y":10,"z":1}}'
}

@test "a branch with keywords of toolfix" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      o:
        oneOf:
          - {properties: {k: {const: a}, id: {type: integer, aliases: [ident]}, extra: {}}, ignores: [extra], exactly_one: [id, name]}
          - {properties: {k: {const: b}, extra: {}}, check: [{assert: .extra > 1, message: too little, at: extra}]}
EOF
	fixes t '{"o":{"k":"a","ident":"5","extra":1}}' '{"o":{"k":"a","id":5}}' \
	    'fix renamed-field /o/ident' 'fix converted-value /o/id' 'fix unused-field /o/extra'
	refuses t '{"o":{"k":"b","extra":1}}' 'error check /o/extra'
	accepts t '{"o":{"k":"b","extra":2}}'
}

@test "prefixItems, contains and patternProperties go inside, too" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      p: {type: array, prefixItems: [{type: integer}, {type: boolean}], items: {type: string}}
      c: {type: array, contains: {const: x}}
    patternProperties: {'^n_': {type: integer}}
    additionalProperties: {type: boolean}
EOF
	fixes t '{"p":["1","true","5"],"n_a":"2","z":"true"}' '{"p":[1,true,"5"],"n_a":2,"z":true}' \
	    'fix converted-value /p/0' 'fix converted-value /p/1' 'fix converted-value /n_a' 'fix converted-value /z'
	refuses t '{"p":[1,true,5],"c":["y"]}' 'error wrong-value /p/2' 'error wrong-value /c'
}

@test "a condition sees what was converted: fixing twice is fixing once" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties: {n: {}, country: {enum: [us, nl]}}
    if: {properties: {country: {const: us}}, required: [country]}
    then: {properties: {n: {type: integer}}}
EOF
	fixes t '{"n":"5","country":"US"}' '{"n":5,"country":"us"}' \
	    'fix converted-value /n' 'fix converted-value /country'
}

@test "unevaluatedProperties: an undeclared field is one error" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    allOf: [{properties: {name: {}}}]
    properties: {o: {type: object, anyOf: [{properties: {inner: {}}}], unevaluatedProperties: false}}
    unevaluatedProperties: false
EOF
	accepts t '{"name":1,"o":{"inner":1}}'
	refuses t '{"nam":1}' 'error unknown-field /nam'
	assert_said 'did you mean name?'
	refuses t '{"o":{"iner":1}}' 'error unknown-field /o/iner'
}
