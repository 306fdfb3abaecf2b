import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FinishedPageRead } from './finished-pages.ts'
import { attemptsOf, fitted, pageEntry, pageFacts } from './page-entry.ts'

const note = {
  index: 4,
  url: 'https://e.com/a',
  finalUrl: 'https://e.com/b',
  status: 200,
  success: true,
  error: null,
  errorCode: null,
  attempts: 1,
}
const page = { depth: 2, place: null, fetchedAt: '2026-11-27T12:00:00.000Z' }

const found = (own: object = {}, outputs: object = { markdown: '# A', links: ['https://e.com/c'] }): FinishedPageRead =>
  ({
    number: 1,
    atMs: 0,
    note,
    page,
    record: { title: 'A', outputs, attempts: [], warnings: ['w'], screenshot: 'jobs/t/j/pages/screenshots/1.png' },
    ...own,
  }) as unknown as FinishedPageRead

const linkTo = async (key: string): Promise<string> => await Promise.resolve(`https://store/${key}`)

test('an entry has the formats that were requested, and screenshots as links', async () => {
  const entry = await pageEntry(found(), ['markdown', 'screenshot'], linkTo)
  assert.deepEqual(entry.output, {
    markdown: '# A',
    screenshot: 'https://store/jobs/t/j/pages/screenshots/1.png',
  })
  assert.deepEqual([entry.index, entry.title, entry.depth, entry.fetchedAt], [4, 'A', 2, page.fetchedAt])
  assert.deepEqual(entry.omitted, [])
})

test('a page whose record is gone names the formats that are missing, and has its note', async () => {
  const gone = found({ record: null })
  const entry = await pageEntry(gone, ['markdown', 'links'], linkTo)
  assert.deepEqual(entry.output, {})
  assert.deepEqual(
    entry.omitted.map(({ format, reason }) => `${format} ${reason}`),
    ['markdown unavailable', 'links unavailable'],
  )
  assert.equal(entry.finalUrl, note.finalUrl)
  assert.deepEqual(attemptsOf(gone), [])
  assert.deepEqual(pageFacts(gone).warnings, [])
})

test('a page that failed has no outputs, and none of them is missing', async () => {
  const failure = { ...note, success: false, status: 500, error: 'HTTP 500', errorCode: 'http_status' }
  const entry = await pageEntry(found({ note: failure, record: null }), ['markdown'], linkTo)
  assert.deepEqual([entry.output, entry.omitted, entry.errorCode], [{}, [], 'http_status'])
})

test('an entry beyond a reply loses its largest outputs, each by name, until it fits', async () => {
  const outputs = { markdown: 'm'.repeat(2_000), html: 'h'.repeat(9_000), links: ['https://e.com/c'] }
  const whole = await pageEntry(found({}, outputs), ['markdown', 'html', 'links'], linkTo)
  const { entry, bytes } = fitted(whole, 4_000)
  assert.deepEqual(Object.keys(entry.output), ['markdown', 'links'])
  assert.deepEqual(entry.omitted, [{ format: 'html', reason: 'too_large' }])
  assert.equal(bytes, Buffer.byteLength(JSON.stringify(entry)))
  assert.ok(bytes <= 4_000)
  assert.deepEqual(fitted(whole, 1_000_000).entry, whole)
})
