import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobLimits } from '../../config/limits.ts'
import { allowNothing } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { readCrawlRequest } from './crawl-request.ts'
import { allErrors } from '../testing/all-errors.ts'
import type { FieldProblem } from '../schemas/problems.ts'

const identity = { id: 'crawl-1', tenant: 'acme', requestId: 'req-1', createdAt: '2026-01-01T00:00:00.000Z' }
const vet = (text: string) => vetUrl(text, allowNothing)
const policy = { vetUrl: vet, vetPublicUrl: vet }

/**
 * Several times the CPU time allowed for a request, so that the test does not fail on a busy machine. Without the
 * bounds under test, these requests took seconds.
 */
const cpuMaxMs = 1_500

/** Returns a body of maximum size: `item` repeated between head and tail. */
function filled(head: string, item: (index: number) => string, tail: string): string {
  const items: string[] = []
  let length = head.length + tail.length
  for (let index = 0; ; index += 1) {
    const next = item(index)
    length += next.length + 1
    if (length > jobLimits.requestBodyMaxBytes) return head + items.join(',') + tail
    items.push(next)
  }
}

function read(text: string): { errors: FieldProblem[]; cpuMs: number } {
  const before = process.cpuUsage()
  const result = readCrawlRequest(JSON.parse(text), identity, policy)
  const { user, system } = process.cpuUsage(before)
  return { errors: allErrors(result), cpuMs: (user + system) / 1_000 }
}

const start = '{"url":"https://e.com/"'
const many = (count: number, item: string): string => Array.from({ length: count }, () => item).join(',')
const patterns = (pattern: string): string => {
  const list = many(100, JSON.stringify(pattern))
  return `${start},"includePaths":[${list}],"excludePaths":[${list}]}`
}
const filledPattern = (unit: string): string => unit.repeat(Math.floor(jobLimits.patternMaxCharacters / unit.length))

const shapes: Readonly<Record<string, string>> = {
  'actions that break a union': filled(`${start},"scrape":{"actions":[`, () => '{"action":"click","value":[]}', ']}}'),
  'actions without a field': filled(`${start},"scrape":{"actions":[`, () => '{}', ']}}'),
  'a few actions of many unknown fields': `${start},"scrape":{"actions":[${many(50, `{${Array.from({ length: 400 }, (_, index) => `"k${index}":1`).join(',')}}`)}]}}`,
  'unknown fields': filled(`${start},`, (index) => `"f${index}":1`, '}'),
  'unknown page options': filled(`${start},"scrapeOptions":{`, (index) => `"f${index}":1`, '}}'),
  'webhook headers': filled(
    `${start},"webhook":{"url":"https://h.com/","headers":{`,
    (index) => `"\\n${index}":"\\n"`,
    '}}}',
  ),
  'page headers': filled(`${start},"scrape":{"override_parameter":{"headers":{`, (index) => `" ${index}":1`, '}}}}'),
  events: filled(`${start},"webhook":{"url":"https://h.com/","events":[`, () => '0', ']}}'),
  formats: filled(`${start},"output":[`, () => '0', ']}'),
  tags: filled(`${start},"scrape":{"tag":[`, () => '0', ']}}'),
  resources: filled(`${start},"scrape":{"override_parameter":{"disable_resources":[`, () => '0', ']}}}'),
  'more patterns than allowed': filled(`${start},"includePaths":[`, () => '"("', ']}'),
  'nested lists': `${start},"webhook":{"url":"https://h.com/","metadata":${'['.repeat(120_000)}${']'.repeat(120_000)}}}`,
  'a long name': `${start},"${'~/'.repeat(120_000)}":1}`,
  repeats: patterns(filledPattern('a{1000}')),
  'repeats of repeats': patterns(filledPattern('(?:a{31}){31}')),
  'optional repeats': patterns(filledPattern('(?:a?){0,500}')),
  'Unicode classes': patterns('\\pL'.repeat(250)),
  'folded ranges': patterns(`(?i)[${'!-￾'.repeat(200)}]`),
}

for (const [what, text] of Object.entries(shapes)) {
  test(`a body full of ${what} is refused without keeping the process busy`, () => {
    assert.ok(Buffer.byteLength(text) <= jobLimits.requestBodyMaxBytes, `${text.length}`)
    const tries = [read(text), read(text)]
    assert.ok((tries[0]?.errors.length ?? 0) > 0)
    const cpuMs = Math.min(...tries.map((each) => each.cpuMs))
    assert.ok(cpuMs < cpuMaxMs, `${Math.round(cpuMs)} ms`)
  })
}

test('a page schema of any depth is refused by its pointer', () => {
  const { errors } = read(`${start},"scrape":{"schema":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}}`)
  assert.equal(errors.length, 1)
  assert.equal(errors[0]?.pointer, `/scrape/schema${'/a'.repeat(62)}`)
  assert.match(errors[0]?.message ?? '', /64 levels/)
})

test('a list that is too long is reported once, beside problems of its first items', () => {
  const { errors } = read(`${start},"scrape":{"actions":[{"action":"jump"},${many(100, '{"action":"reload"}')}]}}`)
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/scrape/actions', '/scrape/actions/0/action'],
  )
})

test('patterns that cost too much to match are refused with pointer, value and bound', () => {
  const poison = '"a[ab]{880}[c-f]"'
  const { errors } = read(`${start},"excludePaths":[${many(62, poison)}]}`)
  assert.equal(errors[0]?.pointer, '/excludePaths/22')
  for (const { code, message } of errors) {
    assert.equal(code, 'unsupported_pattern')
    assert.match(message, /too costly to match.* 20000 instructions .*this one has 884.*a\[ab\]\{880\}/)
  }
})

test('both lists of patterns share one budget, and patterns of the full length fit into it', () => {
  const plain = `"${'a'.repeat(jobLimits.patternMaxCharacters)}"`
  assert.deepEqual(read(`${start},"includePaths":[${many(100, plain)}]}`).errors, [])
  const costly = '"(?:[^/]{1,30}){1,30}"'
  const { errors } = read(`${start},"includePaths":[${many(10, costly)}],"excludePaths":["ok",${many(80, costly)}]}`)
  assert.ok(errors.length > 0 && errors.length < 80)
  for (const { pointer, code } of errors) {
    assert.match(pointer, /^\/excludePaths\//)
    assert.equal(code, 'unsupported_pattern')
  }
})
