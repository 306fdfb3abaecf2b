import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { Spool } from './spool.ts'
import { SpoolFullError, SpoolSpace } from './spool-space.ts'

/** Returns text that hardly compresses, the same for the same seed. */
const randomText = (seed: number, hashes: number): string =>
  Array.from({ length: hashes }, (_, at) => hash('sha256', `${seed} ${at}`, 'base64')).join('')

describe('Spool', () => {
  it('gives texts back in any order, again and again, from memory and from its file', async () => {
    for (const bufferBytes of [1_000, 10_000, 1_000_000]) {
      const spool = new Spool(new SpoolSpace(1e9), bufferBytes)
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

  it('takes no more room for files than there is, and gives it back', async () => {
    const space = new SpoolSpace(45_000)
    const [first, second] = [new Spool(space, 1_000), new Spool(space, 1_000)]
    await first.add(randomText(1, 600))
    await assert.rejects(second.add(randomText(2, 900)), SpoolFullError)
    await first.close()
    await second.close()
    const third = new Spool(space, 1_000)
    await third.add(randomText(2, 900))
    await third.close()
  })
})
