import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { CancelQueue } from './cancel-queue.ts'

const { cancelsAtOnce, cancelQueueMax } = gatewayLimits

/** Creates cancels that end when the test decides. */
function lab() {
  const line = new CancelQueue()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const cancel = (tenant: string): Promise<string> =>
    line.take(tenant, async () => {
      begun.push(tenant)
      await new Promise<void>((resolve) => ends.push(resolve))
      return tenant
    })
  return { line, begun, cancel, end: () => ends.shift()?.() }
}

const settled = async (): Promise<void> => await new Promise(setImmediate)

test('cancels of a tenant go a few at a time, those of another tenant beside them', async () => {
  const { begun, cancel, end } = lab()
  const all = Array.from({ length: cancelsAtOnce + 2 }, () => cancel('a'))
  all.push(cancel('b'))
  await settled()
  assert.deepEqual(begun, [...Array.from({ length: cancelsAtOnce }, () => 'a'), 'b'])
  end()
  await settled()
  assert.equal(begun.length, cancelsAtOnce + 2)
  while (begun.length < all.length) {
    end()
    await settled()
  }
  for (let left = 0; left < all.length; left += 1) end()
  assert.equal((await Promise.all(all)).filter((tenant) => tenant === 'a').length, cancelsAtOnce + 2)
})

test('a fault of a cancel is its own, and the next has its turn', async () => {
  const line = new CancelQueue()
  await assert.rejects(
    line.take('a', async () => await Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal(await line.take('a', async () => 'done'), 'done')
})

test('a line that is too long takes no more of its tenant', async () => {
  const { line, cancel, end } = lab()
  const all = Array.from({ length: cancelQueueMax }, () => cancel('a'))
  await assert.rejects(cancel('a'), { code: 'rate_limited' })
  assert.equal(await line.take('b', async () => 'done'), 'done')
  for (const _ of all) {
    await settled()
    end()
  }
  await Promise.all(all)
  assert.equal(await line.take('a', async () => 'done'), 'done')
})
