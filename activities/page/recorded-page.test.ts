import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { HiddenParts, WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { freshSession, type PageSession } from '@seine/shared/pages/page-session.ts'
import { stateCookie } from '@seine/shared/sessions/testing/state-cookie.ts'
import { recordingOf } from './recorded-page.ts'
import { pageRequest } from './testing/page-request.ts'

const exchange = (over: Partial<WireExchange> = {}): WireExchange => ({
  url: 'https://www.shop.test/',
  method: 'GET',
  startedAtMs: 0,
  requestHeaders: [],
  requestBody: null,
  status: 200,
  reason: 'OK',
  headers: [],
  body: Buffer.from('body'),
  isDecoded: false,
  cut: null,
  isDocument: true,
  ...over,
})

function lab(session: PageSession | null) {
  const added: { exchange: WireExchange; hidden: HiddenParts }[] = []
  const wire = {
    async add(each: WireExchange, hidden: HiddenParts) {
      added.push({ exchange: each, hidden })
      await Promise.resolve()
    },
  }
  const request = { ...pageRequest({ url: 'https://www.shop.test/' }), session, wire }
  const { browser } = request
  return { added, recording: recordingOf({ ...request, browser: { ...browser, headers: { 'X-Mine': 'a' } } })! }
}

test('exchanges of a page without a session are recorded as they come', async () => {
  const { added, recording } = lab(null)
  await recording.onExchange(exchange())
  assert.deepEqual(
    added.map(({ hidden }) => hidden),
    [{ headers: new Set(['x-mine']), requestBodies: false, secrets: [] }],
  )
  await recording.end()
  assert.equal(added.length, 1)
})

test('those in a session are recorded at its end, without the values that its cookies have had until then', async () => {
  const session: PageSession = {
    ...freshSession('shop.test'),
    headers: { Authorization: 'Bearer header-token-1' },
    secrets: ['pass'],
  }
  const state = (value: string) => ({ ...session.state, cookies: [stateCookie('b', value)] })
  session.state = state('cookie-before')
  const { added, recording } = lab(session)
  await recording.onExchange(exchange({ requestHeaders: [['cookie', 'a=1; b=cookie-sent-x']] }))
  await recording.onExchange(exchange({ headers: [['Set-Cookie', 'b=cookie-between; Path=/']] }))
  await recording.onExchange(exchange({ url: 'https://other.test/', headers: [['Set-Cookie', 'b=cookie-of-other']] }))
  assert.equal(added.length, 0)
  session.state = state('cookie-after-x')
  await recording.end()
  assert.equal(added.length, 3)
  for (const { hidden } of added) {
    assert.deepEqual(hidden.secrets, [
      'Bearer header-token-1',
      'header-token-1',
      'cookie-after-x',
      'cookie-between',
      'cookie-before',
      'cookie-sent-x',
      'pass',
    ])
    assert.equal(hidden.requestBodies, true)
    for (const name of ['x-mine', 'authorization', 'cookie', 'set-cookie']) assert.ok(hidden.headers.has(name), name)
  }
})

test('what waits for the end of a page is bounded', async () => {
  const { added, recording } = lab(freshSession('shop.test'))
  const body = new Uint8Array(wireLimits.pageBodiesMaxBytes / 2 + 1)
  for (let at = 0; at < 3; at += 1) await recording.onExchange(exchange({ body }))
  await recording.onExchange(exchange())
  await recording.end()
  assert.deepEqual(
    added.map(({ exchange: { body: kept, cut } }) => [kept.byteLength, cut]),
    [
      [body.byteLength, null],
      [0, 'length'],
      [0, 'length'],
      [4, null],
    ],
  )
})
