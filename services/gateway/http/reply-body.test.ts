import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { replyBody, type BodyFacts } from './reply-body.ts'
import { capturedPage } from '../testing/fake-worker.ts'

const own = { request_id: 'r"1', url: 'https://E.com', tag: ['a', 'ü'] }
const facts: BodyFacts = { own, workerUrl: 'https://e.com/' }
const page = capturedPage('https://e.com/')

/** Returns an answer that arrives in pieces of the given size, of which the first ones are its head. */
function arriving(text: string, pieceBytes: number, withLength = true) {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  const head = bytes.subarray(0, 4_096)
  for (let at = head.length; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes))
  return {
    head,
    bytes: withLength ? bytes.length : null,
    async *chunks() {
      yield head
      for (const piece of pieces) yield await Promise.resolve(piece)
    },
    text: async () => {
      return await Promise.resolve(text)
    },
  }
}

async function bodyOf(answer: ReturnType<typeof arriving>, given: BodyFacts = facts): Promise<unknown> {
  const { bytes, chunks } = await replyBody(answer, given)
  const body = await buffer(chunks)
  if (bytes !== null) assert.equal(body.length, bytes)
  return JSON.parse(body.toString())
}

const large = { ...page, warnings: Array.from({ length: 2_000 }, (_, index) => `warning ${index} ü`) }

for (const pieceBytes of [1, 100, 65_536]) {
  test(`a result in pieces of ${pieceBytes} bytes gets the fields of the gateway`, async () => {
    const answer = arriving(JSON.stringify({ kind: 'result', result: large }), pieceBytes)
    assert.deepEqual(await bodyOf(answer), { ...large, ...own })
  })
}

test('a result without a length has none here either', async () => {
  const answer = arriving(JSON.stringify({ kind: 'result', result: page }), 10, false)
  assert.equal((await replyBody(answer, facts)).bytes, null)
  assert.deepEqual(await bodyOf(answer), { ...page, ...own })
})

test('a result whose URL comes later is exchanged as well', async () => {
  const { url, ...rest } = page
  const text = JSON.stringify({ kind: 'result', result: { ...rest, url } })
  assert.deepEqual(await bodyOf(arriving(text, 10)), { ...page, ...own })
  const same = { own: { ...own, url }, workerUrl: url }
  assert.deepEqual(await bodyOf(arriving(text, 10), same), { ...page, ...own, url })
})

test('an answer in another order of members is understood too', async () => {
  const text = JSON.stringify({ result: page, kind: 'result' })
  assert.deepEqual(await bodyOf(arriving(text, 10)), { ...page, ...own })
  const har = { log: { version: '1.2' } }
  assert.deepEqual(await bodyOf(arriving(JSON.stringify({ har, kind: 'har' }), 10)), har)
})

test('a HAR is handed on as it is', async () => {
  const har = { log: { version: '1.2', entries: Array.from({ length: 1_000 }, () => ({ a: '}' })) } }
  assert.deepEqual(await bodyOf(arriving(JSON.stringify({ kind: 'har', har }), 1_000)), har)
})

test('an answer that breaks off is an error, and so is one of no known kind', async () => {
  const cut = arriving(JSON.stringify({ kind: 'result', result: large }).slice(0, -1_000), 1_000)
  await assert.rejects(bodyOf(cut), /ended its answer too early/)
  await assert.rejects(bodyOf(arriving('{"kind":"rendered"}', 10)), /neither a result nor a HAR/)
  await assert.rejects(bodyOf(arriving('<html>', 10)), SyntaxError)
})
