import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { workerCallLimits } from '../config/browser-limits.ts'
import { fittingInJson, jsonBytes } from './json-size.ts'

const piece = workerCallLimits.jsonPieceCharacters

describe('the size of texts in JSON', () => {
  it('is that of their characters, escapes included', () => {
    const texts = { abc: 3, ä: 2, '"': 2, '\n': 2, '\u0001': 6, '😀': 4, '\ud800': 6 }
    for (const [text, bytes] of Object.entries(texts)) assert.equal(jsonBytes(text), bytes, JSON.stringify(text))
  })
})

describe('fittingInJson', () => {
  it('leaves a text that fits as it is', async () => {
    const text = '\u0001'.repeat(3 * piece)
    assert.equal(await fittingInJson(text, 18 * piece), text)
    assert.equal(await fittingInJson('', 0), '')
  })

  it('cuts one that is too long in JSON, though not by itself', async () => {
    const text = `${'x'.repeat(piece)}${'\u0001'.repeat(2 * piece)}`
    assert.equal((await fittingInJson(text, 8 * piece)).length, 2 * piece)
    assert.equal((await fittingInJson(text, 6 * piece)).length, piece)
    assert.equal(await fittingInJson(text, piece - 1), '')
  })

  it('keeps both halves of a character together', async () => {
    const cut = await fittingInJson(`x${'😀'.repeat(2 * piece)}`, 3 * piece)
    assert.ok(cut.isWellFormed())
    assert.ok(cut.length > 0)
  })
})
