import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedReads } from './shared-reads.ts'

/** Creates a source whose reads end when the test decides. */
function source() {
  const reads: PromiseWithResolvers<number>[] = []
  const look = (): Promise<number> => {
    const read = Promise.withResolvers<number>()
    reads.push(read)
    return read.promise
  }
  return { reads, look }
}

test('all who ask during a read share the next one, begun after they asked', async () => {
  const { reads, look } = source()
  const shared = new SharedReads<number>()
  const first = shared.read('a', look)
  const later = [shared.read('a', look), shared.read('a', look), shared.read('a', look)]
  assert.equal(reads.length, 1)
  reads[0]?.resolve(1)
  assert.equal(await first, 1)
  await Promise.resolve()
  assert.equal(reads.length, 2)
  reads[1]?.resolve(2)
  assert.deepEqual(await Promise.all(later), [2, 2, 2])
  assert.equal(shared.size, 0)
})

test('keys do not wait for one another', async () => {
  const { reads, look } = source()
  const shared = new SharedReads<number>()
  const both = [shared.read('a', look), shared.read('b', look)]
  assert.equal(reads.length, 2)
  reads.forEach((read, index) => read.resolve(index))
  assert.deepEqual(await Promise.all(both), [0, 1])
})

test('a read that fails fails for those who share it, and not for the next', async () => {
  const { reads, look } = source()
  const shared = new SharedReads<number>()
  const first = shared.read('a', look)
  const second = shared.read('a', look)
  reads[0]?.reject(new Error('away'))
  await assert.rejects(first, /away/)
  await Promise.resolve()
  reads[1]?.resolve(5)
  assert.equal(await second, 5)
  const third = shared.read('a', look)
  reads[2]?.resolve(6)
  assert.equal(await third, 6)
  assert.equal(shared.size, 0)
})
