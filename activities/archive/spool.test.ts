import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { Spool } from './spool.ts'

/** Text that hardly compresses, the same for the same seed. */
const randomText = (seed: number, hashes: number): string =>
  Array.from({ length: hashes }, (_, at) => hash('sha256', `${seed} ${at}`, 'base64')).join('')

describe('Spool', () => {
  it('gives texts back in any order, again and again, from memory and from its file', async () => {
    for (const bufferBytes of [1_000, 10_000, 1_000_000]) {
      const spool = new Spool(bufferBytes)
      const texts = Array.from({ length: 60 }, (_, at) => randomText(at, (at * 7) % 90))
      const places = []
      for (const text of texts) places.push(await spool.add(text))
      for (const at of [59, 0, 30, 30, ...texts.keys()]) {
        assert.equal((await spool.read(places[at]!)).toString('utf8'), texts[at])
      }
      assert.equal(spool.spilled, bufferBytes < 1_000_000)
      await spool.close()
    }
  })
})
