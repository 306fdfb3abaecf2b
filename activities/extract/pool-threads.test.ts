import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ExtractorThread } from './extractor-thread.ts'
import { PoolThreads } from './pool-threads.ts'

const works = new URL('./testing/faulty-thread.ts', import.meta.url)
const fails = new URL('./testing/broken-thread.ts', import.meta.url)

it('leaves out a further thread that does not start, and tries no other at once', async () => {
  const urls = [works, fails]
  let made = 0
  let onFree = Promise.withResolvers<void>()
  const freed = async (): Promise<void> => {
    await onFree.promise
    onFree = Promise.withResolvers<void>()
  }
  const make = (): ExtractorThread => new ExtractorThread(urls[made++]!, 512)
  const threads = new PoolThreads({ count: 2, make, onFree: () => onFree.resolve() })
  try {
    await freed()
    const first = threads.take()
    assert.ok(first !== null)
    assert.deepEqual([made, threads.canGrow, threads.areAllTaken], [1, true, false])
    threads.grow(1)
    await freed()
    assert.deepEqual([made, threads.canGrow, threads.take()], [2, true, null])
    threads.grow(1)
    threads.wakeSpare()
    assert.equal(made, 2)
    await threads.giveBack(first)
    assert.equal(threads.take(), first)
  } finally {
    await threads.stop()
  }
})
