import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { warningLimits } from '../limits/discovery-limits.ts'
import { WarningBook, warningsForHistory } from './warning-book.ts'

describe('WarningBook', () => {
  it('keeps a single warning of a counted kind as it was written', () => {
    const book = new WarningBook()
    book.add('a.test was given up: its name could not be resolved', { kind: 'unresolved_host', of: 'a.test' })
    assert.deepEqual(book.texts(), ['a.test was given up: its name could not be resolved'])
  })

  it('counts many of a kind, with ten examples', () => {
    const book = new WarningBook()
    for (let at = 0; at < 5_000; at += 1) book.add(`h${at} is dead`, { kind: 'unresolved_host', of: `h${at}.invalid` })
    book.add('x refuses', { kind: 'refusing_host', of: 'x' })
    const examples = Array.from({ length: 10 }, (_, at) => `h${at}.invalid`).join(', ')
    assert.deepEqual(book.texts(), [
      `5000 hosts could not be resolved and were given up: ${examples}, … and 4990 more`,
      'x refuses',
    ])
  })

  it('keeps texts once each, up to their number, and counts the rest', () => {
    const book = new WarningBook()
    for (let at = 0; at < warningLimits.textsMax + 7; at += 1) book.add(`odd ${at}`)
    book.add('odd 0')
    const texts = book.texts()
    assert.equal(texts.length, warningLimits.textsMax + 1)
    assert.equal(texts.at(-1), '7 more warnings')
  })

  it('stays below a size that does not depend on what sites and hosts are called', () => {
    const book = new WarningBook()
    for (let at = 0; at < 10_000; at += 1) {
      const name = `${at}${'x'.repeat(5_000)}`
      book.add(name)
      book.add(name, { kind: 'links_dropped', of: name })
      book.add(name, { kind: 'unresolved_host', of: name })
      book.add(name, { kind: 'refusing_host', of: name })
      book.add(name, { kind: 'lost_result', of: name })
    }
    const size = book.texts().join('').length
    assert.ok(size < 34_000, `${size} characters`)
  })

  it('is the same after a snapshot', () => {
    const book = new WarningBook()
    for (let at = 0; at < 60; at += 1) {
      book.add(`odd ${at}`)
      book.add(`h${at} is dead`, { kind: 'unresolved_host', of: `h${at}` })
    }
    const again = new WarningBook()
    again.restore(JSON.parse(JSON.stringify(book.snapshot())))
    assert.deepEqual(again.texts(), book.texts())
    assert.deepEqual(again.snapshot(), book.snapshot())
  })
})

describe('warningsForHistory', () => {
  it('passes on what fits, and counts the rest', () => {
    const few = ['a', 'b']
    assert.deepEqual(warningsForHistory(few), few)
    const many = Array.from({ length: 30 }, (_, at) => `${at} `.padEnd(500, 'x'))
    const told = warningsForHistory(many)
    assert.deepEqual(told.slice(0, -1), many.slice(0, 8))
    assert.equal(told.at(-1), '22 more warnings; the record of the ended job has them')
  })
})
