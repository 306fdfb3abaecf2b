import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { implicitIdOf } from '@seine/shared/sessions/implicit-id.ts'
import { SessionsUnavailableError } from '@seine/shared/sessions/session-client.ts'
import { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { emptyState } from '@seine/shared/sessions/state.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { checkSession } from '../checks/session-check.ts'
import { testGateway, type Answer, type TestGateway } from '../testing/test-gateway.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 5).toString('base64') })

const start = async (t: TestContext): Promise<TestGateway> => await testGateway(t, { sealing })

const send = async (
  gateway: TestGateway,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  await gateway.call(method, path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Registers a session. @returns its id. */
async function register(gateway: TestGateway, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await send(gateway, 'POST', '/sessions', { domain: 'example.com', ...body })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.body['session_id'])
}

test('a session is registered under a new id, or under that of its caller', async (t) => {
  const gateway = await start(t)
  const created = await send(gateway, 'POST', '/v1/sessions', { domain: 'www.example.com', playbook: {} })
  assert.equal(created.status, 201)
  const id = String(created.body['session_id'])
  assert.match(id, /^ses-[0-9a-f-]{36}$/)
  assert.equal(created.headers.get('location'), `/v1/sessions/${id}`)
  assert.equal(created.headers.get('etag'), '"1"')
  assert.equal(await register(gateway, { session_id: 'Shop_1.a-b' }), 'Shop_1.a-b')
  const again = await send(gateway, 'POST', '/sessions', { session_id: 'Shop_1.a-b', domain: 'example.org' })
  assert.deepEqual([again.status, again.body['code']], [409, 'session_exists'])
  assert.equal([...gateway.sessionObjects.objects.keys()].length, 2, 'what was refused leaves nothing')
})

test('an id that has expired makes room for one request, not for a second that is late', async (t) => {
  const gateway = await start(t)
  const ref = { tenant: 'acme', id: 'shop' }
  await register(gateway, { session_id: ref.id })
  gateway.sessions.set(ref, { status: 'expired' })
  const { sessions } = gateway
  const remove = sessions.remove.bind(sessions)
  // Another request succeeds between a request's read and its removal.
  sessions.remove = async (asked, request) => {
    sessions.remove = remove
    await register(gateway, { session_id: ref.id, tag: 'first' })
    return await remove(asked, request)
  }
  const late = await send(gateway, 'POST', '/sessions', { session_id: ref.id, domain: 'example.com', tag: 'late' })
  assert.deepEqual([late.status, late.body['code']], [409, 'session_exists'])
  assert.deepEqual((await gateway.call('GET', `/sessions/${ref.id}`)).body['tag'], ['first'])
})

test('`If-Match: *` holds for whatever version there is, also when another request comes first', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  const { sessions } = gateway
  const replace = sessions.replace.bind(sessions)
  sessions.replace = async (ref, request) => {
    sessions.replace = replace
    assert.equal((await send(gateway, 'PUT', `/sessions/${id}`, { tag: 'first' })).status, 200)
    return await replace(ref, request)
  }
  const second = await send(gateway, 'PUT', `/sessions/${id}`, { tag: 'second' }, { 'if-match': '*' })
  assert.deepEqual([second.status, second.body['tag']], [200, ['second']], second.text)
})

test('what a playbook held before it was replaced is not kept for ever', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  for (let times = 0; times < 5; times += 1) {
    assert.equal((await send(gateway, 'PUT', `/sessions/${id}`, {})).status, 200)
  }
  const names = [...gateway.sessionObjects.objects.keys()].map((key) => key.slice(key.lastIndexOf('/') + 1))
  assert.deepEqual(names.toSorted(), ['playbook-5.json', 'playbook-6.json'])
})

test('states of a replaced playbook are deleted, unless a holder may be about to read them', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  const { sessionObjects, sessions } = gateway
  const states = () => [...sessionObjects.objects.keys()].filter((key) => key.includes('/state-'))
  const [playbookObject] = sessionObjects.objects.keys()
  const folder = playbookObject!.slice(0, playbookObject!.lastIndexOf('/') + 1)
  for (const fence of [2, 7]) await sessionObjects.put(`${folder}state-${fence}.json`, '{}')
  sessions.set({ tenant: 'acme', id }, { status: 'busy' })
  assert.equal((await send(gateway, 'PUT', `/sessions/${id}`, {})).status, 200)
  assert.equal(states().length, 2)
  sessions.set({ tenant: 'acme', id }, { status: 'ready' })
  assert.equal((await send(gateway, 'PUT', `/sessions/${id}`, {})).status, 200)
  assert.deepEqual(states(), [])
})

test('another tenant has its own ids, and sees nothing of those of others', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway, { session_id: 'shop' })
  const key = 'other-key'
  for (const [method, path, body] of [
    ['GET', `/sessions/${id}`, undefined],
    ['PUT', `/sessions/${id}`, '{}'],
    ['DELETE', `/sessions/${id}`, undefined],
    ['POST', `/sessions/${id}/refresh`, undefined],
    ['GET', '/sessions/..%2Facme%2Fshop', undefined],
    ['GET', '/sessions/imp-20261122-nothing', undefined],
  ] as const) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await gateway.call(method, path, { key, headers, ...(body === undefined ? {} : { body }) })
    assert.deepEqual([answer.status, answer.body['code']], [404, 'session_not_found'], `${method} ${path}`)
  }
  const list = await gateway.call('GET', '/sessions', { key })
  assert.deepEqual(list.body['data'], [])
})

test('without a sealing key there are no sessions', async (t) => {
  const gateway = await testGateway(t)
  const answer = await send(gateway, 'POST', '/sessions', { domain: 'example.com' })
  assert.deepEqual([answer.status, answer.body['code']], [503, 'not_configured'])
  const bad = await send(gateway, 'POST', '/sessions', { domain: 'com' })
  assert.equal(bad.status, 422, 'a bad request is one all the same')
})

test('a start URL elsewhere is a mismatch, reported with its pointer', async (t) => {
  const gateway = await start(t)
  const playbook = { start_url: 'https://example.org/login' }
  const answer = await send(gateway, 'POST', '/sessions', { domain: 'example.com', playbook })
  assert.deepEqual([answer.status, answer.body['code']], [400, 'session_domain_mismatch'])
  assert.deepEqual(
    (answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer),
    ['/playbook/start_url'],
  )
})

test('a playbook is replaced when its version is the one that was meant', async (t) => {
  const gateway = await start(t)
  const playbook = { headers: { 'X-Key': '{{secret.key}}' }, secrets: { key: 'hidden' } }
  const id = await register(gateway, { playbook })
  const path = `/sessions/${id}`
  const body = { ttl_seconds: 90, playbook: { headers: { 'X-Key': '{{secret.key}}' } } }
  for (const tag of ['"2"', 'W/"1"', '1', '']) {
    const stale = await send(gateway, 'PUT', path, body, { 'if-match': tag })
    assert.deepEqual([stale.status, stale.body['code']], [412, 'version_mismatch'], tag)
  }
  const wrong = await send(gateway, 'PUT', path, { ttl_seconds: 'long' }, { 'if-match': '"2"' })
  assert.equal(wrong.status, 422, 'what is wrong with the request itself is told before its version')
  let version = 1
  for (const tag of ['"1"', '"7", "2"', '*']) {
    version += 1
    const replaced = await send(gateway, 'PUT', path, body, { 'if-match': tag })
    assert.deepEqual([replaced.status, replaced.headers.get('etag')], [200, `"${version}"`], tag)
  }
  const shown = await gateway.call('GET', path)
  assert.deepEqual((shown.body['playbook'] as { secrets: object }).secrets, { key: '********' })
  assert.ok(!shown.text.includes('hidden'))
  assert.equal((await send(gateway, 'PUT', path, { domain: 'example.org' })).status, 400)
})

test('a session in use is deleted by force alone', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  gateway.sessions.set({ tenant: 'acme', id }, { status: 'busy' })
  const refused = await gateway.call('DELETE', `/sessions/${id}?force=false`)
  assert.deepEqual(
    [refused.status, refused.body['code'], refused.headers.get('retry-after')],
    [429, 'session_busy', '3'],
  )
  for (const query of ['force=yes', 'force', 'forced=true', 'force=true&force=true']) {
    assert.equal((await gateway.call('DELETE', `/sessions/${id}?${query}`)).status, 422, query)
  }
  const deleted = await gateway.call('DELETE', `/sessions/${id}?force=true`)
  assert.deepEqual([deleted.status, deleted.text], [204, ''])
})

test('a list is read in pages, newest first', async (t) => {
  const gateway = await start(t)
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const id = await register(gateway)
    gateway.sessions.set({ tenant: 'acme', id }, { createdAt: new Date(Date.UTC(2026, 10, 1 + index)).toISOString() })
    ids.unshift(id)
  }
  const seen: string[] = []
  let next: string | null = ''
  for (let pages = 0; next !== null; pages += 1) {
    assert.ok(pages < 4)
    const page = await gateway.call('GET', `/sessions?limit=2${next === '' ? '' : `&cursor=${next}`}`)
    seen.push(...(page.body['data'] as { session_id: string }[]).map(({ session_id: id }) => id))
    next = page.body['next_cursor'] as string | null
  }
  assert.deepEqual(seen, ids)
  for (const query of ['cursor=bm90aGluZw', 'limit=101', 'limit=0', 'state=x']) {
    assert.equal((await gateway.call('GET', `/sessions?${query}`)).status, 422, query)
  }
})

test('a playbook with nothing to run is not run again', async (t) => {
  const gateway = await start(t)
  const answer = await gateway.call('POST', `/sessions/${await register(gateway)}/refresh`)
  assert.deepEqual([answer.status, answer.body['code']], [422, 'invalid_combination'])
  const id = await register(gateway, { playbook: { start_url: 'https://example.com/login' } })
  const refreshed = await gateway.call('POST', `/sessions/${id}/refresh`)
  assert.deepEqual([refreshed.status, refreshed.body['session_id']], [202, id])
})

test('a session that a scrape has begun is seen until it is over, and has no playbook', async (t) => {
  const gateway = await start(t)
  const store = new SessionStore(gateway.sessionObjects, sealing)
  const begin = async (ageMs: number): Promise<string> => {
    const beganMs = Date.now() - ageMs
    const id = implicitIdOf(beganMs, randomUUID())
    const createdAt = new Date(beganMs).toISOString()
    await store.writeImplicit({ tenant: 'acme', id }, { domain: 'example.com', createdAt, state: emptyState() })
    return id
  }
  const id = await begin(0)
  const shown = await gateway.call('GET', `/sessions/${id}`)
  assert.deepEqual([shown.status, shown.body['implicit'], shown.body['domain']], [200, true, 'example.com'])
  assert.equal((await send(gateway, 'PUT', `/sessions/${id}`, {})).status, 422)
  assert.equal((await gateway.call('POST', `/sessions/${id}/refresh`)).status, 422)
  assert.equal((await gateway.call('GET', `/sessions/${await begin(86_400_001)}`)).status, 404)
  assert.equal((await gateway.call('DELETE', `/sessions/${id}`)).status, 204)
  assert.equal((await gateway.call('GET', `/sessions/${id}`)).status, 404)
})

test('unavailable parts have different errors', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  gateway.sessionObjects.down = true
  const storeAway = await gateway.call('GET', `/sessions/${id}`)
  assert.deepEqual([storeAway.status, storeAway.body['code']], [503, 'result_store_unavailable'])
  gateway.sessionObjects.down = false
  gateway.sessions.fault = new SessionsUnavailableError('away')
  for (const [method, path] of [
    ['GET', `/sessions/${id}`],
    ['GET', '/sessions'],
    ['DELETE', `/sessions/${id}`],
  ] as const) {
    const answer = await gateway.call(method, path)
    assert.deepEqual([answer.status, answer.body['code']], [503, 'workflow_service_unavailable'])
  }
})

test('what was sealed with a key that is gone is a matter of the configuration', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  const [key = ''] = gateway.sessionObjects.objects.keys()
  const other = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 6).toString('base64') })
  await gateway.sessionObjects.put(key, JSON.stringify({ sealed: other?.seal('{}', key) }))
  const answer = await gateway.call('GET', `/sessions/${id}`)
  assert.deepEqual([answer.status, answer.body['code']], [503, 'not_configured'])
})

test('a request that names a session is checked: it is there, and all URLs are of its domain', async (t) => {
  const gateway = await start(t)
  const id = await register(gateway)
  const ports = { sessions: gateway.sessions, sessionStore: new SessionStore(gateway.sessionObjects, sealing) }
  const ref = { tenant: 'acme', id }
  const urls = [
    'https://example.com/',
    'https://shop.example.com/a',
    'https://example.org/b',
    'https://evilexample.com/',
  ]
  const named = urls.map((url, index) => ({ url, pointer: `/urls/${index}` }))
  await checkSession(ref, named.slice(0, 2), ports)
  await assert.rejects(checkSession(ref, named, ports), (error: { code?: string; errors?: { pointer: string }[] }) => {
    assert.equal(error.code, 'session_domain_mismatch')
    assert.deepEqual(
      error.errors?.map(({ pointer }) => pointer),
      ['/urls/2', '/urls/3'],
    )
    return true
  })
  for (const unknown of [
    { tenant: 'other', id },
    { tenant: 'acme', id: 'nothing' },
    { tenant: 'acme', id: '../x' },
  ]) {
    await assert.rejects(checkSession(unknown, named, ports), { code: 'session_not_found' })
  }
})
