import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobLimits } from '../../config/limits.ts'
import { allowNothing } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { readBatchRequest } from './batch-request.ts'
import type { FieldProblem } from '../schemas/problems.ts'

const identity = { id: 'batch-1', tenant: 'acme', requestId: 'req-1', createdAt: '2026-01-01T00:00:00.000Z' }
const vet = (text: string) => vetUrl(text, allowNothing)
const policy = { vetUrl: vet, vetPublicUrl: vet }

/** Several times the CPU time of a body of maximum size, so that the test does not fail on a busy machine. */
const cpuMaxMs = 8_000

/** Almost the maximum size of a body, characters. */
const characters = jobLimits.batchBodyMaxBytes - 1_024 * 1_024
/** About the maximum number of values in a body. */
const values = 100_000

async function read(body: unknown): Promise<{ ok: boolean; errors: FieldProblem[]; cpuMs: number }> {
  const before = process.cpuUsage()
  const result = await readBatchRequest(body, identity, policy)
  const { user, system } = process.cpuUsage(before)
  return { ok: result.ok, errors: result.ok ? [] : result.errors, cpuMs: (user + system) / 1_000 }
}

async function readQuickly(body: unknown): Promise<{ ok: boolean; errors: FieldProblem[] }> {
  const first = await read(body)
  const cpuMs = first.cpuMs < cpuMaxMs ? first.cpuMs : (await read(body)).cpuMs
  assert.ok(cpuMs < cpuMaxMs, `${Math.round(cpuMs)} ms`)
  return first
}

const lines = (url: (index: number) => string): string[] =>
  Array.from({ length: jobLimits.limitPagesMax }, (_, index) => url(index))
const members = (count: number, name: (index: number) => string, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]))
const withUrls = (fields: Record<string, unknown>) => ({ urls: ['https://e.com/'], ...fields })
const schemaOf = (name: string, depth: number): unknown =>
  JSON.parse(`${`{"${name}":`.repeat(depth)}1${'}'.repeat(depth)}`)

const shapes: Readonly<Record<string, unknown>> = {
  'URLs of no use': { urls: lines(() => 'nope'.repeat(500)) },
  'URLs that may hold passwords': { urls: lines(() => `http:${'@'.repeat(2_000)}`) },
  'URLs that are too long': { urls: lines(() => 'a'.repeat(2_300)) },
  'more URLs than allowed': { urls: Array.from({ length: 2 * values }, () => 'https://e.com/') },
  'one URL': { urls: ['@'.repeat(characters)] },
  'unknown fields': withUrls(members(values, (index) => `f${index}`, 1)),
  'unknown fields of long names': withUrls(members(1_000, (index) => `${'~/'.repeat(10_000)}${index}`, 1)),
  'one name': withUrls({ ['~/'.repeat(characters / 2)]: 1 }),
  'a schema': withUrls({ output: ['json'], schema: members(values, (index) => `f${index}`, 'x'.repeat(200)) }),
  'a nested schema': withUrls({ schema: schemaOf('a', values) }),
  'a nested schema of long names': withUrls({ schema: schemaOf('/'.repeat(100_000), 100) }),
  'a page body': withUrls({ method: 'POST', body: members(values, (index) => `f${index}`, 'x'.repeat(200)) }),
  'a page body as text': withUrls({ method: 'POST', body: '['.repeat(characters) }),
  labels: withUrls({ tag: Array.from({ length: values }, () => 0) }),
  'one label': withUrls({ tag: 'a'.repeat(characters) }),
  'a selector': withUrls({ waitSelector: 'a'.repeat(characters) }),
  'a method': withUrls({ method: 'a'.repeat(characters) }),
  'webhook headers': withUrls({
    webhook: { url: 'https://h.com/', headers: members(values, (index) => `\n${index}`, '\n') },
  }),
  'long page headers': withUrls({
    overrideParameter: { headers: members(50, (index) => ` ${'/'.repeat(400_000)}${index}`, '\n') },
  }),
}

for (const [what, body] of Object.entries(shapes)) {
  test(`a batch full of ${what} is refused without keeping the process busy`, async () => {
    const { errors } = await readQuickly(body)
    assert.ok(errors.length > 0)
    assert.ok(JSON.stringify(errors).length < 4_000_000)
  })
}

test('the longest list of the longest URLs is read without keeping the process busy', async () => {
  const path = 'a'.repeat(2_000)
  assert.equal(
    (await readQuickly({ urls: lines((index) => `https://h${index % 1_000}.example.com/${path}?${index}`) })).ok,
    true,
  )
})

test('a text that opens a great many lists is no JSON, and is sent as it is', async () => {
  assert.equal((await readQuickly(withUrls({ method: 'POST', body: '['.repeat(200_000) }))).ok, true)
})
