import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonPieces, RawJson } from './json-pieces.ts'

const written = async (value: object): Promise<string> => Buffer.concat(await jsonPieces(value)).toString()

describe('JSON in pieces', () => {
  it('is what JSON.stringify makes of the same value', async () => {
    const body = 'é"\\\n\u2028'.repeat(5_000)
    const calls = Array.from({ length: 50 }, (_, at) => ({
      id: `c${at}`,
      body,
      events: [],
      error: undefined,
      size: at,
    }))
    for (const value of [
      {},
      { a: null, b: undefined, c: [undefined, 1, 'ü', true], d: {}, e: [] },
      { kind: 'result', result: { url: 'http://a/', attempts: [{ calls, none: undefined }, {}], tag: null } },
      { only: undefined, big: [body.repeat(10), undefined, { nested: [body.repeat(10)] }] },
      [calls, calls],
    ]) {
      assert.equal(await written(value), JSON.stringify(value))
    }
  })

  it('takes what is JSON already as it is, wherever it stands', async () => {
    const raw = (...texts: string[]) => new RawJson(...texts.map((text) => Buffer.from(text)))
    const outputs = { markdown: 'é\n'.repeat(200_000), links: ['http://a/'] }
    const value = { kind: 'result', data: raw(JSON.stringify(outputs)), list: [1, raw('{"a"', ':1}'), 'x'], last: null }
    assert.equal(
      await written(value),
      JSON.stringify({ kind: 'result', data: outputs, list: [1, { a: 1 }, 'x'], last: null }),
    )
  })

  it('lets others have their turn while much is written', async () => {
    const value = { calls: Array.from({ length: 20 }, () => ({ body: 'x\n'.repeat(200_000) })) }
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const pieces = await jsonPieces(value)
    clearInterval(timer)
    assert.ok(pieces.length > 1)
    assert.ok(turns > 0)
  })
})
