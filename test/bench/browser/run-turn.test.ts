import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { runTurn } from './run-turn.ts'

test('a turn loads every page once, so many at a time', async () => {
  const seen: string[] = []
  let open = 0
  let most = 0
  const { loads, wallMs } = await runTurn(
    { url: 'http://site/page', firstLoad: 7, pages: 5, atOnce: 2 },
    async (url) => {
      seen.push(url)
      open += 1
      most = Math.max(most, open)
      await setImmediate()
      open -= 1
      return { whole: !url.endsWith('9') }
    },
  )
  assert.deepEqual(
    seen,
    [7, 8, 9, 10, 11].map((load) => `http://site/page?load=${load}`),
  )
  assert.equal(most, 2)
  assert.equal(loads.filter(({ whole }) => whole).length, 4)
  assert.ok(loads.every(({ ms }) => ms >= 0 && ms <= wallMs))
})

test('a load that fails fails its turn', async () => {
  const turn = { url: 'http://site/page', firstLoad: 0, pages: 3, atOnce: 1 }
  await assert.rejects(
    runTurn(turn, () => Promise.reject(new Error('gone'))),
    /gone/,
  )
})
