import assert from 'node:assert/strict'
import { stripVTControlCharacters } from 'node:util'
import { describe, test } from 'node:test'
import { fitParts, progressBlock } from './progress-block.ts'
import type { ProgressPhase, ProgressView } from './progress-state.ts'
import { displayWidth, paintFor } from './terminal-text.ts'

const view: ProgressView = {
  url: 'https://example.com/docs/',
  phase: 'crawling',
  limit: 500,
  completed: 225,
  failed: 6,
  waiting: 253,
  inFlight: 16,
  done: 231,
  goal: 500,
  ratePerSec: 48.25,
  elapsedSecs: 72,
  currentUrl: 'https://example.com/docs/guides/networking/tls-certificates',
}

const plain = paintFor({ write: () => true }, {})
const coloured = paintFor({ write: () => true, isTTY: true }, {})
const wide = { ...view, url: 'https://例え.jp/日本語/', currentUrl: 'https://例え.jp/ページ/👩‍👩‍👧/' + '漢字'.repeat(40) }

describe('the progress block', () => {
  test('shows where, how far, what, how fast, how long and the page at hand', () => {
    assert.deepEqual(progressBlock(view, 79, plain), [
      'Crawling https://example.com/docs/',
      `${'━'.repeat(28)}${'─'.repeat(32)}  46%  231 of 500`,
      '✔ 225 done   ✖ 6 failed   16 in flight   253 waiting   48.3 pages/s   1:12',
      'https://example.com/docs/guides/networking/tls-certificates',
    ])
  })

  test('leaves out the less important figures and cuts addresses in the middle on a narrow terminal', () => {
    assert.deepEqual(progressBlock(view, 40, plain), [
      'Crawling https://example.com/docs/',
      `${'━'.repeat(11)}${'─'.repeat(12)}  46%  231 of 500`,
      '✔ 225 done   ✖ 6 failed   1:12',
      'https://example.com/…ng/tls-certificates',
    ])
  })

  for (const [name, shown] of [
    ['ordinary', view],
    ['wide-character', wide],
    ['huge', { ...view, completed: 123_456_789, failed: 98_765_432, done: 222_222_221, goal: 999_999_999 }],
  ] as const) {
    test(`no line of an ${name} view is wider than the terminal`, () => {
      for (let columns = 9; columns <= 130; columns += 1) {
        for (const line of progressBlock(shown, columns, coloured)) {
          const width = displayWidth(stripVTControlCharacters(line))
          assert.ok(width <= columns, `${width} columns at ${columns}: ${line}`)
        }
      }
    })
  }

  test('always has the same number of lines', () => {
    for (const phase of ['starting', 'crawling', 'finishing', 'cancelling'] satisfies ProgressPhase[]) {
      assert.equal(progressBlock({ ...view, phase, currentUrl: null }, 30, plain).length, 4)
    }
  })

  test('the bar is empty before anything is known and full at the end', () => {
    assert.match(progressBlock({ ...view, done: 0, goal: 0 }, 40, plain)[1] ?? '', /^─+ {3}0% {2}0 of 0$/)
    assert.match(progressBlock({ ...view, done: 500 }, 40, plain)[1] ?? '', /^━+ 100% {2}500 of 500$/)
  })

  test('more pages done than were known do not overflow the bar', () => {
    assert.match(progressBlock({ ...view, done: 510 }, 40, plain)[1] ?? '', /^━+ 100%/)
  })

  test('an address cannot smuggle control sequences in', () => {
    const text = progressBlock({ ...view, url: 'http://a/\u001B[2J', currentUrl: 'http://a/\r\n\u001B[31m' }, 79, plain)
    assert.ok(!/\p{Cc}/u.test(text.join('')))
  })

  test('says what it does when no page is under way', () => {
    assert.equal(progressBlock({ ...view, phase: 'finishing' }, 79, plain)[3], 'all pages done; writing the archives')
    assert.equal(progressBlock({ ...view, phase: 'starting', currentUrl: null }, 79, plain)[3], 'looking for pages')
  })
})

describe('fitting parts', () => {
  const parts = [
    { text: 'aaaa', style: null, rank: 2 },
    { text: 'bbbb', style: null, rank: 1 },
    { text: 'cccc', style: null, rank: 3 },
  ]

  test('drops the lowest rank first and keeps the order', () => {
    assert.equal(fitParts(parts, 18, plain), 'aaaa   bbbb   cccc')
    assert.equal(fitParts(parts, 17, plain), 'aaaa   cccc')
    assert.equal(fitParts(parts, 10, plain), 'cccc')
    assert.equal(fitParts(parts, 3, plain), 'cc…')
  })
})
