import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readJobStatus } from './job-status.ts'
import { ndjsonEvents, ndjsonProgress } from './progress-ndjson.ts'
import { plainProgress } from './progress-plain.ts'
import { advanceProgress, beginProgress } from './progress-state.ts'

function sink() {
  const texts: string[] = []
  return { texts, output: { write: (text: string) => texts.push(text) } }
}

const stateAfter = (completed: number, atMs: number) =>
  advanceProgress(
    beginProgress('http://a/', 0),
    readJobStatus({
      status: 'crawling',
      limit: 10,
      total: completed + 3,
      completed,
      failed: 1,
      inFlight: 2,
      pending: 4,
      currentUrl: 'http://a/x',
    }),
    atMs,
  )

describe('plain progress', () => {
  test('says the counters, the rate and the time in one line', () => {
    const { texts, output } = sink()
    plainProgress(output, () => 2_000).update(stateAfter(3, 2_000))
    assert.deepEqual(texts, ['0:02  4 of 10 pages, 1 failed, 2 in flight, 4 waiting, 2.0 pages/s\n'])
  })

  test('writes at most one line every two seconds, and none that says nothing new', () => {
    const { texts, output } = sink()
    let nowMs = 0
    const display = plainProgress(output, () => nowMs)
    for (const [atMs, completed] of [
      [1_000, 1],
      [2_500, 2],
      [3_000, 2],
      [9_000, 2],
    ] as const) {
      nowMs = atMs
      display.update(stateAfter(completed, atMs))
    }
    assert.deepEqual(
      texts.map((text) => text.slice(0, 11)),
      ['0:01  2 of ', '0:03  3 of '],
    )
  })

  test('is silent before a page is known, but not about notes', () => {
    const { texts, output } = sink()
    const display = plainProgress(output, () => 0)
    display.update(beginProgress('http://a/', 0))
    display.note('waiting')
    display.end()
    assert.deepEqual(texts, ['waiting\n'])
  })
})

describe('NDJSON progress', () => {
  test('is one object a line with every counter', () => {
    const events = sink()
    const notes = sink()
    const display = ndjsonProgress(ndjsonEvents(events.output), notes.output, () => 1_500)
    display.update(stateAfter(2, 1_500))
    assert.equal(events.texts.length, 1)
    assert.ok(events.texts[0]?.endsWith('}\n'))
    assert.deepEqual(JSON.parse(events.texts[0] ?? ''), {
      event: 'progress',
      limit: 10,
      total: 5,
      completed: 2,
      failed: 1,
      pending: 4,
      inFlight: 2,
      elapsedSecs: 1.5,
      rate: 2,
      currentUrl: 'http://a/x',
    })
  })

  test('repeats nothing, and keeps notes off standard output', () => {
    const events = sink()
    const notes = sink()
    const display = ndjsonProgress(ndjsonEvents(events.output), notes.output, () => 1_500)
    display.update(stateAfter(2, 1_500))
    display.update(stateAfter(2, 1_500))
    display.note('waiting')
    display.end()
    assert.equal(events.texts.length, 1)
    assert.deepEqual(notes.texts, ['waiting\n'])
  })
})
