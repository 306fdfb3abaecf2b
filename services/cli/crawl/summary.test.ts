import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readJobStatus } from './progress/job-status.ts'
import type { SavedCrawl } from './save-archive.ts'
import { groupFailures, summaryLines } from './summary.ts'

const plain = (_style: unknown, text: string): string => text

const failure = (code: string, n: number) => ({ url: `http://a/${n}`, code, message: `why ${n}` })

const saved: SavedCrawl = {
  directory: '/srv/me/seine-out/a-20250102-030405',
  archives: [{ format: 'markdown', file: '/x/markdown.zip', bytes: 4_200 }],
  files: 8,
  topFiles: ['manifest.json', 'urls.jsonl'],
  failed: [],
  damage: [],
}

const outcome = (fields: Record<string, unknown>, files: SavedCrawl | null) => ({
  url: 'http://a/',
  status: readJobStatus({ status: 'completed', completed: 8, total: 8, duration: 4, ...fields }),
  saved: files,
  elapsedSecs: 5,
  workingDirectory: '/srv/me',
  consoleAddress: 'http://s/console/jobs/crawl-1',
})

describe('the summary', () => {
  test('of a smooth crawl is four lines', () => {
    assert.deepEqual(summaryLines(outcome({}, saved), plain), [
      'Completed  8 pages of http://a/ in 4.0 s (2.0 pages/s)',
      'Files      ./seine-out/a-20250102-030405/',
      '           8 page files, manifest.json, urls.jsonl, markdown.zip (4.2 kB)',
      'Console    http://s/console/jobs/crawl-1',
    ])
  })

  test('has no link to the console of a stack that ends with the command', () => {
    const lines = summaryLines({ ...outcome({}, saved), consoleAddress: null }, plain)
    assert.deepEqual(
      lines,
      summaryLines(outcome({}, saved), plain).filter((line) => !line.startsWith('Console')),
    )
  })

  test('names the most frequent reasons with a few addresses', () => {
    const failed = [failure('timeout', 1), ...[2, 3, 4, 5].map((n) => failure('http_status', n))]
    assert.deepEqual(summaryLines(outcome({ failed: 5 }, { ...saved, failed }), plain).slice(1, -3), [
      'Failures   5 pages',
      '           4 × http_status',
      '             http://a/2  why 2',
      '             http://a/3  why 3',
      '             http://a/4  why 4',
      '             and 1 more',
      '           1 × timeout',
      '             http://a/1  why 1',
    ])
  })

  test('says how many reasons it leaves out', () => {
    const failed = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((code, n) => failure(code, n))
    const lines = summaryLines(outcome({ failed: 7 }, { ...saved, failed }), plain)
    assert.equal(lines.at(-4), '           and 2 other reasons, see manifest.json')
  })

  test('of a failed crawl gives the reason and says that nothing was saved', () => {
    const fields = { status: 'failed', completed: 0, error: 'robots.txt forbids the start page', warnings: ['w'] }
    assert.deepEqual(summaryLines(outcome(fields, null), plain), [
      'Failed     0 pages of http://a/ in 4.0 s (0.0 pages/s)',
      'Reason     robots.txt forbids the start page',
      'Warning    w',
      'Files      none, there was nothing to save',
      'Console    http://s/console/jobs/crawl-1',
    ])
  })

  test('counts failures although the manifest is lost', () => {
    assert.ok(summaryLines(outcome({ failed: 3 }, saved), plain).includes('Failures   3 pages'))
  })

  test('lists damage, cut short', () => {
    const damage = Array.from({ length: 7 }, (_, n) => `"p${n}": missing`)
    const lines = summaryLines(outcome({}, { ...saved, damage }), plain)
    assert.deepEqual(lines.slice(3, 5), ['Damaged    7 problems', '           "p0": missing'])
    assert.equal(lines.at(-2), '           and 2 more')
  })

  test('text from the site cannot move the cursor', () => {
    const evil = { url: 'http://a/\u001B[2J', code: 'x\u0007', message: 'a\r\nb' }
    const lines = summaryLines(outcome({ failed: 1, warnings: ['\u001B[1m'] }, { ...saved, failed: [evil] }), plain)
    assert.ok(!/\p{Cc}/u.test(lines.join('')))
  })

  test('a folder elsewhere is shown in full, a crawl without a duration by its own clock', () => {
    const lines = summaryLines({ ...outcome({ duration: null }, saved), workingDirectory: '/elsewhere' }, plain)
    assert.equal(lines[0], 'Completed  8 pages of http://a/ in 5.0 s (1.6 pages/s)')
    assert.equal(lines[1], 'Files      /srv/me/seine-out/a-20250102-030405/')
  })
})

describe('grouping failures', () => {
  test('orders by count, then by appearance', () => {
    const groups = groupFailures([failure('a', 1), failure('b', 2), failure('c', 3), failure('c', 4)])
    assert.deepEqual(
      groups.map(({ code, count }) => [code, count]),
      [
        ['c', 2],
        ['a', 1],
        ['b', 1],
      ],
    )
  })
})
