// The contracts of nofilter.yaml for node and ajv, which is found by NODE_PATH.
// Prints each record, cleaned, and after one with errors an array of them on a
// line of its own, as rules.jq does.
import { createRequire } from 'node:module'
import { writeSync } from 'node:fs'

const required = createRequire(import.meta.url)('ajv')
const Ajv = required.default ?? required
const ajv = new Ajv({ allErrors: true })

const text = { type: 'string', pattern: '\\S' }
const id = { type: 'integer', minimum: 1 }
const ids = { type: 'array', items: id, minItems: 1, maxItems: 50 }
const filters = ['all', 'active', 'pending', 'ready', 'dismissed']
const six = ['maintainability', 'prd', 'tests', 'security', 'operational',
  'scope']

const properties = {
  content: text,
  surface_condition: text,
  filter: { enum: filters },
  note_id: id,
  note_ids: ids
}
const either = (...names) => names.map(name => ({ required: [name] }))
const actions = {
  write: { uses: ['content', 'surface_condition'], required: ['content'] },
  read: { uses: ['filter'] },
  update: {
    uses: ['note_id', 'content', 'surface_condition'],
    required: ['note_id'],
    anyOf: either('content', 'surface_condition')
  },
  dismiss: {
    uses: ['note_id', 'note_ids'],
    oneOf: either('note_id', 'note_ids')
  }
}

for (const [name, { uses, ...rest }] of Object.entries(actions)) {
  const used = Object.fromEntries(uses.map(use => [use, properties[use]]))
  actions[name] = {
    unused: Object.keys(properties).filter(key => !uses.includes(key)),
    validate: ajv.compile({ type: 'object', properties: used, ...rest })
  }
}

const forbidden = { not: {} }
const report = ajv.compile({
  type: 'object',
  properties: {
    markdown: { ...text, maxLength: 100000 },
    commit: forbidden,
    score: forbidden,
    verdict: forbidden,
    dimensions: {
      type: 'object',
      required: six,
      additionalProperties: { type: 'number', minimum: 0, maximum: 100 }
    },
    mustFix: { type: 'array', items: { type: 'string' } },
    gaps: {
      type: 'object',
      propertyNames: { enum: six },
      additionalProperties: text
    },
    confidence: { enum: ['high', 'medium', 'low'] }
  },
  required: ['markdown', 'dimensions']
})

function errors (name, args) {
  if (name === 'write_report') {
    return report(args) ? null : report.errors
  }
  const action = actions[args.action]
  if (action === undefined) {
    return [{ message: 'unknown action' }]
  }
  for (const key of action.unused) {
    if (key in args) {
      delete args[key]
    }
  }
  return action.validate(args) ? null : action.validate.errors
}

function handle (line) {
  const record = JSON.parse(line)
  const found = errors(record.name, record.arguments)
  const out = JSON.stringify(record) + '\n'
  return found === null
    ? out
    : out + JSON.stringify(found.map(error =>
      `${error.instancePath ?? error.dataPath} ${error.message}`)) + '\n'
}

function print (text) {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) {
    done += writeSync(1, bytes, done)
  }
}

let rest = ''
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  let out = ''
  for (const line of lines) {
    out += handle(line)
  }
  print(out)
}
if (rest !== '') {
  print(handle(rest))
}
