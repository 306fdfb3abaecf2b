import assert from 'node:assert/strict'
import { test } from 'node:test'
import { implicitIdOf } from '@seine/shared/sessions/implicit-id.ts'
import { SessionsUnavailableError } from '@seine/shared/sessions/session-client.ts'
import { emptyPlaybook, emptyState, type StoredPlaybook } from '@seine/shared/sessions/state.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'
import { stateCookie } from '@seine/shared/sessions/testing/state-cookie.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { SessionUseError } from './contract.ts'
import { fakeAccess, shop, shopFolder, type FakeAccess } from './testing/fake-access.ts'
import { withSession, type SessionRequest } from './use-session.ts'

const cookie = (value: string): StateCookie => stateCookie('a', value, { domain: 'example.com' })

const playbook: StoredPlaybook = {
  ...emptyPlaybook(),
  cookies: [cookie('{{secret.key}}')],
  headers: { 'X-Key': 'k {{secret.key}}' },
  geolocation: 'DE',
  proxy: 'basic',
  secrets: { key: 'sesame', longer: 'open sesame' },
}

const wish = (change: Partial<SessionRequest> = {}): SessionRequest => ({
  ref: shop,
  url: 'https://www.example.com/a',
  holder: 'a test',
  leaseMs: 1_000,
  waitMs: 0,
  signal: new AbortController().signal,
  ...change,
})

const codeOf = async (access: FakeAccess, change: Partial<SessionRequest> = {}): Promise<string> => {
  try {
    await withSession(wish(change), access, async () => await Promise.resolve())
    return 'used'
  } catch (error) {
    if (error instanceof SessionUseError) return error.code
    throw error
  }
}

test('a page has what was registered, and what it leaves is what the next one has', async () => {
  const access = fakeAccess()
  await access.store.writePlaybook(shopFolder, 1, playbook)
  const first = await withSession(wish(), access, async (session, control) => {
    assert.deepEqual(session.state.cookies, [cookie('sesame')])
    assert.deepEqual(session.headers, { 'X-Key': 'k sesame' })
    assert.deepEqual(session.secrets, ['open sesame', 'sesame'])
    const page = { geolocation: null, proxy: 'auto' } as Parameters<typeof control.options>[0]
    assert.deepEqual(control.options(page), { geolocation: 'DE', proxy: 'basic' })
    session.state = { ...session.state, cookies: [cookie('2')] }
    return await Promise.resolve('done')
  })
  assert.deepEqual(first, { value: 'done', isKept: true })
  const before = access.session?.stateKey
  for (const isSecond of [true, false]) {
    await withSession(wish(), access, async ({ state }) => {
      assert.deepEqual(state.cookies, [cookie('2')])
      return await Promise.resolve()
    })
    assert.equal(access.session?.stateKey, before, `nothing has changed, nothing is written: ${isSecond}`)
  }
})

test('only the current state is kept', async () => {
  const access = fakeAccess()
  for (const value of ['1', '2', '3']) {
    await withSession(wish(), access, async (session) => {
      session.state = { ...session.state, cookies: [cookie(value)] }
      return await Promise.resolve()
    })
  }
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([...access.objects.objects.keys()], [access.session?.stateKey])
})

test('what a run of the playbook has replaced is deleted once its state has been used', async () => {
  const access = fakeAccess({ runs: true })
  const { store, objects } = access
  const first = await store.writeState(shopFolder, 7, emptyState())
  const ofRun = await store.writeRunState(shopFolder, 8, { ...emptyState(), cookies: [cookie('in')] }, first)
  access.session = { ...access.session!, fence: 8, stateKey: ofRun }
  const use = async (work: Parameters<typeof withSession>[2]): Promise<string[]> => {
    await withSession(wish(), access, work)
    await new Promise((resolve) => setImmediate(resolve))
    return [...objects.objects.keys()]
  }
  // The state of the run is current as long as it does not change.
  assert.deepEqual(await use(async () => await Promise.resolve()), [first, ofRun])
  const change = async (session: PageSession) => {
    session.state = { ...session.state, cookies: [cookie('changed')] }
    return await Promise.resolve()
  }
  assert.deepEqual(await use(change), [access.session?.stateKey])
  const after = await use(async (session, control) => {
    const stateKey = await store.writeRunState(shopFolder, 12, emptyState(), access.session?.stateKey ?? null)
    access.relogins = [{ kind: 'renewed', stateKey }]
    assert.deepEqual(await control.relogin({ signal: wish().signal }), { ok: true })
    await change(session)
  })
  assert.deepEqual(after, [access.session?.stateKey])
})

test('what a login has left whose end its user did not wait for is deleted by the next one', async () => {
  const access = fakeAccess({ runs: true })
  const change = async (session: PageSession) => {
    session.state = { ...session.state, cookies: [...session.state.cookies, cookie('changed')] }
    return await Promise.resolve()
  }
  access.client.relogin = async () => await new Promise(() => undefined)
  await withSession(wish(), access, async (session, control) => {
    const { ok } = await control.relogin({ signal: wish().signal, deadlineMs: monotonicNow() })
    assert.equal(ok, false)
    await change(session)
  })
  const left = await access.store.writeRunState(shopFolder, 2, emptyState(), null)
  access.session = { ...access.session!, fence: 2 }
  assert.notEqual(access.session.stateKey, left)
  await withSession(wish(), access, change)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([...access.objects.objects.keys()], [access.session.stateKey])
})

test('the first user after a playbook was replaced deletes what earlier ones have left', async () => {
  const access = fakeAccess()
  for (const fence of [3, 9]) await access.store.writeState(shopFolder, fence, emptyState())
  const later = await access.store.writeState(shopFolder, 11, emptyState())
  access.session = { ...access.session!, fence: 9, stateKey: null }
  await withSession(wish(), access, async (session) => {
    session.state = { ...session.state, cookies: [cookie('new account')] }
    return await Promise.resolve()
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(new Set(access.objects.objects.keys()), new Set([access.session.stateKey, later]))
})

test('a user that has lost the lease stores nothing and gets an error', async () => {
  const access = fakeAccess()
  const { isKept } = await withSession(wish(), access, async (session) => {
    access.isLost = true
    session.state = { ...session.state, cookies: [cookie('late')] }
    return await Promise.resolve()
  })
  assert.deepEqual([isKept, access.objects.objects.size], [false, 0])
})

test('a fault gives the session back as it was', async () => {
  const access = fakeAccess()
  const failing = withSession(wish(), access, async (session) => {
    session.state = { ...session.state, cookies: [cookie('half')] }
    return await Promise.reject(new Error('no page'))
  })
  await assert.rejects(failing, /no page/)
  assert.deepEqual([access.session?.isHeld, access.session?.stateKey], [false, null])
})

test('a session that cannot be read is not used up', async () => {
  const access = fakeAccess()
  await access.store.writePlaybook(shopFolder, 1, playbook)
  access.objects.down = true
  assert.equal(await codeOf(access), 'result_store_unavailable')
  assert.deepEqual([access.session?.isHeld, access.session?.useCount], [false, 0])
})

test('the reason that a session cannot be used is reported', async () => {
  const access = fakeAccess()
  access.grants = [
    { kind: 'busy', retryAfterSecs: 3 },
    { kind: 'expired' },
    { kind: 'failed', error: 'no form' },
    new SessionsUnavailableError('away'),
  ]
  assert.equal(await codeOf(access), 'session_busy')
  assert.equal(await codeOf(access), 'session_not_found')
  assert.equal(await codeOf(access), 'session_failed')
  assert.equal(await codeOf(access), 'workflow_service_unavailable')
  assert.equal(await codeOf(access, { url: 'https://example.org/' }), 'session_domain_mismatch')
  assert.equal(access.session?.isHeld, false)
  access.objects.down = true
  access.session.stateKey = 'sessions/acme/shop/one/state-1.json'
  assert.equal(await codeOf(access), 'result_store_unavailable')
  assert.equal(access.session?.isHeld, false)
  access.objects.down = false
  access.session = null
  assert.equal(await codeOf(access), 'session_not_found')
})

test('a URL of another domain is refused before the session is requested', async () => {
  const access = fakeAccess({ runs: true })
  access.grants = [{ kind: 'failed', error: 'no form' }]
  const elsewhere = { url: 'https://example.org/' }
  assert.equal(await codeOf(access, elsewhere), 'session_domain_mismatch')
  assert.deepEqual([access.asked.length, access.session?.fence], [0, 0], 'no run, no use')
  const ref = { tenant: 'acme', id: implicitIdOf(Date.now(), '5d1b7f6e-2c0a-4a39-9f0e-6f7a1c9d2b34') }
  access.session = null
  const createdAt = new Date().toISOString()
  await access.store.writeImplicit(ref, { domain: 'example.com', createdAt, state: emptyState() })
  assert.equal(await codeOf(access, { ref, ...elsewhere }), 'session_domain_mismatch')
  assert.equal(access.session, null, 'no entity is started')
})

test('a session that has taken the id of another since is not used elsewhere either', async () => {
  const access = fakeAccess()
  access.client.facts = async (ref) =>
    await Promise.resolve({ ...ref, incarnation: 'zero', domain: 'example.org', implicit: false })
  assert.equal(await codeOf(access, { url: 'https://example.org/' }), 'session_domain_mismatch')
  assert.deepEqual([access.asked.length, access.session?.isHeld], [1, false])
})

test('an implicit session begins with the state that its page has left', async () => {
  const access = fakeAccess()
  access.session = null
  const id = implicitIdOf(Date.now(), '5d1b7f6e-2c0a-4a39-9f0e-6f7a1c9d2b34')
  const ref = { tenant: 'acme', id }
  assert.equal(await codeOf(access, { ref }), 'session_not_found')
  const state = { ...emptyState(), cookies: [cookie('kept')] }
  await access.store.writeImplicit(ref, { domain: 'example.com', createdAt: new Date().toISOString(), state })
  await withSession(wish({ ref }), access, async (session) => {
    assert.deepEqual(session.state, state)
    return await Promise.resolve()
  })
})

test('a lease granted after the caller disconnected is given back', async () => {
  const access = fakeAccess()
  const { acquire } = access.client
  const gate = Promise.withResolvers<void>()
  access.client.acquire = async (ref, request) => {
    await gate.promise
    return await acquire(ref, request)
  }
  const leaving = new AbortController()
  const using = codeOf(access, { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await assert.rejects(using, /gone/)
  gate.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([access.session?.fence, access.session?.isHeld], [1, false])
})

test('after a login the page has the state that the playbook has left', async () => {
  const access = fakeAccess({ runs: true })
  const state = { ...emptyState(), cookies: [cookie('in again')] }
  const stateKey = await access.store.writeState(shopFolder, 9, state)
  access.relogins = [
    { kind: 'renewed', stateKey },
    { kind: 'failed', error: 'wrong password' },
  ]
  await withSession(wish(), access, async (session, control) => {
    const { signal } = wish()
    assert.deepEqual(await control.relogin({ signal }), { ok: true })
    assert.deepEqual(session.state, state)
    assert.deepEqual(await control.relogin({ signal }), { ok: false, error: 'wrong password' })
    assert.equal((await control.relogin({ signal })).ok, false)
  })
})
