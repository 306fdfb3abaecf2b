/** R32: JSON Schemas that are small, valid and expensive to compile or to check, each of them new. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { allOf, atMost, equals, holds, reported } from '../../bench/labs/lab.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codesOf, type CallAnswer } from '../caller.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

type Schema = boolean | { [keyword: string]: unknown }

const callersAtOnce = 3
const seconds = 20
const shortSeconds = 2
const schemaMaxBytes = 60_000

const objectOf = (count: number, property: (at: number) => Schema): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, property(at)])),
})

/** Builds a schema with as many entries as the size limit allows. */
function filled(make: (count: number) => Schema): Schema {
  let [few, many] = [1, 2]
  while (JSON.stringify(make(many)).length <= schemaMaxBytes) [few, many] = [many, 2 * many]
  while (few < many) {
    const middle = Math.ceil((few + many) / 2)
    if (JSON.stringify(make(middle)).length <= schemaMaxBytes) few = middle
    else many = middle - 1
  }
  return make(few)
}

const list = <T>(count: number, entry: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => entry(at))

const nested = (depth: number, leaf: Schema): Schema =>
  depth === 0 ? leaf : { type: 'object', properties: { a: nested(depth - 1, leaf) }, unevaluatedProperties: false }

const dearSchemas: readonly { name: string; schema: Schema }[] = [
  {
    name: 'allOf of true under unevaluatedProperties',
    schema: filled((count) => ({ type: 'object', allOf: list(count, () => true), unevaluatedProperties: false })),
  },
  {
    name: 'allOf of properties under unevaluatedProperties',
    schema: filled((count) => ({
      type: 'object',
      allOf: list(count, (at) => ({ properties: { [`p${at}`]: true } })),
      unevaluatedProperties: false,
    })),
  },
  {
    name: 'anyOf under unevaluatedProperties, again and again',
    schema: filled((count) =>
      objectOf(count, (at) => ({
        anyOf: list(12, (branch) => ({ properties: { [`q${at}_${branch}`]: true } })),
        unevaluatedProperties: false,
      })),
    ),
  },
  {
    name: 'unevaluatedItems over prefixItems',
    schema: filled((count) => ({
      type: 'array',
      allOf: list(count, (at) => ({ prefixItems: list((at % 5) + 1, () => true) })),
      unevaluatedItems: false,
    })),
  },
  {
    name: 'thirty levels of unevaluatedProperties',
    schema: nested(
      30,
      filled((count) => objectOf(count, () => true)),
    ),
  },
  {
    name: 'dependentSchemas and conditions',
    schema: filled((count) => ({
      type: 'object',
      dependentSchemas: Object.fromEntries(
        list(count, (at) => [`p${at}`, { if: { required: [`q${at}`] }, else: false }]),
      ),
      unevaluatedProperties: false,
    })),
  },
  {
    name: 'definitions that refer to two others each',
    schema: {
      $defs: Object.fromEntries(
        list(24, (at) => [
          `d${at}`,
          at === 23
            ? { type: 'string' }
            : { type: 'object', properties: { a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } } },
        ]),
      ),
      $ref: '#/$defs/d0',
    },
  },
  {
    name: 'patternProperties',
    schema: filled((count) => ({
      type: 'object',
      patternProperties: Object.fromEntries(list(count, (at) => [`^a${at}[ab]{1,40}$`, { type: 'string' }])),
      additionalProperties: false,
    })),
  },
  {
    name: 'properties with a pattern each',
    schema: filled((count) => objectOf(count, (at) => ({ type: 'string', pattern: `(a|b){${at % 30}}c` }))),
  },
  {
    name: 'anyOf of true in every property',
    schema: filled((count) => objectOf(count, () => ({ anyOf: list(90, () => true), unevaluatedProperties: false }))),
  },
  { name: 'booleans', schema: filled((count) => objectOf(count, (at) => at % 2 === 0)) },
]

/** Returns the schema in a variant that has not been compiled yet. */
const fresh = (schema: Schema): Schema => (typeof schema === 'boolean' ? schema : { ...schema, title: randomUUID() })

/** Runs callers that send one expensive schema after another until the time is over. */
async function attackFor(
  stack: ReliabilityStack,
  url: string,
  ms: number,
): Promise<{ name: string; answer: CallAnswer }[]> {
  const told: { name: string; answer: CallAnswer }[] = []
  const endsAt = performance.now() + ms
  const caller = async (first: number): Promise<void> => {
    for (let at = first; performance.now() < endsAt; at += 1) {
      const { name, schema } = dearSchemas[at % dearSchemas.length]!
      const body = { url, js_render: false, output: ['json'], schema: fresh(schema), timeout: 10_000 }
      const answer = await stack.attacker.post('/scrape', body, { timeoutMs: 90_000 })
      told.push({ name, answer })
      await sleep(1)
    }
  }
  await Promise.all(Array.from({ length: callersAtOnce }, async (_, at) => await caller(at * 3)))
  return told
}

const wasAnswered = ({ status }: CallAnswer): boolean => status !== 0 && status !== 500

export const schemaCostRow: Row = {
  id: 'R32',
  name: "Callers' JSON Schemas",
  alone: true,
  method:
    'Three callers send `/scrape` one schema of up to 60 KB after the other for 20 s, every one of them new: unevaluated properties and items over hundreds of subschemas, deep nesting, references that fan out, patterns, booleans.',
  counted: "Answers; the longest of them; other callers' calls meanwhile.",
  passMark: 'Refused with 422 or answered, never 500; other callers under 3 × their idle p99',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const site = await serve(
      stack,
      startFixture({
        '/': html('<title>Lamp</title><main><h1>Lamp</h1><p>A lamp of brass, 40 cm high, for 89 euros.</p></main>'),
      }),
    )
    const ms = (short ? shortSeconds : seconds) * 1_000
    const attack = async () => await attackFor(stack, `${site.origin}/`, ms)
    const { value: told, marks } = await besideAttack(stack, short, attack)
    const slowest = told.toSorted((a, b) => b.answer.elapsedMs - a.answer.elapsedMs)[0]
    const plain = { url: `${site.origin}/`, js_render: false, output: ['json'] }
    const usual = {
      type: 'object',
      properties: { name: { type: 'string' }, price: { type: 'number' } },
      required: ['name'],
    }
    const after = await stack.attacker.post('/scrape', { ...plain, schema: usual })
    const faults = told.filter(({ answer }) => !wasAnswered(answer)).map(({ name }) => name)
    return [
      reported('answers', codesOf(told.map(({ answer }) => answer))),
      allOf('answered, and not with 500', told.length - faults.length, told.length),
      ...[...new Set(faults)].map((name) => holds('not answered', name, 'answered', false)),
      atMost(`longest call (${slowest?.name})`, (slowest?.answer.elapsedMs ?? 0) / 1_000, 60, ' s'),
      ...marks,
      equals('a usual schema afterwards', after.status, 200),
    ]
  },
}
