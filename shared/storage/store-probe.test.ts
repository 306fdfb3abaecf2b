import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { StoreUnavailableError } from './store-errors.ts'
import { probeStore } from './store-probe.ts'
import { storeConfigFor } from './testing/store-config.ts'

/** Whether the answer to a write is sent or lost. */
type Fate = 'sent' | 'lost'

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function answer(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

/**
 * Starts a store that keeps every promise.
 * @param fate decides whether the answer to a write is sent, by the text and the number of times it was written.
 */
async function faithfulStore(t: TestContext, fate: (text: string, tries: number) => Fate) {
  const objects = new Map<string, string>()
  const tries = new Map<string, number>()
  const write = async (request: IncomingMessage, response: ServerResponse, key: string): Promise<void> => {
    const text = await textOf(request)
    tries.set(text, (tries.get(text) ?? 0) + 1)
    const exists = objects.has(key)
    if (!exists) objects.set(key, text)
    if (fate(text, tries.get(text)!) === 'lost') request.socket.resetAndDestroy()
    else answer(response, exists ? 412 : 200)
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
    const key = pathname.slice('/test/'.length)
    if (request.method === 'PUT') return void write(request, response, key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(response, 204)
    }
    if (searchParams.has('list-type')) {
      const keys = [...objects.keys()].filter((each) => each.startsWith(searchParams.get('prefix') ?? ''))
      const contents = keys.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('')
      return answer(response, 200, `<ListBucketResult>${contents}</ListBucketResult>`)
    }
    const text = objects.get(key)
    return text === undefined
      ? answer(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
      : answer(response, 200, text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { config: storeConfigFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), tries }
}

const brokenOf = async (config: Parameters<typeof probeStore>[0]) =>
  (await probeStore(config)).filter(({ kept }) => !kept).map(({ promise, seen }) => `${promise}: ${seen}`)

test('a write of the probe that was taken and whose answer was lost is no broken promise', async (t) => {
  for (const lost of ['first', 'writer', 'third']) {
    const { config, tries } = await faithfulStore(t, (text, nth) =>
      text.startsWith(lost) && nth === 1 ? 'lost' : 'sent',
    )
    assert.deepEqual(await brokenOf(config), [], lost)
    assert.ok(
      [...tries].some(([text, times]) => text.startsWith(lost) && times === 2),
      lost,
    )
  }
})

test('a repeated write of another is refused nevertheless', async (t) => {
  const { config } = await faithfulStore(t, (text, nth) => (text === 'second' && nth === 1 ? 'lost' : 'sent'))
  assert.deepEqual(await brokenOf(config), [])
})

test('a write whose answers are all lost gives no verdict', async (t) => {
  const { config } = await faithfulStore(t, (text) => (text === 'first' ? 'lost' : 'sent'))
  await assert.rejects(probeStore(config), StoreUnavailableError)
})
