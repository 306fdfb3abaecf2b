import assert from 'node:assert/strict'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { test } from 'node:test'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { egressLimits } from '../../config/limits.ts'
import type { ResolvedAddress } from '../connections/resolver.ts'
import { queueLookups } from './lookup-queue.ts'

const { lookupsMax } = forwardProxyLimits
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}.test`)

/** Returns a resolver whose answers the test triggers. */
function heldResolver() {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const resolve = (name: string): Promise<ResolvedAddress[]> => {
    asked.push(name)
    return new Promise((settle, reject) => {
      answers.push(() => (name === 'n0.test' ? reject(new Error('unknown')) : settle([])))
    })
  }
  return { asked, answers, resolve }
}

test('a bounded number of names is resolved at a time, the rest in order', async () => {
  const { asked, answers, resolve } = heldResolver()
  const all = Promise.allSettled(names(lookupsMax + 2).map(queueLookups(resolve)))
  await turnOfLoop()
  assert.deepEqual(asked, names(lookupsMax))
  for (let index = 0; index < lookupsMax + 2; index += 1) {
    answers[index]?.()
    await turnOfLoop()
  }
  assert.deepEqual(asked, names(lookupsMax + 2))
  assert.deepEqual(
    (await all).map(({ status }) => status),
    ['rejected', ...names(lookupsMax + 1).map(() => 'fulfilled')],
  )
})

test('a name whose turn comes too late is never resolved', async (context) => {
  let nowMs = 0
  context.mock.method(performance, 'now', () => nowMs)
  const { asked, answers, resolve } = heldResolver()
  const lookUp = queueLookups(resolve)
  const first = names(lookupsMax).map((name) => lookUp(name).catch(() => []))
  const late = lookUp('late.test')
  await turnOfLoop()
  nowMs = egressLimits.dnsTimeoutMs
  for (const answer of answers) answer()
  await assert.rejects(late, { code: 'dns_error' })
  await Promise.all(first)
  assert.ok(!asked.includes('late.test'))
  // All places in the queue are free again.
  const again = lookUp('again.test')
  await turnOfLoop()
  answers.at(-1)?.()
  await again
})
