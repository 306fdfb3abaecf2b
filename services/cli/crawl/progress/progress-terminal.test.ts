import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readJobStatus } from './job-status.ts'
import { advanceProgress, beginProgress } from './progress-state.ts'
import { rowsOf, terminalProgress } from './progress-terminal.ts'

/** Emulates the terminal features that the block uses: wrapping rows and four control sequences. */
class Screen {
  readonly isTTY = true
  readonly columns: number
  rows = ['']
  #row = 0
  #column = 0

  constructor(columns: number) {
    this.columns = columns
  }

  write(text: string): boolean {
    // oxlint-disable-next-line no-control-regex -- control sequences are what a terminal reads
    for (const [piece] of text.matchAll(/\u001B\[\d*[AKJ]|[\s\S]/gu)) this.#take(piece)
    return true
  }

  #take(piece: string): void {
    const row = this.rows[this.#row] ?? ''
    if (piece === '\r') this.#column = 0
    else if (piece === '\n') this.#moveTo(this.#row + 1)
    else if (piece.endsWith('A') && piece.length > 1) this.#row = Math.max(0, this.#row - Number(piece.slice(2, -1)))
    else if (piece === '\u001B[K') this.rows[this.#row] = row.slice(0, this.#column)
    else if (piece === '\u001B[J') {
      this.rows.length = this.#row + 1
      this.rows[this.#row] = row.slice(0, this.#column)
    } else {
      if (this.#column === this.columns) this.#moveTo(this.#row + 1)
      const target = this.rows[this.#row] ?? ''
      this.rows[this.#row] = target.slice(0, this.#column) + piece + target.slice(this.#column + 1)
      this.#column += 1
    }
  }

  #moveTo(row: number): void {
    this.#row = row
    this.#column = 0
    while (this.rows.length <= row) this.rows.push('')
  }
}

const plain = (_style: unknown, text: string): string => text

const stateAfter = (completed: number, currentUrl: string) =>
  advanceProgress(
    beginProgress('http://a/', 0),
    readJobStatus({ status: 'crawling', limit: 10, total: completed, completed, pending: 10 - completed, currentUrl }),
    1_000,
  )

function begin(columns: number) {
  const screen = new Screen(columns)
  screen.write('before\n')
  return { screen, display: terminalProgress(screen, plain, () => 1_000) }
}

describe('the live block', () => {
  test('is redrawn in place, shorter texts leaving nothing behind', () => {
    const { screen, display } = begin(80)
    display.update(stateAfter(1, 'http://a/a-rather-long-address'))
    display.update(stateAfter(2, 'http://a/b'))
    const [before, heading, bar, , current, ...below] = screen.rows
    display.end()
    assert.equal(before, 'before')
    assert.equal(heading, 'Crawling http://a/')
    assert.match(bar ?? '', / 20% {2}2 of 10$/)
    assert.equal(current, 'http://a/b')
    assert.deepEqual(below, [''])
  })

  test('a note stays above the block', () => {
    const { screen, display } = begin(80)
    display.update(stateAfter(1, 'http://a/b'))
    display.note('the gateway does not answer')
    display.update(stateAfter(2, 'http://a/b'))
    display.end()
    assert.deepEqual(screen.rows, ['before', 'the gateway does not answer', ''])
  })

  test('is gone at the end, also when that is said twice', () => {
    const { screen, display } = begin(80)
    display.update(stateAfter(1, 'http://a/b'))
    display.end()
    display.end()
    assert.deepEqual(screen.rows, ['before', ''])
  })

  test('a narrow terminal gets lines that do not wrap', () => {
    const { screen, display } = begin(24)
    display.update(stateAfter(1, `http://a/${'x'.repeat(200)}`))
    assert.equal(screen.rows.length, 1 + 4 + 1)
    assert.ok(screen.rows.every((row) => row.length < 24))
    display.end()
  })

  test('rows that a narrower terminal wrapped are counted', () => {
    assert.equal(rowsOf(['x'.repeat(79), '', `\u001B[1m${'x'.repeat(40)}\u001B[22m`], 40), 2 + 1 + 1)
  })
})
