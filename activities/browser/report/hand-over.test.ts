import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { handOver } from './hand-over.ts'
import { hop, kept, recording, request } from './testing/recorded.ts'

test('exchanges are handed over one at a time, and then their bodies are let go', async () => {
  const paths = ['/a', '/b', '/c']
  const recorded = recording(
    paths.map((path) => request({ hops: [hop(`https://a.test${path}`)], responseBody: kept(`body of ${path}`) })),
  )
  const bodies: string[] = []
  let open = 0
  await handOver(recorded, async ({ body }) => {
    open += 1
    assert.equal(open, 1)
    await nextTurn()
    bodies.push(Buffer.from(body).toString())
    open -= 1
  })
  assert.deepEqual(bodies, ['body of /a', 'body of /b', 'body of /c'])
  assert.deepEqual(
    recorded.requests.map(({ responseBody }) => responseBody),
    paths.map(() => ({ kind: 'omitted', reason: 'evicted', bytes: 10 })),
  )
})
