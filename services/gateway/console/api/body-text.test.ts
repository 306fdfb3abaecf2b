import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { bodyText } from './body-text.ts'

/** An answer whose parts arrive one after another. @param pauseMs before each part. */
const inParts = (parts: readonly (string | Uint8Array | Error)[], pauseMs: number): Response => {
  const left = [...parts]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await sleep(pauseMs)
      const part = left.shift()
      if (part instanceof Error) controller.error(part)
      else if (part === undefined) controller.close()
      else controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part)
    },
  })
  return new Response(body)
}

test('an answer may take longer than the limit, which each part renews', async () => {
  const euro = new TextEncoder().encode('€')
  const parts = ['{"a":"', euro.slice(0, 1), euro.slice(1), 'b', '"', '}']
  assert.equal(await bodyText(inParts(parts, 40), 200), '{"a":"€b"}')
})

test('an answer that stops, or breaks off, is an error', async () => {
  await assert.rejects(
    bodyText(new Response(new ReadableStream({ pull: () => sleep(60_000, undefined, { ref: false }) })), 50),
    /no part/,
  )
  await assert.rejects(bodyText(inParts(['{"a":', new TypeError('terminated')], 0), 1_000), /terminated/)
})

test('an answer without a body is empty', async () => {
  assert.equal(await bodyText(new Response(null, { status: 204 }), 10), '')
})
