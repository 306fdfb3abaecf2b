import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Suspects } from './suspects.ts'

const signal = new AbortController().signal

it('work that has died before runs one at a time, and after other such work', async () => {
  const suspects = new Suspects()
  const leave = suspects.enter()
  assert.deepEqual([suspects.areBeside(0), suspects.areBeside(1)], [true, false])
  let running = 0
  let most = 0
  const work = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    assert.equal(suspects.areBeside(1), false)
    await sleep(5)
    running -= 1
  }
  const all = Promise.all([suspects.run(signal, 'a', work), suspects.run(signal, 'b', work)])
  await sleep(20)
  assert.equal(most, 0)
  leave()
  await all
  assert.equal(most, 1)
  assert.equal(suspects.areBeside(0), false)
})

it('work that fails, or that Temporal has given up, leaves its turn to the next', async () => {
  const suspects = new Suspects()
  await assert.rejects(
    suspects.run(signal, 'a', async () => await Promise.reject(new Error('x'))),
    /x/,
  )
  const given = new AbortController()
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const hung = suspects.run(given.signal, 'a', async () => await promise)
  await sleep(5)
  const next = suspects.run(signal, 'a', async () => await Promise.resolve('done'))
  given.abort()
  // The work that hangs still runs in this process, so the next one waits for as long as it may.
  assert.equal(await Promise.race([next, sleep(300).then(() => 'waits')]), 'waits')
  end()
  assert.equal(await next, 'done')
  await hung
})
