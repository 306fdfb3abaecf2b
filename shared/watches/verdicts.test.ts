import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchLimits } from '../config/watch-limits.ts'
import type { PageVersion } from './runs.ts'
import { judgeAbsent, judgePage, type ComparedPage } from './verdicts.ts'

const url = 'https://site.test/a'
const run = { runId: 'run-2', at: '2026-11-24T00:00:00Z' }
const track = { mode: 'markdown', minChangedWords: 1 } as const
const page = (more: Partial<ComparedPage> = {}): ComparedPage => ({
  url,
  finalUrl: url,
  status: 200,
  title: 'A',
  failure: null,
  hash: 'b',
  ...more,
})
const before: PageVersion = {
  url,
  finalUrl: url,
  title: 'A',
  hash: 'a',
  runId: 'run-1',
  at: '2026-11-23T00:00:00Z',
  earlier: [],
}
const texts: Record<string, string> = { a: 'one two three', b: 'one two four', c: '{"n":1}', d: '{"n":2}' }
const textOf = async (hash: string): Promise<string> => texts[hash]!

test('a page is new, the same or changed', async () => {
  const first = await judgePage(page(), null, run, track, textOf)
  assert.deepEqual([first.verdict.state, first.version?.hash], ['new', 'b'])
  const same = await judgePage(page({ hash: 'a' }), before, run, track, textOf)
  assert.deepEqual([same.verdict.state, same.verdict.previous_run_id, same.version?.runId], ['same', 'run-1', 'run-2'])
  const changed = await judgePage(page(), before, run, track, textOf)
  const { state, words_added, words_removed, previous_at } = changed.verdict
  assert.deepEqual([state, words_added, words_removed, previous_at], ['changed', 1, 1, before.at])
  assert.deepEqual(changed.version?.earlier, ['a'])
})

test('a page that returns to an earlier text is flapping', async () => {
  const back = await judgePage(page({ hash: 'a' }), { ...before, hash: 'b', earlier: ['a'] }, run, track, textOf)
  assert.deepEqual([back.verdict.state, back.verdict.flapping, back.version?.earlier], ['changed', true, ['b', 'a']])
})

test('small changes add up until they are large enough', async () => {
  const few = await judgePage(page(), before, run, { ...track, minChangedWords: 3 }, textOf)
  assert.deepEqual([few.verdict.state, few.version?.hash], ['same', 'a'])
  const enough = await judgePage(page(), before, run, { ...track, minChangedWords: 2 }, textOf)
  assert.equal(enough.verdict.state, 'changed')
})

test('a change too large for its words to be counted is one, however many words are asked for', async () => {
  const head = 'w'.repeat(watchLimits.countedCharactersMax)
  const long = async (hash: string): Promise<string> => `${head} ${texts[hash]!}`
  const changed = await judgePage(page(), before, run, { ...track, minChangedWords: 3 }, long)
  assert.equal(changed.verdict.state, 'changed')
})

test('only a 404 or 410 of a page that was good removes it', async () => {
  const failed = (status: number | null, failure: string) => page({ status, failure, hash: '' })
  for (const [status, code, known, state, reason] of [
    [404, 'http_status', true, 'removed', 'not_found'],
    [410, 'http_status', true, 'removed', 'gone'],
    [404, 'http_status', false, 'failed', 'http_status'],
    [500, 'http_status', true, 'failed', 'http_status'],
    [403, 'http_status', true, 'failed', 'http_status'],
    [404, 'blocked', true, 'failed', 'blocked'],
    [null, 'timeout', true, 'failed', 'timeout'],
  ] as const) {
    const judged = await judgePage(failed(status, code), known ? before : null, run, track, textOf)
    assert.deepEqual([judged.verdict.state, judged.verdict.reason], [state, reason], `${status} ${code}`)
    assert.deepEqual(judged.version, state === 'failed' && known ? before : null)
  }
})

test('a page that was not met is removed only with proof', () => {
  assert.deepEqual(judgeAbsent(before, false), { verdict: null, version: before })
  const { verdict, version } = judgeAbsent(before, true)
  assert.deepEqual([verdict?.state, verdict?.reason, version], ['removed', 'unlinked', null])
})

test('JSON has a patch', async () => {
  const changed = await judgePage(
    page({ hash: 'd' }),
    { ...before, hash: 'c' },
    run,
    { ...track, mode: 'json' },
    textOf,
  )
  assert.deepEqual(changed.verdict.json_patch, [{ op: 'replace', path: '/n', value: 2 }])
})
